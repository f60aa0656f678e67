/// A stretch of the media that the app gave a number.
public struct Segment: Hashable, Sendable {
  /// The number that the host gave it.
  public var id: SegmentID
  /// Where it begins, in the media or, with ``isDated``, in microseconds since 1970.
  public var start: MediaTime
  /// Not part of the segment.
  public var end: MediaTime
  /// Never played: the playhead skips it.
  public var isBlocked: Bool
  /// Not shown to people; the player treats it like any other, except where segments overlap.
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

  /// Whether two segments differ in nothing but their number (SRG.md#3.1, equivalence).
  public func isEquivalent(to other: Segment) -> Bool {
    start == other.start && end == other.end && isBlocked == other.isBlocked && isHidden == other.isHidden
      && isDated == other.isDated
  }

  var length: TimeSpan { end - start }
}

/// Makes of segments that may overlap pieces that do not (SRG.md#3.8).
public enum SegmentResolver {
  /// Which of several segments holds a position.
  public enum Order: UInt8, Sendable {
    /// Blocked before not blocked, then visible before hidden, then who starts at this very mark, then the shorter, then
    /// the later in the list.
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

/// Goes over the marks, which are all starts and ends, in ascending order; between two of them one segment wins.
private struct Sweep {
  private let segments: [Segment]
  private let order: SegmentResolver.Order
  /// Of the segments with length, in ascending order.
  private var starts: [Mark] = []
  private var ends: [Mark] = []
  private var nextStart = 0
  private var nextEnd = 0
  /// The running segments as a heap, the best first; who is over is removed when it comes to the top.
  private var running: [Int] = []
  private(set) var pieces: [Segment] = []
  private var lastWinner = -1

  private struct Mark: Comparable {
    var time: MediaTime
    var index: Int

    static func < (a: Self, b: Self) -> Bool { a.time == b.time ? a.index < b.index : a.time < b.time }
  }

  init(_ segments: [Segment], _ order: SegmentResolver.Order) {
    self.segments = segments
    self.order = order
    starts.reserveCapacity(segments.count)
    ends.reserveCapacity(segments.count)
    for (index, segment) in segments.enumerated() where segment.start < segment.end {
      starts.append(Mark(time: segment.start, index: index))
      ends.append(Mark(time: segment.end, index: index))
    }
    starts.sort()
    ends.sort()
    pieces.reserveCapacity(starts.count)
    while let mark = nextMark { decide(at: mark) }
  }

  /// The first mark that was not decided yet; `nil` behind the last one.
  private var nextMark: MediaTime? {
    guard nextEnd < ends.count else { return nil }
    let end = ends[nextEnd].time
    return nextStart < starts.count ? min(starts[nextStart].time, end) : end
  }

  private mutating func decide(at mark: MediaTime) {
    var starter = -1
    while nextStart < starts.count, starts[nextStart].time == mark {
      let index = starts[nextStart].index
      push(index)
      if starter < 0 || isBetter(index, than: starter) { starter = index }
      nextStart += 1
    }
    while nextEnd < ends.count, ends[nextEnd].time <= mark { nextEnd += 1 }
    while let best = running.first, segments[best].end <= mark { removeBest() }
    guard let best = running.first, let end = nextMark else { return }
    append(winner(best, starter), from: mark, to: end)
  }

  /// Among equals a segment that starts at this mark comes before those that run already.
  private func winner(_ best: Int, _ starter: Int) -> Int {
    guard order == .rules, starter >= 0 else { return best }
    let (running, starting) = (segments[best], segments[starter])
    return running.isBlocked == starting.isBlocked && running.isHidden == starting.isHidden ? starter : best
  }

  private mutating func append(_ winner: Int, from start: MediaTime, to end: MediaTime) {
    if winner == lastWinner, let last = pieces.last, last.end == start {
      pieces[pieces.count - 1].end = end
      return
    }
    var piece = segments[winner]
    piece.start = start
    piece.end = end
    pieces.append(piece)
    lastWinner = winner
  }

  private func isBetter(_ a: Int, than b: Int) -> Bool {
    if order == .list { return a < b }
    let (x, y) = (segments[a], segments[b])
    if x.isBlocked != y.isBlocked { return x.isBlocked }
    if x.isHidden != y.isHidden { return y.isHidden }
    if x.length != y.length { return x.length < y.length }
    return a > b
  }

  private mutating func push(_ index: Int) {
    running.append(index)
    var place = running.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard isBetter(running[place], than: running[parent]) else { return }
      running.swapAt(place, parent)
      place = parent
    }
  }

  private mutating func removeBest() {
    running.swapAt(0, running.count - 1)
    running.removeLast()
    var place = 0
    while true {
      var best = place
      for child in (2 * place + 1)...(2 * place + 2) where child < running.count {
        if isBetter(running[child], than: running[best]) { best = child }
      }
      if best == place { return }
      running.swapAt(place, best)
      place = best
    }
  }
}
