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

  /// What an input leads to, falsified; the watch looks at one property only.
  typealias Falsifier = (_ player: inout Player, _ outputs: inout [Output], _ before: Player) -> Void

  mutating func falsify(_ input: Input, at now: Instant? = nil, watching law: Law, _ falsify: Falsifier) -> Law? {
    let now = now ?? player.clock
    let before = player
    player.receive(input, at: now, into: &outputs)
    var list = Array(outputs)
    falsify(&player, &list, before)
    var falsified = Outputs()
    for output in list { falsified.elements.append(output) }
    monitor.properties = PlayerPropertySet(ids: [law.property.id])
    _ = monitor.take(input, at: now, falsified, player)
    return monitor.broken
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

  static var seeking: PropertyBench {
    var bench = PropertyBench.playing()
    bench.ask(.seek(.at(.seconds(30))))
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

  static var oneRetry: Configuration {
    var configuration = Configuration()
    configuration.retryLimit = 1
    configuration.retryDelayKind = 1
    return configuration
  }
}
