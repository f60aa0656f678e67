// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

// Raw values are the registry: a number is assigned once and never reused, so that old traces keep their meaning.

extension Configuration {
  /// A configuration with a name.
  public enum Preset: UInt8, WireEnumeration, Sendable {
    /// Every setting at its default. Nothing is retried, nothing is reloaded.
    case defaults = 0
    /// For new apps. A few retries with growing delays for failures that a network can cause, at the position where
    /// playback stopped, and one more when the network returns.
    case standard = 1
    /// PRXPlayer 2.x as its README describes it.
    case prx = 2
    /// PRXPlayer 2.0.21 as shipped.
    case prxSource = 3
    /// PRXPlayer 1.x.
    case prx1 = 4
    /// KSYMediaPlayer for iOS.
    case ksy = 5
    /// SRGMediaPlayer as documented.
    case srg = 6
    /// SRGMediaPlayer 8.0.1 as shipped.
    case srgSource = 7
    /// The PlayerProtocol SDK (video.io VideoKit).
    case playerProtocol = 9

    /// Takes the place of a value that could not be read.
    public static var placeholder: Self { .defaults }
    /// The names of the cases by number, with a dash for a number that is not in use.
    public static var names: StaticString { "defaults standard prx prxSource prx1 ksy srg srgSource - playerProtocol" }

    /// The name that text traces use.
    public var wireName: StaticString {
      switch self {
      case .defaults: "defaults"
      case .standard: "standard"
      case .prx: "prx"
      case .prxSource: "prxSource"
      case .prx1: "prx1"
      case .ksy: "ksy"
      case .srg: "srg"
      case .srgSource: "srgSource"
      case .playerProtocol: "playerProtocol"
      }
    }
  }
}

extension Setting {
  /// What the number of a setting means.
  public enum Unit: UInt8, WireEnumeration, Sendable {
    /// 0 or 1.
    case flag = 0
    /// A length of time in microseconds.
    case microseconds = 1
    /// A rate, a fraction or a volume in thousandths.
    case thousandths = 2
    /// A count.
    case count = 3
    /// A set of bits, or a number without further meaning.
    case bits = 4

    /// Takes the place of a value that could not be read.
    public static var placeholder: Self { .count }
    /// The names of the cases by number, with a dash for a number that is not in use.
    public static var names: StaticString { "flag microseconds thousandths count bits" }

    /// The name that text traces use.
    public var wireName: StaticString {
      switch self {
      case .flag: "flag"
      case .microseconds: "microseconds"
      case .thousandths: "thousandths"
      case .count: "count"
      case .bits: "bits"
      }
    }
  }
}

/// How the delay before a retry grows.
public enum RetryDelayKind: UInt8, WireEnumeration, Sendable {
  /// No delay.
  case none = 0
  /// The same delay before every retry.
  case fixed = 1
  /// A delay that doubles with every retry.
  case exponential = 2

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .none }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "none fixed exponential" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .none: "none"
    case .fixed: "fixed"
    case .exponential: "exponential"
    }
  }
}

/// What the player waits for, one slot each; the next deadline is the earliest of them. It follows from the state and
/// is not part of it.
public enum DeadlineSlot: UInt8, WireEnumeration, Sendable {
  /// The player waits for nothing.
  case none = 0
  /// The engine's confirmation that it has closed: ``Setting/closeTimeout``.
  case close = 1
  /// The source to be open: ``Setting/openTimeout``.
  case open = 2
  /// The engine to land: ``Setting/seekTimeout``.
  case seek = 3
  /// Data that playback waits for: ``Setting/readTimeout``.
  case read = 4
  /// The end of a wait during which some data arrives: ``Setting/bufferingLimit``.
  case bufferingLimit = 5
  /// The playhead to be further past the end than ``Setting/pastEndTolerance``.
  case pastEnd = 6
  /// The next check that the playhead moves: ``Setting/probeInterval``.
  case probe = 7
  /// The playhead to reach the live edge, or the time to catch up with it.
  case edge = 8
  /// The playhead to reach a position that is observed.
  case interval = 9
  /// The time of the next attempt: ``Setting/retryDelay``.
  case retry = 10
  /// The playhead to leave a segment or a gap.
  case segment = 11
  /// The time to command a stalled engine to play again: ``Setting/stallKick``.
  case kick = 12

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .none }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString {
    "none close open seek read bufferingLimit pastEnd probe edge interval retry segment kick"
  }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .none: "none"
    case .close: "close"
    case .open: "open"
    case .seek: "seek"
    case .read: "read"
    case .bufferingLimit: "bufferingLimit"
    case .pastEnd: "pastEnd"
    case .probe: "probe"
    case .edge: "edge"
    case .interval: "interval"
    case .retry: "retry"
    case .segment: "segment"
    case .kick: "kick"
    }
  }
}

extension Transport {
  /// What the engine does, according to its commands and confirmations.
  enum EngineActivity: UInt8, WireEnumeration, Sendable {
    /// Commanded to stop, or never to play.
    case stopped = 0
    /// Commanded to play, not confirmed yet.
    case starting = 1
    /// Confirmed that the playhead moves.
    case moving = 2

    /// Takes the place of a value that could not be read.
    static var placeholder: Self { .stopped }
    /// The names of the cases by number, with a dash for a number that is not in use.
    static var names: StaticString { "stopped starting moving" }

    /// The name that text traces use.
    var wireName: StaticString {
      switch self {
      case .stopped: "stopped"
      case .starting: "starting"
      case .moving: "moving"
      }
    }
  }
}

extension Transport {
  /// Why requested playback does not run yet.
  enum Waiting: UInt8, WireEnumeration, Sendable {
    /// The player waits for nothing.
    case none = 0
    /// The first data after an opening.
    case start = 1
    /// Data after a seek.
    case seek = 2
    /// Data after a stall.
    case stall = 3
    /// Silently back to the beginning, for play after the end.
    case replay = 4
    /// Silently back to the beginning, for a loop.
    case loop = 5

    /// Takes the place of a value that could not be read.
    static var placeholder: Self { .none }
    /// The names of the cases by number, with a dash for a number that is not in use.
    static var names: StaticString { "none start seek stall replay loop" }

    /// The name that text traces use.
    var wireName: StaticString {
      switch self {
      case .none: "none"
      case .start: "start"
      case .seek: "seek"
      case .stall: "stall"
      case .replay: "replay"
      case .loop: "loop"
      }
    }
  }
}

extension Intervals {
  /// Which observers are being notified. A round takes several deadlines of one instant when there are many.
  enum Round: UInt8, WireEnumeration, Sendable {
    /// None.
    case none = 0
    /// Every observer of a position up to ``Intervals/reach``.
    case crossing = 1
    /// Every periodic observer, because the playhead jumped to ``Intervals/reach``, or started or stopped there.
    case announcement = 2

    /// Takes the place of a value that could not be read.
    static var placeholder: Self { .none }
    /// The names of the cases by number, with a dash for a number that is not in use.
    static var names: StaticString { "none crossing announcement" }

    /// The name that text traces use.
    var wireName: StaticString {
      switch self {
      case .none: "none"
      case .crossing: "crossing"
      case .announcement: "announcement"
      }
    }
  }
}

extension Segments {
  /// What is to be done at once, in a separate step.
  enum Due: UInt8, WireEnumeration, Sendable {
    /// Nothing.
    case none = 0
    /// The skip that was announced.
    case skip = 1
    /// The end, because everything up to it is blocked.
    case end = 2
    /// A new lookup of the playhead's segment, because the selected one is not there.
    case look = 3

    /// Takes the place of a value that could not be read.
    static var placeholder: Self { .none }
    /// The names of the cases by number, with a dash for a number that is not in use.
    static var names: StaticString { "none skip end look" }

    /// The name that text traces use.
    var wireName: StaticString {
      switch self {
      case .none: "none"
      case .skip: "skip"
      case .end: "end"
      case .look: "look"
      }
    }
  }
}
