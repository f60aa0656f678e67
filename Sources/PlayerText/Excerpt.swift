/// Words of a file or of a command line, as an error shows them: characters that a terminal would obey or hide are
/// escaped, and long texts are cut.
package enum Excerpt {
  /// The maximum length of an excerpt, in Unicode scalars.
  package static let limit = 400

  /// Scalars that do not print become `\u{1b}`.
  package static func of(_ text: String, limit: Int = limit) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == limit { return result + "…" }
      append(scalar, to: &result)
    }
    return result
  }

  /// The same for bytes; those that are not UTF-8 become `\xff`.
  package static func of(_ bytes: ArraySlice<UInt8>, limit: Int = limit) -> String {
    var result = ""
    var index = bytes.startIndex
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while index < bytes.endIndex {
      if index - bytes.startIndex >= limit { return result + "…" }
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        append(Unicode.UTF8.decode(encoded), to: &result)
        index += encoded.count
      case .error(let length):
        for byte in bytes[index..<index + length] { result += "\\x" + padded(UInt64(byte), 2, radix: 16) }
        index += length
      case .emptyInput: return result
      }
    }
    return result
  }

  /// The text at a place, in quotes: up to 40 bytes, or to the end of the line. `whole` is what ends at `end`.
  package static func at(_ offset: Int, of bytes: [UInt8], upTo end: Int, of whole: StaticString = "file") -> String {
    guard offset < end else { return "the end of the \(whole)" }
    let line = bytes[offset..<end].prefix { $0 != 0x0A && $0 != 0x0D }
    return line.isEmpty ? "the end of the line" : "'\(of(line, limit: 40))'"
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
}

/// The digits of a number, padded with zeros to a width.
package func padded(_ value: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
  let digits = String(value, radix: radix)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// 16 hexadecimal digits, as a text trace has them.
package func hexadecimal(_ value: UInt64) -> String { padded(value, 16, radix: 16) }
