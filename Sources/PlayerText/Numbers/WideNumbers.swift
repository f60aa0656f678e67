// 128-bit integers. The standard library has `UInt128` and `Int128` as of macOS 15 and iOS 18.

/// An integer up to 2¹²⁸ − 1. Overflow stops the program, as with the standard library's integers.
package struct WideUnsigned: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ value: UInt64) { self.init(high: 0, low: value) }

  /// The product of two numbers, which always fits.
  package init(_ a: UInt64, times b: UInt64) {
    let product = a.multipliedFullWidth(by: b)
    self.init(high: product.high, low: product.low)
  }

  /// The nearest `Int64`.
  package var clamped: Int64 { high == 0 && low <= UInt64(Int64.max) ? Int64(low) : .max }

  private var leadingZeroBitCount: Int {
    high == 0 ? 64 + low.leadingZeroBitCount : high.leadingZeroBitCount
  }
}

extension WideUnsigned: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) { self.init(value) }
}

extension WideUnsigned: Comparable {
  package static func < (a: Self, b: Self) -> Bool { a.high == b.high ? a.low < b.low : a.high < b.high }
}

extension WideUnsigned {
  package static func + (a: Self, b: Self) -> Self {
    let (low, carry) = a.low.addingReportingOverflow(b.low)
    return Self(high: a.high + b.high + (carry ? 1 : 0), low: low)
  }

  package static func - (a: Self, b: Self) -> Self {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    return Self(high: a.high - b.high - (borrow ? 1 : 0), low: low)
  }

  package static func * (a: Self, b: Self) -> Self {
    guard let product = a.multiplied(by: b) else { preconditionFailure("the product has more than 128 bits") }
    return product
  }

  /// `nil` when the product has more than 128 bits.
  package func multiplied(by other: Self) -> Self? {
    guard high == 0 || other.high == 0 else { return nil }
    let (wide, narrow) = high == 0 ? (other, low) : (self, other.low)
    let lower = wide.low.multipliedFullWidth(by: narrow)
    let (upper, isTooLarge) = wide.high.multipliedReportingOverflow(by: narrow)
    let (sum, carry) = upper.addingReportingOverflow(lower.high)
    return isTooLarge || carry ? nil : Self(high: sum, low: lower.low)
  }

  package static func << (value: Self, count: Int) -> Self {
    if count >= 64 { return Self(high: value.low << (count - 64), low: 0) }
    if count == 0 { return value }
    return Self(high: value.high << count | value.low >> (64 - count), low: value.low << count)
  }

  package static func >> (value: Self, count: Int) -> Self {
    if count >= 64 { return Self(value.high >> (count - 64)) }
    if count == 0 { return value }
    return Self(high: value.high >> count, low: value.low >> count | value.high << (64 - count))
  }

  package static func / (a: Self, b: Self) -> Self { a.divided(by: b).quotient }
  package static func % (a: Self, b: Self) -> Self { a.divided(by: b).remainder }
  package static func += (a: inout Self, b: Self) { a = a + b }
  package static func -= (a: inout Self, b: Self) { a = a - b }

  /// Division; the divisor must not be zero.
  package func divided(by divisor: Self) -> (quotient: Self, remainder: Self) {
    guard divisor.high != 0 else {
      let upper = high.quotientAndRemainder(dividingBy: divisor.low)
      let lower = divisor.low.dividingFullWidth((upper.remainder, low))
      return (Self(high: upper.quotient, low: lower.quotient), Self(lower.remainder))
    }
    // With a divisor of more than 64 bits the quotient has fewer: an estimate from the upper halves is at most one too
    // small (Warren, Hacker's Delight, 9-5).
    let shift = divisor.leadingZeroBitCount
    let half = self >> 1
    let estimate = (divisor << shift).high.dividingFullWidth((half.high, half.low)).quotient
    var quotient = (Self(estimate) << shift) >> 63
    if quotient > 0 { quotient -= 1 }
    var remainder = self - quotient * divisor
    if remainder >= divisor {
      quotient += 1
      remainder -= divisor
    }
    return (quotient, remainder)
  }
}

/// An integer between −2¹²⁸ and 2¹²⁸, both excluded.
package struct WideSigned: Hashable, Sendable {
  package let magnitude: WideUnsigned
  /// Never true for zero.
  package let isNegative: Bool

  package init(_ magnitude: WideUnsigned, isNegative: Bool = false) {
    self.magnitude = magnitude
    self.isNegative = isNegative && magnitude != 0
  }

  package init(_ value: Int64) { self.init(WideUnsigned(value.magnitude), isNegative: value < 0) }

  /// The nearest `Int64`.
  package var clamped: Int64 {
    if !isNegative { return magnitude.clamped }
    return magnitude.high == 0 && magnitude.low < Int64.min.magnitude ? -Int64(magnitude.low) : .min
  }
}

extension WideSigned: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) { self.init(value) }
}

extension WideSigned: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? a.magnitude > b.magnitude : a.magnitude < b.magnitude
  }
}

extension WideSigned {
  package static prefix func - (value: Self) -> Self { Self(value.magnitude, isNegative: !value.isNegative) }

  package static func + (a: Self, b: Self) -> Self {
    if a.isNegative == b.isNegative { return Self(a.magnitude + b.magnitude, isNegative: a.isNegative) }
    return a.magnitude >= b.magnitude
      ? Self(a.magnitude - b.magnitude, isNegative: a.isNegative)
      : Self(b.magnitude - a.magnitude, isNegative: b.isNegative)
  }

  package static func - (a: Self, b: Self) -> Self { a + -b }

  package static func * (a: Self, b: Self) -> Self {
    Self(a.magnitude * b.magnitude, isNegative: a.isNegative != b.isNegative)
  }

  /// Rounded towards zero.
  package static func / (a: Self, b: Self) -> Self {
    Self(a.magnitude / b.magnitude, isNegative: a.isNegative != b.isNegative)
  }

  /// With the sign of `a`.
  package static func % (a: Self, b: Self) -> Self { Self(a.magnitude % b.magnitude, isNegative: a.isNegative) }

  package static func << (value: Self, count: Int) -> Self {
    Self(value.magnitude << count, isNegative: value.isNegative)
  }

  /// Rounded towards zero.
  package static func >> (value: Self, count: Int) -> Self {
    Self(value.magnitude >> count, isNegative: value.isNegative)
  }

  package static func += (a: inout Self, b: Self) { a = a + b }
  package static func -= (a: inout Self, b: Self) { a = a - b }
  package static func %= (a: inout Self, b: Self) { a = a % b }
}
