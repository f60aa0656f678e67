@testable import PlayerCore

/// A stage whose app presses buttons at random, while the engine keeps to its contract with random latencies.
struct Theatre {
  var stage: Stage
  private var chaos: Chaos
  private(set) var script: [String] = []
  /// Whether networks come and go, and the engine fails and runs dry now and then.
  private let isStormy: Bool

  init(seed: UInt64, latencyUpTo limit: Int = 1_500, stormy policies: Configuration? = nil) {
    chaos = Chaos(seed: seed)
    isStormy = policies != nil
    var configuration = policies ?? Configuration()
    configuration.coalescesSeeks = chaos.random.bool()
    stage = Stage(configuration)
    stage.engine.media = chaos.random.pick([
      OpenedMedia(duration: .seconds(60)), OpenedMedia(duration: .seconds(3)), OpenedMedia(duration: .unknown),
      OpenedMedia(duration: .seconds(600)), OpenedMedia(duration: .seconds(60), isSeekable: false),
    ])
    stage.engine.openLatency = latency(limit)
    stage.engine.startLatency = latency(limit)
    stage.engine.stopLatency = latency(limit)
    stage.engine.seekLatency = latency(limit)
    stage.engine.closeLatency = latency(limit)
    stage.engine.probeLatency = latency(limit)
  }

  private mutating func latency(_ limit: Int) -> TimeSpan {
    chaos.random.once(in: 3) ? .zero : .milliseconds(Int64(chaos.random.below(limit)))
  }

  /// Does something, and lets a while go by.
  mutating func act() {
    if isStormy, chaos.random.once(in: 3) { storm() }
    if chaos.random.once(in: 8) {
      let event = environment()
      script.append("\(event)")
      stage.environment(event)
    } else {
      let command = command()
      script.append("\(command)")
      stage.ask(command)
    }
    let pause = chaos.random.bool() ? 0 : Int64(chaos.random.below(chaos.random.once(in: 4) ? 40_000 : 900))
    stage.run(for: .milliseconds(pause))
  }

  private mutating func storm() {
    let isConnected = stage.player.state == .playing
    switch chaos.random.below(6) {
    case 0, 1:
      let path = chaos.any(NetworkPath.self)
      script.append("network \(path)")
      stage.environment(.networkChanged(path))
    case 2:
      let failure = chaos.failure()
      script.append("\(failure.kind)")
      stage.report(.failed(failure))
    case 3:
      stage.engine.openFailure = Failure(chaos.random.pick([.connect, .io, .httpServerError, .httpNotFound]))
      stage.engine.failedOpenings = chaos.random.below(5)
      script.append("\(stage.engine.failedOpenings) openings fail")
    case 4 where isConnected:
      script.append("dry")
      stage.engine.starve(at: stage.position, stage.player.epoch, now: stage.now)
      stage.report(.starved(position: stage.position))
    default: stage.run(for: .milliseconds(Int64(chaos.random.below(3_000))))
    }
  }

  /// The storm is over: what is under way comes to its end, and everything works from now on.
  mutating func calm() {
    stage.engine.failedOpenings = 0
    stage.environment(.networkChanged(.wifi))
    stage.environment(.enteredForeground)
    stage.environment(.interruptionEnded(mayResume: true))
    stage.run(seconds: 5)
    guard stage.player.phase == .prepared else { return }
    stage.report(.buffered(until: stage.position + .seconds(600), bytesRead: .max, isSaturated: true))
  }

  private mutating func command() -> Command {
    let somewhere = Position.at(.milliseconds(Int64(chaos.random.below(70_000))))
    switch chaos.random.below(28) {
    case 0, 1: return .load(item: ItemID(1), start: .standard, autoplay: chaos.random.bool(), opens: true)
    case 2: return .load(item: ItemID(2), start: somewhere, autoplay: true, opens: true)
    case 3...6: return .play
    case 7, 8: return .pause
    case 9...12: return .toggle
    case 13...16: return .seek(somewhere)
    case 17: return .seek(.skip(.seconds(Int64(chaos.random.below(40)) - 20)))
    case 18: return .reload(item: .none, flush: chaos.random.bool())
    case 19: return .setRate(.thousandths(chaos.random.pick([500, 1_000, 1_500, 2_000])))
    case 20: return .setLooping(chaos.random.bool())
    case 21: return .captureStill
    case 22: return .prepare
    case 23: return .commitSegments
    case 24, 25: return segment()
    case 26: return .seek(Position(anchor: .segment, segment: SegmentID(UInt32(chaos.random.below(4)))))
    default: return chaos.random.bool() ? .stop : .setMuted(chaos.random.bool())
    }
  }

  private mutating func segment() -> Command {
    let start = MediaTime.seconds(Int64(chaos.random.below(13) * 5))
    return .stageSegment(
      SegmentID(UInt32(chaos.random.below(4)) + 1), start: start,
      end: start + .seconds(Int64(chaos.random.below(30)) + 1), isBlocked: chaos.random.bool(), isHidden: false,
      isDated: false)
  }

  private mutating func environment() -> EnvironmentEvent {
    switch chaos.random.below(5) {
    case 0: .interruptionBegan(stopsEngine: false)
    case 1: .interruptionEnded(mayResume: true)
    case 2: .enteredBackground(audioContinues: true)
    case 3: .enteredForeground
    default: .remoteControl(.toggle)
    }
  }
}
