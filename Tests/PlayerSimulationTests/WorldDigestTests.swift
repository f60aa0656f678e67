import PlayerCore
import Testing

@testable import PlayerSimulation

/// A field missing from a digest makes two worlds look alike that behave differently. So these tests vary each field of
/// all parts of a world, and fail for a new field until it is varied, too.
@Suite("Digests of worlds")
struct WorldDigestTests {
  private static let engine = SimulatedEngine([.video(.seconds(60))], timing: timing)

  private static var timing: EngineTiming {
    var timing = EngineTiming()
    timing.landing = .exact
    return timing
  }

  /// The value with the lowest bit of each byte flipped, where that gives another value. This reaches every field, also
  /// private ones. For plain values whose enumerations have a case with an even number.
  private func flips<Value: Hashable>(of value: Value) -> [Value] {
    precondition(_isPOD(Value.self))
    return (0..<MemoryLayout<Value>.size).compactMap { place in
      var other = value
      withUnsafeMutableBytes(of: &other) { $0[place] ^= 1 }
      return other == value ? nil : other
    }
  }

  /// Different values have different digests. An impossible value and the nearest possible one give equal engines.
  private func expectDifferent<Whole: Hashable>(_ all: [Whole], _ digest: (Whole) -> UInt64, count: Int) {
    let different = Set(all).count
    #expect(different >= count)
    #expect(Set(all.map(digest)).count == different)
  }

  @Test("engines that differ in openings, faults, timing, clock or reports have different digests")
  func engines() {
    let engine = Self.engine
    func engines<Part: Hashable>(_ path: WritableKeyPath<SimulatedEngine, Part>) -> [SimulatedEngine] {
      flips(of: engine[keyPath: path]).map { part in
        var other = engine
        other[keyPath: path] = part
        return other
      }
    }
    let tempers = flips(of: Self.timing).map { SimulatedEngine(engine.library, timing: $0) }.filter { $0 != engine }
    var all = [engine] + tempers + engines(\.newest) + engines(\.older) + engines(\.place.faults)
    all += engines(\.place.now) + [SimulatedEngine([], timing: Self.timing)]
    for event in [EngineEvent.closed, .ended(position: .zero)] {
      for (epoch, instant, isLate) in [(1, 5, false), (2, 5, false), (1, 6, false), (1, 5, true)] {
        var report = SimulatedEngine.Report(event, Epoch(UInt32(epoch)), at: .seconds(Int64(instant)))
        report.isLate = isLate
        var other = engine
        other.place.outbox.insert(report)
        all.append(other)
      }
    }
    expectDifferent(all, \.digest, count: 700)
    #expect(labels(engine) == ["newest", "older", "place"])
    #expect(labels(engine.place) == ["library", "timing", "line", "faults", "outbox", "now"])
    #expect(labels(SimulatedEngine.Report(.closed, Epoch(1), at: .zero)) == ["event", "epoch", "instant", "isLate"])
  }

  private func labels(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }

  /// Values that differ from each other in one field each, and the names of these fields.
  private func varied<Value>(_ value: Value, _ changes: KeyValuePairs<String, (inout Value) -> Void>) -> [Value] {
    #expect(Set(labels(value)) == Set(changes.map(\.key)))
    return [value]
      + changes.map { _, change in
        var other = value
        change(&other)
        return other
      }
  }

  @Test("engines with different media have different digests")
  func media() {
    let track = SimulatedMedia.Track(.audio)
    let tracks = varied(
      track,
      [
        "kind": { $0.kind = .video }, "language": { $0.language = TextID(1) }, "title": { $0.title = TextID(1) },
        "isDefault": { $0.isDefault.toggle() }, "isForced": { $0.isForced.toggle() },
        "bitsPerSecond": { $0.bitsPerSecond = 1 },
        "segmentBits": { $0.segmentBits = [0] },
      ])
    let chapters = varied(
      SimulatedMedia.Chapter(start: .zero, end: .seconds(1)),
      ["start": { $0.start = .seconds(1) }, "end": { $0.end = .zero }, "title": { $0.title = TextID(1) }])
    let cues = varied(
      SimulatedMedia.Cue(start: .zero, end: .seconds(1), text: .none),
      ["start": { $0.start = .seconds(1) }, "end": { $0.end = .zero }, "text": { $0.text = TextID(1) }])
    let base = SimulatedMedia(duration: .seconds(60))
    var all = varied(
      base,
      [
        "duration": { $0.duration = .unknown }, "isDurationEstimated": { $0.isDurationEstimated = true },
        "isSeekable": { $0.isSeekable = false }, "window": { $0.window = .seconds(1) },
        "holdBack": { $0.holdBack = .seconds(1) }, "age": { $0.age = .seconds(1) },
        "delivery": { $0.delivery = .segments(.seconds(3)) }, "headerBits": { $0.headerBits = 1 },
        "keyFrameInterval": { $0.keyFrameInterval = .seconds(1) }, "tracks": { $0.tracks = [] },
        "naturalWidth": { $0.naturalWidth = 1 }, "naturalHeight": { $0.naturalHeight = 1 },
        "chapters": { $0.chapters = [chapters[0], chapters[0]] }, "cues": { $0.cues = [cues[0], cues[0]] },
        "dateOfZero": { $0.dateOfZero = 0 },
      ])
    func add<Element>(_ path: WritableKeyPath<SimulatedMedia, [Element]>, _ elements: [Element]) {
      for element in elements {
        var other = base
        other[keyPath: path] = [element]
        all.append(other)
      }
    }
    add(\.tracks, tracks)
    add(\.chapters, chapters)
    add(\.cues, cues)
    var progressive = base
    progressive.delivery = .progressive(pieces: .seconds(3))
    all.append(progressive)
    var engines = all.map { SimulatedEngine([$0]) }
    engines += [SimulatedEngine([]), SimulatedEngine([base, base])]
    expectDifferent(engines, \.digest, count: 35)
  }

  @Test("engines with different networks, or at different places in the same network, have different digests")
  func networks() throws {
    let profile = try #require(
      NetworkProfile(
        [
          .init(duration: .seconds(5), bitsPerSecond: 1_000_000),
          .init(duration: .seconds(5), bitsPerSecond: 2_000_000),
        ], ending: .repeats))
    let five: Int64 = 5_000_000_000
    func line(_ changes: (inout Line) -> Void...) -> Line {
      var line = Line(profile)
      for change in changes { change(&line) }
      return line
    }
    // With the line cut, no download depends on the place in the network.
    let cut: (inout Line) -> Void = { $0.cut(true, at: five) }
    let asked: (inout Line) -> Void = { $0.ask(for: 8_000, isRequest: true, at: five) }
    let lines = [
      line(), line(cut), line(cut, asked), line({ $0.handOver(to: profile, at: five) }, cut, asked),
      line(cut, { $0.ask(for: 8_001, isRequest: true, at: five) }),
      line(cut, { $0.ask(for: 8_000, isRequest: false, at: five) }),
      line(asked), line({ $0.ask(for: 8_000, isRequest: true, at: 0) }),
      line(cut, asked, { $0.drop(at: five) }),
      line(cut, { $0.slow(toThousandths: 500, latency: .zero, at: five) }),
      line(cut, { $0.slow(toThousandths: 1_000, latency: .seconds(1), at: five) }),
      line({ $0.handOver(to: .constant(bitsPerSecond: 1_000_000), at: 0) }),
      // A thousandth of a bit has arrived, or nothing.
      line({ $0.ask(for: 8_000, isRequest: false, at: 0) }, { $0.cut(true, at: 1) }),
      line(
        { $0.cut(true, at: 0) }, { $0.ask(for: 8_000, isRequest: false, at: 0) },
        { $0.slow(toThousandths: 1_000, latency: .zero, at: 1) }),
    ]
    let engines = lines.map { line in
      var engine = Self.engine
      engine.place.line = line
      return engine
    }
    expectDifferent(engines, \.digest, count: 14)
    #expect(
      labels(lines[0]) == [
        "cursor", "at", "after", "firstBitAt", "arrivesAt", "bitsLeft", "awaitsFirstBit", "isBusy", "isCut", "share",
        "serverLatency",
      ])
    #expect(labels(NetworkCursor(profile)) == ["profile", "place", "part"])
  }

  @Test("worlds that differ in clock, limit, requests or plans have different digests")
  func worlds() {
    let base = World(engine: Self.engine)
    func world(_ change: (inout World) -> Void) -> World {
      var world = base
      change(&world)
      return world
    }
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
    let worlds = [
      base,
      world { $0.run(until: .seconds(1)) },
      world { $0.run(until: .seconds(2)) },
      world { $0.inputLimit = 1 },
      world { _ = $0.nextRequest() },
      world { $0.send(load) },
      world { $0.send(.pause) },
      world { $0.plan(.heal, at: .seconds(1)) },
      world { $0.plan(.heal, at: .seconds(2)) },
      world { world in (0..<2).forEach { _ in world.plan(.heal, at: .seconds(1)) } },
      world { $0.plan(.fault(.outage), at: .seconds(1)) },
      world { $0.plan(.fault(.openHangs(count: 1)), at: .seconds(1)) },
      world { $0.plan(.fault(.openHangs(count: 2)), at: .seconds(1)) },
      world { $0.plan(.pause, at: .seconds(1)) },
      world { $0.plan(.environment(.networkChanged(.wifi)), at: .seconds(1)) },
      world { $0.plan(.handOver(.constant(bitsPerSecond: 1), .wifi), at: .seconds(1)) },
      world { $0.plan(.handOver(.constant(bitsPerSecond: 2), .wifi), at: .seconds(1)) },
      world { $0.plan(.handOver(.constant(bitsPerSecond: 2), .cellular), at: .seconds(1)) },
      world { $0.plan(.sleep(.seconds(1)), at: .seconds(1)) },
      world { $0.plan(.sleep(.seconds(2)), at: .seconds(1)) },
      world { $0.happen(.sleep(.seconds(1))) },
    ]
    expectDifferent(worlds, \.digest, count: 21)
    #expect(
      labels(base) == [
        "player", "engine", "now", "inputLimit", "stepCount", "slept", "agenda", "lastRequest", "inputsNow",
      ])
  }
}
