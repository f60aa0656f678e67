import Backports

/// Why a segment file cannot be read: where, what was found, what was expected, what to do.
public struct SegmentFileError: Error, Hashable, Sendable {
  /// What kind of error it is.
  public enum Kind: Hashable, Sendable {
    /// The operating system refused.
    case system
    /// The file is not what its format says.
    case damaged
    /// The file is right, and something has to be said beside it.
    case incomplete
  }

  /// What kind of error it is.
  public var kind: Kind
  /// The file, as it was given.
  public var file: String
  /// From 1; `nil` when it is about the file as a whole.
  public var line: Int?
  /// In bytes from the beginning of the file.
  public var offset: Int?
  /// For example `chapters[2].startTime`.
  public var field: String
  /// What would be right.
  public var expected: String
  /// What stands there.
  public var found: String
  /// What to do.
  public var advice: String
}

extension SegmentFileError: CustomStringConvertible {
  /// One line for a person. Nothing in it that comes from the file is long, or would be obeyed by a terminal.
  public var description: String {
    let file = SegmentExcerpt.of(file, limit: .max)
    if kind == .system { return "\(file): \(found). \(advice)." }
    var place = ""
    if let line, let offset { place = "line \(line) (byte \(offset)): " }
    return """
      \(file): \(place)\(SegmentExcerpt.of(field)): expected \(SegmentExcerpt.of(expected)), found \
      \(SegmentExcerpt.of(found)). \(advice).
      """
  }
}

/// Words from elsewhere, as an error shows them: what a terminal would obey or hide is escaped, and what is long is cut.
enum SegmentExcerpt {
  static func of(_ text: String, limit: Int = 200) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == limit { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Bytes that are not UTF-8 become `\xff`.
  static func of(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(wellFormed: bytes) { return of(text) }
    return bytes.map { 0x20..<0x7F ~= $0 ? String(UnicodeScalar($0)) : "\\x" + hexadecimal($0) }.joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
