/// A key of a terminal or of a window.
enum Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  case character(Character)
  case left, right, up, down, shiftLeft, shiftRight
  case home, end, pageUp, pageDown, backspace, delete, enter, tab, escape

  init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

  /// The name on a page, which has only ASCII.
  var name: String { label.name }

  /// The label on a keyboard.
  var sign: String { label.sign ?? label.name }

  private var label: (name: String, sign: String?) {
    switch self {
    case .character(" "): ("space", nil)
    case .character(let character): (String(character), nil)
    case .left: ("left", "←")
    case .right: ("right", "→")
    case .up: ("up", "↑")
    case .down: ("down", "↓")
    case .shiftLeft: ("shift+left", "⇧←")
    case .shiftRight: ("shift+right", "⇧→")
    case .pageUp: ("pageup", "PgUp")
    case .pageDown: ("pagedown", "PgDn")
    case .home: ("home", "Home")
    case .end: ("end", "End")
    case .backspace, .delete, .enter, .tab, .escape: ("\(self)", nil)
    }
  }
}

/// Decodes keys from the bytes that a terminal sends. A sequence may arrive in pieces.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// True when bytes may be incomplete: an escape key or the beginning of a sequence.
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

  /// No more bytes arrive: the pending ones are decoded as they are.
  mutating func flush() -> [Key] {
    let isEscape = pending == [escape]
    pending = []
    return isEscape ? [.escape] : []
  }

  /// The first key and its number of bytes; a nil key for a sequence without meaning here; nil if more bytes are
  /// needed.
  private static func first(of bytes: [UInt8]) -> (Key?, Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case escape: return sequence(bytes)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x09: return (.tab, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case ..<0x20: return (nil, 1)
    default: break
    }
    let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    guard bytes.count >= length else { return nil }
    return (String(decoding: bytes.prefix(length), as: UTF8.self).first.map(Key.character), length)
  }

  /// `ESC [ parameters final` or `ESC O final`.
  private static func sequence(_ bytes: [UInt8]) -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return (.escape, 1) }
    // A mouse event, if an earlier program left them enabled: three bytes follow that would look like keys.
    if bytes.count > 2, bytes[1] == UInt8(ascii: "["), bytes[2] == UInt8(ascii: "M") {
      return bytes.count < 6 ? nil : (nil, 6)
    }
    guard let end = bytes.indices.dropFirst(2).first(where: { 0x40...0x7E ~= bytes[$0] }) else {
      return bytes.count > 32 ? (nil, bytes.count) : nil
    }
    return (key(String(decoding: bytes[2...end], as: UTF8.self)), end + 1)
  }

  private static func key(_ sequence: String) -> Key? {
    switch sequence {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "M": .enter
    case "1;2C": .shiftRight
    case "1;2D": .shiftLeft
    case "H", "1~", "7~": .home
    case "F", "4~", "8~": .end
    case "3~": .delete
    case "5~": .pageUp
    case "6~": .pageDown
    default: nil
    }
  }
}

private let escape: UInt8 = 0x1B
