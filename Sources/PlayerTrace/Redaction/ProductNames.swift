import PlayerText

/// The words that name a product and its version in the description of an engine or a program: `FFmpeg 5.1.9`,
/// `Firefox/153.0`. The rest of a user agent names systems and devices, and the rest of free text may name anything.
enum ProductNames {
  /// The tool's name for hosts that specify none.
  private static var host: String { "TapeDeck host" }

  static func of(_ words: String) -> String {
    if words.isExactly(host) { return words }
    let tokens = tokens(of: words)
    var kept: [String] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if isProduct(token.text) {
        kept.append(token.text)
      } else if isName(token.text[...]), let next, next.gap == " ", isVersion(next.text[...]), !isAddress(next.text) {
        kept.append(token.text + " " + next.text)
        index += 1
      } else if index == 0, isName(token.text[...]), next.map({ $0.gap == " (" || isProduct($0.text) }) ?? true {
        kept.append(token.text)
      }
      index += 1
    }
    return kept.joined(separator: " ")
  }

  private struct Token {
    /// The part before it.
    var gap: String
    var text: String
  }

  private static func tokens(of words: String) -> [Token] {
    var tokens: [Token] = []
    var token = Token(gap: "", text: "")
    // No product name is longer than this.
    for scalar in words.unicodeScalars.prefix(1_024) {
      if " ();,\t\n".unicodeScalars.contains(scalar) {
        if !token.text.isEmpty {
          tokens.append(token)
          token = Token(gap: "", text: "")
        }
        token.gap.unicodeScalars.append(scalar)
      } else {
        token.text.unicodeScalars.append(scalar)
      }
    }
    if !token.text.isEmpty { tokens.append(token) }
    return tokens
  }

  /// `Firefox/153.0`.
  private static func isProduct(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && isName(parts[0]) && isVersion(parts[1])
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.count <= 40 && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "._-".utf8.contains($0) }
  }

  private static func isVersion(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isDigit(first) else { return false }
    return text.utf8.count <= 40 && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || ".+~_-".utf8.contains($0) }
  }

  /// `192.168.1.5` is more likely a machine than a version.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
