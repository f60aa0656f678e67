/// Why a file that describes a network or media could not be read.
public enum SimulationFileError: Error, Hashable, Sendable {
  /// The operating system refused. `action` says what was tried, `code` is errno.
  case system(action: String, file: String, code: Int32, message: String)
  /// The content is not what the format says.
  case damaged(SimulationFileDamage)
}

/// One place of a file whose content is not what its format says.
public struct SimulationFileDamage: Hashable, Sendable {
  /// The file, as it was given.
  public var file: String
  /// From 1.
  public var line: Int
  /// In bytes from the beginning of the line, from 1.
  public var column: Int
  /// In bytes from the beginning of the file.
  public var offset: Int
  /// What is wrong, for example `bandwidth_kbps`.
  public var field: String
  /// What would be right.
  public var expected: String
  /// What stands there.
  public var found: String
  /// What to do about it.
  public var advice: String
}

extension SimulationFileError: CustomStringConvertible {
  /// One line for a person. Nothing in it that comes from the file is long, or would be obeyed by a terminal.
  public var description: String {
    switch self {
    case .system(let action, let file, _, let message): "\(Printed.words(file)): \(action) failed: \(message)"
    case .damaged(let damage):
      """
      \(Printed.words(damage.file)): line \(damage.line), column \(damage.column) (byte \(damage.offset)): \
      \(damage.field): expected \(damage.expected), found \(damage.found). \(damage.advice)
      """
    }
  }
}

/// Words from elsewhere, as an error shows them.
enum Printed {
  /// What a terminal would obey or hide is escaped.
  static func words(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// What begins at a place of a file, up to 40 bytes or the end of its line; `the end of the file`.
  static func bytes(_ bytes: [UInt8], from offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let line = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    if line.isEmpty { return "the end of the line" }
    return "'\(words(String(decoding: line.prefix(40), as: UTF8.self)))\(line.count > 40 ? "…" : "")'"
  }
}
