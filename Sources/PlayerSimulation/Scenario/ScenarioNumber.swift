import PlayerCore

/// Times, rates and sizes as scenarios write them, in integers. A number with a unit is one word here: `5s`.
enum ScenarioNumber {
  static let timeExpectation = "a time with its unit, such as 5 s, 250 ms, 2 min or 1:30"
  static let bitsExpectation = "a bit rate such as 400k, 1.2M or 3 Mbit/s"

  /// Units behind a number, the longer ones first; how many powers of ten, and how often.
  private static let timeUnits: [(name: String, places: Int, factor: Int64)] = [
    ("µs", 0, 1), ("us", 0, 1), ("ms", 3, 1), ("min", 6, 60), ("s", 6, 1), ("h", 6, 3_600),
  ]
  private static let bitUnits: [(name: String, places: Int)] = [
    ("gbit/s", 9), ("mbit/s", 6), ("kbit/s", 3), ("bit/s", 0), ("g", 9), ("m", 6), ("k", 3),
  ]
  /// What may stand behind a number with a space between.
  static let units = timeUnits.map(\.name) + bitUnits.map(\.name) + ["%", "m", "hour", "hours", "minutes", "seconds"]

  /// Microseconds, with a sign or without; `never` is endless, `unknown` is no time.
  static func time(_ text: String) -> Int64? {
    switch text {
    case "never": return .max
    case "unknown": return .min
    default: break
    }
    if let rest = text.dropping("-") { return magnitude(rest).map { 0 - $0 } }
    return magnitude(text.dropping("+") ?? text)
  }

  private static func magnitude(_ text: String) -> Int64? {
    if text == "0" { return 0 }
    if text.contains(":") { return clock(text) }
    for unit in timeUnits where text.hasSuffix(unit.name) {
      guard let number = fixed(text.dropLast(unit.name.count), places: unit.places) else { return nil }
      return scaled(number, by: unit.factor)
    }
    return nil
  }

  /// `1:30`, `1:02:03.5`.
  private static func clock(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), var total = fixed(parts[0], places: 0) else { return nil }
    for part in parts.dropFirst().dropLast() {
      guard let value = fixed(part, places: 0), value < 60 else { return nil }
      guard let sum = scaled(total, by: 60, plus: value) else { return nil }
      total = sum
    }
    guard let last = parts.last, let seconds = fixed(last, places: 6), seconds < 60_000_000 else { return nil }
    return scaled(total, by: 60_000_000, plus: seconds)
  }

  /// A bit rate in `10^-places` of a bit per second.
  static func bits(_ text: String, places: Int = 0) -> Int64? {
    let text = text.lowercased()
    for unit in bitUnits where text.hasSuffix(unit.name) {
      return fixed(text.dropLast(unit.name.count), places: unit.places + places)
    }
    return text == "0" ? 0 : nil
  }

  /// `50%` is 500 thousandths.
  static func percent(_ text: String) -> Int64? { text.hasSuffix("%") ? fixed(text.dropLast(), places: 1) : nil }

  /// A decimal number without a sign times ten to the power of `places`; no more decimals than that.
  static func fixed(_ text: some StringProtocol, places: Int) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let value = digits(whole) else { return nil }
    guard parts.count == 2 else { return scaled(value, by: power(places)) }
    guard let fraction = digits(parts[1]), parts[1].utf8.count <= places else { return nil }
    let rest = scaled(fraction, by: power(places - parts[1].utf8.count))
    return rest.flatMap { scaled(value, by: power(places), plus: $0) }
  }

  static func integer(_ text: String) -> Int64? {
    if text == "\(Int64.min)" { return .min }
    if let rest = text.dropping("-") { return digits(rest).map { 0 - $0 } }
    return digits(text)
  }

  private static func digits(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }

  private static func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  private static func scaled(_ value: Int64, by factor: Int64, plus addend: Int64 = 0) -> Int64? {
    let (product, isTooMuch) = value.multipliedReportingOverflow(by: factor)
    let (sum, isMore) = product.addingReportingOverflow(addend)
    return isTooMuch || isMore ? nil : sum
  }

  // MARK: Writing

  /// The shortest text that ``time(_:)`` reads as this number.
  static func text(time microseconds: Int64) -> String {
    switch microseconds {
    case .max: return "never"
    case .min: return "unknown"
    default: break
    }
    let sign = microseconds < 0 ? "-" : ""
    let magnitude = Int64(microseconds.magnitude)
    if magnitude < 1_000, magnitude > 0 { return "\(sign)\(magnitude) us" }
    if magnitude < 1_000_000, magnitude > 0, magnitude % 1_000 == 0 { return "\(sign)\(magnitude / 1_000) ms" }
    return "\(sign)\(decimal(magnitude, places: 6)) s"
  }

  /// `12.5` for 12,500 thousandths.
  static func decimal(_ value: Int64, places: Int) -> String {
    let factor = power(places)
    var digits = String(value.magnitude % UInt64(factor))
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    let whole = "\(value < 0 ? "-" : "")\(value.magnitude / UInt64(factor))"
    return digits.isEmpty ? whole : "\(whole).\(digits)"
  }

  static func text(bits: Int64) -> String {
    if bits > 0, bits % 1_000_000 == 0 { return "\(bits / 1_000_000)M" }
    return bits > 0 && bits % 1_000 == 0 ? "\(bits / 1_000)k" : "\(bits) bit/s"
  }
}

extension String {
  /// The rest behind a prefix; `nil` without it.
  func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
