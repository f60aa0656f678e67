import PlayerCore

/// Where the fields of each message stand in one long row, and which of them are of one type.
///
/// Outputs have the numbers of their codes plus 256, so that every message has one number.
struct FieldTable: Sendable {
  static let shared = FieldTable()
  static let outputBase = Int(Vocabulary.codeLimit)

  /// The first field of a message, by its number; the last entry is the length of the row.
  var starts: [Int] = []
  /// The number of each field's type.
  var types: [Int] = []
  var typeCount = 0

  init(empty: Void) {}

  private init() {
    // By the type's number in the core: its number here, in the order of the first field of each type.
    var numbers = [Int](repeating: -1, count: 256)
    for code in 0..<Vocabulary.codeLimit { add(Vocabulary.inputKind(code), &numbers) }
    for code in 0..<Vocabulary.codeLimit { add(Vocabulary.outputKind(code), &numbers) }
    starts.append(types.count)
  }

  private mutating func add(_ kind: Vocabulary.Kind?, _ numbers: inout [Int]) {
    starts.append(types.count)
    guard let kind else { return }
    for field in kind.fields {
      let type = Int(field.type.rawValue)
      if numbers[type] < 0 {
        numbers[type] = typeCount
        typeCount += 1
      }
      types.append(numbers[type])
    }
  }

  /// How many fields a message has.
  func count(_ message: Int) -> Int { starts[message + 1] - starts[message] }
}
