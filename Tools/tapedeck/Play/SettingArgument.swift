import PlayerCore
import PlayerSimulation

/// `setting=value`, as given by `--set`.
struct SettingArgument: Hashable, Sendable {
  var setting: Setting
  var value: Int64

  var command: Command { .set(setting, value) }

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw ArgumentProblem("expected NAME=VALUE, such as openTimeout=5s") }
    guard let setting = Setting.named(parts[0]) else {
      throw ArgumentProblem("there is no setting '\(parts[0])'; \(Setting.suggestion(for: String(parts[0])))")
    }
    let specification = setting.specification
    guard let value = Self.value(String(parts[1]), setting), specification.range ~= value else {
      throw ArgumentProblem("'\(parts[1])' is not a value of \(setting.name); expected \(setting.expectation)")
    }
    self.setting = setting
    self.value = value
  }

  private static func value(_ text: String, _ setting: Setting) -> Int64? {
    if let value = SettingWords.named(text, setting) { return value }
    let specification = setting.specification
    let isNegative = text.hasPrefix("-") && specification.range.lowerBound < 0
    let number = isNegative ? String(text.dropFirst()) : text
    let magnitude: Int64? =
      switch specification.unit {
      case .flag: flag(number)
      case .microseconds: number == "never" ? .max : TimeText.span(number)?.microseconds
      case .thousandths: ThousandthsText.parse(number)
      case .count: TimeText.fixed(number, places: 0)
      case .bits: bits(number)
      }
    return magnitude.map { isNegative ? -$0 : $0 }
  }

  private static func flag(_ text: String) -> Int64? {
    switch text {
    case "on", "true", "yes", "1": 1
    case "off", "false", "no", "0": 0
    default: nil
    }
  }

  private static func bits(_ text: String) -> Int64? {
    if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map(Int64.init(bitPattern:)) }
    return TimeText.fixed(text, places: 0)
  }
}

extension Setting {
  /// The name in the vocabulary, for example `openTimeout`.
  var name: String { "\(self)" }

  static func named(_ name: some StringProtocol) -> Setting? { allCases.first { $0.name == name } }

  /// The advice for a setting that does not exist.
  static func suggestion(for name: String) -> String {
    let nearest = Nearest.words(to: name, among: allCases.map(\.name))
    return "did you mean \(nearest.joined(separator: ", "))? 'tapedeck settings' lists them all"
  }
}

extension Setting {
  /// The form of a value, for error messages.
  var expectation: String {
    if let names = SettingWords.names(self) { return names }
    let range = specification.range
    return switch specification.unit {
    case .flag: "on or off"
    case .microseconds: "a length of time such as 250ms, 30s, 1:30 or never"
    case .thousandths:
      "a number from \(ThousandthsText.text(range.lowerBound)) to \(ThousandthsText.text(range.upperBound))"
    case .count: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .bits: "a whole number, or 0x and hexadecimal digits"
    }
  }
}

/// An error in an argument; the parser prefixes it with the option and the value.
struct ArgumentProblem: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
