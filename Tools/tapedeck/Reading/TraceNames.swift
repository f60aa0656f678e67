import PlayerCore
import PlayerTrace

/// What the numbers of a trace stand for, as far as its definitions were read.
struct TraceNames {
  private(set) var items: [UInt32: String] = [:]
  private(set) var texts: [UInt32: String] = [:]

  init() {}

  /// Every definition of a trace, from a reading of its own, until there are enough; none for standard input, which can be
  /// read only once.
  init(in trace: String, until isEnough: (TraceNames) -> Bool = { _ in false }) throws(TraceError) {
    guard trace != "-" else { return }
    var reader = try TraceReader(path: trace)
    do {
      while !isEnough(self), let record = try reader.next() {
        if case .definition(let definition) = record { take(definition) }
      }
    } catch { return }
  }

  /// What these numbers stand for. A definition comes before the first use of its number: no further does this read.
  init(in trace: String, of item: ItemID, _ text: TextID) throws(TraceError) {
    guard trace != "-" else { return }
    var reader = try TraceReader(path: trace)
    var uses = NumberUses()
    do {
      while !has(item, text), let record = try reader.next() {
        switch record {
        case .definition(let definition): take(definition)
        case .step(let step):
          uses.note(step, item, text)
          if uses.item || items[item.rawValue] != nil || item.isNone,
            uses.text || texts[text.rawValue] != nil || text.isNone
          {
            return
          }
        case .checkpoint, .mark, .end: break
        }
      }
    } catch { return }
  }

  /// True when what these numbers stand for is known; that is so for those of nothing.
  func has(_ item: ItemID, _ text: TextID) -> Bool {
    (item.isNone || items[item.rawValue] != nil) && (text.isNone || texts[text.rawValue] != nil)
  }

  mutating func take(_ definition: Definition) {
    switch definition {
    case .item(let item, let source): items[item.rawValue] = source
    case .text(let number, let text): texts[number.rawValue] = text
    }
  }

  /// The source of an item.
  func source(_ item: ItemID) -> String {
    if item.isNone { return "nothing" }
    return items[item.rawValue].map { Printable.text($0) } ?? "item \(item.rawValue)"
  }

  /// The last part of the source of an item: a file's name.
  func title(_ item: ItemID) -> String { Self.title(of: source(item)) }

  func text(_ text: TextID) -> String {
    if text.isNone { return "" }
    return texts[text.rawValue].map { Printable.text($0) } ?? "text \(text.rawValue)"
  }

  /// `episode.m4a` for `/media/episode.m4a` and `http://host/episode.m4a?key=1`.
  static func title(of source: String) -> String {
    let path = source.contains("://") ? source.prefix { $0 != "?" && $0 != "#" } : source[...]
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty ? source : name
  }
}

/// Whether numbers of an item and of a text were used by a message.
private struct NumberUses {
  private(set) var item = false
  private(set) var text = false

  mutating func note(_ step: TraceStep, _ item: ItemID, _ text: TextID) {
    note(step.input.message, MessageTable.shared.inputs, item, text)
    for output in step.outputs { note(output.message, MessageTable.shared.outputs, item, text) }
  }

  private mutating func note(_ message: Message, _ table: [MessageTable.Entry?], _ item: ItemID, _ text: TextID) {
    guard let entry = table[Int(message.code)] else { return }
    for (index, field) in entry.fields.enumerated() {
      if field.type == "item", message[index] == Int64(item.rawValue) { self.item = true }
      if field.type == "text", message[index] == Int64(text.rawValue) { self.text = true }
    }
  }
}
