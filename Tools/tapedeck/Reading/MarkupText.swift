/// Escapes text for HTML and XML, in content and in attributes with double quotes.
enum MarkupText {
  /// For a page: characters that an HTML parser would change are escaped, except zeros, which no page can contain.
  static func html(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\0": "\u{FFFD}"
      case "\r": "&#13;"
      default: nil
      }
    }
  }

  /// For XML, which has no control characters: they become spaces; line ends stay.
  static func xml(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\n": nil
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": " "
      default: nil
      }
    }
  }

  private static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
