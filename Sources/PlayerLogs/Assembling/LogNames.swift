import PlayerCore
import PlayerText
import PlayerTrace

/// Numbers for the texts, sources and renditions of a log, limited so that a log of any length needs bounded memory.
struct LogNames {
  /// Further texts share one number.
  static let limit = 10_000
  /// The length at which texts are cut.
  private static let length = 400

  private var texts: [ExactText: UInt32] = [:]
  private var items: UInt32 = 0
  private var tracks: [ExactText: Int32] = [:]
  /// The definitions to write before the next step.
  private var definitions: [TraceDefinition] = []

  mutating func text(_ words: String) -> TextID {
    let words = Self.shortened(words)
    guard !words.isEmpty else { return .none }
    if let known = texts[ExactText(words)] { return TextID(known) }
    let number = UInt32(min(texts.count, Self.limit)) + 1
    if texts.count <= Self.limit {
      let isLast = texts.count == Self.limit
      texts[ExactText(words)] = number
      definitions.append(.text(TextID(number), isLast ? "(a text beyond the first \(Self.limit))" : words))
    }
    return TextID(number)
  }

  mutating func item(_ source: String) -> ItemID {
    items &+= 1
    let source = Self.shortened(source)
    if items <= Self.limit {
      definitions.append(.item(ItemID(items), source: source.isEmpty ? "(not in the log)" : source))
    }
    return ItemID(items)
  }

  /// The rendition of this name, and whether it is new.
  mutating func track(_ kind: TrackKind, _ name: String) -> (TrackID, isNew: Bool) {
    let key = ExactText("\(kind) \(name)")
    if let known = tracks[key] { return (TrackID(known), false) }
    let number = Int32(min(tracks.count, Self.limit))
    guard tracks.count < Self.limit else { return (TrackID(number), false) }
    tracks[key] = number
    return (TrackID(number), true)
  }

  mutating func takeDefinitions() -> [TraceDefinition] {
    defer { definitions.removeAll(keepingCapacity: true) }
    return definitions
  }

  static func shortened(_ words: String) -> String {
    words.utf8.count <= length ? words : String(words.unicodeScalars.prefix(length)) + "…"
  }
}
