/// Where to go: an offset from an anchor, and how far the landing may be from it.
public struct Position: Hashable, Sendable {
  /// From the anchor, in microseconds; for ``PositionAnchor/date`` microseconds since 1970.
  public var offset: TimeSpan
  /// How far before the target the engine may land. ``TimeSpan/never``: anywhere before.
  public var toleranceBefore: TimeSpan
  /// How far after the target the engine may land. ``TimeSpan/never``: anywhere after.
  public var toleranceAfter: TimeSpan
  /// The segment that an anchor of ``PositionAnchor/segment`` counts from. Going there selects it, also with
  /// ``PositionAnchor/date`` and ``PositionAnchor/start``, which count from their own zero but must be inside the
  /// segment.
  public var segment: SegmentID
  /// What the offset counts from.
  public var anchor: PositionAnchor

  /// A position relative to `anchor`, exact unless tolerances are given.
  public init(
    anchor: PositionAnchor, offset: TimeSpan = .zero, toleranceBefore: TimeSpan = .zero,
    toleranceAfter: TimeSpan = .zero,
    segment: SegmentID = .none
  ) {
    self.anchor = anchor
    self.offset = offset
    self.toleranceBefore = toleranceBefore
    self.toleranceAfter = toleranceAfter
    self.segment = segment
  }

  /// Exactly there.
  public static func at(_ time: MediaTime) -> Self {
    Self(anchor: .start, offset: TimeSpan(microseconds: time.microseconds))
  }
  /// Near it, wherever is cheapest.
  public static func around(_ time: MediaTime) -> Self { at(time).within(before: .never, after: .never) }
  /// There or earlier.
  public static func before(_ time: MediaTime) -> Self { at(time).within(before: .never, after: .zero) }
  /// There or later.
  public static func after(_ time: MediaTime) -> Self { at(time).within(before: .zero, after: .never) }
  /// Relative to the playhead, or to the pending seek: skips add up.
  public static func skip(_ offset: TimeSpan) -> Self { Self(anchor: .playhead, offset: offset) }
  /// The beginning on demand, the live edge on a live stream.
  public static var standard: Self { Self(anchor: .defaultPosition) }
  /// `behind` before the live edge.
  public static func liveEdge(behind: TimeSpan = .zero) -> Self {
    Self(anchor: .liveEdge, offset: .zero - behind)
  }

  /// The same place with other tolerances; negative ones count as zero.
  public func within(before: TimeSpan, after: TimeSpan) -> Self {
    var copy = self
    copy.toleranceBefore = max(.zero, before)
    copy.toleranceAfter = max(.zero, after)
    return copy
  }

  /// The same place, which selects a segment.
  func selecting(_ segment: SegmentID) -> Self {
    var copy = self
    copy.segment = segment
    return copy
  }
}
