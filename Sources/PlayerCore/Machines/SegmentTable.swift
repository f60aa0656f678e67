/// Segments in the order in which the app named them.
///
/// Two lists are equal when their digests are: comparing players and digesting them costs the same however long the lists
/// are. A list that was rebuilt from the fields of a state has a digest and nothing else (``isHollow``).
struct SegmentList: Sendable {
  var segments: [Segment] = []
  /// Stands for the list; 0 when it is empty.
  var digest: Int64 = 0
  var count: Int32 = 0

  var isHollow: Bool { Int(count) != segments.count }

  /// Amortised O(1).
  mutating func append(_ segment: Segment) {
    segments.append(segment)
    count = count.saturatingPlus(1)
    var sum = Digest()
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

/// The list that holds, and what follows from it: pieces that do not overlap, in media time, in ascending order.
///
/// It never changes but as a whole; copies of a player share it.
struct SegmentTable: Sendable {
  /// One element, or none without a list: so the state holds a reference and not three arrays.
  private var contents: [Contents] = []

  private struct Contents: Sendable {
    var list = SegmentList()
    var pieces: [Piece] = []
    /// To find a segment: its number in the upper half, its index in the list in the lower.
    var byID: [UInt64] = []
    var hasDates = false
  }

  private struct Piece: Sendable {
    var start: MediaTime
    var end: MediaTime
    /// Where a skip out of it lands: behind everything blocked that follows without a gap.
    var landing: MediaTime
    var id: SegmentID
    var isBlocked: Bool
  }

  /// Where a position lies: in a piece, or in the gap between two.
  struct Place {
    var lower: MediaTime
    var upper: MediaTime
    var landing: MediaTime
    /// None in a gap.
    var id = SegmentID.none
    var isBlocked = false

    func holds(_ position: MediaTime) -> Bool { lower <= position && position < upper }
  }

  /// What the pieces depend on besides the list.
  struct Circumstances {
    /// What to add to a date to get a position; `nil` while the media has no dates.
    var dateToPosition: TimeSpan?
    var order: SegmentResolver.Order
    var landingMargin: TimeSpan
  }

  var list: SegmentList { contents.isEmpty ? SegmentList() : contents[0].list }
  /// How many segments the list has.
  var count: Int32 { contents.isEmpty ? 0 : contents[0].list.count }
  /// Stands for the list; 0 when it is empty.
  var digest: Int64 { contents.isEmpty ? 0 : contents[0].list.digest }
  @inline(__always)
  var isEmpty: Bool { contents.isEmpty }
  var hasDates: Bool { !contents.isEmpty && contents[0].hasDates }

  init() {}

  /// Time O(n log n), memory O(n).
  init(_ list: SegmentList, _ circumstances: Circumstances) {
    guard list.count != 0 else { return }
    var contents = Contents(list: list, hasDates: list.segments.contains { $0.isDated })
    contents.byID = list.segments.enumerated().map { UInt64($1.id.rawValue) << 32 | UInt64(truncatingIfNeeded: $0) }
    contents.byID.sort()
    self.contents = [contents]
    resolve(circumstances)
  }

  /// Makes the pieces anew.
  mutating func resolve(_ circumstances: Circumstances) {
    guard !contents.isEmpty else { return }
    var segments = list.segments
    if hasDates { segments = segments.compactMap { $0.inMediaTime(circumstances.dateToPosition) } }
    contents[0].pieces = SegmentResolver.resolve(segments, order: circumstances.order)
      .map { Piece(start: $0.start, end: $0.end, landing: $0.end, id: $0.id, isBlocked: $0.isBlocked) }
    aimLandings(circumstances.landingMargin)
  }

  /// From the last piece to the first: a landing in another blocked piece goes on from there (SRG.md#3.4).
  private mutating func aimLandings(_ margin: TimeSpan) {
    var index = contents[0].pieces.count
    while index > 0 {
      index -= 1
      guard contents[0].pieces[index].isBlocked else { continue }
      let landing = contents[0].pieces[index].end + margin
      let next = place(at: landing)
      contents[0].pieces[index].landing = next.isBlocked ? next.landing : landing
    }
  }

  /// Time O(log n).
  func place(at position: MediaTime) -> Place {
    var place = Place(
      lower: MediaTime(microseconds: .min), upper: MediaTime(microseconds: .max),
      landing: MediaTime(microseconds: .max))
    guard let pieces = contents.first?.pieces else { return place }
    // How many pieces begin at the position or before it.
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    if low < pieces.count { place.upper = pieces[low].start }
    guard low > 0 else { return place }
    let piece = pieces[low - 1]
    guard position < piece.end else {
      place.lower = piece.end
      return place
    }
    return Place(
      lower: piece.start, upper: piece.end, landing: piece.landing, id: piece.id, isBlocked: piece.isBlocked)
  }

  /// The first of the list with this number. Time O(log n).
  func segment(_ id: SegmentID) -> Segment? {
    guard let contents = contents.first else { return nil }
    let byID = contents.byID
    var (low, high) = (0, byID.count)
    while low < high {
      let middle = (low + high) / 2
      if byID[middle] >> 32 < UInt64(id.rawValue) { low = middle + 1 } else { high = middle }
    }
    guard low < byID.count, byID[low] >> 32 == UInt64(id.rawValue) else { return nil }
    return contents.list.segments[Int(truncatingIfNeeded: byID[low] & 0xFFFF_FFFF)]
  }

  /// For a state that is rebuilt from its fields.
  mutating func stand(for list: SegmentList) {
    if contents.isEmpty { contents = [Contents()] }
    contents[0].list.count = list.count
    contents[0].list.digest = list.digest
    if contents[0].list == SegmentList() { contents = [] }
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
