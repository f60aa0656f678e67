/// Times in human-readable form, in whole microseconds.
package enum ClockText {
  /// A unit after a number: the microseconds are the number, shifted by `places` decimals, times `factor`.
  package typealias Unit = (name: String, places: Int, factor: Int64)

  // MARK: Reading

  /// Reads `1:30` or `1:02:03.5`: minutes, or hours and minutes, and seconds with up to six decimals. No sign.
  package static func microseconds(_ text: some StringProtocol) -> Int64? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, var total = FixedPoint.value(of: parts[0], places: 0) else { return nil }
    for part in parts.dropFirst().dropLast() {
      guard let value = FixedPoint.value(of: part, places: 0), value < 60,
        let sum = FixedPoint.scaled(total, by: 60, plus: value)
      else { return nil }
      total = sum
    }
    guard let seconds = parts.last.flatMap({ FixedPoint.value(of: $0, places: 6) }), seconds < 60_000_000 else {
      return nil
    }
    return FixedPoint.scaled(total, by: 60_000_000, plus: seconds)
  }

  /// Reads a number followed by one of these units; a unit must precede one whose name is a suffix of its own.
  package static func microseconds(_ text: some StringProtocol, units: [Unit]) -> Int64? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let number = FixedPoint.value(of: text.dropLast(unit.name.count), places: unit.places)
    return number.flatMap { FixedPoint.scaled($0, by: unit.factor) }
  }

  // MARK: Writing

  /// The decimals after the seconds.
  package enum Decimals {
    case none
    /// Three digits, rounded down.
    case milliseconds
    /// Three digits, or six if needed.
    case exact
    /// As many as needed.
    case shortest
  }

  /// `1:30`, `1:02:03.5`, `-0:05`; hours only if there are any. Minutes have at least `minuteDigits` digits.
  package static func text(_ microseconds: Int64, _ decimals: Decimals, minuteDigits: Int = 1) -> String {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let clock = hours > 0 ? "\(hours):\(padded(minutes, 2))" : padded(minutes, minuteDigits)
    return "\(microseconds < 0 ? "-" : "")\(clock):\(padded(seconds % 60, 2))\(text(rest, decimals))"
  }

  /// `12.5`, `-0.250`: seconds.
  package static func seconds(_ microseconds: Int64, _ decimals: Decimals) -> String {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(microseconds < 0 ? "-" : "")\(seconds)\(text(rest, decimals))"
  }

  private static func text(_ rest: UInt64, _ decimals: Decimals) -> String {
    switch decimals {
    case .none: ""
    case .milliseconds: "." + padded(rest / 1_000, 3)
    case .exact: rest % 1_000 == 0 ? "." + padded(rest / 1_000, 3) : "." + padded(rest, 6)
    case .shortest: FixedPoint.decimals(rest, places: 6)
    }
  }
}
