import PlayerCore

// Texts are never guessed: a quoted value is a text; without quotes, a whole number is the number of a text, `none` is
// no text, and YAML's null (`~`, `null`) is refused.

extension ScenarioReader {
  static let textExpectation = "a text (in quotes when it is a number, 'none' or 'null')"
  static let textLimits = "at most 10,000 texts, each of at most 4,096 bytes"

  /// A text: a new one, one that was used before, or one by its number in `texts`.
  mutating func text(_ node: ScenarioNode, _ field: String) -> TextID? {
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      wrong(node, field, Self.textExpectation)
      return nil
    }
    if scalar.isNone { return TextID.none }
    if scalar.isQuoted { return text(named: scalar.string, node, field) }
    guard let number = ScenarioNumber.integer(scalar.string) else {
      return text(named: scalar.string, node, field)
    }
    guard number == 0 || (number > 0 && number <= scenario.texts.count) else {
      wrong(
        node, field, Self.textExpectation,
        "There is no text \(number) in 'texts'; a text that is a number needs quotes")
      return nil
    }
    return TextID(UInt32(number))
  }

  private mutating func text(named words: String, _ node: ScenarioNode, _ field: String) -> TextID? {
    let text = text(words)
    if text == nil { wrong(node, field, Self.textLimits) }
    return text
  }

  /// A text in a message: as ``text(_:_:)``, but recorded sessions have texts whose words are unknown.
  mutating func messageText(_ node: ScenarioNode, _ field: String) -> Int64? {
    if case .scalar(let scalar) = node.content, !scalar.isQuoted, let number = ScenarioNumber.integer(scalar.string) {
      return number
    }
    if case .scalar(let scalar) = node.content, scalar.form == .null { return 0 }
    return text(node, field).map { Int64($0.rawValue) }
  }

  /// A language. In quotes it may be anything, for media call their languages what they like.
  mutating func language(_ node: ScenarioNode, _ field: String) -> TextID? {
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      wrong(node, field, Language.expectation)
      return nil
    }
    let isNumber = ScenarioNumber.integer(scalar.string) != nil
    if scalar.isQuoted || scalar.isNone || isNumber { return text(node, field) }
    guard Language.isTag(scalar.string) else {
      wrong(node, field, Language.expectation, Language.advice(for: scalar.string))
      return nil
    }
    return text(node, field)
  }
}

/// Language tags as far as their shape goes (BCP 47): `de`, `de-CH`, `zh-Hant-TW`, `x-dolphin`.
enum Language {
  static let expectation = "a language tag such as de or de-CH"

  /// What other readers of YAML take for a flag is a language only in quotes.
  private static let flags = ["yes", "no", "on", "off", "true", "false"]

  static func isTag(_ word: String) -> Bool { hasShape(word) && !flags.contains(word.lowercased()) }

  static func hasShape(_ word: String) -> Bool {
    let parts = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, word.utf8.count <= 64 else { return false }
    let isLetters = first.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    let isPrivate = ["x", "i"].contains(word.prefix(1).lowercased()) && first.count == 1 && parts.count > 1
    guard isLetters, (2...3).contains(first.count) || isPrivate else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count)
        && part.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
  }

  static func advice(for word: String) -> String {
    flags.contains(word.lowercased())
      ? "The language '\(word)' needs quotes; no track is 'none'" : "Other words need quotes"
  }
}

/// Texts as they are written, so that they are read as what they are.
enum QuotedText {
  /// What a reader, of scenarios or of YAML, takes for something else.
  private static let reserved: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "none", "never", "unknown", "automatic", "nothing", "y", "n",
  ]

  /// In quotes unless it cannot be taken for anything else.
  static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// A language, which only in quotes may have another shape than a language tag.
  static func language(_ text: String) -> String { Language.isTag(text) ? text : quoted(text) }

  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first.isASCII, first.properties.isAlphabetic, scalars.last != " " else {
      return false
    }
    return !reserved.contains(text.lowercased())
      && scalars.allSatisfy { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
          || " ._/+%".unicodeScalars.contains(scalar)
      }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where !isPrintable(scalar): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether YAML allows it as it is, and it is visible.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0xA0, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFFE...0xFFFF: false
    default: scalar.properties.generalCategory != .unassigned || scalar.value < 0x10000
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let width = scalar.value > 0xFFFF ? 8 : scalar.value > 0xFF ? 4 : 2
    let mark = width == 8 ? "U" : width == 4 ? "u" : "x"
    return "\\\(mark)\(String(repeating: "0", count: width - digits.count))\(digits)"
  }
}
