/// Segments of a list as a heap: the one that comes first is at hand, in whatever order they were added.
///
/// One type orders everything, the marks of a sweep as well as the numbers of a table, instead of a sort of the
/// standard library for each.
struct SegmentHeap {
  /// What the segments are ordered by; among equals the earlier in the list comes first, except with ``rules``.
  enum Order: UInt8 {
    case starts
    case ends
    case numbers
    case list
    /// Blocked before not blocked, then visible before hidden, then the shorter, then the later in the list.
    case rules
  }

  private let segments: [Segment]
  private let order: Order
  // One place per segment, of which the first `count` are in use. They only hold valid indices of the list, so no
  // access checks that the place or the segment exists.
  private var indices: [Int64]
  private var count = 0

  /// An empty heap, with a place for each segment of the list.
  init(_ segments: [Segment], _ order: Order) {
    self.segments = segments
    self.order = order
    indices = Array(repeating: 0, count: segments.count)
  }

  /// The index in the list of the one that comes first; `nil` when the heap is empty.
  var first: Int64? { count == 0 ? nil : indices.withUnsafeBufferPointer { $0[0] } }

  /// The segment that comes first; `nil` when the heap is empty.
  var top: Segment? {
    guard let first else { return nil }
    return segments.withUnsafeBufferPointer { $0[Int(truncatingIfNeeded: first)] }
  }

  /// Adds the segment at `index`, which must be in the list and not in the heap. Time O(log n).
  mutating func push(_ index: Int) {
    guard count < indices.count else { return }
    let before = Precedence(segments, order)
    var place = count
    count &+= 1
    indices.withUnsafeMutableBufferPointer { heap in
      heap[place] = Int64(truncatingIfNeeded: index)
      while place > 0 {
        let parent = (place &- 1) / 2
        guard before(heap[place], heap[parent]) else { return }
        heap.swapAt(place, parent)
        place = parent
      }
    }
  }

  /// Removes the one that comes first; does nothing when the heap is empty. Time O(log n).
  mutating func removeFirst() {
    guard count > 0 else { return }
    count &-= 1
    let before = Precedence(segments, order)
    let count = count
    indices.withUnsafeMutableBufferPointer { heap in
      heap[0] = heap[count]
      var place = 0
      while true {
        var best = place
        let left = place &* 2 &+ 1
        if left < count, before(heap[left], heap[best]) { best = left }
        if left &+ 1 < count, before(heap[left &+ 1], heap[best]) { best = left &+ 1 }
        if best == place { return }
        heap.swapAt(place, best)
        place = best
      }
    }
  }

  /// Removes all of them, in order. Time O(n log n).
  mutating func drain() -> [Int64] {
    var drained: [Int64] = Array(repeating: 0, count: count)
    drained.withUnsafeMutableBufferPointer { drained in
      for place in drained.indices {
        drained[place] = first ?? 0
        removeFirst()
      }
    }
    return drained
  }

  /// Whether the segment at `a` comes before the one at `b`.
  func comesBefore(_ a: Int64, _ b: Int64) -> Bool { Precedence(segments, order)(a, b) }
}

private struct Precedence {
  private let segments: [Segment]
  private let order: SegmentHeap.Order

  @inline(__always)
  init(_ segments: [Segment], _ order: SegmentHeap.Order) {
    self.segments = segments
    self.order = order
  }

  @inline(never)
  func callAsFunction(_ a: Int64, _ b: Int64) -> Bool {
    segments.withUnsafeBufferPointer { segments in
      order.puts(segments[Int(truncatingIfNeeded: a)], before: segments[Int(truncatingIfNeeded: b)], isEarlier: a < b)
    }
  }
}

extension SegmentHeap.Order {
  @inline(__always)
  fileprivate func puts(_ a: Segment, before b: Segment, isEarlier: Bool) -> Bool {
    switch self {
    case .starts: a.start == b.start ? isEarlier : a.start < b.start
    case .ends: a.end == b.end ? isEarlier : a.end < b.end
    case .numbers: a.id == b.id ? isEarlier : a.id.rawValue < b.id.rawValue
    case .list: isEarlier
    case .rules: a.isBetter(than: b, isLater: !isEarlier)
    }
  }
}

extension Segment {
  @inline(__always)
  fileprivate func isBetter(than other: Segment, isLater: Bool) -> Bool {
    if isBlocked != other.isBlocked { return isBlocked }
    if isHidden != other.isHidden { return other.isHidden }
    return length == other.length ? isLater : length < other.length
  }
}
