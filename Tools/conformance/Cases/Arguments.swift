extension JSONValue {
  /// A text that must be there.
  func text(_ key: String) throws -> String {
    guard let value = self[key]?.string else { throw missing("a string", key) }
    return value
  }

  /// A number that must be there.
  func amount(_ key: String) throws -> Double {
    guard let value = self[key]?.number else { throw missing("a number", key) }
    return value
  }

  /// A whole number that must be there: cut off, and the nearest that can be counted.
  func whole(_ key: String) throws -> Int { Int(nearest: try amount(key)) }

  /// A truth value that must be there.
  func flag(_ key: String) throws -> Bool {
    guard let value = self[key]?.bool else { throw missing("a boolean", key) }
    return value
  }

  /// Unknown members are an error.
  func knowOnly(_ keys: Set<String>) throws {
    guard let object else { throw Verdict.Unmet.unsupported("setup \(self)") }
    for key in object.keys.sorted() where !keys.contains(key) {
      throw Verdict.Unmet.unsupported("setup \(key)")
    }
  }

  private func missing(_ what: String, _ key: String) -> Verdict.Unmet {
    .unsupported("\(self): expected \(what) for \(key), found \(self[key]?.description ?? "nothing")")
  }
}

extension FixedWidthInteger {
  /// Cut off; beyond what can be counted the nearest that can.
  init(nearest value: Double) {
    self = Self(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}
