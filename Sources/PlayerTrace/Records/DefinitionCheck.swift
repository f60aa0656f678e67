import PlayerCore
import PlayerText

/// Checks that a number has one meaning throughout a trace.
struct DefinitionCheck {
  /// The definitions by kind and number, as hashes: a million of them take the memory of a few texts.
  private var seen: [UInt64: Int] = [:]
  /// Further definitions are not compared, so that no file can exhaust the memory.
  private static let limit = 1 << 20

  /// Throws if the number has another definition already.
  mutating func take(_ definition: TraceDefinition) throws(Flaw) {
    let (kind, number, words) =
      switch definition {
      case .item(let item, let source): ("item", item.rawValue, source)
      case .text(let text, let words): ("text", text.rawValue, words)
      }
    let hash = ExactText(words).hashValue
    let key = UInt64(number) << 1 | (kind == "item" ? 1 : 0)
    guard let before = seen[key] else {
      if seen.count < Self.limit { seen[key] = hash }
      return
    }
    guard before == hash else {
      throw Flaw(
        field: kind, expected: "\(kind) \(number) as it was defined before",
        found: "\"\(Excerpt.of(words, limit: 80))\"")
    }
  }
}
