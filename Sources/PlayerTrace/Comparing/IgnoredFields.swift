import PlayerCore

/// Fields in which two traces may differ without being called different.
///
/// A pattern names a field of any message (`bytesRead`), of one (`buffered.bytesRead`), a whole message (`tick`), a field
/// of the state (`statistics.stallTime`) or `instant`, when a step happened. `*` stands for any characters.
public struct IgnoredFields: Sendable {
  /// True when steps may happen at other times.
  public private(set) var instants = false
  /// By code: a bit for each field that is ignored.
  private var inputs = [UInt16](repeating: 0, count: Int(Vocabulary.codeLimit))
  private var outputs = [UInt16](repeating: 0, count: Int(Vocabulary.codeLimit))
  private var state: Set<String> = []

  /// A pattern that names nothing.
  public struct UnknownPattern: Error, Hashable, Sendable {
    public var pattern: String
  }

  /// Nothing is ignored.
  public init() {}

  /// Throws when one of the patterns names nothing that there is.
  public init(_ patterns: [String]) throws(UnknownPattern) {
    for pattern in patterns { try add(pattern) }
  }

  private mutating func add(_ pattern: String) throws(UnknownPattern) {
    var isKnown = pattern == "instant"
    if isKnown { instants = true }
    for schema in Schema.shared.inputs.compactMap(\.self) { isKnown = Self.add(pattern, schema, &inputs) || isKnown }
    for schema in Schema.shared.outputs.compactMap(\.self) { isKnown = Self.add(pattern, schema, &outputs) || isKnown }
    for field in StateSchema.shared.fields where Self.matches(pattern, field.name) {
      state.insert(field.name)
      isKnown = true
    }
    guard isKnown else { throw UnknownPattern(pattern: pattern) }
  }

  /// The bit behind the last field stands for the whole message.
  private static let whole: UInt16 = 1 << 15

  private static func add(_ pattern: String, _ schema: MessageSchema, _ masks: inout [UInt16]) -> Bool {
    var mask: UInt16 = matches(pattern, schema.name) || pattern == schema.name + ".*" ? whole : 0
    for (index, field) in schema.fields.enumerated()
    where matches(pattern, field.name) || matches(pattern, "\(schema.name).\(field.name)") {
      mask |= 1 << UInt16(index)
    }
    masks[Int(schema.code)] |= mask
    return mask != 0
  }

  func ignores(_ input: Input) -> Bool { inputs[Int(input.code)] & Self.whole != 0 }
  func ignores(_ output: Output) -> Bool { outputs[Int(output.code)] & Self.whole != 0 }
  func ignores(stateField name: String) -> Bool { state.contains(name) }

  func ignores(_ field: Int, of code: UInt16, isInput: Bool) -> Bool {
    (isInput ? inputs : outputs)[Int(code)] & (1 << UInt16(field)) != 0
  }

  /// Whether `text` is what the pattern stands for.
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
