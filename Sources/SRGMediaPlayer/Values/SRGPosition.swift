import Foundation
import PlayerCore

/// A place to start at or to seek to, and how far from it playback may begin.
///
/// Invalid values are harmless: a time that is NaN counts as 0, and so does a tolerance that is NaN or negative
/// (SRG.md#1.8). An infinite time is the end; an infinite tolerance lets the engine choose whatever is cheapest.
public struct SRGPosition: Hashable, Sendable {
  /// Where to go.
  public let mark: SRGMark
  /// How far before it the landing may be, in seconds; infinite for anywhere before.
  public let toleranceBefore: TimeInterval
  /// How far after it the landing may be, in seconds; infinite for anywhere after.
  public let toleranceAfter: TimeInterval

  /// A position; exact without tolerances.
  public init(at mark: SRGMark, toleranceBefore: TimeInterval = 0, toleranceAfter: TimeInterval = 0) {
    if case .time(let time) = mark { self.mark = .mark(at: time) } else { self.mark = mark }
    self.toleranceBefore = Self.usable(toleranceBefore)
    self.toleranceAfter = Self.usable(toleranceAfter)
  }

  private static func usable(_ tolerance: TimeInterval) -> TimeInterval { tolerance > 0 ? tolerance : 0 }

  /// The beginning of media on demand, the live edge of a stream with DVR.
  public static var `default`: Self { Self(at: .zero) }

  /// Exactly there.
  public static func at(_ mark: SRGMark) -> Self { Self(at: mark) }
  /// Exactly there.
  public static func at(_ time: TimeInterval) -> Self { at(.mark(at: time)) }
  /// Exactly there.
  public static func at(_ date: Date) -> Self { at(.date(date)) }

  /// Near it, wherever is cheapest.
  public static func around(_ mark: SRGMark) -> Self {
    Self(at: mark, toleranceBefore: .infinity, toleranceAfter: .infinity)
  }
  /// Near it, wherever is cheapest.
  public static func around(_ time: TimeInterval) -> Self { around(.mark(at: time)) }
  /// Near it, wherever is cheapest.
  public static func around(_ date: Date) -> Self { around(.date(date)) }

  /// There or earlier.
  public static func before(_ mark: SRGMark) -> Self { Self(at: mark, toleranceBefore: .infinity) }
  /// There or earlier.
  public static func before(_ time: TimeInterval) -> Self { before(.mark(at: time)) }
  /// There or earlier.
  public static func before(_ date: Date) -> Self { before(.date(date)) }

  /// There or later.
  public static func after(_ mark: SRGMark) -> Self { Self(at: mark, toleranceAfter: .infinity) }
  /// There or later.
  public static func after(_ time: TimeInterval) -> Self { after(.mark(at: time)) }
  /// There or later.
  public static func after(_ date: Date) -> Self { after(.date(date)) }
}

extension SRGPosition {
  /// The position for the reducer: relative to `segment` if there is one, except that a date stays absolute.
  func core(in segment: SegmentID = .none) -> Position {
    let position =
      switch mark {
      case .time(let time):
        Position(anchor: segment.isNone ? .start : .segment, offset: TimeSpan(seconds: time), segment: segment)
      case .date(let date):
        Position(anchor: .date, offset: TimeSpan(seconds: date.timeIntervalSince1970), segment: segment)
      }
    return position.within(before: TimeSpan(seconds: toleranceBefore), after: TimeSpan(seconds: toleranceAfter))
  }
}

/// A position that was resolved: a time in a stream, and the tolerances.
public struct SRGTimePosition: Hashable, Sendable {
  /// In seconds of the media.
  public let time: TimeInterval
  /// How far before it the landing may be, in seconds; infinite for anywhere before.
  public let toleranceBefore: TimeInterval
  /// How far after it the landing may be, in seconds; infinite for anywhere after.
  public let toleranceAfter: TimeInterval

  /// A position; exact without tolerances.
  public init(time: TimeInterval, toleranceBefore: TimeInterval = 0, toleranceAfter: TimeInterval = 0) {
    let position = SRGPosition(
      at: .time(time), toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
    if case .time(let time) = position.mark { self.time = time } else { self.time = 0 }
    self.toleranceBefore = position.toleranceBefore
    self.toleranceAfter = position.toleranceAfter
  }

  /// The position on the controller's timeline.
  @MainActor
  public init(_ position: SRGPosition, for controller: SRGMediaPlayerController?) {
    self.init(
      time: position.mark.time(for: controller), toleranceBefore: position.toleranceBefore,
      toleranceAfter: position.toleranceAfter)
  }
}
