import PlayerCore
import PlayerTrace

/// The meanings of a trace's numbers, as far as its definitions were read.
struct TraceNames {
  private(set) var items: [UInt32: String] = [:]
  private(set) var texts: [UInt32: String] = [:]
  /// The number of records read to find these numbers.
  private(set) var recordCount: Int64 = 0

  init() {}

  /// Every definition of a trace, from a separate reading, until there are enough; none for standard input, which can
  /// be read only once.
  init(in trace: String, until isEnough: (TraceNames) -> Bool = { _ in false }) throws(TraceError) {
    guard trace != "-" else {
      self.init()
      return
    }
    try self.init(all: TraceReader(path: trace), until: isEnough)
  }

  /// Every definition that a reader returns, until there are enough.
  init(all reader: TraceReader, until isEnough: (TraceNames) -> Bool = { _ in false }) {
    var reader = reader
    do {
      while !isEnough(self), let record = try reader.next() {
        if case .definition(let definition) = record { take(definition) }
      }
    } catch { return }
  }

  /// The meanings of these numbers, which are used at or before `step`. A definition precedes the first use of its
  /// number. So the search alternates between the beginning, up to that use, and the records before the step, each time
  /// twice as far. Near either of them a definition is found quickly, however long the trace is.
  init(in trace: String, of item: ItemID, _ text: TextID, upTo step: Int64) throws(TraceError) {
    guard trace != "-" else { return }
    var reader = try TraceReader(path: trace)
    var uses: NumberUses? = NumberUses()
    var count = Self.shortest
    do {
      while !has(item, text), try read(&reader, count, of: item, text, &uses) {
        if reader.form == .binary, count < step, !has(item, text) {
          var near = try TraceReader(path: trace)
          try near.skip(toStep: step - count)
          // The block that contains the step begins some thousand records before it.
          var anyUses: NumberUses?
          _ = try read(&near, 4 * count, of: item, text, &anyUses)
        }
        count *= 2
      }
    } catch { return }
  }

  /// The length of the first attempt.
  private static let shortest: Int64 = 4_096

  /// Takes the definitions among this many records. False if no records follow, or once these numbers were used, which
  /// ends the search. Without `uses`, their use does not matter.
  private mutating func read(
    _ reader: inout TraceReader, _ count: Int64, of item: ItemID, _ text: TextID, _ uses: inout NumberUses?
  ) throws(TraceError) -> Bool {
    for _ in 0..<count {
      guard let record = try reader.next() else { return false }
      recordCount += 1
      switch record {
      case .definition(let definition): take(definition)
      case .step(let step):
        uses?.note(RecordedStep(step), item, text)
        if let uses, uses.item || has(item, .none), uses.text || has(.none, text) { return false }
      case .foreignStep(let step): uses?.note(step.recorded, item, text)
      case .checkpoint, .mark, .end: break
      }
    }
    return true
  }

  /// True if the meanings of these numbers are known, which is always the case for `none`.
  func has(_ item: ItemID, _ text: TextID) -> Bool {
    (item.isNone || items[item.rawValue] != nil) && (text.isNone || texts[text.rawValue] != nil)
  }

  mutating func take(_ definition: TraceDefinition) {
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
    SourceTitle.of(source)
  }
}

/// Whether a message has used the numbers of an item and of a text.
private struct NumberUses {
  private(set) var item = false
  private(set) var text = false

  mutating func note(_ step: RecordedStep, _ item: ItemID, _ text: TextID) {
    note(step.input, item, text)
    for output in step.outputs { note(output, item, text) }
  }

  private mutating func note(_ message: TraceMessage, _ item: ItemID, _ text: TextID) {
    message.eachNumber { type, value in
      if type == "item", value == Int64(item.rawValue) { self.item = true }
      if type == "text", value == Int64(text.rawValue) { self.text = true }
    }
  }
}
