import PlayerCore
import PlayerText

/// Checks that a number has one meaning throughout a trace.
struct DefinitionCheck {
  /// What was defined, by kind and number, as hashes: a million of them take the memory of a few texts.
  private var seen: [UInt64: Int] = [:]
  /// Of more definitions than this the rest is not compared, so that no file can take all memory.
  private static let limit = 1 << 20

  /// Throws when the number was defined before, and as something else.
  mutating func take(_ definition: TraceDefinition) throws(Flaw) {
    let (kind, number, words) =
      switch definition {
      case .item(let item, let source): ("item", item.rawValue, source)
      case .text(let text, let words): ("text", text.rawValue, words)
      }
    let key = UInt64(number) << 1 | (kind == "item" ? 1 : 0)
    guard let before = seen[key] else {
      if seen.count < Self.limit { seen[key] = words.hashValue }
      return
    }
    guard before == words.hashValue else {
      throw Flaw(
        field: kind, expected: "\(kind) \(number) as it was defined before",
        found: "\"\(Excerpt.of(words, limit: 80))\"")
    }
  }
}
