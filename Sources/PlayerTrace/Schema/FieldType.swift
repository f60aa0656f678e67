import PlayerCore
import PlayerText

/// The meaning of an integer in a message or in the state, and thus its form in text.
enum FieldType: Hashable, Equatable, Sendable {
  /// A plain number.
  case integer
  case boolean
  /// Microseconds of media; `null` for unknown.
  case mediaTime
  /// Microseconds; `null` for endless.
  case span
  /// Bits of a ``PlayerCore/BufferState``, joined by `+`.
  case supply
  /// The number of an input, by its name.
  case code
  /// The number of a case, by its name; the place of the enumeration's names in the vocabulary.
  case enumeration(Int)

  /// The word for it in a line of a vocabulary; the names of its cases for an enumeration.
  static func word(for kind: WireKind) -> String {
    switch kind {
    case .integer, .instant: "int"
    case .boolean: "bool"
    case .mediaTime: "time"
    case .span: "span"
    case .supply: "supply"
    case .enumeration(let names): splitWords(names.description).joined(separator: "|") + "|"
    }
  }

  /// The type with this word, which means the same in every vocabulary; `nil` for an enumeration.
  static func builtIn(_ word: String) -> FieldType? {
    switch word {
    case "bool": .boolean
    case "time": .mediaTime
    case "span": .span
    case "supply": .supply
    case "code": .code
    default: nil
    }
  }
}

/// The names of an enumeration's cases by number.
struct CaseNames: Sendable {
  var typeName: String
  /// Indexed by number; `nil` for a number that is not in use.
  var names: [String?]
  private var numbers: NameTable

  /// `line` holds the names by number, separated by one space; a dash stands for a number that is not in use.
  init(typeName: String, _ line: some StringProtocol) {
    self.typeName = typeName
    names = splitWords(line).map { $0 == "-" ? nil : $0 }
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
  func number(_ name: String) -> Int64? { number(ByteRange(name)) }
}

/// The words of a line, which are separated by one space.
func splitWords(_ line: some StringProtocol) -> [String] { String(line).split(separator: " ").map(String.init) }
