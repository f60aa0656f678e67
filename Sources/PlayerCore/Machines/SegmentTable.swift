/// Segments in the order in which the app named them.
///
/// Two lists are equal when their digests are: the cost of comparing and digesting players does not depend on the
/// length of the lists. A list that was rebuilt from the fields of a state has a digest and a count, but no segments.
struct SegmentList: Sendable {
  var segments: [Segment] = []
  /// Represents the list; 0 when it is empty.
  var digest: Int64 = 0
  var count: Int32 = 0

  /// An empty list.
  init() {}

  /// A list of these segments.
  init(_ segments: [Segment]) { for segment in segments { append(segment) } }

  /// Amortised O(1).
  mutating func append(_ segment: Segment) {
    segments.append(segment)
    count = count.saturatingPlus(1)
    var sum = StateDigest()
    sum.put(digest)
    sum.put(Int64(segment.id.rawValue))
    sum.put(segment.start)
    sum.put(segment.end)
    sum.put(segment.flags)
    digest = Int64(bitPattern: sum.value | 1)
  }
}

extension Segment {
  fileprivate var flags: Int64 { (isBlocked ? 1 : 0) | (isHidden ? 2 : 0) | (isDated ? 4 : 0) }
}

/// The list in use, and what follows from it: pieces that do not overlap, in media time, in ascending order.
///
/// It changes only as a whole; copies of a player share it.
struct SegmentTable: Sendable {
  /// One element, or none without a list, so that the state holds one reference instead of three arrays.
  private var contents: [Contents] = []

  fileprivate struct Contents: Sendable {
    var list = SegmentList()
    /// Segments that do not overlap, in ascending order.
    var pieces: [Segment] = []
    /// For each piece, where a skip out of it lands, in microseconds: after everything blocked that follows without a
    /// gap.
    var landings: [Int64] = []
    /// Indices of the list in the order of the segments' numbers.
    var byID: [Int64] = []
    var hasDates = false
  }

  /// Where a position lies: in a piece, or in the gap between two.
  struct Place {
    var lower = MediaTime(microseconds: .min)
    var upper = MediaTime(microseconds: .max)
    var landing = MediaTime(microseconds: .max)
    /// None in a gap.
    var id = SegmentID.none
    var isBlocked = false

    func holds(_ position: MediaTime) -> Bool { lower <= position && position < upper }
  }

  /// What the pieces depend on, apart from the list.
  struct Circumstances {
    /// What to add to a date to get a position; `nil` while the media has no dates.
    var dateToPosition: TimeSpan?
    var order: SegmentResolver.Order
    var landingMargin: TimeSpan
  }

  var list: SegmentList { contents.first?.list ?? SegmentList() }
  /// How many segments the list has.
  var count: Int32 { contents.first?.list.count ?? 0 }
  /// Represents the list; 0 when it is empty.
  var digest: Int64 { contents.first?.list.digest ?? 0 }
  @inline(__always)
  var isEmpty: Bool { contents.isEmpty }
  var hasDates: Bool { contents.first?.hasDates ?? false }

  init() {}

  /// Time O(n log n), memory O(n).
  init(_ list: SegmentList, _ circumstances: Circumstances) {
    guard list.count != 0 else { return }
    var contents = Contents(list: list, hasDates: list.segments.contains { $0.isDated })
    contents.findNumbers()
    contents.resolve(circumstances)
    self.contents = [contents]
  }

  /// Rebuilds the pieces.
  mutating func resolve(_ circumstances: Circumstances) {
    guard var known = contents.first else { return }
    known.resolve(circumstances)
    contents = [known]
  }

  /// Time O(log n).
  func place(at position: MediaTime) -> Place { contents.first?.place(at: position) ?? Place() }

  /// The positions around one between which nothing is blocked; only `position` itself where it is blocked. Time O(n).
  @inline(never)
  func free(around position: MediaTime) -> SeekWindow {
    contents.first?.free(around: position)
      ?? SeekWindow(first: MediaTime(microseconds: .min), last: MediaTime(microseconds: .max))
  }

  /// Where the blocked media begins that follows `position`; the end of time without any. Time O(n).
  func nextBlocked(after position: MediaTime) -> MediaTime { free(around: position).last + .microseconds(1) }

  /// The first of the list with this number. Time O(log n).
  func segment(_ id: SegmentID) -> Segment? { contents.first?.segment(id) }

  /// The number of a segment of the `old` list in this one: if this list does not have the number, that of an
  /// equivalent segment (SRG.md#3.6); `id` when there is none.
  func successor(of id: SegmentID, in old: SegmentTable) -> SegmentID {
    guard !id.isNone, segment(id) == nil, let segment = old.segment(id) else { return id }
    return list.segments.first { $0.isEquivalent(to: segment) }?.id ?? id
  }

  /// Moves list and pieces to separate memory.
  mutating func separate() {
    guard var known = contents.first else { return }
    known.list.segments.separate()
    known.pieces.separate()
    known.landings.separate()
    known.byID.separate()
    contents = [known]
  }

  /// For a state that is rebuilt from its fields.
  mutating func stand(for list: SegmentList) {
    var known = contents.first ?? Contents()
    known.list.count = list.count
    known.list.digest = list.digest
    contents = known.list == SegmentList() ? [] : [known]
  }
}

extension SegmentTable.Contents {
  fileprivate mutating func findNumbers() {
    var numbers = SegmentHeap(list.segments, .numbers)
    for index in list.segments.indices { numbers.push(index) }
    byID = numbers.drain()
  }

  fileprivate mutating func resolve(_ circumstances: SegmentTable.Circumstances) {
    var segments = list.segments
    if hasDates { segments = segments.compactMap { $0.inMediaTime(circumstances.dateToPosition) } }
    pieces = SegmentResolver.resolve(segments, order: circumstances.order)
    landings = pieces.map { $0.end.microseconds }
    planLandings(circumstances.landingMargin)
  }

  /// From the last piece to the first: a landing in another blocked piece continues from there (SRG.md#3.4).
  private mutating func planLandings(_ margin: TimeSpan) {
    var index = pieces.count
    while index > 0 {
      index &-= 1
      guard piece(index).isBlocked else { continue }
      let landing = piece(index).end + margin
      let next = place(at: landing)
      let goal = next.isBlocked ? next.landing : landing
      landings.withUnsafeMutableBufferPointer { $0[index] = goal.microseconds }
    }
  }

  /// The piece at `index`, which must exist.
  @inline(__always)
  private func piece(_ index: Int) -> Segment { pieces.withUnsafeBufferPointer { $0[index] } }

  fileprivate func place(at position: MediaTime) -> SegmentTable.Place {
    // How many pieces begin at the position or before it.
    let begun = Self.firstPlace(in: pieces.count) { self.piece($0).start > position }
    var place = SegmentTable.Place()
    if begun < pieces.count { place.upper = self.piece(begun).start }
    guard begun > 0 else { return place }
    let piece = self.piece(begun &- 1)
    guard position < piece.end else {
      place.lower = piece.end
      return place
    }
    let landing = landings.withUnsafeBufferPointer { MediaTime(microseconds: $0[begun &- 1]) }
    return SegmentTable.Place(
      lower: piece.start, upper: piece.end, landing: landing, id: piece.id, isBlocked: piece.isBlocked)
  }

  fileprivate func free(around position: MediaTime) -> SeekWindow {
    var room = SeekWindow(first: MediaTime(microseconds: .min), last: MediaTime(microseconds: .max))
    for piece in pieces where piece.isBlocked {
      if piece.start > position {
        room.last = piece.start + .microseconds(-1)
        break
      }
      if piece.end > position { return SeekWindow(first: position, last: position) }
      room.first = piece.end
    }
    return room
  }

  fileprivate func segment(_ id: SegmentID) -> Segment? {
    list.segments.withUnsafeBufferPointer { segments in
      byID.withUnsafeBufferPointer { byID in
        let place = Self.firstPlace(in: byID.count) {
          segments[Int(truncatingIfNeeded: byID[$0])].id.rawValue >= id.rawValue
        }
        guard place < byID.count else { return nil }
        let segment = segments[Int(truncatingIfNeeded: byID[place])]
        return segment.id == id ? segment : nil
      }
    }
  }

  /// The first of `count` places for which `isBehind` is true; `count` when there is none. Time O(log n).
  @inline(__always)
  private static func firstPlace(in count: Int, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low &+ (high &- low) >> 1
      if isBehind(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}

extension Segment {
  /// The segment with positions instead of dates; `nil` when it has dates and the media has none.
  func inMediaTime(_ dateToPosition: TimeSpan?) -> Segment? {
    guard isDated else { return self }
    guard let dateToPosition else { return nil }
    var segment = self
    segment.start = start + dateToPosition
    segment.end = end + dateToPosition
    segment.isDated = false
    return segment
  }
}

extension SegmentList: Hashable {
  static func == (a: Self, b: Self) -> Bool { a.digest == b.digest && a.count == b.count }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  #endif
}

extension SegmentTable: Hashable {
  static func == (a: Self, b: Self) -> Bool { a.digest == b.digest && a.count == b.count }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  #endif
}
