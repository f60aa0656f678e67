import PlayerCore

/// A comparison for a value of a run, in the unit of the value.
public enum ScenarioBound: Hashable, Sendable {
  /// The value, within a tolerance of 0 or more.
  case near(Int64, tolerance: Int64)
  /// More than this.
  case above(Int64)
  /// This or more.
  case atLeast(Int64)
  /// Less than this.
  case below(Int64)
  /// This or less.
  case atMost(Int64)
  /// From the first to the second, both included.
  case between(Int64, Int64)

  /// Exactly this value.
  public static func exactly(_ value: Int64) -> ScenarioBound { .near(value, tolerance: 0) }

  /// Whether a value is inside. A time that is unknown, which is the smallest number, is neither above nor below
  /// anything.
  func holds(_ found: Int64) -> Bool {
    switch self {
    case .near(let value, let tolerance):
      if found == value { return true }
      let (difference, isTooMuch) = found.subtractingReportingOverflow(value)
      return !isTooMuch && difference.magnitude <= UInt64(clamping: tolerance)
    case .above(let value): return found > value
    case .atLeast(let value): return found >= value
    case .below(let value): return found < value && found != .min
    case .atMost(let value): return found <= value && (found != .min || value == .min)
    case .between(let first, let last): return found >= first && found <= last && found != .min
    }
  }

  /// The value, where there is only one; `nil` for a comparison.
  var value: Int64? {
    if case .near(let value, 0) = self { return value }
    return nil
  }
}

extension ScenarioBound {
  /// What is compared when a bound is written with these words before its value.
  private static let comparisons: [(words: [String], make: @Sendable (Int64) -> ScenarioBound)] = [
    (["≥"], { .atLeast($0) }), ([">"], { .above($0) }), (["≤"], { .atMost($0) }), (["<"], { .below($0) }),
    (["="], { .exactly($0) }), (["exactly"], { .exactly($0) }), (["at", "least"], { .atLeast($0) }),
    (["at", "most"], { .atMost($0) }), (["more", "than"], { .above($0) }), (["less", "than"], { .below($0) }),
    (["above"], { .above($0) }), (["over"], { .above($0) }), (["below"], { .below($0) }), (["under"], { .below($0) }),
  ]

  /// The words after which a comparison continues; the words that make it are taken. `nil` when it is none.
  static func take(_ words: inout ArraySlice<String>) -> (@Sendable (Int64) -> ScenarioBound)? {
    for comparison in comparisons {
      let beginning = words.prefix(comparison.words.count).map { $0.lowercased() }
      guard beginning == comparison.words else { continue }
      words = words.dropFirst(comparison.words.count)
      return comparison.make
    }
    return nil
  }

  /// Whether values of a type have an order. Names, flags and numbers of tracks and texts have none.
  static func compares(_ type: String) -> Bool {
    switch type {
    case "time", "span", "rate", "int", "long": true
    default: false
    }
  }

  /// As scenarios write it; `word` writes a value.
  func text(_ word: (Int64) -> String) -> String {
    switch self {
    case .near(let value, 0): word(value)
    case .near(let value, let tolerance): "\(word(value)) ± \(word(tolerance))"
    case .above(let value): "more than \(word(value))"
    case .atLeast(let value): "at least \(word(value))"
    case .below(let value): "less than \(word(value))"
    case .atMost(let value): "at most \(word(value))"
    case .between(let first, let last): "\(word(first)) .. \(word(last))"
    }
  }
}
