import PlayerCore

/// Times as the commands that read traces print them: exact to the microsecond, and no longer than that needs.
enum TraceTime {
  /// `00:12.345`, `1:02:03.000`, `00:12.345678`: an instant of the run.
  static func stamp(_ instant: Instant) -> String {
    if instant == .never { return "never" }
    let (sign, seconds, rest) = split(instant.microseconds)
    let minutes = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    let decimals = rest % 1_000 == 0 ? padded(rest / 1_000, 3) : padded(rest, 6)
    return "\(sign)\(seconds >= 3_600 ? "\(seconds / 3_600):" : "")\(minutes).\(decimals)"
  }

  /// `0:12`, `0:12.5`, `1:02:03`: a position in the media; `unknown` for one that is not known.
  static func position(_ time: MediaTime) -> String {
    guard time.isKnown else { return "unknown" }
    let (sign, seconds, rest) = split(time.microseconds)
    let clock =
      seconds >= 3_600
      ? "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
    return sign + clock + fraction(rest)
  }

  /// `12 s`, `0.25 s`: a length of time; `never` for an endless one.
  static func span(_ span: TimeSpan) -> String {
    if span == .never { return "never" }
    let (sign, seconds, rest) = split(span.microseconds)
    return "\(sign)\(seconds)\(fraction(rest)) s"
  }

  /// `+0.250`: how long after the one before.
  static func delta(_ span: TimeSpan) -> String {
    let (sign, seconds, rest) = split(span.microseconds)
    return (sign.isEmpty ? "+" : sign) + "\(seconds).\(rest % 1_000 == 0 ? padded(rest / 1_000, 3) : padded(rest, 6))"
  }

  /// `0.4 ms`, `12 ms`, `1.25 s`: time that a computation took.
  static func wall(_ microseconds: Int64) -> String {
    if microseconds < 10_000 { return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms" }
    if microseconds < 1_000_000 { return "\(microseconds / 1_000) ms" }
    return "\(microseconds / 1_000_000).\(padded(UInt64(microseconds / 10_000 % 100), 2)) s"
  }

  private static func split(_ microseconds: Int64) -> (sign: String, seconds: UInt64, rest: UInt64) {
    let magnitude = microseconds.magnitude
    return (microseconds < 0 ? "-" : "", magnitude / 1_000_000, magnitude % 1_000_000)
  }

  private static func fraction(_ microseconds: UInt64) -> String {
    if microseconds == 0 { return "" }
    var digits = padded(microseconds, 6)[...]
    while digits.last == "0" { digits = digits.dropLast() }
    return "." + digits
  }

  private static func two(_ value: UInt64) -> String { padded(value, 2) }

  private static func padded(_ value: UInt64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Numbers for people: `1 234 567`.
enum NumberText {
  static func grouped(_ value: Int64) -> String {
    var result = ""
    for (index, digit) in String(value.magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { result.append(" ") }
      result.append(digit)
    }
    return (value < 0 ? "-" : "") + String(result.reversed())
  }

  /// `1 input`, `2 inputs`.
  static func counted(_ value: Int64, _ word: String) -> String { "\(grouped(value)) \(word)\(value == 1 ? "" : "s")" }

  /// 16 hexadecimal digits, as in a text trace.
  static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
