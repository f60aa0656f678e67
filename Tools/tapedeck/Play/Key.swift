/// A key of a terminal, or what its mouse did.
enum Key: Hashable, Sendable {
  case character(Character)
  case left, right, up, down, shiftLeft, shiftRight
  case home, end, pageUp, pageDown, backspace, delete, enter, tab, escape
  case mouse(MouseEvent)
}

/// What a mouse did, and where: columns and rows count from 0.
struct MouseEvent: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case press, wheelUp, wheelDown }

  var kind: Kind
  var column: Int
  var row: Int
}

extension Key {
  /// The names of non-character keys in key files; the signs are for the screen.
  private static let names: [(key: Key, name: String, sign: String)] = [
    (.character(" "), "space", "space"), (.character("#"), "hash", "#"), (.left, "left", "←"), (.right, "right", "→"),
    (.up, "up", "↑"), (.down, "down", "↓"), (.shiftLeft, "shift+left", "⇧←"), (.shiftRight, "shift+right", "⇧→"),
    (.home, "home", "Home"), (.end, "end", "End"), (.pageUp, "pageup", "PgUp"), (.pageDown, "pagedown", "PgDn"),
    (.backspace, "backspace", "backspace"), (.delete, "delete", "Del"), (.enter, "enter", "enter"),
    (.tab, "tab", "tab"), (.escape, "escape", "Esc"),
  ]

  static var allNames: [String] { names.map(\.name) }

  /// Reads `space`, `shift+left`, or a character.
  init?(named name: some StringProtocol) {
    if let known = Self.names.first(where: { $0.name == name.lowercased() }) {
      self = known.key
    } else if name.count == 1, let character = name.first, Printable.width(character) > 0, !character.isWhitespace {
      self = .character(character)
    } else {
      return nil
    }
  }

  /// The name in key files.
  var name: String {
    if let known = Self.names.first(where: { $0.key == self }) { return known.name }
    guard case .character(let character) = self else { return "mouse" }
    return String(character)
  }

  /// The label on a keyboard.
  var sign: String { Self.names.first { $0.key == self }?.sign ?? name }
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
    // A mouse event in the old form, which was not requested: three bytes follow that would look like keys.
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
    default: sequence.hasPrefix("<") ? mouse(sequence.dropFirst()) : nil
    }
  }

  /// `button;column;row` and `M` for a press: the form that mode 1006 requests.
  private static func mouse(_ sequence: Substring) -> Key? {
    let numbers = sequence.dropLast().split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard sequence.last == "M", numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], 1...65_535 ~= column, 1...65_535 ~= row
    else { return nil }
    // Shift, Alt and Ctrl are ignored.
    let kind: MouseEvent.Kind
    switch button & ~0b1_1100 {
    case 0: kind = .press
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    default: return nil
    }
    return .mouse(MouseEvent(kind: kind, column: column - 1, row: row - 1))
  }
}

private let escape: UInt8 = 0x1B
