import CPrefetch

/// Which states are known: a 64-bit fingerprint and a number for each, in open addressing.
///
/// Twelve bytes to a place, at most three quarters of which are taken. It grows in sixteen parts, so that growing needs
/// little more than what it grows to.
@usableFromInline
final class FingerprintTable {
  @usableFromInline static var shardBits: UInt64 { 4 }
  @usableFromInline static var stride: Int { 12 }
  private static let firstCapacity = 1 << 10

  @usableFromInline
  struct Shard {
    @usableFromInline var places: UnsafeMutableRawPointer
    @usableFromInline var mask: Int
    @usableFromInline var count = 0

    var byteCount: Int { (mask + 1) * FingerprintTable.stride }
  }

  // Plain memory, so that a lookup has no overhead.
  @usableFromInline let shards: UnsafeMutableBufferPointer<Shard>
  private(set) var count = 0

  /// What stands for no number.
  @inlinable static var nobody: UInt32 { .max }

  init() {
    shards = .allocate(capacity: 1 << Int(Self.shardBits))
    for index in shards.indices { shards.initializeElement(at: index, to: Self.makeShard(Self.firstCapacity)) }
  }

  deinit {
    for shard in shards { PlainMemory.free(shard.places, shard.byteCount) }
    shards.deallocate()
  }

  /// What it holds of memory.
  var byteCount: Int { shards.reduce(0) { $0 + $1.byteCount } }

  /// What it takes more of memory while `additions` are inserted, at most.
  func growth(for additions: Int) -> Int {
    // Shards fill evenly, to within a few per cent.
    let each = additions / shards.count + additions / 64 + 64
    return shards.reduce(0) { sum, shard in
      let capacity = shard.mask + 1
      return shard.count + each > capacity / 4 * 3 ? sum + capacity * Self.stride : sum
    } + (shards.map(\.byteCount).max() ?? 0)
  }

  private static func makeShard(_ capacity: Int) -> Shard {
    Shard(places: PlainMemory.allocate(capacity * stride), mask: capacity - 1)
  }

  /// The number that belongs to a fingerprint; ``nobody`` when there is none, and for 0.
  @inlinable @inline(__always)
  func number(of fingerprint: UInt64) -> UInt32 {
    // In bounds by construction: there are as many shards as values of the upper bits.
    let shard = (shards.baseAddress! + Int(fingerprint >> (64 - Self.shardBits))).pointee
    var index = Int(truncatingIfNeeded: fingerprint) & shard.mask
    while true {
      let place = shard.places + index &* Self.stride
      let key = place.loadUnaligned(as: UInt64.self)
      if key == 0 { return Self.nobody }
      if key == fingerprint { return place.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
      index = (index &+ 1) & shard.mask
    }
  }

  /// Has the place fetched where a fingerprint is, or would be.
  @inlinable @inline(__always)
  func prefetch(_ fingerprint: UInt64) {
    let shard = (shards.baseAddress! + Int(fingerprint >> (64 - Self.shardBits))).pointee
    CPrefetch.prefetch(shard.places + (Int(truncatingIfNeeded: fingerprint) & shard.mask) &* Self.stride)
  }

  /// Fingerprints of states are spread so well that none needs to be looked for further; those in a file need not be.
  static var longestWay: Int { 1_024 }

  /// The number that belongs to a fingerprint; `number` when there was none, and ``nobody`` when more than `limit` places
  /// in a row are taken.
  func insert(_ fingerprint: UInt64, _ number: UInt32, within limit: Int = .max) -> UInt32 {
    let shard = Int(fingerprint >> (64 - Self.shardBits))
    if shards[shard].count >= (shards[shard].mask + 1) / 4 * 3 { grow(shard) }
    let known = Self.insert(fingerprint, number, into: shards[shard], within: limit)
    if known == number {
      shards[shard].count += 1
      count += 1
    }
    return known
  }

  private static func insert(
    _ fingerprint: UInt64, _ number: UInt32, into shard: Shard, within limit: Int = .max
  ) -> UInt32 {
    var index = Int(truncatingIfNeeded: fingerprint) & shard.mask
    for _ in 0..<limit {
      let place = shard.places + index * stride
      let key = place.loadUnaligned(as: UInt64.self)
      if key == fingerprint { return place.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
      if key == 0 {
        place.storeBytes(of: fingerprint, as: UInt64.self)
        place.storeBytes(of: number, toByteOffset: 8, as: UInt32.self)
        return number
      }
      index = (index + 1) & shard.mask
    }
    return nobody
  }

  private func grow(_ index: Int) {
    let old = shards[index]
    var new = Self.makeShard((old.mask + 1) * 2)
    for position in 0...old.mask {
      let place = old.places + position * Self.stride
      let key = place.loadUnaligned(as: UInt64.self)
      if key == 0 { continue }
      _ = Self.insert(key, place.loadUnaligned(fromByteOffset: 8, as: UInt32.self), into: new)
    }
    new.count = old.count
    PlainMemory.free(old.places, old.byteCount)
    shards[index] = new
  }

  /// Hands out every fingerprint with its number, in no order that means anything.
  func forEach(_ visit: (UInt64, UInt32) throws -> Void) rethrows {
    for shard in shards {
      for position in 0...shard.mask {
        let place = shard.places + position * Self.stride
        let key = place.loadUnaligned(as: UInt64.self)
        if key != 0 { try visit(key, place.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
      }
    }
  }
}
