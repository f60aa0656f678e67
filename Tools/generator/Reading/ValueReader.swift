/// Reads values of settings: `30 s`, `yes`, `0.25`, `exponential`.
struct ValueReader {
  let failures: [FailureKind]

  /// A value that the setting accepts.
  func value(_ word: String, _ setting: Setting, _ line: Int) throws -> Int64 {
    let value = try number(word, setting, line)
    guard setting.range.contains(value) else {
      let range = setting.words(setting.range)
      throw Problem("\(setting.name) is '\(word)', outside of its range; expected \(range)", line: line)
    }
    return value
  }

  /// The number that `word` represents.
  func number(_ word: String, _ setting: Setting, _ line: Int) throws -> Int64 {
    guard let value = read(word, setting) else {
      throw Problem("\(setting.name) cannot be '\(word)'; expected \(expectation(setting))", line: line)
    }
    return value
  }

  private func read(_ word: String, _ setting: Setting) -> Int64? {
    switch setting.type {
    case .flag: word == "yes" ? 1 : word == "no" ? 0 : nil
    case .span: span(word)
    case .rate, .fraction, .volume: thousandths(word)
    case .count, .bits: Int64(word)
    case .choice: setting.choice?.cases.first { $0.name == word }.map { Int64($0.number) }
    case .failures: word == "all" ? -1 : bits(word)
    }
  }

  private func span(_ word: String) -> Int64? {
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

  private func thousandths(_ word: String) -> Int64? {
    let halves = word.halves(at: ".")
    let places = halves.second ?? ""
    guard places.count <= 3 else { return nil }
    return Int64(halves.first + places + String(repeating: "0", count: 3 - places.count))
  }

  /// One bit for each failure; `connectivity` stands for several.
  private func bits(_ word: String) -> Int64? {
    var bits: Int64 = 0
    for name in word.split(separator: ", ") {
      let kinds = failures.filter { name == FailureKind.connectivity ? $0.isConnectivity : $0.name == name }
      guard !kinds.isEmpty else { return nil }
      for kind in kinds { bits |= 1 << Int64(kind.number) }
    }
    return bits
  }

  private func expectation(_ setting: Setting) -> String {
    switch setting.type {
    case .flag: "yes or no"
    case .span: "a time such as `30 s`, `250 ms`, `1 µs` or endless"
    case .rate, .fraction, .volume: "a number with up to three decimals"
    case .count, .bits: "a whole number"
    case .choice: "one of " + (setting.choice?.cases.map(\.name).joined(separator: ", ") ?? "")
    case .failures: "all, or names of failures and `connectivity`, joined by commas"
    }
  }
}
