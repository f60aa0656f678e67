/// How often each mark was seen. Its memory is bounded: 16 bytes for each place, twice as many places as marks.
///
/// Two tables are equal when they have seen the same marks as often, in whatever order.
@usableFromInline
struct MarkTable: Hashable, Sendable {
  @usableFromInline var keys: [UInt64]
  @usableFromInline var counts: [UInt64]
  @usableFromInline var count = 0
  @usableFromInline var limit: Int
  /// Sightings of marks for which there was no more room.
  @usableFromInline var unplaced = 0

  @inlinable
  init(limit: Int) {
    self.limit = Self.possible(limit)
    keys = Array(repeating: 0, count: 1_024)
    counts = Array(repeating: 0, count: 1_024)
  }

  @inlinable
  static func possible(_ limit: Int) -> Int { max(1, min(limit, 1 << 28)) }

  /// Adds sightings to a mark; those of a new one that finds no place are unplaced.
  mutating func add(_ sightings: UInt64, of mark: UInt64) {
    let place = place(of: mark)
    if counts[place] == 0 {
      guard count < limit, sightings > 0 else {
        unplaced += sightings > 0 ? 1 : 0
        return
      }
      keys[place] = mark
      count += 1
    }
    counts[place] = Self.sum(counts[place], sightings)
    if count * 2 > keys.count { grow() }
  }

  /// A count stays at its maximum: one that wrapped to zero would be a free place.
  @inlinable
  static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, isBeyond) = a.addingReportingOverflow(b)
    return isBeyond ? .max : sum
  }

  @usableFromInline
  static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.sorted.elementsEqual(b.sorted, by: ==)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(count) }

  /// Every mark with its count, in the order of the marks.
  var sorted: [(mark: UInt64, count: UInt64)] {
    zip(keys, counts).filter { $0.1 != 0 }.map { (mark: $0.0, count: $0.1) }.sorted { $0.mark < $1.mark }
  }

  /// Counts a mark.
  ///
  /// - Returns: Whether it is seen for the first time, and its count.
  @inlinable
  mutating func see(_ mark: UInt64) -> (isNew: Bool, count: UInt64) {
    let place = place(of: mark)
    if counts[place] != 0 {
      counts[place] = Self.sum(counts[place], 1)
      return (false, counts[place])
    }
    guard count < limit else {
      unplaced += 1
      return (false, .max)
    }
    keys[place] = mark
    counts[place] = 1
    count += 1
    if count * 2 > keys.count { grow() }
    return (true, 1)
  }

  @inlinable
  func count(of mark: UInt64) -> UInt64 { counts[place(of: mark)] }

  /// Where a mark is, or would be.
  @inlinable
  func place(of mark: UInt64) -> Int {
    let mask = keys.count - 1
    var mix = SplitMix64(seed: mark)
    var place = Int(truncatingIfNeeded: mix.next()) & mask
    while counts[place] != 0, keys[place] != mark { place = (place + 1) & mask }
    return place
  }

  @usableFromInline
  mutating func grow() {
    let (oldKeys, oldCounts) = (keys, counts)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    counts = Array(repeating: 0, count: oldKeys.count * 2)
    for (key, count) in zip(oldKeys, oldCounts) where count != 0 {
      let place = place(of: key)
      keys[place] = key
      counts[place] = count
    }
  }
}
