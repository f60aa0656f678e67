import PlayerCore

/// Compares messages of two traces by what they mean.
///
/// Items and texts are compared by what they stand for, because every recording numbers them in the order in which it
/// met them. Numbers that only count (requests, epochs, seeks, stills) are compared by their distance: it may change
/// where one trace has a step that the other has not.
struct MessageComparer {
  let ignored: IgnoredFields
  var namesA = DefinitionNames()
  var namesB = DefinitionNames()
  private var shifts = [Int64?](repeating: nil, count: 4)

  /// True where both runs have the same past, so that numbers that only count are compared as they are.
  private let countsMatter: Bool

  init(_ ignored: IgnoredFields, countsMatter: Bool = false) {
    self.ignored = ignored
    self.countsMatter = countsMatter
  }

  /// One trace has something that the other has not: counters may be further apart from here on.
  mutating func acceptShifts() { shifts = [Int64?](repeating: nil, count: 4) }

  // MARK: Keys

  /// The same for inputs that mean the same; never their time.
  static func key(of input: Input, _ names: DefinitionNames, _ ignored: IgnoredFields) -> UInt64 {
    key(input.message, isInput: true, names, ignored)
  }

  private static func key(
    _ message: Message, isInput: Bool, _ names: DefinitionNames, _ ignored: IgnoredFields
  ) -> UInt64 {
    var digest = Digest()
    digest.put(Int64(message.code))
    let schema = isInput ? Schema.shared.input(message.code) : Schema.shared.output(message.code)
    for (index, field) in (schema?.fields ?? []).enumerated() {
      guard !ignored.ignores(index, of: message.code, isInput: isInput), counter(field) == nil else { continue }
      if let name = names.name(message[index], field.typeName) {
        for byte in name.utf8 { digest.put(Int64(byte)) }
      } else {
        digest.put(message[index])
      }
    }
    return digest.value
  }

  // MARK: Fields

  mutating func fields(_ a: Input, _ b: Input) -> [FieldDifference] {
    guard a.code == b.code else {
      return [
        FieldDifference(field: "input", expected: TraceDiffer.describe(a), found: TraceDiffer.describe(b))
      ]
    }
    return fields(a.message, b.message, Schema.shared.input(a.code), isInput: true)
  }

  mutating func fields(_ a: Output, _ b: Output) -> [FieldDifference] {
    fields(a.message, b.message, Schema.shared.output(a.code), isInput: false)
  }

  private mutating func fields(
    _ a: Message, _ b: Message, _ schema: MessageSchema?, isInput: Bool
  ) -> [FieldDifference] {
    guard let schema else { return [] }
    var result: [FieldDifference] = []
    for (index, field) in schema.fields.enumerated() where !ignored.ignores(index, of: a.code, isInput: isInput) {
      guard differs(a[index], b[index], field) else { continue }
      result.append(
        FieldDifference(
          field: "\(schema.name).\(field.name)", expected: namesA.describe(a[index], field),
          found: namesB.describe(b[index], field)))
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

  mutating func outputs(_ a: [Output], _ b: [Output]) -> [ComparedOutput] {
    let a = a.filter { !ignored.ignores($0) }
    let b = b.filter { !ignored.ignores($0) }
    let pairs = Pairing.pairs(
      a.map { (Self.key($0.message, isInput: false, namesA, ignored), UInt64($0.code)) },
      b.map { (Self.key($0.message, isInput: false, namesB, ignored), UInt64($0.code)) },
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

/// Pairs elements of two lists: first those that are equal, then, between these, those of the same kind.
enum Pairing {
  /// Elements are given as what they are and what kind they are of.
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
    for edit in Alignment.script(a.map(\.key), b.map(\.key), limit: limit) ?? [] {
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

/// What the numbers of a trace stand for, as far as it was read.
struct DefinitionNames {
  private var items: [Int64: String] = [:]
  private var texts: [Int64: String] = [:]

  mutating func take(_ definition: Definition) {
    switch definition {
    case .item(let item, let source): items[item.wireValue] = source
    case .text(let number, let text): texts[number.wireValue] = text
    }
  }

  /// What a number of this type stands for; `nil` for one that stands for itself.
  func name(_ value: Int64, _ typeName: String) -> String? {
    switch typeName {
    case "item": items[value]
    case "text": texts[value]
    default: nil
    }
  }

  func describe(_ value: Int64, _ field: MessageSchema.Field) -> String {
    name(value, field.typeName).map { Excerpt.of($0, limit: 200) } ?? TraceDiffer.describe(value, field.type)
  }
}
