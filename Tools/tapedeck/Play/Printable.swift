/// Text from external sources, made safe for a terminal.
enum Printable {
  /// The text on one line, without control characters: a title must not move the cursor.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result += " "
      // Directional marks and other invisible characters.
      case .format, .surrogate, .privateUse, .unassigned: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The width of a character in columns: 0, 1 or 2.
  static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(scalar) || character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }

  static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The beginning of the text that fits into `columns`, with an ellipsis if it is cut.
  static func fitted(_ text: String, _ columns: Int, ellipsis: String = "…") -> String {
    if width(text) <= columns { return text }
    let room = columns - width(ellipsis)
    guard room > 0 else { return String(repeating: " ", count: max(0, columns)) }
    var result = ""
    var used = 0
    for character in text {
      used += width(character)
      if used > room { break }
      result.append(character)
    }
    return result + ellipsis
  }

  /// The blocks of wide characters that Unicode's East Asian Width calls W or F, and pictures.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
