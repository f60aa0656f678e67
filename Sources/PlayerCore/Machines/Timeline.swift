/// What is known of the media's timeline.
struct Timeline: Hashable, Sendable {
  /// The seekable window, if the engine reported one.
  var rangeStart = MediaTime.unknown
  var rangeEnd = MediaTime.unknown
  /// A position and the date that belongs to it, in microseconds since 1970.
  var referencePosition = MediaTime.zero
  var referenceDate: Int64 = 0
  /// Date minus instant, once the host has reported the date.
  var wallClockOffset: Int64 = 0
  var isSeekable = false
  var isDurationEstimated = false
  var hasReference = false
  /// Whether the date is the host's and not the media's.
  var isReferenceDerived = false
  var hasWallClock = false

  /// Discards what is known about the media; the wall clock stays, because it is not the media's.
  fileprivate var forgotten: Timeline {
    var timeline = Timeline()
    timeline.hasWallClock = hasWallClock
    timeline.wallClockOffset = wallClockOffset
    return timeline
  }

  /// How long the reported window is; zero without one.
  fileprivate var window: TimeSpan { hasWindow ? rangeEnd - rangeStart : .zero }
  var hasWindow: Bool { rangeStart.isKnown && rangeEnd.isKnown }

  /// A position and its date; derived when the date is the host's.
  mutating func refer(_ position: MediaTime, to date: Int64, isDerived: Bool) {
    hasReference = true
    isReferenceDerived = isDerived
    referencePosition = position
    referenceDate = date
  }

  mutating func handleWallClock(_ date: Int64, at now: Instant) {
    hasWallClock = true
    wallClockOffset = date.saturatingMinus(now.microseconds)
  }
}

extension Player {
  /// On demand, live, or live with a DVR window; ``StreamType/unknown`` before the media is open.
  public var streamType: StreamType { shown.streamType }
  /// The media's duration; unknown before it is open and for live streams.
  public var duration: MediaTime { shown.duration }
  /// The range that can be sought in: empty when nothing can.
  public var seekableRange: Range<MediaTime> {
    let (start, end) = seekableBounds
    return start..<end
  }

  /// Whether seeks are possible in the open media.
  @inline(__always)
  var canSeek: Bool {
    timeline.isSeekable && (shown.streamType == .onDemand || shown.streamType == .dvr)
  }

  /// Whether the media has an end. A live stream may report a duration of zero (SRG.md#1.9).
  @inline(__always)
  var hasEnd: Bool { shown.duration > .zero }

  @inline(__always)
  var mediaStart: MediaTime { timeline.rangeStart.isKnown ? timeline.rangeStart : .zero }

  /// The end of the window, else of the media; zero when neither is known.
  @inline(__always)
  var mediaEnd: MediaTime {
    timeline.rangeEnd.isKnown ? timeline.rangeEnd : shown.duration.isKnown ? shown.duration : .zero
  }

  /// Where seeks may land, if the media is seekable.
  @inline(__always)
  var seekWindow: SeekWindow {
    SeekWindow(first: mediaStart, last: mediaEnd + (.zero - configuration.seekEndMargin))
  }

  /// Never inverted; empty when the media is not seekable.
  @inline(__always)
  var seekableBounds: (start: MediaTime, end: MediaTime) {
    guard canSeek, mediaStart <= mediaEnd else { return (.zero, .zero) }
    return (mediaStart, mediaEnd)
  }

  /// The stream type as a pure function of duration and window (SRG.md#1.9).
  mutating func classifyStream() {
    guard shown.streamType != .unknown else { return }
    if shown.duration.isKnown {
      shown.streamType = shown.duration > .zero ? .onDemand : .live
    } else {
      let window = timeline.window
      shown.streamType = window > .zero && window >= configuration.minimumDVRWindow ? .dvr : .live
    }
  }

  /// The media is closed.
  mutating func forgetTimeline() {
    timeline = timeline.forgotten
    shown.duration = .unknown
    shown.streamType = .unknown
  }

  /// The media is open: live until its duration shows otherwise.
  mutating func openTimeline(_ media: OpenedMedia) {
    timeline.isSeekable = media.isSeekable
    timeline.isDurationEstimated = media.isDurationEstimated
    shown.streamType = .live
    handleDuration(media.duration)
  }

  mutating func handleDuration(_ duration: MediaTime) {
    // A playhead that is past a shorter duration stays where it is.
    if transport.drive == .moving {
      transport.land(at: position(at: clock), clock)
    }
    shown.duration = duration < .zero ? .unknown : duration
    classifyStream()
    planIntervals()
    reviewBlocked()
  }

  mutating func handleSeekableRange(_ start: MediaTime, _ end: MediaTime) {
    let isValid = start.isKnown && end.isKnown && start <= end
    timeline.rangeStart = isValid ? start : .unknown
    timeline.rangeEnd = isValid ? end : .unknown
    classifyStream()
    findEdge()
    reviewBlocked()
  }
}
