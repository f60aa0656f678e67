/// A key of a terminal.
enum Key: Hashable, Sendable {
  case character(Character)
  case left, right, up, down, shiftLeft, shiftRight
  case home, end, backspace, escape
}

/// Makes keys of the bytes that a terminal sends. A sequence may come in pieces.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// True when bytes wait for more: an escape key or the beginning of a sequence.
  var isPending: Bool { !pending.isEmpty }

  mutating func decode(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = Self.first(of: pending) {
      if let key { keys.append(key) }
      pending.removeFirst(length)
    }
    return keys
  }

  /// Nothing more comes: what waits is taken as it is.
  mutating func flush() -> [Key] {
    let isEscape = pending == [escape]
    pending = []
    return isEscape ? [.escape] : []
  }

  /// The first key and how many bytes it takes; a nil key for a sequence without meaning here; nil when more is needed.
  private static func first(of bytes: [UInt8]) -> (Key?, Int)? {
    guard let byte = bytes.first else { return nil }
    if byte == escape { return sequence(bytes) }
    if byte == 0x7F || byte == 0x08 { return (.backspace, 1) }
    if byte < 0x20 { return (nil, 1) }
    let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    guard bytes.count >= length else { return nil }
    return (String(decoding: bytes.prefix(length), as: UTF8.self).first.map(Key.character), length)
  }

  /// `ESC [ parameters final` or `ESC O final`.
  private static func sequence(_ bytes: [UInt8]) -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return (.escape, 1) }
    guard let end = bytes.indices.dropFirst(2).first(where: { 0x40...0x7E ~= bytes[$0] }) else {
      return bytes.count > 16 ? (nil, bytes.count) : nil
    }
    return (key(String(decoding: bytes[2...end], as: UTF8.self)), end + 1)
  }

  private static func key(_ sequence: String) -> Key? {
    switch sequence {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "1;2C": .shiftRight
    case "1;2D": .shiftLeft
    case "H", "1~", "7~": .home
    case "F", "4~", "8~": .end
    default: nil
    }
  }
}

private let escape: UInt8 = 0x1B
