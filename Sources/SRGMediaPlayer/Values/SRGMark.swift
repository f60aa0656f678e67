import Foundation

/// A place in a stream: a time in the media, or a date for streams that have dates.
public enum SRGMark: Hashable, Sendable {
  /// Seconds from the media's own zero.
  case time(TimeInterval)
  case date(Date)

  /// A mark at a time; NaN counts as zero (SRG.md#1.8), and infinity is the end.
  public static func mark(at time: TimeInterval) -> Self { .time(time.isNaN ? 0 : time) }
  /// A date of a stream with dates.
  public static func mark(at date: Date) -> Self { .date(date) }

  /// The beginning of the media.
  public static var zero: Self { .time(0) }

  /// The time in a stream; zero for a date where there are no dates (SRG.md#2: a date on on-demand resolves to 0).
  @MainActor
  public func time(for controller: SRGMediaPlayerController?) -> TimeInterval {
    switch self {
    case .time(let time): time
    case .date(let date): controller?.streamTime(for: date) ?? 0
    }
  }

  /// The date in a stream; `nil` for a time where there are no dates.
  @MainActor
  public func date(for controller: SRGMediaPlayerController?) -> Date? {
    switch self {
    case .time(let time): controller?.streamDate(for: time)
    case .date(let date): date
    }
  }
}

/// A part of a stream between two marks.
public struct SRGMarkRange: Hashable, Sendable {
  /// Where the range begins.
  public var fromMark: SRGMark
  /// Where the range ends, exclusive.
  public var toMark: SRGMark

  /// A range between two marks.
  public init(from fromMark: SRGMark, to toMark: SRGMark) {
    self.fromMark = fromMark
    self.toMark = toMark
  }

  /// A range of times, in seconds; up to infinity it reaches to the end of the media. With NaN it is no range.
  public init(from time: TimeInterval, to end: TimeInterval) { self.init(from: .time(time), to: .time(end)) }

  /// A range of dates.
  public init(from date: Date, to end: Date) { self.init(from: .date(date), to: .date(end)) }

  /// A range of times.
  public init(_ range: SRGTimeRange) { self.init(from: range.start, to: range.end) }

  /// Its range in a stream.
  @MainActor
  public func timeRange(for controller: SRGMediaPlayerController?) -> SRGTimeRange {
    SRGTimeRange(start: fromMark.time(for: controller), end: toMark.time(for: controller))
  }
}
