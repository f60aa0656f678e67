// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

// Raw values are the registry: a number is assigned once and never reused, so that old traces keep their meaning.

/// The phase of the content. The values exclude each other; everything else is a separate axis.
public enum Phase: UInt8, WireEnumeration, Sendable {
  /// No content.
  case empty = 0
  /// Content is selected but nothing is open, before the first preparation, or after a stop.
  case idle = 1
  /// The network policy does not allow the load.
  case blocked = 2
  /// The engine opens the source or moves to the start position, or a retry waits for its time.
  case opening = 3
  /// Open and ready. Playback can start.
  case prepared = 4
  /// The end of the media was reached.
  case ended = 5
  /// Playback failed; ``Player/failure`` has the reason.
  case failed = 6

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .empty }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "empty idle blocked opening prepared ended failed" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .empty: "empty"
    case .idle: "idle"
    case .blocked: "blocked"
    case .opening: "opening"
    case .prepared: "prepared"
    case .ended: "ended"
    case .failed: "failed"
    }
  }
}

/// The state a player shows, a pure function of the axes.
public enum PlaybackState: UInt8, WireEnumeration, Sendable {
  /// Nothing is open, or playback failed.
  case idle = 0
  /// Opening, or waiting for the first data.
  case preparing = 1
  /// The engine confirmed that the playhead moves.
  case playing = 2
  /// A seek is in progress.
  case seeking = 3
  /// Ready and not moving, as requested or because of an interruption.
  case paused = 4
  /// Playback ran out of data and waits for more.
  case stalled = 5
  /// The end of the media was reached.
  case ended = 6

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .idle }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "idle preparing playing seeking paused stalled ended" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .idle: "idle"
    case .preparing: "preparing"
    case .playing: "playing"
    case .seeking: "seeking"
    case .paused: "paused"
    case .stalled: "stalled"
    case .ended: "ended"
    }
  }
}

/// What kind of timeline the media has.
public enum StreamType: UInt8, WireEnumeration, Sendable {
  /// Not open.
  case unknown = 0
  /// A fixed duration; seekable if the source is.
  case onDemand = 1
  /// No duration, and no window to seek in.
  case live = 2
  /// No duration, and a sliding window to seek in.
  case dvr = 3

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .unknown }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "unknown onDemand live dvr" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .unknown: "unknown"
    case .onDemand: "onDemand"
    case .live: "live"
    case .dvr: "dvr"
    }
  }
}

/// How the picture fills its frame.
public enum ScalingMode: UInt8, WireEnumeration, Sendable {
  /// Natural size.
  case none = 0
  /// As large as possible without cropping, with bars. The default.
  case aspectFit = 1
  /// Covers the frame, cropped.
  case aspectFill = 2
  /// Covers the frame, distorted.
  case fill = 3

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .none }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "none aspectFit aspectFill fill" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .none: "none"
    case .aspectFit: "aspectFit"
    case .aspectFill: "aspectFill"
    case .fill: "fill"
    }
  }
}

/// A kind of rendition.
public enum TrackKind: UInt8, WireEnumeration, Sendable {
  /// Sound.
  case audio = 0
  /// Pictures.
  case video = 1
  /// Text shown with the picture.
  case subtitle = 2

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .audio }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "audio video subtitle" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .audio: "audio"
    case .video: "video"
    case .subtitle: "subtitle"
    }
  }
}

/// How the machine is connected.
public enum NetworkPath: UInt8, WireEnumeration, Sendable {
  /// Nothing was reported yet.
  case unknown = 0
  /// Not connected.
  case none = 1
  /// Connected by Wi-Fi.
  case wifi = 2
  /// Connected by a cellular network.
  case cellular = 3
  /// Connected by cable.
  case wired = 4

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .unknown }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "unknown none wifi cellular wired" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .unknown: "unknown"
    case .none: "none"
    case .wifi: "wifi"
    case .cellular: "cellular"
    case .wired: "wired"
    }
  }
}

/// Why the audio route changed.
public enum RouteChange: UInt8, WireEnumeration, Sendable {
  /// Any other reason. Playback is not affected.
  case other = 0
  /// A device was connected. Playback is not affected.
  case newDeviceAvailable = 1
  /// The device that played was removed, such as headphones. Playback pauses.
  case oldDeviceUnavailable = 2

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .other }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "other newDeviceAvailable oldDeviceUnavailable" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .other: "other"
    case .newDeviceAvailable: "newDeviceAvailable"
    case .oldDeviceUnavailable: "oldDeviceUnavailable"
    }
  }
}

/// A button on a headset, a lock screen or a desk.
public enum RemoteControl: UInt8, WireEnumeration, Sendable {
  /// Play.
  case play = 0
  /// Pause.
  case pause = 1
  /// Pauses if playing, otherwise plays.
  case toggle = 2
  /// Stop.
  case stop = 3
  /// The next item. The player only reports a diagnostic; the app handles it.
  case next = 4
  /// The previous item. The player only reports a diagnostic; the app handles it.
  case previous = 5

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .play }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "play pause toggle stop next previous" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .toggle: "toggle"
    case .stop: "stop"
    case .next: "next"
    case .previous: "previous"
    }
  }
}

/// What the offset of a ``Position`` counts from.
public enum PositionAnchor: UInt8, WireEnumeration, Sendable {
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
  /// 1970-01-01T00:00:00Z, so that the offset is a date. Needs a date reference from the engine, or the date from the
  /// host.
  case date = 5
  /// The beginning on demand, the live edge on a live stream.
  case defaultPosition = 6

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .start }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "start playhead liveEdge windowStart segment date defaultPosition" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .start: "start"
    case .playhead: "playhead"
    case .liveEdge: "liveEdge"
    case .windowStart: "windowStart"
    case .segment: "segment"
    case .date: "date"
    case .defaultPosition: "defaultPosition"
    }
  }
}

/// What caused a change.
public enum Reason: UInt8, WireEnumeration, Sendable {
  /// A command of the app.
  case command = 0
  /// A report of the engine.
  case engine = 1
  /// Elapsed time, such as a timeout or a watchdog.
  case deadline = 2
  /// The audio route, the background, a remote control or external playback.
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

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .command }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString {
    "command engine deadline environment interruption retry reachability segment loop"
  }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .command: "command"
    case .engine: "engine"
    case .deadline: "deadline"
    case .environment: "environment"
    case .interruption: "interruption"
    case .retry: "retry"
    case .reachability: "reachability"
    case .segment: "segment"
    case .loop: "loop"
    }
  }
}

/// Why a request was refused. A refused request changes nothing.
public enum Refusal: UInt8, WireEnumeration, Sendable {
  /// Not refused.
  case none = 0
  /// There is no content.
  case noContent = 1
  /// The stream is live without a DVR window, or the source cannot seek.
  case notSeekable = 2
  /// A number is outside its documented range.
  case outOfRange = 3
  /// There is no such item, track, segment, observer or setting.
  case unknownSubject = 4
  /// A date was given, but the stream has none.
  case noDate = 5
  /// The request needs open media.
  case notPrepared = 6
  /// Reserved; this version never refuses with it.
  case notAvailable = 7

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .none }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString {
    "none noContent notSeekable outOfRange unknownSubject noDate notPrepared notAvailable"
  }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .none: "none"
    case .noContent: "noContent"
    case .notSeekable: "notSeekable"
    case .outOfRange: "outOfRange"
    case .unknownSubject: "unknownSubject"
    case .noDate: "noDate"
    case .notPrepared: "notPrepared"
    case .notAvailable: "notAvailable"
    }
  }
}

/// How a request ended. Every request gets exactly one answer.
public enum Answer: UInt8, WireEnumeration, Sendable {
  /// Done.
  case done = 0
  /// A newer request of the same kind replaced it.
  case superseded = 1
  /// Stop, reset or another load made it pointless.
  case cancelled = 2
  /// Refused; see the refusal.
  case refused = 3
  /// Playback failed before the request was done.
  case failed = 4

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .done }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "done superseded cancelled refused failed" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .done: "done"
    case .superseded: "superseded"
    case .cancelled: "cancelled"
    case .refused: "refused"
    case .failed: "failed"
    }
  }
}

/// Why an input was not accepted as given. Nothing is dropped without a diagnostic.
public enum DiagnosticCode: UInt8, WireEnumeration, Sendable {
  /// It belongs to an opening that is closed.
  case staleEpoch = 0
  /// It answers a request that is no longer open.
  case staleSerial = 1
  /// It contradicts the state, for example a second "opened".
  case unexpected = 2
  /// Its instant is before the last one; it counts at the last one.
  case clockRanBackwards = 3
  /// A number was clamped to its range.
  case clamped = 4
  /// It names something that does not exist.
  case unknownSubject = 5
  /// This version does nothing with it.
  case notAvailable = 6
  /// The engine did not confirm in time; the player continued without.
  case unanswered = 7
  /// The engine gave up a seek that nothing superseded; the player repeats it.
  case retriedSeek = 8
  /// A segment without length, or with its end before its start. It was dropped.
  case emptyRange = 9

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .staleEpoch }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString {
    """
    staleEpoch staleSerial unexpected clockRanBackwards clamped unknownSubject notAvailable unanswered retriedSeek \
    emptyRange
    """
  }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .staleEpoch: "staleEpoch"
    case .staleSerial: "staleSerial"
    case .unexpected: "unexpected"
    case .clockRanBackwards: "clockRanBackwards"
    case .clamped: "clamped"
    case .unknownSubject: "unknownSubject"
    case .notAvailable: "notAvailable"
    case .unanswered: "unanswered"
    case .retriedSeek: "retriedSeek"
    case .emptyRange: "emptyRange"
    }
  }
}

/// Why a segment was left.
public enum SegmentExit: UInt8, WireEnumeration, Sendable {
  /// The playhead ran past its end.
  case natural = 0
  /// A seek went elsewhere.
  case seek = 1
  /// Another segment was selected.
  case selection = 2
  /// The new list of segments does not contain it.
  case listUpdate = 3
  /// Stop, reset or another load.
  case stop = 4
  /// Playback failed.
  case failure = 5
  /// The media ended.
  case ended = 6

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .natural }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "natural seek selection listUpdate stop failure ended" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .natural: "natural"
    case .seek: "seek"
    case .selection: "selection"
    case .listUpdate: "listUpdate"
    case .stop: "stop"
    case .failure: "failure"
    case .ended: "ended"
    }
  }
}

/// When a segment was selected.
public enum SelectionReason: UInt8, WireEnumeration, Sendable {
  /// Not selected.
  case none = 0
  /// Selected by the start position.
  case initial = 1
  /// Selected by a seek.
  case update = 2

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .none }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString { "none initial update" }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .none: "none"
    case .initial: "initial"
    case .update: "update"
    }
  }
}
