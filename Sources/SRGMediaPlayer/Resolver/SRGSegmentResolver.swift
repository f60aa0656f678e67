import Foundation
import PlayerCore

/// A part of a segment that remains when overlaps are resolved. A segment may have several.
public final class SRGResolvedSegment: SRGSegment {
  /// The segment it is a part of.
  public let segment: any SRGSegment
  /// The range of the part.
  public let markRange: SRGMarkRange
  /// As the segment it is a part of.
  public let isBlocked: Bool
  /// As the segment it is a part of.
  public let isHidden: Bool

  init(_ segment: any SRGSegment, _ markRange: SRGMarkRange) {
    self.segment = segment
    self.markRange = markRange
    isBlocked = segment.isBlocked
    isHidden = segment.isHidden
  }
}

/// Makes lists of segments without overlaps, by the rules of SRG.md#3.8: blocked wins over playable, visible over
/// hidden, then the one that starts at this very mark, then the shorter, then the later in the list. Playable pieces
/// shorter than a second are dropped.
@MainActor
public enum SRGSegmentResolver {
  /// The shortest playable piece.
  public static let shortestPiece: TimeInterval = 1

  /// The pieces in ascending order. Segments of dates can be resolved among themselves; in a list with both kinds the
  /// dated ones are left out.
  public static func resolve(
    _ segments: [any SRGSegment], droppingShorterThan shortest: TimeInterval = shortestPiece
  ) -> [SRGResolvedSegment] {
    let bounds = segments.map { $0.markRange.bounds(date: { _ in nil }) }
    let isDated = !bounds.contains { $0?.2 == false }
    let list = segments.indices.compactMap { index -> Segment? in
      guard let (start, end, dated) = bounds[index], dated == isDated else { return nil }
      return Segment(
        SegmentID(UInt32(index) + 1), start: start, end: end, isBlocked: segments[index].isBlocked,
        isHidden: segments[index].isHidden)
    }
    return SegmentResolver.resolve(list, droppingShorterThan: TimeSpan(seconds: shortest)).map { piece in
      let segment = segments[Int(piece.id.rawValue) - 1]
      return SRGResolvedSegment(segment, markRange(piece, isDated: isDated))
    }
  }

  private static func markRange(_ piece: Segment, isDated: Bool) -> SRGMarkRange {
    guard isDated else { return SRGMarkRange(from: piece.start.seconds, to: piece.end.seconds) }
    return SRGMarkRange(
      from: Date(timeIntervalSince1970: piece.start.seconds), to: Date(timeIntervalSince1970: piece.end.seconds))
  }
}
