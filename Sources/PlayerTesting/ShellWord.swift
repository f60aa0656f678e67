/// Shell quoting for commands that are printed to be copied.
public enum ShellWord {
  /// The text as one word of a POSIX shell, unquoted where possible: a copied command keeps its meaning with any
  /// spaces, quotes and other characters. Invisible characters are written as bash, zsh and ksh read them (`$'\\t'`).
  public static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain), text.first != "-" { return text }
    if text.unicodeScalars.contains(where: isInvisible) { return "$'\(text.utf8.map(escaped).joined())'" }
    // Keeps a file name from being read as an option.
    let word = text.first == "-" ? "./\(text)" : text
    if word.utf8.allSatisfy(isPlain), !word.isEmpty { return word }
    return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: " ") || isPlain(byte) { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
