import Yams

/// Reads settings.
struct SettingReader {
  let enumerations: [Enumeration]
  let values: ValueReader

  func setting(_ key: String, _ table: inout Table) throws -> Setting {
    let (number, name) = try SpecificationReader.numbered(key, table.line)
    let word = try table.needText("type")
    guard let type = Setting.Kind(rawValue: word) else {
      let known = Setting.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem("the type of \(name) is '\(word)'; expected one of \(known)", line: table.line)
    }
    let choice = type == .choice ? try choice(table.needText("choices"), name, table.line) : nil
    var setting = Setting(
      number: number, name: name, type: type, choice: choice, standard: 0, range: 0...0, line: table.line)
    setting.range = type.range ?? 0...Int64((choice?.cases.count ?? 1) - 1)
    if let range = try table.takeText("range") { setting.range = try self.range(range, setting, table.line) }
    setting.standard = try values.value(table.needText("default"), setting, table.line)
    setting.topic = try table.needText("topic")
    setting.text = try table.needSentence()
    return setting
  }

  private func choice(_ word: String, _ name: String, _ line: Int) throws -> Enumeration {
    guard let enumeration = enumerations.first(where: { $0.name == word }) else {
      throw Problem("the choices of \(name) are '\(word)', which is no enumeration", line: line)
    }
    return enumeration
  }

  private func range(_ word: String, _ setting: Setting, _ line: Int) throws -> ClosedRange<Int64> {
    if word == "any" { return .min ... .max }
    let halves = word.halves(at: " … ")
    guard let upper = halves.second else {
      throw Problem("the range of \(setting.name) is '\(word)'; expected `lowest … highest` or `any`", line: line)
    }
    let first = try values.number(halves.first, setting, line)
    let last = try values.number(upper, setting, line)
    guard first <= last else { throw Problem("the range of \(setting.name) is empty", line: line) }
    return first...last
  }
}

extension Setting.Kind {
  /// The values that a setting without a specific range accepts; `nil` for a choice, whose cases are its values.
  var range: ClosedRange<Int64>? {
    switch self {
    case .flag: 0...1
    case .span: 0 ... .max
    case .rate: 1...100_000
    case .fraction, .volume: 0...1_000
    case .count: 0...1_000
    case .failures, .bits: .min ... .max
    case .choice: nil
    }
  }
}
