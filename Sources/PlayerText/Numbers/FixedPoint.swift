/// Decimal numbers with a fixed number of places, stored as integers: `1.5` with three places is 1500.
package enum FixedPoint {
  /// Reads digits, and decimals after a point. `nil` for a sign, an exponent, more decimals than places, and a number
  /// that does not fit.
  package static func value(of text: some StringProtocol, places: Int) -> Int64? {
    guard isASCII(text) else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let value = digits(whole) else { return nil }
    guard parts.count == 2 else { return scaled(value, by: power(places)) }
    let missing = places - parts[1].utf8.count
    guard missing >= 0, let fraction = digits(parts[1]) else { return nil }
    return scaled(value, by: power(places), plus: fraction * power(missing))
  }

  /// Reads an integer, with a minus or without a sign.
  package static func integer(_ text: some StringProtocol) -> Int64? {
    guard isASCII(text) else { return nil }
    let magnitude = text.hasPrefix("-") ? text.dropFirst() : text[...]
    return isDigits(magnitude) ? Int64(text) : nil
  }

  /// `12.5` for 12,500 with three places: no zeros at the end.
  package static func text(_ value: Int64, places: Int) -> String {
    let factor = power(places).magnitude
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: factor)
    return "\(value < 0 ? "-" : "")\(whole)\(decimals(fraction, places: places))"
  }

  /// A point and the decimals of a fraction, without zeros at the end; nothing for 0.
  package static func decimals(_ fraction: UInt64, places: Int) -> String {
    if fraction == 0 { return "" }
    var digits = padded(fraction, places)
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }

  package static func scaled(_ value: Int64, by factor: Int64, plus addend: Int64 = 0) -> Int64? {
    let (product, isTooMuch) = value.multipliedReportingOverflow(by: factor)
    let (sum, isMore) = product.addingReportingOverflow(addend)
    return isTooMuch || isMore ? nil : sum
  }

  private static func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  private static func isASCII(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  private static func digits(_ text: some StringProtocol) -> Int64? { isDigits(text) ? Int64(text) : nil }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(JSONCursor.isDigit)
  }
}
