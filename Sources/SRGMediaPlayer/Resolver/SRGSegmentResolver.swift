import Foundation
import PlayerCore
import PlayerRuntime

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
  /// dated ones are left out, and so is what has no length, or is no range.
  public static func resolve(
    _ segments: [any SRGSegment], droppingShorterThan shortest: TimeInterval = shortestPiece
  ) -> [SRGResolvedSegment] {
    let bounds = segments.map { $0.markRange.bounds(date: { _ in nil }) }
    let isDated = bounds.allSatisfy(\.isDated)
    let list = segments.indices.filter { bounds[$0].isDated == isDated && bounds[$0].isRange }.map { index in
      Segment(
        SegmentID(UInt32(index) + 1), start: bounds[index].start, end: bounds[index].end,
        isBlocked: segments[index].isBlocked, isHidden: segments[index].isHidden)
    }
    func mark(_ time: MediaTime) -> SRGMark {
      let seconds = time.microseconds == .max ? .infinity : time.seconds
      return isDated ? .date(Date(timeIntervalSince1970: seconds)) : .time(seconds)
    }
    return SegmentResolver.resolve(list, droppingShorterThan: TimeSpan(seconds: shortest)).map { piece in
      SRGResolvedSegment(
        segments[Int(piece.id.rawValue) - 1], SRGMarkRange(from: mark(piece.start), to: mark(piece.end)))
    }
  }
}
