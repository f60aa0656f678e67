@testable import PlayerCore
@testable import PlayerTesting
import Testing

/// A player under watch whose outputs and states can be falsified: what a reducer with a fault would have done.
struct PropertyBench {
  var player: Player
  var monitor: PlayerMonitor
  var outputs = Outputs()
  private var requests: UInt32 = 0

  init(_ configuration: Configuration = Configuration()) {
    player = Player(configuration: configuration)
    monitor = PlayerMonitor(player)
  }

  mutating func take(_ input: Input, at now: Instant? = nil) {
    let now = now ?? player.clock
    player.receive(input, at: now, into: &outputs)
    let holds = monitor.take(input, at: now, outputs, player)
    #expect(holds, "\(input): \(monitor.broken?.property.id ?? "")")
  }

  mutating func ask(_ command: Command) {
    requests += 1
    take(.command(command, RequestID(requests)))
  }

  mutating func report(_ event: EngineEvent, at now: Instant? = nil) { take(.engine(event, player.epoch), at: now) }

  /// Falsifies the effect of an input; the monitor checks only one property.
  typealias Falsifier = (_ player: inout Player, _ outputs: inout [Output], _ before: Player) -> Void

  mutating func falsify(_ input: Input, at now: Instant? = nil, watching law: Law, _ falsify: Falsifier) -> Law? {
    let now = now ?? player.clock
    let before = player
    player.receive(input, at: now, into: &outputs)
    var list = Array(outputs)
    falsify(&player, &list, before)
    player.deriveShown()
    var falsified = Outputs()
    for output in list { falsified.step.elements.append(output) }
    monitor.properties = PlayerPropertySet(ids: [law.property.id])
    _ = monitor.take(input, at: now, falsified, player)
    return monitor.broken
  }

  /// Serves the deadlines due before the segments at `instant`; the engine reports its position each time.
  mutating func run(until instant: Instant) {
    while player.nextDeadline <= instant, player.nextSlot != .segment {
      take(.deadline, at: player.nextDeadline)
      report(.positionReported(player.position(at: player.clock)))
    }
  }

  // MARK: Situations

  static func opening(_ configuration: Configuration = Configuration()) -> PropertyBench {
    var bench = PropertyBench(configuration)
    bench.ask(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
    return bench
  }

  /// Starting: the engine was told to play.
  static func starting(
    _ configuration: Configuration = Configuration(), duration: MediaTime = .seconds(60)
  ) -> PropertyBench {
    var bench = PropertyBench.opening(configuration)
    bench.report(.opened(OpenedMedia(duration: duration)))
    if !duration.isKnown { bench.report(.seekableRangeChanged(start: .zero, end: .seconds(100))) }
    bench.report(.buffered(until: .seconds(120), bytesRead: 9, isSaturated: false))
    return bench
  }

  /// Two seconds into the media.
  static func playing(
    _ configuration: Configuration = Configuration(), duration: MediaTime = .seconds(60)
  ) -> PropertyBench {
    var bench = PropertyBench.starting(configuration, duration: duration)
    bench.report(.playbackStarted(position: duration.isKnown ? .zero : .seconds(98), rate: .normal))
    bench.take(.environment(.routeChanged(.other)), at: .seconds(2))
    return bench
  }

  static var paused: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(.pause)
    return bench
  }

  static var muted: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(.setMuted(true))
    return bench
  }

  static var interrupted: PropertyBench {
    var bench = PropertyBench.playing()
    bench.take(.environment(.interruptionBegan(stopsEngine: true)))
    return bench
  }

  /// Opening has failed, and the user has paused before.
  static var heldFailure: PropertyBench {
    var bench = PropertyBench.opening()
    bench.ask(.pause)
    bench.report(.failed(Failure(.notFound)))
    return bench
  }

  static var seeking: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(.seek(.at(.seconds(30))))
    return bench
  }

  /// Another opening of the same media runs beside the one that plays out.
  static var beside: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(.reload(item: .none, flush: false, isLocal: false))
    return bench
  }

  static var stalled: PropertyBench {
    var bench = PropertyBench.playing()
    bench.report(.starved(position: .seconds(2)))
    return bench
  }

  static var withBlockedSegment: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(
      .stageSegment(
        SegmentID(1), start: .seconds(10), end: .seconds(20), isBlocked: true, isHidden: false, isDated: false))
    bench.ask(.commitSegments)
    return bench
  }

  /// Segment 1 from 0 to 20 s is played, and segment 2 from 30 to 50 s will be.
  static var inSegment: PropertyBench {
    var bench = PropertyBench.playing()
    bench.stage(SegmentID(1), .zero, .seconds(20))
    bench.stage(SegmentID(2), .seconds(30), .seconds(50))
    bench.ask(.commitSegments)
    return bench
  }

  /// Segment 1 is about to end.
  static var atBoundary: PropertyBench {
    var bench = PropertyBench.inSegment
    bench.run(until: .seconds(20))
    return bench
  }

  /// A seek out of segment 1 has landed, and the engine was told to play; it has not confirmed.
  static func landed(_ position: Position) -> PropertyBench {
    var bench = PropertyBench.inSegment
    bench.ask(.seek(position))
    bench.report(.seekCompleted(bench.player.seeking.inFlight, position: .unknown, isFinished: true))
    bench.report(.buffered(until: .seconds(120), bytesRead: 9, isSaturated: false))
    return bench
  }

  /// Segment 1 is played, and its equivalent with number 3 is staged.
  static var replaced: PropertyBench {
    var bench = PropertyBench.inSegment
    bench.stage(SegmentID(3), .zero, .seconds(20))
    return bench
  }

  /// About to reach a blocked segment.
  static var metBlocked: PropertyBench {
    var bench = PropertyBench.playing()
    bench.stage(SegmentID(1), .seconds(10), .seconds(20), isBlocked: true)
    bench.ask(.commitSegments)
    bench.run(until: .seconds(10))
    return bench
  }

  /// The engine is on its way around a blocked segment.
  static var skipped: PropertyBench {
    var bench = PropertyBench.metBlocked
    bench.take(.deadline, at: .seconds(10))
    return bench
  }

  /// Opening, with segments, to begin at `start`.
  static func toBegin(_ start: Position) -> PropertyBench {
    var bench = PropertyBench()
    bench.stage(SegmentID(2), .seconds(30), .seconds(50))
    bench.ask(.load(item: ItemID(1), start: start, autoplay: true, opens: true))
    bench.ask(.commitSegments)
    return bench
  }

  private mutating func stage(_ id: SegmentID, _ start: MediaTime, _ end: MediaTime, isBlocked: Bool = false) {
    ask(.stageSegment(id, start: start, end: end, isBlocked: isBlocked, isHidden: false, isDated: false))
  }

  /// On the way back to the beginning of media that loops; an observer is notified of jumps.
  static var landsSilently: PropertyBench {
    var bench = PropertyBench.observed { $0.ticksOnJump = true }
    bench.ask(.setLooping(true))
    bench.report(.ended(position: .seconds(60)))
    return bench
  }

  /// An observer of every ten seconds, two seconds into the media.
  static func observed(_ change: (inout Configuration) -> Void) -> PropertyBench {
    var configuration = Configuration()
    change(&configuration)
    var bench = PropertyBench(configuration)
    bench.ask(.addPeriodicObserver(ObserverID(1), interval: .seconds(10)))
    bench.ask(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
    bench.report(.opened(OpenedMedia(duration: .seconds(60))))
    bench.report(.buffered(until: .seconds(120), bytesRead: 9, isSaturated: false))
    bench.report(.playbackStarted(position: .zero, rate: .normal))
    bench.run(until: .seconds(2))
    bench.take(.environment(.routeChanged(.other)), at: .seconds(2))
    return bench
  }

  /// Two seconds into media whose gate opens after five.
  static var beforeGate: PropertyBench {
    .observed {
      $0.tickGate = .seconds(5)
      $0.softEndFraction = .thousandths(950)
    }
  }

  /// A seek has landed, and no observer has been notified yet.
  static var landedUnheard: PropertyBench {
    var bench = PropertyBench.observed { $0.ticksOnJump = true }
    bench.ask(.seek(.at(.seconds(33))))
    bench.report(.seekCompleted(bench.player.seeking.inFlight, position: .unknown, isFinished: true))
    return bench
  }

  /// The playhead has stopped, and no observer has been notified yet.
  static var pausedUnheard: PropertyBench {
    var bench = PropertyBench.observed { $0.ticksAtStartAndStop = true }
    bench.ask(.pause)
    return bench
  }

  /// Whom the playhead does not pass: it was there already.
  static var joined: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(.addBoundaryObserver(ObserverID(1), position: .seconds(2)))
    return bench
  }

  static var oneRetry: Configuration {
    var configuration = Configuration()
    configuration.retryLimit = 1
    configuration.retryDelayKind = .fixed
    return configuration
  }

  static var clearedIntent: Configuration {
    var configuration = Configuration()
    configuration.endClearsIntent = true
    return configuration
  }
}

extension Position {
  /// Five seconds into segment 2 of the benches with segments.
  static var inSegment: Position { Position(anchor: .segment, offset: .seconds(5), segment: SegmentID(2)) }
}
