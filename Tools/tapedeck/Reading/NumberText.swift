import PlayerText

/// Human-readable numbers: `1 234 567`.
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
  static func hexadecimal(_ value: UInt64) -> String { PlayerText.hexadecimal(value) }
}
