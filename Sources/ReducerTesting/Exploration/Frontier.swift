/// Packs words: which of them differ from those of the first state, and by how much.
@usableFromInline
package struct StatePacker {
  @usableFromInline let base: [UInt64]

  package init(base: [UInt64]) { self.base = base }

  init<Explored: ExplorableModel>(_ model: Explored, from setup: Explored.Setup) {
    // Such states are not explored.
    guard MemoryLayout<Explored.Words>.size % 8 == 0 else {
      base = []
      return
    }
    base = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: MemoryLayout<Explored.Words>.size / 8) { buffer in
      UnsafeMutableRawBufferPointer(buffer).storeBytes(of: model.words(of: model.begin(setup)), as: Explored.Words.self)
      return Array(buffer)
    }
  }

  package var wordCount: Int { base.count }
  /// What a packed state takes at most.
  package var maximumByteCount: Int { (wordCount + 7) / 8 + wordCount * 9 }

  /// Appends the packed words to `bytes` from `offset` on; returns how many bytes those are. There must be room for
  /// ``maximumByteCount``.
  @inlinable @inline(__always)
  package func pack(_ words: UnsafePointer<UInt64>, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    base.withUnsafeBufferPointer { base in
      let count = base.count
      var written = (count + 7) / 8
      var index = 0
      while index < count {
        var bits: UInt8 = 0
        let end = min(index &+ 8, count)
        let group = index
        while index < end {
          let difference = words[index] &- base[index]
          if difference != 0 {
            bits |= 1 << UInt8(truncatingIfNeeded: index &- group)
            written = Self.put(difference, bytes, written)
          }
          index &+= 1
        }
        bytes[group >> 3] = bits
      }
      return written
    }
  }

  /// The number of bytes, and the bytes; differences down as small as differences up.
  @inlinable @inline(__always)
  static func put(_ difference: UInt64, _ bytes: UnsafeMutablePointer<UInt8>, _ offset: Int) -> Int {
    let value = Int64(bitPattern: difference)
    let folded = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    let length = 8 &- folded.leadingZeroBitCount >> 3
    bytes[offset] = UInt8(truncatingIfNeeded: length)
    // Writes eight bytes; later numbers overwrite those after this one.
    UnsafeMutableRawPointer(bytes + offset + 1).storeBytes(of: folded.littleEndian, as: UInt64.self)
    return offset &+ 1 &+ length
  }

  @inlinable @inline(__always)
  package func unpack(_ bytes: UnsafePointer<UInt8>, to words: UnsafeMutablePointer<UInt64>) {
    base.withUnsafeBufferPointer { base in
      // The base is not empty, because there are words.
      words.update(from: base.baseAddress!, count: base.count)
      var offset = (base.count &+ 7) / 8
      var group = 0
      while group < base.count {
        var bits = bytes[group >> 3]
        while bits != 0 {
          let index = group &+ bits.trailingZeroBitCount
          let length = Int(bytes[offset])
          var folded: UInt64 = 0
          for position in 0..<length { folded |= UInt64(bytes[offset &+ 1 &+ position]) << UInt64(8 &* position) }
          words[index] = words[index] &+ ((folded >> 1) ^ (0 &- (folded & 1)))
          offset &+= 1 &+ length
          bits &= bits &- 1
        }
        group &+= 8
      }
    }
  }
}

/// Packed states that were found one after the other, and so have numbers that follow each other.
@usableFromInline
struct FrontierBlock: Sendable {
  /// How many states are expanded at once, before their successors are merged.
  static var stateLimit: Int { 1 << 13 }

  @usableFromInline var bytes: [UInt8] = []
  /// Where each state begins.
  @usableFromInline var offsets: [UInt32] = []

  /// Adds the state that has these words.
  mutating func append<Packing: StatePacking>(_ words: UnsafePointer<UInt64>, with packing: Packing) {
    offsets.append(UInt32(bytes.count))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: packing.maximumByteCount + 8) { room in
      // The room is not empty, because a packed state has bytes.
      bytes.append(contentsOf: room.prefix(packing.pack(words, to: room.baseAddress!)))
    }
  }

  /// Adds a packed state.
  @inline(__always)
  mutating func append(_ packed: UnsafeBufferPointer<UInt8>) {
    offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    bytes.append(contentsOf: packed)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
  }

  var count: Int { offsets.count }
  var byteCount: Int { bytes.capacity + offsets.capacity * 4 }
}
