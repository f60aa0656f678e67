import PlayerCore

/// The places of all messages' fields in one long row, and which fields have the same type.
///
/// Outputs have the numbers of their codes plus 256, so that every message has one number.
struct FieldTable: Sendable {
  // In Embedded Swift nothing is shared between players: each has its own memory.
  #if hasFeature(Embedded)
  static var shared: FieldTable { FieldTable() }
  #else
  static let shared = FieldTable()
  #endif
  static var outputBase: Int { Int(Vocabulary.codeLimit) }

  /// The first field of a message, by its number; the last entry is the length of the row.
  var starts: [Int] = []
  /// The number of each field's type.
  var types: [Int] = []
  var typeCount = 0

  init(empty: Void) {}

  private init() {
    var count = 0
    for code in 0..<Vocabulary.codeLimit { add(Vocabulary.inputFieldCount(code), &count) }
    for code in 0..<Vocabulary.codeLimit { add(Vocabulary.outputFieldCount(code), &count) }
    starts.append(count)
    for type in Vocabulary.inputTypes { types.append(Int(type.rawValue)) }
    for type in Vocabulary.outputTypes { types.append(Int(type.rawValue)) }
    typeCount = Vocabulary.FieldType.allCases.count
  }

  private mutating func add(_ fields: Int, _ count: inout Int) {
    starts.append(count)
    count += fields
  }

  /// How many fields a message has.
  func count(_ message: Int) -> Int { starts[message + 1] - starts[message] }
}
