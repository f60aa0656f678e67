import PlayerCore
import PlayerSimulation

/// How a session of a world begins.
public struct WorldSetup: Hashable, Sendable {
  /// Media with a name.
  public enum Media: UInt8, CaseIterable, Sendable {
    /// A minute of audio.
    case minute
    /// Three seconds of audio: over before anybody has pressed twice.
    case jingle
    /// Ten minutes of video with key frames every two seconds.
    case film
    /// A minute of audio that cannot be sought in.
    case unseekable
    /// A live stream without a window.
    case live
    /// A live stream with a window of two minutes.
    case dvr

    /// The media as the simulated engine plays it.
    public var media: SimulatedMedia {
      switch self {
      case .minute: return .audio(.seconds(60))
      case .jingle: return .audio(.seconds(3))
      case .film: return .video(.seconds(600))
      case .unseekable:
        var media = SimulatedMedia.audio(.seconds(60))
        media.isSeekable = false
        return media
      case .live: return .live()
      case .dvr: return .live(window: .seconds(120))
      }
    }
  }

  /// Configuration of the player; the host of a world is always a faithful one.
  public var player: PlayerSetup
  /// What item 1 is.
  public var media: Media
  /// What item 2 is.
  public var otherMedia: Media
  /// What the network carries; slower than the media means stalls.
  public var bitsPerSecond: Int64
  /// How long the engine takes to open.
  public var open: TimeSpan
  /// How long the engine takes to start playback.
  public var start: TimeSpan
  /// How long the engine takes to pause.
  public var pause: TimeSpan
  /// How long the engine takes to seek.
  public var seek: TimeSpan
  /// How long the engine takes to close.
  public var close: TimeSpan
  /// How long the engine takes to answer any other command.
  public var answer: TimeSpan

  /// A setup in which every latency of the engine is `latency`.
  public init(
    _ media: Media = .minute, otherMedia: Media = .minute, player: PlayerSetup = PlayerSetup(),
    bitsPerSecond: Int64 = 10_000_000, latency: TimeSpan = .zero
  ) {
    self.player = player
    self.media = media
    self.otherMedia = otherMedia
    self.bitsPerSecond = bitsPerSecond
    (open, start, pause) = (latency, latency, latency)
    (seek, close, answer) = (latency, latency, latency)
  }

  /// An engine with these latencies and no others.
  var temper: EngineTemper {
    var temper = EngineTemper.immediate
    temper.openLatency = open
    temper.startLatency = start
    temper.pauseLatency = pause
    temper.seekLatency = seek
    temper.closeLatency = close
    temper.answerLatency = answer
    return temper
  }

  /// The world before its first step.
  public var world: World {
    let engine = SimulatedEngine(
      [media.media, otherMedia.media], network: .constant(bitsPerSecond: bitsPerSecond), temper: temper)
    return World(configuration: player.configuration, engine: engine)
  }
}

/// One thing that happens in a world, and when.
public struct WorldStep: Hashable, Sendable {
  /// What can happen in a world beside its own course.
  public enum Event: Hashable, Sendable {
    case command(Command)
    case environment(EnvironmentEvent)
    case fault(EngineFault)
    /// Every fault is taken back.
    case heal
    /// Another network from here on, and the player hears of its kind.
    case handOver(bitsPerSecond: Int64, NetworkPath)
    /// Nothing but time.
    case wait
  }

  /// On the world's clock; a step that comes before it happens at once.
  public var instant: Instant
  /// What happens.
  public var event: Event

  /// An event at an instant of the world's clock.
  public init(_ event: Event, at instant: Instant) {
    self.event = event
    self.instant = instant
  }
}
