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
    var seen: [UInt32] = []
    for code in 0..<Vocabulary.codeLimit { add(Vocabulary.input(code), &seen) }
    for code in 0..<Vocabulary.codeLimit { add(Vocabulary.output(code), &seen) }
    starts.append(types.count)
    typeCount = seen.count
  }

  /// Types are told apart by a hash of their names: a string is not needed for that.
  private mutating func add(_ line: StaticString?, _ seen: inout [UInt32]) {
    starts.append(types.count)
    line?.withUTF8Buffer { line in
      var hash: UInt32?
      for index in 0...line.count {
        let byte = index < line.count ? line[index] : UInt8(ascii: " ")
        if byte == UInt8(ascii: ":") {
          hash = 2_166_136_261
        } else if byte != UInt8(ascii: " ") {
          hash = hash.map { ($0 ^ UInt32(byte)) &* 16_777_619 }
        } else if let type = hash {
          types.append(seen.firstIndex(of: type) ?? seen.count)
          if types[types.count - 1] == seen.count { seen.append(type) }
          hash = nil
        }
      }
    }
  }

  /// How many fields a message has.
  func count(_ message: Int) -> Int { starts[message + 1] - starts[message] }

}
