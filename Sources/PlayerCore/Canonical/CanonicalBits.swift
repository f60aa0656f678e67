/// A value of the state as the low bits of a word; the bits above them are 0.
///
/// The specification defines their number for each type.
protocol CanonicalBits {
  var bits: UInt64 { get }
  /// `bits` must represent a value of this type.
  init(bits: UInt64)
}

extension UInt64 {
  /// The `width` bits from `shift` on; `width` is less than 64.
  @inline(__always)
  func part(at shift: UInt64, _ width: UInt64) -> UInt64 { self &>> shift & (1 &<< width &- 1) }

  /// Replaces the `width` bits from `shift` on; `width` is less than 64.
  @inline(__always)
  mutating func put(_ bits: UInt64, at shift: UInt64, _ width: UInt64) {
    self = self & ~((1 &<< width &- 1) &<< shift) | bits &<< shift
  }
}

extension Bool: CanonicalBits {
  @inline(__always) var bits: UInt64 { self ? 1 : 0 }
  @inline(__always) init(bits: UInt64) { self = bits != 0 }
}

extension UInt8: CanonicalBits {
  @inline(__always) var bits: UInt64 { UInt64(self) }
  @inline(__always) init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
}

extension UInt16: CanonicalBits {
  @inline(__always) var bits: UInt64 { UInt64(self) }
  @inline(__always) init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
}

extension UInt32: CanonicalBits {
  @inline(__always) var bits: UInt64 { UInt64(self) }
  @inline(__always) init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
}

extension Int32: CanonicalBits {
  @inline(__always) var bits: UInt64 { UInt64(UInt32(bitPattern: self)) }
  @inline(__always) init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
}

extension Int64: CanonicalBits {
  @inline(__always) var bits: UInt64 { UInt64(bitPattern: self) }
  @inline(__always) init(bits: UInt64) { self.init(bitPattern: bits) }
}

extension Identifier: CanonicalBits {
  @inline(__always) var bits: UInt64 { rawValue.bits }
  @inline(__always) init(bits: UInt64) { self.init(UInt32(bits: bits)) }
}

extension TrackID: CanonicalBits {
  @inline(__always) var bits: UInt64 { rawValue.bits }
  @inline(__always) init(bits: UInt64) { self.init(Int32(bits: bits)) }
}

extension Rate: CanonicalBits {
  @inline(__always) var bits: UInt64 { thousandths.bits }
  @inline(__always) init(bits: UInt64) { self.init(thousandths: Int32(bits: bits)) }
}

extension MediaTime: CanonicalBits {
  @inline(__always) var bits: UInt64 { microseconds.bits }
  @inline(__always) init(bits: UInt64) { self.init(microseconds: Int64(bits: bits)) }
}

extension TimeSpan: CanonicalBits {
  @inline(__always) var bits: UInt64 { microseconds.bits }
  @inline(__always) init(bits: UInt64) { self.init(microseconds: Int64(bits: bits)) }
}

extension Instant: CanonicalBits {
  @inline(__always) var bits: UInt64 { microseconds.bits }
  @inline(__always) init(bits: UInt64) { self.init(microseconds: Int64(bits: bits)) }

  /// The distance from `clock`; never stays never.
  @inline(__always)
  func bits(from clock: Instant) -> UInt64 { self == .never ? bits : (self - clock).microseconds.bits }
}

extension BufferState: CanonicalBits {
  @inline(__always) var bits: UInt64 { rawValue.bits }
  @inline(__always) init(bits: UInt64) { self.init(rawValue: UInt8(bits: bits)) }
}

extension CanonicalBits where Self: WireEnumeration {
  @inline(__always) var bits: UInt64 { rawValue.bits }
  @inline(__always) init(bits: UInt64) { self = Self(rawValue: UInt8(bits: bits)) ?? .placeholder }
}
