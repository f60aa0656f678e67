import PlayerCore
import PlayerText

/// Times, rates and sizes as scenarios write them, in integers. A number with a unit is one word here: `5s`.
enum ScenarioNumber {
  static let timeExpectation = "a time with its unit, such as 5 s, 250 ms, 2 min or 1:30"
  static let bitsExpectation = "a bit rate such as 400k, 1.2M or 3 Mbit/s"

  /// Units after a number, the longer ones first; how many powers of ten, and how often.
  private static let timeUnits: [ClockText.Unit] = [
    ("µs", 0, 1), ("us", 0, 1), ("ms", 3, 1), ("min", 6, 60), ("s", 6, 1), ("h", 6, 3_600),
  ]
  private static let bitUnits: [(name: String, places: Int)] = [
    ("gbit/s", 9), ("mbit/s", 6), ("kbit/s", 3), ("bit/s", 0), ("g", 9), ("m", 6), ("k", 3),
  ]
  /// What may stand after a number with a space between.
  static let units =
    timeUnits.map { $0.name } + bitUnits.map { $0.name } + ["%", "m"]

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
    if text.contains(":") { return ClockText.microseconds(text) }
    if let time = ClockText.microseconds(text, units: timeUnits) { return time }
    // `5sec`, `2 Minutes`: the long names of units, in any case.
    let word = text.lowercased()
    guard let start = word.firstIndex(where: { !$0.isNumber && $0 != "." }) else { return nil }
    let name = String(word[start...])
    let unit = unit(named: name) ?? name
    return ClockText.microseconds(word[..<start] + unit, units: timeUnits)
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
  static func fixed(_ text: some StringProtocol, places: Int) -> Int64? { FixedPoint.value(of: text, places: places) }

  static func integer(_ text: String) -> Int64? { FixedPoint.integer(text) }

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
  static func decimal(_ value: Int64, places: Int) -> String { FixedPoint.text(value, places: places) }

  static func text(bits: Int64) -> String {
    if bits > 0, bits % 1_000_000 == 0 { return "\(bits / 1_000_000)M" }
    return bits > 0 && bits % 1_000 == 0 ? "\(bits / 1_000)k" : "\(bits) bit/s"
  }
}

extension String {
  /// The rest after a prefix; `nil` without it.
  func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
