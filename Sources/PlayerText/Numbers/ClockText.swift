/// Times in the form for readers, in whole microseconds.
package enum ClockText {
  /// A unit after a number: microseconds are the number with `places` decimals moved before the point, times `factor`.
  package typealias Unit = (name: String, places: Int, factor: Int64)

  // MARK: Reading

  /// Reads `1:30` or `1:02:03.5`: minutes, or hours and minutes, and seconds with up to six decimals. No sign.
  package static func microseconds(_ text: some StringProtocol) -> Int64? {
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

  /// Reads a number with one of these units after it; a unit whose name ends like another one's comes before that.
  package static func microseconds(_ text: some StringProtocol, units: [Unit]) -> Int64? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let number = FixedPoint.value(of: text.dropLast(unit.name.count), places: unit.places)
    return number.flatMap { FixedPoint.scaled($0, by: unit.factor) }
  }

  // MARK: Writing

  /// What is written after the seconds.
  package enum Decimals {
    case none
    /// Three digits, rounded down.
    case milliseconds
    /// Three digits, or six if needed.
    case exact
    /// As many as needed.
    case shortest
  }

  /// `1:30`, `1:02:03.5`, `-0:05`; hours only when there are some. Minutes have `minuteDigits` digits at least.
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
