// Where a position leads, for seeks and for starts: pure functions of the media, of its playhead and of the settings.

/// What a position counts from.
struct SeekBasis: Equatable {
  var streamType: StreamType
  /// Where the media begins: its window, where it has one.
  var start: MediaTime
  /// Where the media ends: its window, where it has one; zero when that is not known.
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

  /// From a date, taken as a time of the media, to its position.
  var toPosition: TimeSpan { TimeSpan(microseconds: position.microseconds.saturatingMinus(date)) }
}

/// The segment that a position is in, and how far after its beginning and before its end it is entered.
struct SelectedSegment: Equatable {
  var isListed: Bool
  /// `nil` while its dates cannot be placed.
  var range: Range<MediaTime>?
  var startMargin: TimeSpan
  var endMargin: TimeSpan

  /// The nearest position at which it is entered. Where the margins take all of it they do not count, except that its
  /// end is not in it.
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

  static func at(_ position: MediaTime) -> Self { Self(position: position) }
  static func refused(_ refusal: Refusal) -> Self { Self(position: .unknown, refusal: refusal) }
}

/// How near to the end nothing begins: the smaller of the two tolerances that is not zero (SRG.md#1.8).
struct StartTolerance: Equatable {
  var absolute: TimeSpan
  var ratio: Fraction

  /// Whether too little is left after `start` of the range from `first` to `end`.
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
  /// A position that is in no segment, in media time; it may lie beyond what a seek reaches.
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

  /// A position in a segment, within the bounds of the segment (SRG.md#1.8). A date stays a date, and a time of the
  /// media one, which is enough where the segment no longer exists. A start that is too late begins the segment; `nil`
  /// for seeks.
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

  /// Where a seek goes that waited for an opening: it is only clamped.
  func seek(to wanted: SeekTarget) -> SeekTarget {
    wanted.refusal == .none ? .at(window.nearest(to: wanted.position)) : wanted
  }

  /// Where an opening begins that is to begin at `position`, which leads to `wanted`. A start too near the end falls back
  /// to the default position (SRG.md#1.8).
  func start(at position: Position, _ wanted: SeekTarget, _ tolerance: StartTolerance) -> SeekTarget {
    if streamType != .onDemand, position.isDefaultStart { return .at(.unknown) }
    guard wanted.refusal == .none else { return wanted }
    let isPlain = streamType == .onDemand && !position.selectsSegment
    if isPlain, tolerance.isTooLate(wanted.position, from: .zero, to: duration) { return .at(start) }
    return .at(window.nearest(to: wanted.position))
  }
}

extension Position {
  /// No live stream begins at its zero or before it: that is how the default was written (SRG.md#1.8).
  fileprivate var isDefaultStart: Bool {
    anchor == .defaultPosition && offset == .zero || anchor == .start && offset <= .zero
  }
}
