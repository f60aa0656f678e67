/// Time in PlayerCore is integer microseconds, everywhere.
///
/// Three types keep the three meanings apart: an ``Instant`` on the host's virtual clock, a ``MediaTime`` inside the
/// media, and a ``TimeSpan`` between two of either. All arithmetic saturates; nothing here can trap.
///
/// **Rounding.** Media time that passes during a span is `span × rate ÷ 1000`, rounded towards negative infinity; the
/// span needed for an amount of media time is rounded towards positive infinity. So a deadline computed from a position
/// is never early: at that deadline the playhead has reached the position.

/// A length of time in microseconds. Negative spans are legal values; ``never`` is an endless one.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The value in microseconds.
  public var microseconds: Int64

  /// This many microseconds.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }
  /// This many microseconds.
  @inlinable public static func microseconds(_ value: Int64) -> Self { Self(microseconds: value) }
  /// This many milliseconds, saturating.
  @inlinable public static func milliseconds(_ value: Int64) -> Self {
    Self(microseconds: value.saturatingTimes(1_000))
  }
  /// This many seconds, saturating.
  @inlinable public static func seconds(_ value: Int64) -> Self { Self(microseconds: value.saturatingTimes(1_000_000)) }

  /// No microseconds.
  @inlinable public static var zero: Self { Self(microseconds: 0) }
  /// An endless span: a timeout of this length is switched off.
  @inlinable public static var never: Self { Self(microseconds: .max) }

  /// The earlier or shorter one comes first.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
  /// The sum, saturating.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(microseconds: a.microseconds.saturatingPlus(b.microseconds))
  }
  /// The difference, saturating.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(microseconds: a.microseconds.saturatingMinus(b.microseconds))
  }
}

/// A point on the host's virtual clock, in microseconds since an origin of the host's choice.
public struct Instant: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The value in microseconds.
  public var microseconds: Int64

  /// This many microseconds.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }
  /// This many microseconds.
  @inlinable public static func microseconds(_ value: Int64) -> Self { Self(microseconds: value) }
  /// This many seconds, saturating.
  @inlinable public static func seconds(_ value: Int64) -> Self { Self(microseconds: value.saturatingTimes(1_000_000)) }

  /// No microseconds.
  @inlinable public static var zero: Self { Self(microseconds: 0) }
  /// Later than every instant: the deadline of a player for which nothing is due.
  @inlinable public static var never: Self { Self(microseconds: .max) }

  /// The earlier or shorter one comes first.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
  /// The sum, saturating.
  @inlinable public static func + (a: Self, b: TimeSpan) -> Self {
    Self(microseconds: a.microseconds.saturatingPlus(b.microseconds))
  }
  /// The difference, saturating.
  @inlinable public static func - (a: Self, b: Self) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds.saturatingMinus(b.microseconds))
  }
}

/// A position or a duration inside the media, in microseconds from the media's own zero.
public struct MediaTime: Hashable, Comparable, Sendable {
  /// The value in microseconds.
  public var microseconds: Int64

  /// This many microseconds.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }
  /// This many microseconds.
  @inlinable public static func microseconds(_ value: Int64) -> Self { Self(microseconds: value) }
  /// This many milliseconds, saturating.
  @inlinable public static func milliseconds(_ value: Int64) -> Self {
    Self(microseconds: value.saturatingTimes(1_000))
  }
  /// This many seconds, saturating.
  @inlinable public static func seconds(_ value: Int64) -> Self { Self(microseconds: value.saturatingTimes(1_000_000)) }

  /// No microseconds.
  @inlinable public static var zero: Self { Self(microseconds: 0) }
  /// Not known (a duration before the media is open), or without bound (the duration of a live stream).
  @inlinable public static var unknown: Self { Self(microseconds: .min) }

  /// False only for ``unknown``.
  @inlinable public var isKnown: Bool { microseconds != .min }

  /// The earlier or shorter one comes first.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
  /// The sum, saturating.
  @inlinable public static func + (a: Self, b: TimeSpan) -> Self {
    Self(microseconds: a.microseconds.saturatingPlus(b.microseconds))
  }
  /// The difference, saturating.
  @inlinable public static func - (a: Self, b: Self) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds.saturatingMinus(b.microseconds))
  }
  /// The value nearest to `self` between the bounds; `lower` when the bounds are crossed.
  @inlinable public func clamped(from lower: Self, to upper: Self) -> Self { max(lower, min(self, upper)) }
}

/// A playback rate in thousandths: 1000 is normal speed.
public struct Rate: Hashable, Comparable, Sendable {
  /// The rate in thousandths of normal speed; negative ones play backwards.
  public var thousandths: Int32

  /// A rate of this many thousandths of normal speed.
  @inlinable public init(thousandths: Int32) { self.thousandths = thousandths }
  /// A rate of this many thousandths of normal speed.
  @inlinable public static func thousandths(_ value: Int32) -> Self { Self(thousandths: value) }

  /// The playhead rests.
  @inlinable public static var zero: Self { Self(thousandths: 0) }
  /// Normal speed: 1000 thousandths.
  @inlinable public static var normal: Self { Self(thousandths: 1_000) }

  /// The slower rate comes first.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.thousandths < b.thousandths }

  /// The media time that passes during `span` at this rate, rounded towards negative infinity, saturating.
  @inlinable public func advance(during span: TimeSpan) -> TimeSpan {
    if thousandths == 1_000 { return span }
    return TimeSpan(microseconds: span.microseconds.saturatingScaled(by: Int64(thousandths), dividedBy: 1_000))
  }

  /// The span until `advance` of media time has passed at this rate, rounded towards positive infinity;
  /// ``TimeSpan/never`` at rates that do not move forward.
  @inlinable public func span(for advance: TimeSpan) -> TimeSpan {
    if thousandths == 1_000 { return advance }
    if thousandths <= 0 { return .never }
    let negated = advance.microseconds.saturatingNegated
    return TimeSpan(
      microseconds: negated.saturatingScaled(by: 1_000, dividedBy: Int64(thousandths)).saturatingNegated)
  }
}

// Sums and the like, or the nearest number. Where program size matters, sums and differences are not inlined.
extension Int64 {
  #if hasFeature(Embedded)
  @inline(never)
  #endif
  @inlinable package func saturatingPlus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  #if hasFeature(Embedded)
  @inline(never)
  #endif
  @inlinable package func saturatingMinus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  @inlinable package func saturatingTimes(_ other: Int64) -> Int64 {
    if self == 0 || other == 0 { return 0 }
    // A division bounds the product instead of a checked multiplication, which on 32-bit targets would need a
    // 128-bit helper from the compiler's runtime.
    let isNegative = (self < 0) != (other < 0)
    let limit = UInt64(Int64.max) / other.magnitude
    if magnitude > limit { return isNegative ? .min : .max }
    return self &* other
  }

  @inlinable var saturatingNegated: Int64 { self == .min ? .max : 0 &- self }

  /// `self × factor ÷ divisor` rounded towards negative infinity: `factor` must lie in ±2³¹ and `divisor` in 1 … 2³¹.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  @inlinable func saturatingScaled(by factor: Int64, dividedBy divisor: Int64) -> Int64 {
    // Spans of up to about a year, at common rates, need one division.
    let isShort = UInt64(bitPattern: self &+ 1 << 45) < 1 << 46 && UInt64(bitPattern: factor &+ 1 << 16) < 1 << 17
    guard isShort else { return wholeScaled(by: factor, dividedBy: divisor) }
    let product = self &* factor
    let quotient = product.quotient(by: divisor)
    return product < 0 && quotient &* divisor != product ? quotient &- 1 : quotient
  }

  /// Rounded towards zero. No divisor traps: division by 0 returns the number itself.
  @inlinable @inline(__always) func quotient(by divisor: Int64) -> Int64 {
    dividedReportingOverflow(by: divisor).partialValue
  }

  /// The remainder, with the sign of the number. No divisor traps.
  @inlinable @inline(__always) func rest(by divisor: Int64) -> Int64 {
    remainderReportingOverflow(dividingBy: divisor).partialValue
  }

  /// Scales the quotient and the remainder separately, so that no 128-bit product is needed.
  @usableFromInline func wholeScaled(by factor: Int64, dividedBy divisor: Int64) -> Int64 {
    var quotient = quotient(by: divisor)
    var remainder = self &- quotient &* divisor
    if remainder < 0 {
      quotient &-= 1
      remainder &+= divisor
    }
    let product = remainder &* factor
    var part = product.quotient(by: divisor)
    if product &- part &* divisor < 0 { part &-= 1 }
    return quotient.saturatingTimes(factor).saturatingPlus(part)
  }
}
