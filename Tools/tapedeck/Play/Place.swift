import PlayerCore

/// A place in the media as an argument.
enum Place: Hashable, Sendable {
  /// From the beginning.
  case time(MediaTime)
  /// Relative to the playhead.
  case skip(TimeSpan)
  /// Thousandths of the duration.
  case part(Int64)
  /// The live edge, or this far before it.
  case liveEdge(behind: TimeSpan)

  static let expectation = "a position such as 90, 1:30, 50% or live"

  /// Reads `1:30`, `50%`, `live` or `live-10`; with `skips` also `+10` and `-10s`.
  init?(_ text: some StringProtocol, skips: Bool) {
    if text == "live" {
      self = .liveEdge(behind: .zero)
    } else if text.hasPrefix("live-"), let behind = TimeText.span(text.dropFirst(5)) {
      self = .liveEdge(behind: behind)
    } else if text.hasSuffix("%"), let part = TimeText.fixed(text.dropLast(), places: 1), part <= 1_000 {
      self = .part(part)
    } else if skips, text.hasPrefix("+"), let span = TimeText.span(text.dropFirst()) {
      self = .skip(span)
    } else if skips, text.hasPrefix("-"), let span = TimeText.span(text.dropFirst()) {
      self = .skip(.zero - span)
    } else if let span = TimeText.span(text) {
      self = .time(MediaTime(microseconds: span.microseconds))
    } else {
      return nil
    }
  }

  /// The position for the core; nil for a part of media of unknown extent. `range` is the whole media, or the window of
  /// a live stream.
  func position(in range: Range<MediaTime>?) -> Position? {
    switch self {
    case .time(let time): .at(time)
    case .skip(let span): .skip(span)
    case .part(let part): range.map { .at(Self.share(part, of: $0)) }
    case .liveEdge(let behind): .liveEdge(behind: behind)
    }
  }

  /// `part` thousandths of `duration`, rounded down.
  static func share(_ part: Int64, of duration: MediaTime) -> MediaTime {
    let (whole, rest) = duration.microseconds.quotientAndRemainder(dividingBy: 1_000)
    return MediaTime(microseconds: whole * part + rest * part / 1_000)
  }

  static func share(_ part: Int64, of range: Range<MediaTime>) -> MediaTime {
    share(part, of: .zero + (range.upperBound - range.lowerBound)) + (range.lowerBound - .zero)
  }
}
