/// What is known of the media's timeline.
struct Timeline: Hashable, Sendable {
  var duration = MediaTime.unknown
  /// The window that can be sought in, when the engine reported one.
  var rangeStart = MediaTime.unknown
  var rangeEnd = MediaTime.unknown
  /// A position and the date that belongs to it, in microseconds since 1970.
  var referencePosition = MediaTime.zero
  var referenceDate: Int64 = 0
  /// Date minus instant, once the host told the date.
  var wallClockOffset: Int64 = 0
  var streamType = StreamType.unknown
  var isSeekable = false
  var isDurationEstimated = false
  var hasReference = false
  /// Whether the date is the host's and not the media's.
  var isReferenceDerived = false
  var hasWallClock = false

  /// Nothing is known of the media; the wall clock is not the media's.
  var forgotten: Timeline {
    var timeline = Timeline()
    timeline.hasWallClock = hasWallClock
    timeline.wallClockOffset = wallClockOffset
    return timeline
  }

  var canSeek: Bool { Self.canSeek(isSeekable, streamType) }
  var start: MediaTime { Self.start(rangeStart) }
  var end: MediaTime { Self.end(rangeEnd, duration) }

  // Of the fields they need: every step asks, and a question to a ``Timeline`` would copy all of it.

  @inline(__always)
  static func canSeek(_ isSeekable: Bool, _ streamType: StreamType) -> Bool {
    isSeekable && (streamType == .onDemand || streamType == .dvr)
  }

  /// Whether the media ends somewhere. A live stream may say that it has a duration, of zero (SRG.md#1.9).
  @inline(__always)
  var hasEnd: Bool { duration > .zero }

  @inline(__always)
  static func start(_ rangeStart: MediaTime) -> MediaTime { rangeStart.isKnown ? rangeStart : .zero }

  @inline(__always)
  static func end(_ rangeEnd: MediaTime, _ duration: MediaTime) -> MediaTime {
    rangeEnd.isKnown ? rangeEnd : duration.isKnown ? duration : .zero
  }

  func clamped(_ position: MediaTime, endMargin: TimeSpan) -> MediaTime {
    position.clamped(from: start, to: end + (.zero - endMargin))
  }

  /// The stream type as a pure function of duration and window (SRG.md#1.9).
  mutating func classify(minimumWindow: TimeSpan) {
    guard streamType != .unknown else { return }
    let window = rangeStart.isKnown && rangeEnd.isKnown ? rangeEnd - rangeStart : .zero
    if duration.isKnown {
      streamType = duration > .zero ? .onDemand : .live
    } else {
      streamType = window > .zero && window >= minimumWindow ? .dvr : .live
    }
  }

  mutating func takeWallClock(_ date: Int64, at now: Instant) {
    hasWallClock = true
    wallClockOffset = date.saturatingMinus(now.microseconds)
  }
}

extension Player {
  /// On demand, live, or live with a DVR window; ``StreamType/unknown`` before the media is open.
  public var streamType: StreamType { timeline.streamType }
  /// The media's duration; unknown before it is open and for live streams.
  public var duration: MediaTime { timeline.duration }
  /// The range that can be sought in: empty when nothing can.
  public var seekableRange: Range<MediaTime> {
    let (start, end) = seekableBounds
    return start..<end
  }

  /// Never crossed; empty when nothing can be sought.
  @inline(__always)
  var seekableBounds: (start: MediaTime, end: MediaTime) {
    guard Timeline.canSeek(timeline.isSeekable, timeline.streamType) else { return (.zero, .zero) }
    let start = Timeline.start(timeline.rangeStart)
    let end = Timeline.end(timeline.rangeEnd, timeline.duration)
    return start <= end ? (start, end) : (.zero, .zero)
  }

  mutating func takeDuration(_ duration: MediaTime) {
    // A playhead that is past a shorter duration stays where it is.
    if transport.drive == .moving {
      transport.anchor = position(at: clock)
      transport.anchoredAt = clock
    }
    timeline.duration = duration < .zero ? .unknown : duration
    timeline.classify(minimumWindow: configuration.minimumDVRWindow)
    planIntervals()
    reviewBlocked()
  }

  mutating func takeSeekableRange(_ start: MediaTime, _ end: MediaTime) {
    let isValid = start.isKnown && end.isKnown && start <= end
    timeline.rangeStart = isValid ? start : .unknown
    timeline.rangeEnd = isValid ? end : .unknown
    timeline.classify(minimumWindow: configuration.minimumDVRWindow)
    findEdge()
    reviewBlocked()
  }
}
