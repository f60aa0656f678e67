import PlayerTrace

/// Addresses of sources, in a form that may be shown to others.
public enum SourceAddress {
  /// `source` with `***` in place of a name and a password: `https://***@example.org/a.m3u8`. Paths, and addresses
  /// without either, stay as they are. A query stays, too: only the app knows whether it contains secrets.
  public static func withoutPassword(_ source: String) -> String {
    // The address is the content: of playlists it is mostly a key.
    if source.lowercased().hasPrefix("data:") { return "data:***" }
    guard let mark = source.range(of: "://"), isScheme(source[..<mark.lowerBound]) else { return source }
    let rest = source[mark.upperBound...]
    var authority = rest.prefix { !"/?#".contains($0) }
    // A password with an unescaped slash: what comes before the slash is not a port.
    if !authority.contains("@"), let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]"),
      !authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
    {
      authority = rest
    }
    guard let end = authority.lastIndex(of: "@") else { return source }
    return source[..<mark.upperBound] + "***" + rest[end...]
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension TraceDefinition {
  /// The same with ``SourceAddress/withoutPassword(_:)``: what is written down needs no password to be replayed.
  var withoutPassword: TraceDefinition {
    switch self {
    case .item(let item, let source): .item(item, source: SourceAddress.withoutPassword(source))
    case .text(let number, let text): .text(number, SourceAddress.withoutPassword(text))
    }
  }
}
