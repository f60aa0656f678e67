import PlayerCore
import PlayerText
import PlayerTrace
import Backports

/// Maps the core's numbers to what they identify: sources of items, and texts. Shared by the host, its engine and its
/// recorder; numbers are assigned in the order in which things are first named, and never change.
public final class IdentifierTable: Sendable {
  private struct Contents {
    var items: [String] = []
    var texts: [String] = []
    var itemNumbers: [ExactText: UInt32] = [:]
    var textNumbers: [ExactText: UInt32] = [:]
    var definitions: [TraceDefinition] = []
  }

  private let contents = Lock(Contents())

  /// The longest text that is kept whole, in bytes of UTF-8. Some media carries whole books in its tags, which would
  /// end up in traces.
  public static let textLimit = 16_384

  /// An empty library.
  public init() {}

  /// The item with this source; the same source is the same item.
  public func item(for source: String) -> ItemID {
    contents.withLock { contents in
      if let number = contents.itemNumbers[ExactText(source)] { return ItemID(number) }
      contents.items.append(source)
      let item = ItemID(UInt32(contents.items.count))
      contents.itemNumbers[ExactText(source)] = item.rawValue
      contents.definitions.append(.item(item, source: source))
      return item
    }
  }

  /// The source of an item; `nil` for one without a name.
  public func source(of item: ItemID) -> String? {
    contents.withLock { contents in
      item.isNone || item.rawValue > contents.items.count ? nil : contents.items[Int(item.rawValue) - 1]
    }
  }

  /// The number of a text; `TextID.none` for an empty one. Beyond ``textLimit`` a text is cut, and ends in an ellipsis.
  public func text(_ text: String) -> TextID {
    if text.isEmpty { return .none }
    let text = Self.cut(text)
    return contents.withLock { contents in
      if let number = contents.textNumbers[ExactText(text)] { return TextID(number) }
      contents.texts.append(text)
      let number = TextID(UInt32(contents.texts.count))
      contents.textNumbers[ExactText(text)] = number.rawValue
      contents.definitions.append(.text(number, text))
      return number
    }
  }

  /// The text with a number; empty for none and for one without a name.
  public func text(of number: TextID) -> String {
    contents.withLock { contents in
      number.isNone || number.rawValue > contents.texts.count ? "" : contents.texts[Int(number.rawValue) - 1]
    }
  }

  /// Everything that was named since the first `count` definitions.
  public func definitions(after count: Int) -> [TraceDefinition] {
    contents.withLock { contents in
      count < contents.definitions.count ? Array(contents.definitions[max(0, count)...]) : []
    }
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    // A scalar has at most four bytes: one of these lengths ends between two scalars.
    for length in (textLimit - 3...textLimit).reversed() {
      if let start = String(text.utf8.prefix(length)) { return start + "…" }
    }
    return ""
  }
}
