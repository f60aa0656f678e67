/// An address without its words: each part becomes a number, which shows which parts of two addresses are the same.
/// `https://user-1@host-1.invalid/path-1.m3u8?query-1#fragment-1`; a file here is `path-1.mp4`, or `/path-1.mp4`.
///
/// The scheme and the extension of the name are kept if they are among ``PublicWords``. Such an address leads nowhere:
/// the domain `invalid` is reserved for that purpose.
enum RedactedAddress {
  typealias Bytes = ArraySlice<UInt8>

  static func of(_ address: String, _ numbers: inout WordNumbers) -> String {
    let bytes = Array(address.utf8)[...]
    guard !bytes.isEmpty else { return "" }
    guard let (scheme, rest) = scheme(of: bytes) else { return file(bytes, &numbers) }
    let isKnown = PublicWords.isScheme(scheme)
    let isHierarchical = rest.starts(with: [slash, slash])
    // Files such as `Talk: one.mp3` and `C:\one.mp3`.
    guard isHierarchical || isKnown else { return file(bytes, &numbers) }
    let name = isKnown ? scheme : "scheme-\(numbers.number(of: scheme.utf8, as: .scheme))"
    if scheme == "file", !isHierarchical { return "file://" + path(rest, &numbers) }
    guard isHierarchical, !PublicWords.hasContent(scheme) else {
      return rest.isEmpty ? name + ":" : "\(name):content-\(numbers.number(of: rest, as: .content))"
    }
    return "\(name)://" + parts(rest.dropFirst(2), &numbers)
  }

  /// What follows the two slashes.
  private static func parts(_ bytes: Bytes, _ numbers: inout WordNumbers) -> String {
    let authority = bytes.prefix { ![slash, question, hash].contains($0) }
    var rest = bytes[authority.endIndex...]
    var result = ""
    var host = authority
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      result += "user-\(numbers.number(of: authority[..<at], as: .user))@"
      host = authority[authority.index(after: at)...]
    }
    if !host.isEmpty { result += "host-\(numbers.number(of: host, as: .host)).invalid" }
    let place = rest.prefix { $0 != question && $0 != hash }
    result += path(place, &numbers)
    rest = rest[place.endIndex...]
    if rest.first == question {
      let query = rest.dropFirst().prefix { $0 != hash }
      result += query.isEmpty ? "?" : "?query-\(numbers.number(of: query, as: .query))"
      rest = rest[query.endIndex...]
    }
    guard let fragment = rest.first.map({ _ in rest.dropFirst() }) else { return result }
    return result + (fragment.isEmpty ? "#" : "#fragment-\(numbers.number(of: fragment, as: .fragment))")
  }

  /// The path of an address, which is empty or absolute.
  private static func path(_ bytes: Bytes, _ numbers: inout WordNumbers) -> String {
    guard bytes.contains(where: { $0 != slash }) else { return bytes.isEmpty ? "" : "/" }
    return "/path-\(numbers.number(of: bytes, as: .path))\(ending(of: bytes))"
  }

  /// A file on this machine, by its path.
  private static func file(_ bytes: Bytes, _ numbers: inout WordNumbers) -> String {
    let isDrive =
      bytes.count > 2 && bytes[bytes.startIndex + 1] == colon
      && [slash, backslash].contains(bytes[bytes.startIndex + 2])
    let isAbsolute = [slash, backslash, UInt8(ascii: "~")].contains(bytes[bytes.startIndex]) || isDrive
    return "\(isAbsolute ? "/" : "")path-\(numbers.number(of: bytes, as: .path))\(ending(of: bytes))"
  }

  /// `.mp4`, or nothing if the extension may be a part of the name.
  private static func ending(of path: Bytes) -> String {
    let name = path.reversed().prefix { $0 != slash && $0 != backslash }
    let letters = name.prefix { $0 != dot }
    guard letters.count < name.count, (1...8).contains(letters.count) else { return "" }
    let ending = lowercased(letters.reversed()[...])
    return PublicWords.isExtension(ending) ? "." + ending : ""
  }

  /// A scheme in lower case, and the bytes after its colon.
  private static func scheme(of bytes: Bytes) -> (String, Bytes)? {
    guard let end = bytes.prefix(65).firstIndex(of: colon), end > bytes.startIndex else { return nil }
    let scheme = bytes[..<end]
    guard isLetter(scheme[scheme.startIndex]) else { return nil }
    let isScheme = scheme.allSatisfy {
      isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), dot].contains($0)
    }
    return isScheme ? (lowercased(scheme), bytes[bytes.index(after: end)...]) : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

  private static func lowercased(_ bytes: Bytes) -> String {
    String(decoding: bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }
  private static var backslash: UInt8 { UInt8(ascii: "\\") }
  private static var question: UInt8 { UInt8(ascii: "?") }
  private static var hash: UInt8 { UInt8(ascii: "#") }
  private static var colon: UInt8 { UInt8(ascii: ":") }
  private static var dot: UInt8 { UInt8(ascii: ".") }
}
