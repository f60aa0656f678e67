import PlayerCore

/// What an integer of a message or of the state means, and so how it is written in text.
enum FieldType: Hashable, Sendable {
  /// A plain number.
  case integer
  case boolean
  /// Microseconds of media; `null` for unknown.
  case mediaTime
  /// Microseconds; `null` for endless.
  case span
  /// Bits of a ``PlayerCore/Supply``, joined by `+`.
  case supply
  /// The number of an input, by its name.
  case code
  /// The number of a case, by its name; the place of the enumeration's names in the schema.
  case enumeration(Int)
}

/// The names of an enumeration's cases by number.
struct CaseNames: Sendable {
  var typeName: String
  /// Indexed by number; `nil` for a number that is not in use.
  var names: [String?]
  private var numbers: NameTable

  init(typeName: String, _ line: StaticString) {
    self.typeName = typeName
    names = words(of: line).map { $0 == "-" ? nil : $0 }
    numbers = NameTable()
    for (number, name) in names.enumerated() {
      if let name { numbers.insert(name, number) }
    }
  }

  func name(_ number: Int64) -> String? {
    guard let index = Int(exactly: number), index >= 0, index < names.count else { return nil }
    return names[index]
  }

  func number(_ name: ByteRange) -> Int64? { numbers[name].map(Int64.init) }
}

/// The words of a line of the registry, which are separated by one space.
func words(of line: StaticString) -> [String] {
  line.description.split(separator: " ").map(String.init)
}
