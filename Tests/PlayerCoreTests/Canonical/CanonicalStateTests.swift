@testable import PlayerCore
import Testing

@Suite("Canonical states")
struct CanonicalStateTests {
  @Test("passing time and growing counters do not change the canonical state")
  func translation() {
    var harness = Harness()
    harness.load()
    harness.run()
    let first = CanonicalState(harness.player)
    harness.ask(.stop)
    harness.run(seconds: 77)
    harness.ask(.captureStill)
    harness.load()
    harness.run()
    #expect(CanonicalState(harness.player) == first)
    harness.ask(.play)
    #expect(CanonicalState(harness.player) != first)
  }

  @Test(
    "unconfirmed pauses count in their own field and nowhere else", arguments: [0, 1, 128, 255])
  func pendingStops(count: UInt8) {
    var player = Self.busy
    let without = CanonicalState(player)
    player.transport.pendingStops = count
    var canonical = CanonicalState(player)
    #expect(canonical.pendingStops == count)
    canonical.pendingStops = 0
    #expect(canonical == without)
    canonical.pendingStops = count
    #expect(canonical == CanonicalState(player))
  }

  @Test("the place of a break counts until playback is over; after a failure only a returning network needs it")
  func setback() {
    func counts(in phase: Phase, wasUnderWay: Bool = true, resumes: Bool = true) -> Bool {
      var player = Player()
      player.shown.phase = phase
      player.retrying.wasUnderWay = wasUnderWay
      player.configuration.resumesOnReconnect = resumes
      var other = player
      other.retrying.setback = .seconds(3)
      other.retrying.reloads = 2
      other.retrying.resets = 1
      return CanonicalState(player) != CanonicalState(other)
    }
    for phase in [Phase.blocked, .opening, .prepared, .ended, .failed] { #expect(counts(in: phase), "\(phase)") }
    for phase in [Phase.empty, .idle] { #expect(!counts(in: phase), "\(phase)") }
    #expect(!counts(in: .failed, wasUnderWay: false) && !counts(in: .failed, resumes: false))
  }

  @Test("when data last arrived counts for a wait, also for one that would go on from before a kick")
  func newestData() {
    var player = Player()
    player.clock = .seconds(10)
    player.buffering.waitedInVain = .seconds(5)
    func state(dataAt seconds: Int64) -> CanonicalState {
      player.buffering.lastDataAt = .seconds(seconds)
      return CanonicalState(player)
    }
    #expect(state(dataAt: 6) != state(dataAt: 7) && state(dataAt: 3) == state(dataAt: 4))
    player.buffering.waitedInVain = .zero
    #expect(state(dataAt: 6) == state(dataAt: 7))
    player.buffering.isWaiting = true
    player.buffering.waitingSince = .seconds(2)
    #expect(state(dataAt: 6) != state(dataAt: 7) && state(dataAt: 0) == state(dataAt: 1))
  }

  @Test("every field of the state counts, except those listed here")
  func everyFieldCounts() {
    var player = Self.busy
    var names = FieldNames()
    player.visitState(&names)
    let canonical = CanonicalState(Self.busy)
    for (index, name) in names.names.enumerated() where !Self.leftOut.contains(name) {
      var changed = Self.busy
      var change = FieldChange(index: index)
      changed.visitState(&change)
      #expect(CanonicalState(changed) != canonical, "\(name) makes no difference")
    }
  }

  @Test("each word names the fields that share it, and each field has one place")
  func fieldsOfWords() {
    var player = Player()
    var visited = FieldNames()
    player.visitState(&visited)
    let words = (0..<CanonicalState.wordCount).map { CanonicalState.fields(ofWord: $0) }
    let names = words.flatMap { $0.split(separator: ", ").map(String.init) }
    #expect(!words.contains("") && CanonicalState.fields(ofWord: words.count) == "")
    // The visitor sees the table of renditions as one field per rendition.
    #expect(Set(names).count == names.count && Set(names).subtracting(["tracks.found"]).isSubset(of: visited.names))
    #expect(names.contains("transport.pendingStops") && !names.contains("loading.preparedCount"))
  }

  /// Relative to the clock or the newest number, or only reported.
  private static let leftOut: Set<String> = [
    "clock", "loading.preparedCount", "statistics.stallCount", "statistics.stallTime", "statistics.startupTime",
    "statistics.ignoredEvents", "setting", "presentation.loops", "presentation.stillSerial",
    // The digest covers it.
    "segments.staged.count",
  ]

  /// A player with everything under way at once, which no session causes.
  private static var busy: Player {
    var player = Player()
    player.configuration.interruptionResumeLimit = .seconds(240)
    player.configuration.stallKick = .seconds(240)
    player.configuration.resumesOnReconnect = true
    var outputs = Outputs()
    let commands: [Command] = [
      .stageSegment(
        SegmentID(1), start: .zero, end: .seconds(9), isBlocked: true, isHidden: false, isDated: false),
      .commitSegments, .load(item: ItemID(1), start: .standard, autoplay: true, opens: true),
      .addPeriodicObserver(ObserverID(1), interval: .seconds(1)),
    ]
    for command in commands { player.receive(.command(command, RequestID(1)), at: .seconds(5), into: &outputs) }
    player.loading.nextEpoch = Epoch(2)
    player.loading.request.isOpen = true
    player.loading.awaitsRange = true
    player.presentation.stillRequest.isOpen = true
    player.seeking.request.isOpen = true
    player.closing.awaited = 1
    player.shown.phase = .failed
    player.retrying.isWaiting = true
    player.retrying.wasUnderWay = true
    player.transport.drive = .moving
    player.seeking.isActive = true
    player.buffering.isWaiting = true
    player.buffering.waitingSince = .seconds(1)
    player.buffering.lastDataAt = .seconds(2)
    player.shown.supply = .stalled
    player.timeline.hasWallClock = true
    player.liveEdge.nextCatchUp = .seconds(9)
    player.shown.isInterrupted = true
    player.interruption.since = .seconds(4)
    player.intervals.round = .crossing
    return player
  }
}

private struct FieldNames: StateVisitor {
  var names: [String] = []

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { names.append("\(name)") }
}

private struct FieldChange: StateVisitor {
  var index: Int

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    defer { index -= 1 }
    guard index == 0 else { return }
    let old = value.wireValue
    for wire in [old ^ 1, old &+ 1, old &- 1, 0, 1] where wire != old {
      guard let new = Value(wireValue: wire) else { continue }
      return value = new
    }
  }
}
