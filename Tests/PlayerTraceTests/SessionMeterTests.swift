import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("Metrics of a session")
struct SessionMeterTests {
  private static let millisecond: Int64 = 1_000

  /// A player that is given inputs, and what is measured of it.
  private struct Run {
    var player = Player()
    var meter = SessionMeter()
    private var outputs = Outputs()
    private var request: UInt32 = 0

    mutating func give(_ input: Input, at milliseconds: Int64) {
      let instant = Instant(microseconds: milliseconds * 1_000)
      while player.nextDeadline < instant { receive(.deadline, at: player.nextDeadline) }
      receive(input, at: instant)
    }

    private mutating func receive(_ input: Input, at instant: Instant) {
      player.receive(input, at: instant, into: &outputs)
      meter.begin(input, at: instant)
      for output in outputs { meter.take(output) }
      meter.end()
    }

    mutating func command(_ command: Command, at milliseconds: Int64) {
      request += 1
      give(.command(command, RequestID(request)), at: milliseconds)
    }

    mutating func engine(_ event: EngineEvent, at milliseconds: Int64) {
      give(.engine(event, player.epoch), at: milliseconds)
    }

    /// Loaded at 100 ms with the intent to play, opened at 300, playing at 500.
    static func playing() -> Run {
      var run = Run()
      run.give(.environment(.networkChanged(.wifi)), at: 0)
      run.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: 100)
      run.engine(.opened(OpenedMedia(duration: .seconds(60))), at: 300)
      run.engine(.buffered(until: .seconds(5), bytesRead: 50_000, isSaturated: true), at: 400)
      run.engine(.playbackStarted(position: .zero, rate: .normal), at: 500)
      return run
    }

    func value(_ key: String, isOver: Bool = true) -> Int64? {
      let place = SessionMetric.all.firstIndex { $0.key.description == key }
      return place.flatMap { meter.values(isOver: isOver)[$0] }
    }
  }

  @Test("A start lasts from the request to play until the playhead moves")
  func start() {
    var run = Run.playing()
    run.engine(.firstFrame(.audio, position: .zero), at: 520)
    run.command(.pause, at: 2_500)
    #expect(run.value("startup_us") == 400_000 && run.value("startup_valid") == 1)
    #expect(run.value("open_to_prepared_us") == 200_000 && run.value("play_to_first_frame_us") == 420_000)
    #expect(run.value("play_us") == 2_000_000 && run.value("media_us") == 2_000_000)
    #expect(run.value("exit_before_start") == 0 && run.value("exit_before_start", isOver: false) == nil)
    // 50,000 bytes in 300 ms.
    #expect(run.value("throughput_kbps") == 1_333 && run.value("mux_startup_score") == 95_238)
  }

  @Test("A stall is a wait with its ratios; a pause within it is counted")
  func stall() {
    var run = Run.playing()
    run.engine(.starved(position: .seconds(2)), at: 2_500)
    run.command(.pause, at: 2_700)
    run.command(.play, at: 2_900)
    run.engine(.buffered(until: .seconds(9), bytesRead: 90_000, isSaturated: true), at: 3_000)
    run.engine(.playbackStarted(position: .seconds(2), rate: .normal), at: 3_100)
    run.command(.pause, at: 4_100)
    #expect(run.value("rebuffer_count") == 1 && run.value("pause_rebuffer_count") == 1)
    #expect(run.meter.account.times[.pausedRebuffering] == 200_000)
    #expect(run.value("rebuffer_us") == 300_000 || run.value("rebuffer_us") == 400_000)
    #expect(run.value("rebuffer_ratio_play") == run.value("rebuffer_us").map { $0 / 3 })
    #expect(run.value("mean_time_between_rebuffers_us") == 3_000_000)
  }

  @Test("A series of seeks is one wait; superseded ones are counted")
  func seeks() {
    var run = Run.playing()
    run.command(.seek(.at(.seconds(30))), at: 1_500)
    run.command(.seek(.at(.seconds(40))), at: 1_600)
    run.engine(.seekCompleted(SeekSerial(2), position: .seconds(40), isFinished: true), at: 1_900)
    run.engine(.buffered(until: .seconds(60), bytesRead: 90_000, isSaturated: true), at: 1_950)
    run.engine(.playbackStarted(position: .seconds(40), rate: .normal), at: 2_000)
    run.command(.pause, at: 3_000)
    #expect(run.value("seek_count") == 2 && run.value("seek_superseded") == 1)
    #expect(run.value("seek_us") == 500_000 && run.value("seek_latency_p95_us") == 500_000)
    #expect(run.value("seek_land_us") == 400_000 && run.value("seek_resume_us") == 100_000)
    #expect(run.value("rebuffer_count") == 0 && run.value("completion_ratio_duration") == 683_333)
  }

  @Test("A metric that was not measured has no value, not 0")
  func notMeasured() {
    let empty = SessionMeter().values(isOver: true)
    #expect(empty.count == SessionMetric.all.count)
    for (metric, value) in zip(SessionMetric.all, empty) where metric.unit == .ratio || metric.unit == .score {
      #expect(value == nil, "\(metric.key)")
    }
    let run = Run.playing()
    for key in ["live_latency_mean_us", "at_edge_ratio_live_play", "dropped_frames", "failure", "seek_latency_p50_us"] {
      #expect(run.value(key) == nil, "\(key)")
    }
  }

  @Test("Skipped messages change nothing", arguments: 0..<3)
  func measuring(_ seed: UInt64) throws {
    let session = try randomSession(seed, steps: 300)
    var slow = SessionMeter()
    var reader = try TraceReader(bytes: session.text)
    while let record = try reader.next() { if case .step(let step) = record { slow.take(step) } }
    var fast = SessionMeter()
    reader = try TraceReader(bytes: session.binary)
    var measured = 0
    while true {
      measured += try reader.measure(into: &fast)
      guard let record = try reader.next() else { break }
      if case .step(let step) = record { fast.take(step) }
    }
    #expect(measured > 250 && fast.steps == 300 && fast.account.times == slow.account.times)
    #expect(fast.values(isOver: true) == slow.values(isOver: true))
  }

  @Test("The page lists every metric and class, and no others")
  func page() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let page = folder.deletingLastPathComponent().appending(path: "Sources/PlayerTrace/PlayerTrace.docc/Metrics.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    let cells = rows.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    let classes = SessionClass.allCases.map { "`\($0.name)`" }
    #expect(cells.map { $0[0] } == classes + SessionMetric.all.map { "`\($0.key)`" })
    #expect(cells.dropFirst(classes.count).map { $0[2] } == SessionMetric.all.map { $0.meaning.description })
  }
}
