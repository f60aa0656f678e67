// The enumerations of the vocabulary. Raw values are the registry: a number is given once and never reused, so that
// old traces keep their meaning. New cases go to the end.

/// Where the content stands. Seven values that exclude each other; everything else is an axis of its own.
public enum Phase: UInt8, WireEnumeration, Sendable {
  /// No content.
  case empty = 0
  /// Content is chosen, nothing is open: before the first preparation, or after a stop.
  case idle = 1
  /// The network policy does not allow the load.
  case blocked = 2
  /// The engine opens the source, or moves to the start position, or a retry waits for its time.
  case opening = 3
  /// Open and ready: playback can start.
  case prepared = 4
  /// The end of the media was reached.
  case ended = 5
  /// Playback failed; ``Player/failure`` says why.
  case failed = 6

  public static var placeholder: Self { .empty }
  public static var names: StaticString { "empty idle blocked opening prepared ended failed" }
}

/// The state a player shows: a pure function of the axes (SRG.md#1.1 names the seven states).
public enum PlaybackState: UInt8, WireEnumeration, Sendable {
  /// Nothing is open, or playback failed.
  case idle = 0
  /// Opening, or waiting for the first data.
  case preparing = 1
  /// The engine confirmed that the playhead moves.
  case playing = 2
  /// A seek is on its way.
  case seeking = 3
  /// Ready and not moving, as asked or because of an interruption.
  case paused = 4
  /// Asked to play, and waiting for data.
  case stalled = 5
  /// The end of the media was reached.
  case ended = 6

  public static var placeholder: Self { .idle }
  public static var names: StaticString { "idle preparing playing seeking paused stalled ended" }
}

/// What kind of timeline the media has.
public enum StreamType: UInt8, WireEnumeration, Sendable {
  /// Not open.
  case unknown = 0
  /// A fixed duration; seekable if the source is.
  case onDemand = 1
  /// No duration, no window to seek in.
  case live = 2
  /// No duration, and a sliding window to seek in.
  case dvr = 3

  public static var placeholder: Self { .unknown }
  public static var names: StaticString { "unknown onDemand live dvr" }
}

/// How the picture fills its frame (KSYManual.md#6.9).
public enum ScalingMode: UInt8, WireEnumeration, Sendable {
  /// Natural size.
  case none = 0
  /// As large as fits, bars where it does not reach (default).
  case aspectFit = 1
  /// Covers the frame, cropped.
  case aspectFill = 2
  /// Covers the frame, distorted.
  case fill = 3

  public static var placeholder: Self { .none }
  public static var names: StaticString { "none aspectFit aspectFill fill" }
}

/// A kind of rendition.
public enum TrackKind: UInt8, WireEnumeration, Sendable {
  case audio = 0
  case video = 1
  case subtitle = 2

  public static var placeholder: Self { .audio }
  public static var names: StaticString { "audio video subtitle" }
}

/// What the machine is connected by.
public enum NetworkPath: UInt8, WireEnumeration, Sendable {
  /// Nothing was reported yet.
  case unknown = 0
  /// Not connected.
  case none = 1
  case wifi = 2
  case cellular = 3
  case wired = 4

  public static var placeholder: Self { .unknown }
  public static var names: StaticString { "unknown none wifi cellular wired" }
}

/// Why the audio route changed.
public enum RouteChange: UInt8, WireEnumeration, Sendable {
  case other = 0
  case newDeviceAvailable = 1
  /// Headphones were pulled: playback pauses.
  case oldDeviceUnavailable = 2

  public static var placeholder: Self { .other }
  public static var names: StaticString { "other newDeviceAvailable oldDeviceUnavailable" }
}

/// A button on a head set, a lock screen or a desk.
public enum RemoteControl: UInt8, WireEnumeration, Sendable {
  case play = 0
  case pause = 1
  case toggle = 2
  case stop = 3
  case next = 4
  case previous = 5

  public static var placeholder: Self { .play }
  public static var names: StaticString { "play pause toggle stop next previous" }
}

/// What the offset of a ``Position`` counts from.
public enum Anchor: UInt8, WireEnumeration, Sendable {
  /// The media's own zero.
  case start = 0
  /// The target of the pending seek, else the current position.
  case playhead = 1
  /// The end of the seekable range.
  case liveEdge = 2
  /// The beginning of the seekable range.
  case windowStart = 3
  /// The beginning of ``Position/segment``.
  case segment = 4
  /// 1970-01-01T00:00:00Z: the offset is a date. Needs a date reference from the engine, or the date from the host.
  case date = 5
  /// The beginning on demand, the live edge on a live stream.
  case defaultPosition = 6

  public static var placeholder: Self { .start }
  public static var names: StaticString { "start playhead liveEdge windowStart segment date defaultPosition" }
}

/// What brought a change about.
public enum Reason: UInt8, WireEnumeration, Sendable {
  /// A command of the app.
  case command = 0
  /// Something the engine reported.
  case engine = 1
  /// Time that passed: a time-out or a watchdog.
  case deadline = 2
  /// Route, background, remote control, external playback.
  case environment = 3
  /// An interruption began or ended.
  case interruption = 4
  /// The retry policy.
  case retry = 5
  /// The network changed.
  case reachability = 6
  /// A segment was entered, left or skipped.
  case segment = 7
  /// The media starts over.
  case loop = 8

  public static var placeholder: Self { .command }
  public static var names: StaticString {
    "command engine deadline environment interruption retry reachability segment loop"
  }
}

/// Why a request was refused. Nothing changed.
public enum Refusal: UInt8, WireEnumeration, Sendable {
  /// Not refused.
  case none = 0
  /// There is no content.
  case noContent = 1
  /// The stream is live without a DVR window, or the source cannot seek.
  case notSeekable = 2
  /// A number outside the range its documentation gives.
  case outOfRange = 3
  /// No such item, track, segment, observer or setting.
  case unknownSubject = 4
  /// A date was given and the stream has none.
  case noDate = 5
  /// The request needs open media.
  case notPrepared = 6
  /// This version of the core does not do it yet; the vocabulary has it so that traces stay readable.
  case notAvailable = 7

  public static var placeholder: Self { .none }
  public static var names: StaticString {
    "none noContent notSeekable outOfRange unknownSubject noDate notPrepared notAvailable"
  }
}

/// How a request ended. Every request gets exactly one.
public enum Answer: UInt8, WireEnumeration, Sendable {
  case done = 0
  /// A newer request of the same kind took its place.
  case superseded = 1
  /// Stop, reset or another load made it pointless.
  case cancelled = 2
  /// See the refusal.
  case refused = 3
  /// Playback failed before it was done.
  case failed = 4

  public static var placeholder: Self { .done }
  public static var names: StaticString { "done superseded cancelled refused failed" }
}

/// Why an input was not taken as it came. Nothing is dropped without saying so.
public enum Oddity: UInt8, WireEnumeration, Sendable {
  /// It speaks of an opening that is over.
  case staleEpoch = 0
  /// It answers a question that is no longer open.
  case staleSerial = 1
  /// It contradicts the state, for example a second "opened".
  case unexpected = 2
  /// Its instant lies before the last one; it was treated as happening then.
  case clockRanBackwards = 3
  /// A number was moved into its range.
  case clamped = 4
  /// It names something that does not exist.
  case unknownSubject = 5
  /// This version of the core does nothing with it yet.
  case notAvailable = 6
  /// The engine did not confirm in time; the core went on without.
  case unanswered = 7
  /// The engine gave up a seek that nothing superseded; it was asked once more.
  case retriedSeek = 8
  /// A segment without length, or with its end before its start: it holds nothing and was dropped.
  case emptyRange = 9

  public static var placeholder: Self { .staleEpoch }
  public static var names: StaticString {
    """
    staleEpoch staleSerial unexpected clockRanBackwards clamped unknownSubject notAvailable unanswered retriedSeek \
    emptyRange
    """
  }
}

/// Why a segment was left.
public enum SegmentExit: UInt8, WireEnumeration, Sendable {
  case natural = 0
  case seek = 1
  case selection = 2
  case listUpdate = 3
  case stop = 4
  case failure = 5
  case ended = 6

  public static var placeholder: Self { .natural }
  public static var names: StaticString { "natural seek selection listUpdate stop failure ended" }
}

/// When a segment was selected (SRG.md#3.3).
public enum SelectionReason: UInt8, WireEnumeration, Sendable {
  case none = 0
  case initial = 1
  case update = 2

  public static var placeholder: Self { .none }
  public static var names: StaticString { "none initial update" }
}

/// What the buffer allows: a set, so that "playable" and "play-through" can both hold (KSYManual.md#6.9, load state).
public struct Supply: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing is known yet: value 0.
  public static var unknown: Self { [] }
  /// Enough data to play.
  public static var playable: Self { Self(rawValue: 1) }
  /// Enough data to play on without an expected interruption.
  public static var playThrough: Self { Self(rawValue: 2) }
  /// Playback ran out of data and waits.
  public static var stalled: Self { Self(rawValue: 4) }

  /// True when playback may run.
  @inlinable public var allowsPlayback: Bool { rawValue & 3 != 0 }
}

extension Supply: WireValue {
  public var wireValue: Int64 { Int64(rawValue) }
  public init?(wireValue: Int64) {
    guard wireValue >= 0, wireValue < 8 else { return nil }
    self.init(rawValue: UInt8(wireValue))
  }
  public static var placeholder: Self { .unknown }
  public static var wireKind: WireKind { .supply }
}
