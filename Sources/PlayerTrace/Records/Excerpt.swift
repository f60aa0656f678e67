/// Words from elsewhere, as an error shows them: what a terminal would obey or hide is escaped, and what is long is cut.
enum Excerpt {
  /// How much of a text is shown.
  static let limit = 400

  /// Scalars that do not print become `\u{1b}`.
  static func of(_ text: String, limit: Int = limit) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == limit { return result + "…" }
      append(scalar, to: &result)
    }
    return result
  }

  /// The same for bytes; those that are not UTF-8 become `\xff`.
  static func of(_ bytes: ArraySlice<UInt8>) -> String {
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
        for byte in bytes[index..<index + length] { result += "\\x" + hexadecimal(UInt64(byte)).suffix(2) }
        index += length
      case .emptyInput: return result
      }
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    if prints(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  private static func prints(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}

extension ByteRange {
  /// The bytes as an error shows them.
  var excerpt: String { Excerpt.of(bytes[start..<end]) }
}
