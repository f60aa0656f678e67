import PlayerCore
import PlayerSimulation

/// How a session of a world begins.
public struct WorldSetup: Hashable, Sendable {
  /// Named media.
  public enum Media: UInt8, CaseIterable, Sendable {
    /// A minute of audio.
    case minute
    /// Three seconds of audio: over before a second button press.
    case jingle
    /// Ten minutes of video with key frames every two seconds.
    case film
    /// A minute of audio that cannot be sought.
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

  /// The player's configuration; the host of a world is always faithful.
  public var player: PlayerSetup
  /// The media of item 1.
  public var media: Media
  /// The media of item 2.
  public var otherMedia: Media
  /// The bandwidth of the network; one below the media's bit rate causes stalls.
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
  var timing: EngineTiming {
    var timing = EngineTiming.immediate
    timing.openLatency = open
    timing.startLatency = start
    timing.pauseLatency = pause
    timing.seekLatency = seek
    timing.closeLatency = close
    timing.answerLatency = answer
    return timing
  }

  /// The world before its first step.
  public var world: World {
    let engine = SimulatedEngine(
      [media.media, otherMedia.media], network: .constant(bitsPerSecond: bitsPerSecond), timing: timing)
    return World(configuration: player.configuration, engine: engine)
  }
}

/// One event of a world with its instant.
public struct WorldStep: Hashable, Sendable {
  /// The events that can be added to a world.
  public enum Event: Hashable, Sendable {
    case command(Command)
    case environment(EnvironmentEvent)
    case fault(EngineFault)
    /// Every fault is removed.
    case heal
    /// Another network from here on; its kind is reported to the player.
    case handOver(bitsPerSecond: Int64, NetworkPath)
    /// The host sleeps this long, and the engine with it.
    case sleep(TimeSpan)
    /// Only time passes.
    case wait
  }

  /// On the world's clock; a step before that clock happens at once.
  public var instant: Instant
  /// The event.
  public var event: Event

  /// An event at an instant of the world's clock.
  public init(_ event: Event, at instant: Instant) {
    self.event = event
    self.instant = instant
  }
}
