import PlayerCore
import PlayerSimulation

/// A simulated engine without a player: commands go in at instants, and reports are kept.
struct Harness {
  var engine: SimulatedEngine
  var now = Instant.zero
  var reports: [SimulatedEngine.Report] = []
  static let epoch = Epoch(1)

  /// One second of media is one megabit, and the network carries two in a second.
  init(
    _ media: SimulatedMedia = Harness.media(), network: NetworkProfile = .constant(bitsPerSecond: 2_000_000),
    timing: EngineTiming = .immediate
  ) {
    engine = SimulatedEngine([media], network: network, timing: timing)
  }

  static func media(_ seconds: Int64 = 60) -> SimulatedMedia {
    var media = SimulatedMedia.audio(.seconds(seconds), bitsPerSecond: 1_000_000)
    media.headerBits = 0
    return media
  }

  /// An opening that has been read until `seconds`.
  static func open(
    _ media: SimulatedMedia = Harness.media(), network: NetworkProfile = .constant(bitsPerSecond: 2_000_000),
    timing: EngineTiming = .immediate, until seconds: Int64 = 0
  ) -> Harness {
    var harness = Harness(media, network: network, timing: timing)
    harness.tell(.open(item: ItemID(1), keepsBuffer: false))
    harness.run(until: .seconds(seconds))
    return harness
  }

  mutating func tell(_ command: EngineCommand, _ epoch: Epoch = Harness.epoch) {
    engine.perform(command, epoch: epoch, at: now)
    run(until: now)
  }

  mutating func inject(_ fault: EngineFault) {
    engine.inject(fault, at: now)
    run(until: now)
  }

  mutating func run(until end: Instant) {
    while let report = engine.takeEvent(upTo: end) { reports.append(report) }
    now = max(now, end)
  }

  mutating func seek(_ serial: UInt32, to seconds: Int64, within tolerance: TimeSpan = .zero) {
    tell(
      .seek(
        SeekSerial(serial), target: .seconds(seconds), toleranceBefore: tolerance, toleranceAfter: tolerance))
  }

  /// The wanted reports with their instants in microseconds.
  func said(_ isWanted: (EngineEvent) -> Bool) -> [String] {
    reports.filter { isWanted($0.event) }.map { "\($0.instant.microseconds) \($0.event)" }
  }

  var events: [EngineEvent] { reports.map(\.event) }

  /// The instant of the last wanted report.
  func instant(of isWanted: (EngineEvent) -> Bool) -> Int64? {
    reports.last { isWanted($0.event) }?.instant.microseconds
  }

  mutating func forget() { reports = [] }
}

extension EngineEvent {
  var isEnd: Bool { if case .ended = self { true } else { false } }
  var isStarved: Bool { if case .starved = self { true } else { false } }
  var isStart: Bool { if case .playbackStarted = self { true } else { false } }
  var isBuffered: Bool { if case .buffered = self { true } else { false } }
  var isOpened: Bool { if case .opened = self { true } else { false } }
  var isFailure: Bool { if case .failed = self { true } else { false } }
  var isLanding: Bool { if case .seekCompleted = self { true } else { false } }
}
