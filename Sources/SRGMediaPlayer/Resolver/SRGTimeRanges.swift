import Foundation

// Calculations with ranges that need no player (Pillarbox.md#2, Pillarbox.md#3).

extension SRGTimeRange {
  /// The time nearest to `time` in the range, `offset` before its end; an offset larger than the range gives its start,
  /// and so does an empty range. NaN stays NaN.
  public func clamp(_ time: TimeInterval, offset: TimeInterval = 0) -> TimeInterval {
    guard !time.isNaN else { return .nan }
    let last = max(start, end - (offset > 0 ? offset : 0))
    return max(start, min(time, last))
  }

  /// Ranges in ascending order that do not overlap or touch, and contain the same times. Empty ones are dropped.
  public static func flatten(_ ranges: [SRGTimeRange]) -> [SRGTimeRange] {
    var result: [SRGTimeRange] = []
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.start < $1.start }) {
      if let last = result.last, range.start <= last.end {
        result[result.count - 1] = SRGTimeRange(start: last.start, end: max(last.end, range.end))
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The greatest end among the ranges that contain `time`; `nil` when none does.
  public static func end(after time: TimeInterval, in ranges: [SRGTimeRange]) -> TimeInterval? {
    ranges.filter { $0.contains(time) }.map(\.end).max()
  }

  /// The time for a start or a seek to `time` when the ranges are blocked: itself, or the end of the blocked range.
  public static func landing(of time: TimeInterval, blocked ranges: [SRGTimeRange]) -> TimeInterval {
    end(after: time, in: flatten(ranges)) ?? time
  }
}

/// The four states that a player can show when seeking and waiting are distinguished from them: a pure function of the
/// item and the rate (Pillarbox.md#1).
public enum SRGItemStatus: Sendable, CaseIterable {
  case unknown
  case ready
  case ended

  /// What a player shows with this item at a rate.
  public func playbackState(rate: Float) -> SRGMediaPlayerPlaybackState {
    switch self {
    case .unknown: .idle
    case .ended: .ended
    case .ready: rate == 0 ? .paused : .playing
    }
  }
}

extension SRGMediaPlayerStreamType {
  /// The stream type as a pure function of range and duration (SRG.md#1.9, Pillarbox.md#1): `nil` for a duration that
  /// is not known, infinity for a stream without end.
  public init(range: SRGTimeRange?, duration: TimeInterval?, minimumDVRWindowLength: TimeInterval = 0) {
    guard let duration, !duration.isNaN else {
      self = .unknown
      return
    }
    let window = range?.duration ?? 0
    if duration.isInfinite {
      self = window > 0 && window >= minimumDVRWindowLength ? .dvr : .live
    } else {
      self = duration > 0 ? .onDemand : .live
    }
  }
}

/// A requested rate and the range that allows it (Pillarbox.md#5): the request is kept, the effective rate is within
/// the range.
public struct SRGPlaybackSpeed: Hashable, Sendable {
  /// The speed in effect, 1 is normal.
  public private(set) var value: Float
  /// `nil` while it is not known: only 1 is possible then.
  public private(set) var range: ClosedRange<Float>?

  /// A speed, clamped to a range when there is one.
  public init(value: Float = 1, range: ClosedRange<Float>? = nil) {
    self.range = range
    self.value = range.map { max($0.lowerBound, min(value, $0.upperBound)) } ?? value
  }

  /// Requests a new speed; clamped to a known range.
  public mutating func updateValue(_ value: Float) {
    self.value = range.map { max($0.lowerBound, min(value, $0.upperBound)) } ?? value
  }

  /// The range has changed; without one the speed is 1 again.
  public mutating func updateRange(_ range: ClosedRange<Float>?) {
    self.range = range
    value = range.map { max($0.lowerBound, min(value, $0.upperBound)) } ?? 1
  }
}
