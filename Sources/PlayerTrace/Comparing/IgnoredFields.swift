import PlayerCore

/// Fields in which two traces may differ and still count as equal.
///
/// A pattern names a field of any message (`bytesRead`), of one (`buffered.bytesRead`), a whole message (`tick`), a
/// field of the state (`statistics.stallTime`) or `instant`, when a step happened. `*` matches any characters.
public struct IgnoredFields: Sendable {
  /// The vocabulary to whose numbers the masks refer.
  let vocabulary: TraceVocabulary
  private let patterns: [String]
  /// True when steps may happen at other times.
  public private(set) var instants = false
  /// By code: a bit for each field that is ignored.
  private var inputs = [UInt16](repeating: 0, count: Int(Vocabulary.codeLimit))
  private var outputs = [UInt16](repeating: 0, count: Int(Vocabulary.codeLimit))
  private var state: Set<String> = []

  /// A pattern that names nothing.
  public struct UnknownPattern: Error, Hashable, Sendable {
    /// As it was written.
    public var pattern: String
  }

  /// Nothing is ignored.
  public init() {
    vocabulary = .current
    patterns = []
  }

  /// Throws when one of the patterns matches nothing, neither in this build nor in one of the traces.
  public init(_ patterns: [String], in traces: [TraceReader] = []) throws(UnknownPattern) {
    self.init(patterns, .union([.current] + traces.map { $0.header.words }))
    for pattern in patterns {
      guard Self(pattern, vocabulary).ignoresSomething else { throw UnknownPattern(pattern: pattern) }
    }
  }

  private init(_ pattern: String, _ vocabulary: TraceVocabulary) { self.init([pattern], vocabulary) }

  private init(_ patterns: [String], _ vocabulary: TraceVocabulary) {
    self.vocabulary = vocabulary
    self.patterns = patterns
    for pattern in patterns { add(pattern) }
  }

  /// The same for messages in the numbers of another vocabulary.
  func numbered(by vocabulary: TraceVocabulary) -> Self {
    vocabulary === self.vocabulary ? self : Self(patterns, vocabulary)
  }

  private var ignoresSomething: Bool {
    instants || !state.isEmpty || inputs.contains { $0 != 0 } || outputs.contains { $0 != 0 }
  }

  private mutating func add(_ pattern: String) {
    if pattern == "instant" { instants = true }
    for schema in vocabulary.inputs.compactMap({ $0 }) { Self.add(pattern, schema, &inputs) }
    for schema in vocabulary.outputs.compactMap({ $0 }) { Self.add(pattern, schema, &outputs) }
    for field in vocabulary.state where Self.matches(pattern, field.name) { state.insert(field.name) }
  }

  /// The bit after the last field represents the whole message.
  private static let whole: UInt16 = 1 << 15

  private static func add(_ pattern: String, _ schema: MessageSchema, _ masks: inout [UInt16]) {
    var mask: UInt16 = matches(pattern, schema.name) || pattern == schema.name + ".*" ? whole : 0
    for (index, field) in schema.fields.enumerated()
    where matches(pattern, field.name) || matches(pattern, "\(schema.name).\(field.name)") {
      mask |= 1 << UInt16(index)
    }
    masks[Int(schema.code)] |= mask
  }

  func ignores(_ message: TraceMessage) -> Bool {
    (message.isInput ? inputs : outputs)[Int(message.code)] & Self.whole != 0
  }
  func ignores(stateField name: String) -> Bool { state.contains(name) }

  func ignores(_ field: Int, of code: UInt16, isInput: Bool) -> Bool {
    (isInput ? inputs : outputs)[Int(code)] & (1 << UInt16(field)) != 0
  }

  /// Whether `text` matches the pattern.
  static func matches(_ pattern: some StringProtocol, _ text: some StringProtocol) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return pattern == text }
    guard text.hasPrefix(pattern[..<star]) else { return false }
    let rest = pattern[pattern.index(after: star)...]
    var tail = text.dropFirst(pattern[..<star].count)[...]
    while true {
      if matches(rest, tail) { return true }
      guard !tail.isEmpty else { return false }
      tail = tail.dropFirst()
    }
  }
}
