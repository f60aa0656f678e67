import PlayerCore

/// How values of settings are written.
public enum SettingWords {
  static func expectation(_ setting: Setting) -> String {
    if let names = names(setting) { return names }
    let range = setting.specification.range
    switch setting.specification.unit {
    case .flag: return "yes or no"
    case .microseconds:
      return range.lowerBound > 0
        ? "a time of at least \(word(range.lowerBound, setting))" : ScenarioNumber.timeExpectation
    case .thousandths: return "a number from \(word(range.lowerBound, setting)) to \(word(range.upperBound, setting))"
    case .count: return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .bits: return "a whole number"
    }
  }

  static func value(_ word: String, _ setting: Setting) -> Int64? {
    if let value = named(word, setting) { return value }
    return switch setting.specification.unit {
    case .flag: MessageWords.flag(word)
    case .microseconds: ScenarioNumber.time(word)
    case .thousandths: ScenarioNumber.fixed(word, places: 3)
    case .count, .bits: ScenarioNumber.integer(word)
    }
  }

  /// A value as scenarios write it.
  public static func word(_ value: Int64, _ setting: Setting) -> String {
    if let name = name(of: value, setting) { return name }
    return switch setting.specification.unit {
    case .flag: value == 0 ? "no" : "yes"
    case .microseconds: ScenarioNumber.text(time: value)
    case .thousandths: ScenarioNumber.decimal(value, places: 3)
    case .count, .bits: "\(value)"
    }
  }

  // MARK: Values with names

  /// The named values of a setting; `nil` for settings without names.
  public static func names(_ setting: Setting) -> String? {
    if setting == .retryableFailures {
      return "all, none, connectivity, or kinds of failures joined by +, such as connectivity+httpServerError"
    }
    let names = setting.choices.map { $0.name.description }
    guard let last = names.last else { return nil }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The value with this name; `nil` when the setting has no names, or not this one.
  public static func named(_ word: String, _ setting: Setting) -> Int64? {
    setting == .retryableFailures
      ? failures(word) : setting.choices.first { $0.name.description == word }?.number
  }

  private static func name(of value: Int64, _ setting: Setting) -> String? {
    setting == .retryableFailures
      ? name(ofFailures: value) : setting.choices.first { $0.number == value }?.name.description
  }

  private static func failures(_ word: String) -> Int64? {
    switch word {
    case "all": return -1
    case "none": return 0
    default: break
    }
    var set: Int64 = 0
    for part in word.split(separator: "+", omittingEmptySubsequences: false) {
      if part == "connectivity" {
        set |= connectivity
      } else if let kind = kinds.first(where: { $0.wireName.description == part }) {
        set |= bit(of: kind)
      } else {
        return nil
      }
    }
    return set
  }

  /// The group of the kinds that a lost network causes, and the others one by one; `nil` for bits without a kind.
  private static func name(ofFailures value: Int64) -> String? {
    if value == -1 { return "all" }
    if value == 0 { return "none" }
    var rest = value
    var names: [String] = []
    if value & connectivity == connectivity {
      names.append("connectivity")
      rest &= ~connectivity
    }
    for kind in kinds where rest & bit(of: kind) != 0 {
      names.append(kind.wireName.description)
      rest &= ~bit(of: kind)
    }
    return rest == 0 ? names.joined(separator: "+") : nil
  }

  private static var kinds: [Failure.Kind] { Failure.Kind.allCases.filter { $0 != .none } }

  private static func bit(of kind: Failure.Kind) -> Int64 { 1 << kind.wireValue }

  private static var connectivity: Int64 {
    kinds.reduce(0) { $0 | ($1.isConnectivity ? bit(of: $1) : 0) }
  }
}
