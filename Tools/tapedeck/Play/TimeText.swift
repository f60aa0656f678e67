import PlayerCore

/// Lengths and points of time as people write them, in integer microseconds.
enum TimeText {
  /// What ``span(_:)`` reads, for error messages.
  static let expectation = "a time such as 90, 1:30, 1:02:03.5, 250ms or 10s"

  /// Reads `90`, `1.5`, `1:30`, `1:02:03.5`, `250ms`, `10s`, `5m` or `2h`; nil for anything else, for more than six
  /// decimals of a second, and for what does not fit.
  static func span(_ text: some StringProtocol) -> TimeSpan? {
    if text.contains(":") { return clock(text).map(TimeSpan.init(microseconds:)) }
    for unit in units where text.hasSuffix(unit.name) {
      guard let number = fixed(text.dropLast(unit.name.utf8.count), places: unit.places) else { return nil }
      return scaled(number, by: unit.factor).map(TimeSpan.init(microseconds:))
    }
    return fixed(text, places: 6).map(TimeSpan.init(microseconds:))
  }

  /// Microseconds are the number, with this many decimals moved before the point, times the factor. `ms` must come
  /// before `m` and `s`.
  private static let units: [(name: String, places: Int, factor: Int64)] = [
    ("us", 0, 1), ("ms", 3, 1), ("s", 6, 1), ("m", 6, 60), ("h", 6, 3_600),
  ]

  /// `minutes:seconds` or `hours:minutes:seconds`, the last with decimals.
  private static func clock(_ text: some StringProtocol) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, var total = fixed(parts[0], places: 0) else { return nil }
    for part in parts.dropFirst().dropLast() {
      guard let value = fixed(part, places: 0), value < 60, let sum = scaled(total, by: 60, plus: value) else {
        return nil
      }
      total = sum
    }
    guard let seconds = parts.last.flatMap({ fixed($0, places: 6) }), seconds < 60_000_000 else { return nil }
    return scaled(total, by: 60_000_000, plus: seconds)
  }

  /// A decimal number times ten to the power of `places`: `fixed("1.5", places: 3)` is 1500. No sign, no exponent.
  static func fixed(_ text: some StringProtocol, places: Int) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let value = digits(whole) else { return nil }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard let fraction = digits(decimals) else { return nil }
    let missing = places - (parts.count == 2 ? decimals.utf8.count : 0)
    guard missing >= 0 else { return nil }
    let scaledFraction = parts.count == 2 ? scaled(fraction, by: power(missing)) : 0
    return scaledFraction.flatMap { scaled(value, by: power(places), plus: $0) }
  }

  private static func digits(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int64(text)
  }

  private static func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  private static func scaled(_ value: Int64, by factor: Int64, plus addend: Int64 = 0) -> Int64? {
    let product = value.multipliedReportingOverflow(by: factor)
    let sum = product.partialValue.addingReportingOverflow(addend)
    return product.overflow || sum.overflow ? nil : sum.partialValue
  }
}

extension TimeText {
  /// `1:30`, `1:02:03`; whole seconds, rounded down; `-0:05` before zero, `-:--` for what is not known.
  static func clock(_ time: MediaTime) -> String {
    guard time.isKnown else { return "-:--" }
    let seconds = time.microseconds.magnitude / 1_000_000
    let sign = time.microseconds < 0 && seconds > 0 ? "-" : ""
    let hours = seconds / 3_600
    let rest = "\(two(seconds % 60))"
    return hours > 0
      ? "\(sign)\(hours):\(two(seconds / 60 % 60)):\(rest)" : "\(sign)\(seconds / 60):\(rest)"
  }

  /// `0:31.250`: a position to the millisecond, without trailing zeros.
  static func exact(_ time: MediaTime) -> String {
    guard time.isKnown else { return clock(time) }
    let milliseconds = time.microseconds.magnitude / 1_000 % 1_000
    return milliseconds == 0 ? clock(time) : "\(clock(time)).\(three(milliseconds))"
  }

  /// `00:12.345`: an instant of the run.
  static func stamp(_ instant: Instant) -> String {
    let milliseconds = UInt64(max(0, instant.microseconds)) / 1_000
    let (seconds, minutes, hours) = (milliseconds / 1_000 % 60, milliseconds / 60_000 % 60, milliseconds / 3_600_000)
    let rest = "\(two(minutes)):\(two(seconds)).\(three(milliseconds % 1_000))"
    return hours > 0 ? "\(hours):\(rest)" : rest
  }

  /// `250 ms`, `1.2 s`, `30 s`, `1:30`: a length of time for people, rounded down.
  static func length(_ span: TimeSpan) -> String {
    if span == .never { return "for ever" }
    let milliseconds = max(0, span.microseconds) / 1_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds >= 60_000 { return clock(MediaTime(microseconds: span.microseconds)) }
    let tenths = milliseconds % 1_000 / 100
    return tenths == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds / 1_000).\(tenths) s"
  }

  private static func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  private static func three(_ value: UInt64) -> String {
    value < 10 ? "00\(value)" : value < 100 ? "0\(value)" : "\(value)"
  }
}

/// Thousandths as people write them.
enum ThousandthsText {
  /// `1500` for `1.5`; nil for more than three decimals.
  static func parse(_ text: some StringProtocol) -> Int64? { TimeText.fixed(text, places: 3) }

  /// `1.5` for 1500.
  static func text(_ thousandths: Int64) -> String {
    let fraction = thousandths.magnitude % 1_000
    var decimals = String(1_000 + fraction).dropFirst()
    while decimals.last == "0" { decimals = decimals.dropLast() }
    let whole = "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000)"
    return decimals.isEmpty ? whole : "\(whole).\(decimals)"
  }
}
