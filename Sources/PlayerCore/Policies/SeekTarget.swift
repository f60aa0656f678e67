// Resolves positions, for seeks and for starts: pure functions of the media, its playhead and the settings.

/// What a position is relative to.
struct SeekBasis: Equatable {
  var streamType: StreamType
  /// The start of the window, or of media without one.
  var start: MediaTime
  /// The end of the window, or of media without one; zero when unknown.
  var end: MediaTime
  /// Unknown for live streams.
  var duration: MediaTime
  /// The positions that a seek can reach.
  var window: SeekWindow
  var playhead: MediaTime
  /// `nil` when the stream has no dates.
  var dates: DateReference?
}

/// A position of the media, and the date of what is shown there.
struct DateReference: Equatable {
  var position: MediaTime
  /// In microseconds since 1970.
  var date: Int64

  func position(of date: Int64) -> MediaTime {
    position + TimeSpan(microseconds: date.saturatingMinus(self.date))
  }

  /// What to add to a date, taken as media time, to get its position.
  var toPosition: TimeSpan { TimeSpan(microseconds: position.microseconds.saturatingMinus(date)) }
}

/// The segment that a position selects, and the margins that a landing keeps from its start and its end.
struct SelectedSegment: Equatable {
  var isListed: Bool
  /// `nil` while its dates cannot be placed.
  var range: Range<MediaTime>?
  var startMargin: TimeSpan
  var endMargin: TimeSpan

  /// The nearest position at which the segment is entered. In a segment that is too short for both margins, the start
  /// margin does not count. The end is exclusive.
  fileprivate func nearest(to wanted: MediaTime, in range: Range<MediaTime>) -> MediaTime {
    let (first, end) = (range.lowerBound, range.upperBound)
    let last = end + (.zero - max(endMargin, .microseconds(1)))
    let isRoomy = end - first >= startMargin + endMargin
    return wanted.clamped(from: isRoomy ? first + startMargin : first, to: last)
  }
}

/// Where a position leads, or why it leads nowhere. Unknown without a refusal: where the engine rests by itself.
struct SeekTarget: Equatable {
  var position: MediaTime
  var refusal = Refusal.none
  /// Whether it is the nearest position that can be reached, and not the one that was asked for.
  var isClamped = false

  static func at(_ position: MediaTime) -> Self { Self(position: position) }
  static func refused(_ refusal: Refusal) -> Self { Self(position: .unknown, refusal: refusal) }
}

/// How near to the end no start is allowed: the smaller nonzero one of the two tolerances (SRG.md#1.8).
struct StartTolerance: Equatable {
  var absolute: TimeSpan
  var ratio: Fraction

  /// Whether too little of the range from `first` to `end` is left after `start`.
  func isTooLate(_ start: MediaTime, from first: MediaTime, to end: MediaTime) -> Bool {
    start >= end + (.zero - tolerance(of: end - first))
  }

  func tolerance(of length: TimeSpan) -> TimeSpan {
    guard ratio != .zero else { return absolute }
    let relative = ratio.part(of: max(.zero, length))
    return absolute == .zero ? relative : min(absolute, relative)
  }
}

extension SeekBasis {
  /// Resolves a position that selects no segment, to media time; it may lie beyond what a seek can reach.
  func resolve(_ position: Position) -> SeekTarget {
    switch position.anchor {
    case .start: .at(.zero + position.offset)
    case .playhead: .at(playhead + position.offset)
    case .liveEdge: .at(end + position.offset)
    case .windowStart: .at(start + position.offset)
    case .defaultPosition: .at((streamType == .dvr ? end : start) + position.offset)
    case .date: dates.map { .at($0.position(of: position.offset.microseconds)) } ?? .refused(.noDate)
    case .segment: .refused(.unknownSubject)
    }
  }

  /// Resolves a position in a segment, within the bounds of the segment (SRG.md#1.8). A date stays a date, and a media
  /// time stays a media time, which is enough when the segment no longer exists. A start that is too late becomes the
  /// start of the segment; `tolerance` is `nil` for seeks.
  func resolve(_ position: Position, in segment: SelectedSegment, start tolerance: StartTolerance?) -> SeekTarget {
    let time = MediaTime.zero + position.offset
    guard let range = segment.range else {
      if position.anchor == .start { return .at(time) }
      return .refused(segment.isListed ? .noDate : .unknownSubject)
    }
    var wanted = range.lowerBound + position.offset
    if position.anchor == .date {
      guard let dates else { return .refused(.noDate) }
      wanted = time + dates.toPosition
    } else if position.anchor == .start {
      wanted = time
    }
    if let tolerance, tolerance.isTooLate(wanted, from: range.lowerBound, to: range.upperBound) {
      wanted = range.lowerBound
    }
    return .at(segment.nearest(to: wanted, in: range))
  }

  /// The target of a seek that waited for an opening: it is only clamped.
  func seek(to wanted: SeekTarget) -> SeekTarget {
    guard wanted.refusal == .none else { return wanted }
    let nearest = window.nearest(to: wanted.position)
    return SeekTarget(position: nearest, isClamped: nearest != wanted.position)
  }

  /// Where an opening begins that was requested at `position`, which leads to `wanted`. A start too near the end falls
  /// back to the default position (SRG.md#1.8).
  func start(at position: Position, _ wanted: SeekTarget, _ tolerance: StartTolerance) -> SeekTarget {
    if streamType != .onDemand, position.isDefaultStart { return .at(.unknown) }
    var target = seek(to: wanted)
    let isPlain = streamType == .onDemand && !position.selectsSegment && wanted.refusal == .none
    if isPlain, tolerance.isTooLate(wanted.position, from: .zero, to: duration) { target.position = start }
    return target
  }
}

extension Position {
  /// No live stream begins at or before its zero: such a start means the default (SRG.md#1.8).
  var isDefaultStart: Bool {
    anchor == .defaultPosition && offset == .zero || anchor == .start && offset <= .zero
  }
}
