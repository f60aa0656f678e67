/// A range of the media that the app numbered.
public struct Segment: Hashable, Sendable {
  /// The number that the host gave it.
  public var id: SegmentID
  /// Where it begins, in the media or, with ``isDated``, in microseconds since 1970.
  public var start: MediaTime
  /// Not part of the segment.
  public var end: MediaTime
  /// Never played: the playhead skips it.
  public var isBlocked: Bool
  /// Not shown in a user interface; the player treats it like any other, except where segments overlap.
  public var isHidden: Bool
  /// Start and end are dates, in microseconds since 1970.
  public var isDated: Bool

  /// A segment from `start` up to, and without, `end`.
  public init(
    _ id: SegmentID, start: MediaTime, end: MediaTime, isBlocked: Bool = false, isHidden: Bool = false,
    isDated: Bool = false
  ) {
    self.id = id
    self.start = start
    self.end = end
    self.isBlocked = isBlocked
    self.isHidden = isHidden
    self.isDated = isDated
  }

  /// Whether two segments differ only in their number (SRG.md#3.1, equivalence).
  public func isEquivalent(to other: Segment) -> Bool {
    start == other.start && end == other.end && isBlocked == other.isBlocked && isHidden == other.isHidden
      && isDated == other.isDated
  }

  var length: TimeSpan { end - start }
}

/// Turns segments that may overlap into pieces that do not (SRG.md#3.8).
public enum SegmentResolver {
  /// Which of several segments holds a position.
  public enum Order: UInt8, Sendable {
    /// Blocked before not blocked, then visible before hidden, then the one that starts at this very mark, then the
    /// shorter, then the later in the list.
    case rules
    /// The first in the list.
    case list
  }

  /// The pieces in ascending order; a segment may have several. Segments without length are dropped, and so are pieces
  /// that are not blocked and shorter than `shortest`. Time O(n log n), memory O(n).
  public static func resolve(
    _ segments: [Segment], order: Order = .rules, droppingShorterThan shortest: TimeSpan = .zero
  ) -> [Segment] {
    var pieces = isResolved(segments) ? segments : Sweep(segments, order).pieces
    if shortest > .zero { pieces.removeAll { !$0.isBlocked && $0.length < shortest } }
    return pieces
  }

  private static func isResolved(_ segments: [Segment]) -> Bool {
    var end = MediaTime(microseconds: .min)
    for segment in segments {
      guard segment.start >= end, segment.start < segment.end else { return false }
      end = segment.end
    }
    return true
  }
}

/// Visits the marks, which are all starts and ends, in ascending order; between two of them one segment wins.
private struct Sweep {
  private let segments: [Segment]
  private let order: SegmentResolver.Order
  /// Of the segments with length, those that have not begun, by their starts.
  private var coming: SegmentHeap
  /// Those that have begun, by their ends.
  private var ending: SegmentHeap
  /// Those that have begun, the best first; one that is over is removed when it reaches the top.
  private var running: SegmentHeap
  private(set) var pieces: [Segment] = []
  private var lastWinner: Int64 = -1

  init(_ segments: [Segment], _ order: SegmentResolver.Order) {
    self.segments = segments
    self.order = order
    coming = SegmentHeap(segments, .starts)
    ending = SegmentHeap(segments, .ends)
    running = SegmentHeap(segments, order == .list ? .list : .rules)
    for index in segments.indices where segments[index].start < segments[index].end { coming.push(index) }
    while let mark = nextMark { decide(at: mark) }
  }

  /// The first mark that was not decided yet; `nil` after the last one.
  private var nextMark: MediaTime? {
    guard let next = coming.top else { return ending.top?.end }
    guard let end = ending.top?.end else { return next.start }
    return min(next.start, end)
  }

  private mutating func decide(at mark: MediaTime) {
    let starter = begin(at: mark)
    while let next = ending.top, next.end <= mark { ending.removeFirst() }
    while let best = running.top, best.end <= mark { running.removeFirst() }
    guard let best = running.first, let end = nextMark else { return }
    append(winner(best, starter), from: mark, to: end)
  }

  /// Adds the segments that start at `mark`. Returns the best of them; `nil` when there is none.
  private mutating func begin(at mark: MediaTime) -> Int64? {
    var starter: Int64?
    while let index = coming.first, let next = coming.top, next.start == mark {
      coming.removeFirst()
      ending.push(Int(truncatingIfNeeded: index))
      running.push(Int(truncatingIfNeeded: index))
      if let best = starter, !running.comesBefore(index, best) { continue }
      starter = index
    }
    return starter
  }

  /// Among equals, a segment that starts at this mark precedes those that are already running.
  private func winner(_ best: Int64, _ starter: Int64?) -> Int64 {
    guard order == .rules, let starter else { return best }
    let (running, starting) = (segment(best), segment(starter))
    return running.isBlocked == starting.isBlocked && running.isHidden == starting.isHidden ? starter : best
  }

  private mutating func append(_ winner: Int64, from start: MediaTime, to end: MediaTime) {
    if winner == lastWinner, let last = pieces.last, last.end == start {
      return pieces.withUnsafeMutableBufferPointer { $0[$0.count &- 1].end = end }
    }
    var piece = segment(winner)
    piece.start = start
    piece.end = end
    pieces.append(piece)
    lastWinner = winner
  }

  /// The heaps hold only valid indices of the list.
  private func segment(_ index: Int64) -> Segment {
    segments.withUnsafeBufferPointer { $0[Int(truncatingIfNeeded: index)] }
  }
}
