/// A generator whose numbers depend only on its seed (Steele, Lea and Flood, 2014): the same on every machine, in every
/// version of this library.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var state: UInt64

  /// The sequence of a seed.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  @inlinable @inline(__always)
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0 ..< `count`; 0 when `count` is not positive.
  @inlinable @inline(__always)
  public mutating func below(_ count: Int) -> Int {
    guard count > 0 else { return 0 }
    return Int(truncatingIfNeeded: UInt64(count).multipliedFullWidth(by: next()).high)
  }

  /// True once in `count` times.
  @inlinable @inline(__always)
  public mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// True half of the time.
  @inlinable @inline(__always)
  public mutating func bool() -> Bool { next() >> 63 == 1 }

  /// One of the elements, of which there must be at least one.
  @inlinable @inline(__always)
  public mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element
  where Elements.Index == Int {
    elements[elements.startIndex + below(elements.count)]
  }
}
