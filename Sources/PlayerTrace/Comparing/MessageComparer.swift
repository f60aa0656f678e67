import PlayerCore
import PlayerText

/// Compares messages of two traces by their meaning.
///
/// Items and texts are compared by what they stand for, because every recording numbers them in order of appearance.
/// Mere counters (requests, epochs, seeks, stills) are compared by their distance, which may change where one trace has
/// a step that the other lacks.
struct MessageComparer {
  /// In the numbers of ``vocabulary``.
  let ignored: IgnoredFields
  /// That of every message that is compared.
  let vocabulary: TraceVocabulary
  var namesA = DefinitionNames()
  var namesB = DefinitionNames()
  private var shifts = [Int64?](repeating: nil, count: 4)

  /// True where both runs have the same past, so counters are compared directly.
  private let countsMatter: Bool

  init(_ ignored: IgnoredFields, countsMatter: Bool = false, _ vocabulary: TraceVocabulary = .current) {
    self.ignored = ignored.numbered(by: vocabulary)
    self.vocabulary = vocabulary
    self.countsMatter = countsMatter
  }

  /// One trace has something that the other lacks: from here on, counters may be further apart.
  mutating func acceptShifts() { shifts = [Int64?](repeating: nil, count: 4) }

  // MARK: Keys

  /// A key that is equal for messages with the same meaning.
  func key(of message: TraceMessage, _ names: DefinitionNames) -> UInt64 {
    Self.key(of: message, names, ignored)
  }

  static func key(of recorded: TraceMessage, _ names: DefinitionNames, _ ignored: IgnoredFields) -> UInt64 {
    let message = recorded.message
    var digest = StateDigest()
    digest.put(Int64(message.code))
    for (index, field) in (recorded.schema?.fields ?? []).enumerated() {
      guard !ignored.ignores(index, of: message.code, isInput: recorded.isInput), counter(field) == nil else {
        continue
      }
      if let name = names.name(message[index], field.typeName) {
        for byte in name.utf8 { digest.put(Int64(byte)) }
      } else {
        digest.put(message[index])
      }
    }
    return digest.value
  }

  // MARK: Fields

  /// The differences between two messages of the same name, or that their names differ.
  mutating func fields(_ a: TraceMessage, _ b: TraceMessage) -> [FieldDifference] {
    guard a.code == b.code, let schema = a.schema else {
      return [FieldDifference(field: a.isInput ? "input" : "output", expected: "\(a)", found: "\(b)")]
    }
    var result: [FieldDifference] = []
    for (index, field) in schema.fields.enumerated() where !ignored.ignores(index, of: a.code, isInput: a.isInput) {
      guard differs(a.message[index], b.message[index], field) else { continue }
      result.append(
        FieldDifference(
          field: "\(schema.name).\(field.name)", expected: namesA.describe(a.message[index], field, vocabulary),
          found: namesB.describe(b.message[index], field, vocabulary)))
    }
    return result
  }

  private mutating func differs(_ a: Int64, _ b: Int64, _ field: MessageSchema.Field) -> Bool {
    if !countsMatter, let counter = Self.counter(field) {
      if a == 0 || b == 0 { return a != b }
      let shift = b - a
      guard let known = shifts[counter] else {
        shifts[counter] = shift
        return false
      }
      shifts[counter] = shift
      return known != shift
    }
    if let name = namesA.name(a, field.typeName) { return name != namesB.name(b, field.typeName) }
    return a != b
  }

  private static func counter(_ field: MessageSchema.Field) -> Int? {
    switch field.typeName {
    case "request": 0
    case "epoch": 1
    case "seek": 2
    case "still": 3
    default: nil
    }
  }

  // MARK: Outputs

  mutating func outputs(_ a: [TraceMessage], _ b: [TraceMessage]) -> [ComparedOutput] {
    let a = a.filter { !ignored.ignores($0) }
    let b = b.filter { !ignored.ignores($0) }
    let pairs = Pairing.pairs(
      a.map { (key(of: $0, namesA), UInt64($0.code)) }, b.map { (key(of: $0, namesB), UInt64($0.code)) },
      limit: 2 * TraceLimit.outputs)
    return pairs.map { edit in
      switch edit {
      case .onlyA(let index): return .onlyA(a[index])
      case .onlyB(let index): return .onlyB(b[index])
      case .match(let i, let j):
        let fields = fields(a[i], b[j])
        return fields.isEmpty ? .same(a[i], b[j]) : .changed(a[i], b[j], fields)
      }
    }
  }
}

/// Pairs elements of two lists: first equal ones, then, between these, those of the same kind.
enum Pairing {
  /// Elements are given by their identity and their kind.
  static func pairs(
    _ a: [(key: UInt64, kind: UInt64)], _ b: [(key: UInt64, kind: UInt64)], limit: Int
  ) -> [Alignment.Edit] {
    var result: [Alignment.Edit] = []
    var (onlyA, onlyB): ([Int], [Int]) = ([], [])
    func closeGap() {
      let kinds = Alignment.script(onlyA.map { a[$0].kind }, onlyB.map { b[$0].kind }, limit: limit) ?? []
      for edit in kinds {
        switch edit {
        case .match(let i, let j): result.append(.match(onlyA[i], onlyB[j]))
        case .onlyA(let i): result.append(.onlyA(onlyA[i]))
        case .onlyB(let j): result.append(.onlyB(onlyB[j]))
        }
      }
      (onlyA, onlyB) = ([], [])
    }
    for edit in Alignment.script(a.map({ $0.key }), b.map({ $0.key }), limit: limit) ?? [] {
      switch edit {
      case .onlyA(let i): onlyA.append(i)
      case .onlyB(let j): onlyB.append(j)
      case .match:
        closeGap()
        result.append(edit)
      }
    }
    closeGap()
    return result
  }
}

/// The meanings of a trace's numbers, as far as it was read.
struct DefinitionNames {
  private var items: [Int64: String] = [:]
  private var texts: [Int64: String] = [:]

  mutating func take(_ definition: TraceDefinition) {
    switch definition {
    case .item(let item, let source): items[item.wireValue] = source
    case .text(let number, let text): texts[number.wireValue] = text
    }
  }

  /// The meaning of a number of this type; `nil` for a plain number.
  func name(_ value: Int64, _ typeName: String) -> String? {
    switch typeName {
    case "item": items[value]
    case "text": texts[value]
    default: nil
    }
  }

  func describe(_ value: Int64, _ field: MessageSchema.Field, _ vocabulary: TraceVocabulary) -> String {
    name(value, field.typeName).map { Excerpt.of($0, limit: 200) }
      ?? TraceDiffer.describe(value, field.type, vocabulary)
  }
}
