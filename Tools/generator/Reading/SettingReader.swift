import Yams

/// Reads settings and the values that they have: `30 s`, `yes`, `0.25`.
enum SettingReader {
  static func setting(_ key: String, _ table: inout Table) throws -> Setting {
    let (number, name) = try SpecificationReader.numbered(key, table.line)
    let word = try table.needText("type")
    guard let type = Setting.Kind(rawValue: word) else {
      let known = Setting.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem("the type of \(name) is '\(word)'; expected one of \(known)", line: table.line)
    }
    let standard = try value(table.needText("default"), type, name, table.line)
    let range = try table.takeText("range").map { try self.range($0, type, name, table.line) } ?? type.range
    guard range.contains(standard) else {
      throw Problem("the default of \(name) lies outside its range", line: table.line)
    }
    return try Setting(
      number: number, name: name, type: type, standard: standard, range: range, topic: table.needText("topic"),
      text: table.needSentence())
  }

  private static func range(_ word: String, _ type: Setting.Kind, _ name: String, _ line: Int) throws -> ClosedRange<
    Int64
  > {
    if word == "any" { return .min ... .max }
    let halves = word.halves(at: " … ")
    guard let upper = halves.second else {
      throw Problem("the range of \(name) is '\(word)'; expected `lowest … highest` or `any`", line: line)
    }
    let (first, last) = try (value(halves.first, type, name, line), value(upper, type, name, line))
    guard first <= last else { throw Problem("the range of \(name) is empty", line: line) }
    return first...last
  }

  /// The number that stands for a value of this type.
  static func value(_ word: String, _ type: Setting.Kind, _ name: String, _ line: Int) throws -> Int64 {
    let value: Int64? =
      switch type {
      case .flag: word == "yes" ? 1 : word == "no" ? 0 : nil
      case .span: span(word)
      case .rate, .fraction, .volume: thousandths(word)
      case .count: Int64(word)
      case .bits: word == "all" ? -1 : Int64(word)
      }
    guard let value else {
      throw Problem("\(name) cannot be '\(word)'; expected \(type.expectation)", line: line)
    }
    return value
  }

  private static func span(_ word: String) -> Int64? {
    if word == "endless" { return .max }
    let halves = word.halves(at: " ")
    guard let number = Int64(halves.first) else { return nil }
    switch halves.second {
    case "s": return number * 1_000_000
    case "ms": return number * 1_000
    case "µs": return number
    default: return nil
    }
  }

  private static func thousandths(_ word: String) -> Int64? {
    let halves = word.halves(at: ".")
    let places = halves.second ?? ""
    guard places.count <= 3 else { return nil }
    return Int64(halves.first + places + String(repeating: "0", count: 3 - places.count))
  }
}

extension Setting.Kind {
  /// The values that a setting accepts that says nothing else.
  var range: ClosedRange<Int64> {
    switch self {
    case .flag: 0...1
    case .span: 0 ... .max
    case .rate: 1...100_000
    case .fraction, .volume: 0...1_000
    case .count: 0...1_000
    case .bits: .min ... .max
    }
  }

  fileprivate var expectation: String {
    switch self {
    case .flag: "yes or no"
    case .span: "a time such as `30 s`, `250 ms`, `1 µs` or endless"
    case .rate, .fraction, .volume: "a number with up to three decimals"
    case .count: "a whole number"
    case .bits: "all, or a whole number"
    }
  }
}
