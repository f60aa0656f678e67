import PlayerText

/// Finds a number by a name, without creating a string for the name.
struct NameTable: Sendable {
  private var names: [[UInt8]] = []
  private var values: [Int] = []
  /// Places in `names` plus one, by hash; 0 is empty. Always at most half full.
  private var buckets = [Int](repeating: 0, count: 16)

  init() {}

  mutating func insert(_ name: String, _ value: Int) {
    names.append(Array(name.utf8))
    values.append(value)
    guard names.count * 2 > buckets.count else { return place(names.count - 1) }
    buckets = [Int](repeating: 0, count: buckets.count * 2)
    for index in names.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    var bucket = Self.hash(ByteRange(names[index], 0, names[index].count)) & (buckets.count - 1)
    while buckets[bucket] != 0, buckets[bucket] != index + 1 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = index + 1
  }

  subscript(name: ByteRange) -> Int? {
    var bucket = Self.hash(name) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = buckets[bucket] - 1
      if name.equals(names[index]) { return values[index] }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  private static func hash(_ name: ByteRange) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in name.start..<name.end { hash = (hash ^ UInt32(name.bytes[index])) &* 16_777_619 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 15))
  }
}
