/// What is written to a terminal, whatever it holds: titles, addresses and traces come from elsewhere, and must not move
/// the cursor, clear the screen or answer as if typed.
package enum TerminalText {
  /// Control characters become escapes of JSON, `\u001b`, which leaves a line of JSON what it is. Line breaks, tabs and
  /// the sequences that set colours stay.
  package static func harmless(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.indices.contains(where: { isControl(bytes, $0) }) else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let length = colour(bytes, index)
      if length > 0 {
        result += bytes[index..<index + length]
        index += length
      } else if isControl(bytes, index) {
        // Those from U+0080 on have two bytes.
        let isLong = bytes[index] == 0xC2
        result += "\\u\(padded(bytes[isLong ? index + 1 : index], 4, radix: 16))".utf8
        index += isLong ? 2 : 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The same for a text.
  package static func harmless(_ text: String) -> String { String(decoding: harmless(Array(text.utf8)), as: UTF8.self) }

  private static func isControl(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F: true
    case 0xC2: index + 1 < bytes.count && (0x80..<0xA0).contains(bytes[index + 1])
    default: false
    }
  }

  /// How many bytes a sequence for colours has that begins here; 0 without one.
  private static func colour(_ bytes: [UInt8], _ start: Int) -> Int {
    guard bytes[start] == 0x1B, start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { return 0 }
    var index = start + 2
    while index < bytes.count, bytes[index] == UInt8(ascii: ";") || (0x30...0x39).contains(bytes[index]) { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "m") ? index + 1 - start : 0
  }
}
