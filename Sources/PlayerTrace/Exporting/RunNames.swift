import PlayerCore

/// The meanings of the numbers in a run's messages.
struct RunNames {
  private var sources: [UInt32: String] = [:]
  private let texts: [UInt32: String]

  init(_ facts: RunFacts) {
    for (item, source) in facts.items { sources[item] = source }
    texts = facts.texts
  }

  func source(_ item: ItemID) -> String { sources[item.rawValue] ?? "item \(item.rawValue)" }
  func text(_ text: TextID) -> String { text.isNone ? "" : texts[text.rawValue] ?? "text \(text.rawValue)" }

  /// The fields of a message that have a value.
  func details(_ message: WireMessage, _ schema: MessageSchema?) -> [TrackDetail] {
    var details: [TrackDetail] = []
    details.reserveCapacity((schema?.fields.count ?? 0) + 1)
    for (place, field) in (schema?.fields ?? []).enumerated() {
      guard let value = value(message[place], field) else { continue }
      details.append(TrackDetail(field.name, value))
    }
    return details
  }

  private func value(_ value: Int64, _ field: MessageSchema.Field) -> TrackDetail.Value? {
    if let number = UInt32(exactly: value), field.typeName == "text" || field.typeName == "item" {
      if number == 0 { return nil }
      return .text(field.typeName == "text" ? text(TextID(number)) : source(ItemID(number)))
    }
    switch field.type {
    case .integer: return .integer(value)
    case .boolean: return .flag(value != 0)
    case .mediaTime: return value == .min ? nil : .integer(value)
    case .span: return value == .max ? nil : .integer(value)
    case .supply: return SupplyText.name(value).map { .text($0) } ?? .integer(value)
    case .code: return UInt16(exactly: value).flatMap(TraceVocabulary.current.input).map { .text($0.name) }
    case .enumeration(let place):
      return TraceVocabulary.current.enumerations[place].name(value).map { .text($0) } ?? .integer(value)
    }
  }
}

/// The human-readable name of a source.
package enum SourceTitle {
  /// `episode.m4a` for `/media/episode.m4a` and `http://host/episode.m4a?key=1`.
  package static func of(_ source: String) -> String {
    let path = source.utf8.holds("://") ? beforeQuery(source) : source.utf8[...]
    let name = path.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    return name.isEmpty ? source : name
  }

  /// An address without possible secrets: no query, no fragment, no user; `nil` for anything that is not an address.
  static func address(_ source: String) -> String? {
    guard source.utf8.holds("://") else { return nil }
    let whole = beforeQuery(source)
    let parts = whole.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, let host = parts[2].split(separator: UInt8(ascii: "@")).last else {
      return String(Substring(whole))
    }
    return "\(Substring(parts[0]))//\(Substring(host))" + (parts.count > 3 ? "/\(Substring(parts[3]))" : "")
  }

  private static func beforeQuery(_ source: String) -> Substring.UTF8View {
    source.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
  }
}

extension SourceTitle {
  /// An address in the characters that are valid in a URI: all other bytes become `%` and two digits.
  static func uri(_ address: String) -> String {
    var uri = ""
    for byte in address.utf8 {
      switch byte {
      case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E:
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri
  }
}

extension String.UTF8View {
  /// Whether the text contains this one. Embedded Swift can search only for characters.
  func holds(_ text: String) -> Bool {
    let text = Array(text.utf8)
    var start = startIndex
    while start != endIndex {
      if self[start...].starts(with: text) { return true }
      start = index(after: start)
    }
    return text.isEmpty
  }
}
