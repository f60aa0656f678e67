import Foundation
import PlayerCore
import PlayerRuntime

/// A range of the media's timeline, in seconds from the media's own zero; the end is exclusive.
///
/// Instead of the original's invalid range, properties that may have no range are optional.
public struct SRGTimeRange: Hashable, Sendable {
  /// In seconds.
  public var start: TimeInterval
  /// In seconds.
  public var duration: TimeInterval

  /// A range by its start and length.
  public init(start: TimeInterval, duration: TimeInterval) {
    self.start = start
    self.duration = duration
  }

  /// From `start` up to `end`; empty when they are crossed.
  public init(start: TimeInterval, end: TimeInterval) {
    self.init(start: start, duration: max(0, end - start))
  }

  /// Empty, at the beginning.
  public static var zero: Self { Self(start: 0, duration: 0) }

  /// In seconds; exclusive.
  public var end: TimeInterval { start + duration }
  /// Whether it contains no time.
  public var isEmpty: Bool { !(start < end) }
  /// Whether it contains a time.
  public func contains(_ time: TimeInterval) -> Bool { start <= time && time < end }

  /// The range, extended up to a position after it.
  init(_ range: Range<MediaTime>, upTo position: MediaTime = .zero) {
    self.init(start: range.lowerBound.seconds, end: max(range.upperBound, position).seconds)
  }
}
