/// A decimal number exactly as in a file: `mantissa × 10^exponent`, negative or not.
///
/// No binary fraction is involved, so the result does not depend on how a platform rounds. Digits after the 36th are
/// dropped; no unit of a simulation is that fine.
package struct DecimalNumber: Hashable, Sendable {
  package private(set) var isNegative = false
  package private(set) var mantissa: WideUnsigned = 0
  package private(set) var exponent = 0

  /// The longest number at the beginning of `bytes`, in JSON syntax (a leading `+`, and a fraction without digits on
  /// one side, are accepted, too); `nil` if there is none. Also returns its length in bytes.
  package static func read(_ bytes: ArraySlice<UInt8>) -> (number: DecimalNumber, length: Int)? {
    var number = DecimalNumber()
    var rest = bytes
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
      number.isNegative = rest.removeFirst() == UInt8(ascii: "-")
    }
    var digits = number.takeDigits(&rest, isFraction: false)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += number.takeDigits(&rest, isFraction: true)
    }
    guard digits > 0 else { return nil }
    number.takeExponent(&rest)
    return (number, bytes.count - rest.count)
  }

  /// The number that all of `bytes` represent; `nil` if they do not.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard let (number, length) = Self.read(bytes), length == bytes.count else { return nil }
    self = number
  }

  private init() {}

  private mutating func takeDigits(_ rest: inout ArraySlice<UInt8>, isFraction: Bool) -> Int {
    var count = 0
    while let byte = rest.first, JSONCursor.isDigit(byte) {
      rest.removeFirst()
      count += 1
      if mantissa < Self.mostBeforeAnother {
        mantissa = mantissa * 10 + WideUnsigned(UInt64(byte - UInt8(ascii: "0")))
        if isFraction { exponent -= 1 }
      } else if !isFraction {
        exponent += 1
      }
    }
    return count
  }

  /// `e-3`; an incomplete exponent is not consumed.
  private mutating func takeExponent(_ rest: inout ArraySlice<UInt8>) {
    guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return }
    var tail = rest.dropFirst()
    var isSmall = false
    if tail.first == UInt8(ascii: "-") || tail.first == UInt8(ascii: "+") {
      isSmall = tail.removeFirst() == UInt8(ascii: "-")
    }
    var (value, count) = (0, 0)
    while let byte = tail.first, JSONCursor.isDigit(byte) {
      tail.removeFirst()
      count += 1
      value = min(100_000, value * 10 + Int(byte - UInt8(ascii: "0")))
    }
    guard count > 0 else { return }
    exponent += isSmall ? -value : value
    rest = tail
  }

  private static let mostBeforeAnother = WideUnsigned(1_000_000_000_000_000_000, times: 100_000_000_000_000_000)

  /// `self × 10^places`, rounded to the nearest integer, halves up; `nil` if it does not fit.
  package func scaled(places: Int) -> Int64? {
    if mantissa == 0 { return 0 }
    var (value, steps) = (mantissa, exponent + places)
    while steps > 0 {
      guard let product = value.multiplied(by: 10) else { return nil }
      (value, steps) = (product, steps - 1)
    }
    if steps < -39 { return 0 }
    while steps < -1 { (value, steps) = (value / 10, steps + 1) }
    if steps == -1 { value = (value + 5) / 10 }
    guard value <= WideUnsigned(Int64.max.magnitude) else { return nil }
    return isNegative ? -value.clamped : value.clamped
  }
}
