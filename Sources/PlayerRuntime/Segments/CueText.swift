/// The text of a WebVTT cue without tags and with its character references resolved.
enum CueText {
  static func plain(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == less || $0 == ampersand }) else { return text }
    var result: [UInt8] = []
    var index = 0
    // A '<' after the last '>' begins no tag.
    let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0
    while index < bytes.count {
      if bytes[index] == less, index < lastEnd {
        while bytes[index] != UInt8(ascii: ">") { index += 1 }
        index += 1
      } else if bytes[index] == ampersand, let (scalar, length) = reference(bytes[index...].prefix(10)) {
        result += scalar.utf8
        index += length
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let less = UInt8(ascii: "<")
  private static let ampersand = UInt8(ascii: "&")

  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"",
    "apos": "'",
  ]

  /// `&amp;` and the like, and its length in bytes.
  private static func reference(_ bytes: ArraySlice<UInt8>) -> (String, length: Int)? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[..<end].dropFirst(), as: UTF8.self)
    let length = end - bytes.startIndex + 1
    if let text = names[name] { return (text, length) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(UnicodeScalar.init).map { (String(Character($0)), length) }
  }
}
