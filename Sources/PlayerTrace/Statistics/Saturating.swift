import PlayerCore

// Sums of numbers that a malicious trace may have chosen to overflow.

extension Int64 {
  /// The sum, or the nearest representable number.
  @inline(__always)
  func saturatingPlus(_ other: Int64) -> Int64 {
    (TimeSpan(microseconds: self) + TimeSpan(microseconds: other)).microseconds
  }

  /// The difference, or the nearest representable number.
  @inline(__always)
  func saturatingMinus(_ other: Int64) -> Int64 {
    (TimeSpan(microseconds: self) - TimeSpan(microseconds: other)).microseconds
  }
}
