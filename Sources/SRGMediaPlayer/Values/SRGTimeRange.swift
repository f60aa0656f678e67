import Foundation
import PlayerCore

/// A range of the media's timeline, in seconds from the media's own zero; the end does not belong to it.
///
/// Where the original has an invalid range, this library has none: properties that may have no range are optional.
public struct SRGTimeRange: Hashable, Sendable {
  public var start: TimeInterval
  public var duration: TimeInterval

  public init(start: TimeInterval, duration: TimeInterval) {
    self.start = start
    self.duration = duration
  }

  /// From `start` up to `end`; empty when they are crossed.
  public init(start: TimeInterval, end: TimeInterval) {
    self.init(start: start, duration: max(0, end - start))
  }

  public static var zero: Self { Self(start: 0, duration: 0) }

  public var end: TimeInterval { start + duration }
  public var isEmpty: Bool { duration <= 0 }
  public func contains(_ time: TimeInterval) -> Bool { start <= time && time < end }

  init(_ range: Range<MediaTime>) {
    self.init(start: range.lowerBound.seconds, end: range.upperBound.seconds)
  }
}

extension MediaTime {
  /// Zero while it is not known.
  var seconds: TimeInterval { isKnown ? TimeInterval(microseconds) / 1e6 : 0 }

  /// Rounded to microseconds; what is no number is zero.
  init(seconds: TimeInterval) { self.init(microseconds: TimeSpan(seconds: seconds).microseconds) }
}

extension TimeSpan {
  /// Rounded to microseconds; endless for infinity, and what is no number is zero.
  init(seconds: TimeInterval) {
    if seconds == .infinity {
      self = .never
    } else {
      let scaled = (seconds * 1e6).rounded()
      self.init(microseconds: Int64(exactly: scaled) ?? (scaled > 0 ? .max : scaled < 0 ? .min + 1 : 0))
    }
  }
}
