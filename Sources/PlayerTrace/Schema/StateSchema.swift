import PlayerCore

/// The fields of the state in the order in which they are visited, and how each is written.
struct StateSchema: Sendable {
  struct Field: Sendable {
    var name: String
    var type: FieldType
    /// True for a field that holds an ``PlayerCore/Instant``: binary writes it relative to the instant of the step.
    var isInstant: Bool
  }

  static let shared = StateSchema()

  private(set) var fields: [Field] = []
  /// Enumerations that only the state uses follow those of the vocabulary.
  private(set) var enumerations: [CaseNames]
  private(set) var numbers = NameTable()
  /// Over everything that one must know to understand a checkpoint.
  private(set) var hash: UInt64 = 0

  private init() {
    var player = Player()
    var visitor = SchemaVisitor()
    visitor.enumerations = Schema.shared.enumerations
    player.visitState(&visitor)
    fields = visitor.fields
    enumerations = visitor.enumerations
    for (index, field) in fields.enumerated() { numbers.insert(field.name, index) }
    hash = digest(player.stateValues)
  }

  /// For each field its name, the words of its type and its fresh value.
  private func digest(_ fresh: [Int64]) -> UInt64 {
    var digest = Digest()
    for (index, field) in fields.enumerated() {
      for byte in "\(field.name):\(words(of: field.type))".utf8 { digest.put(Int64(byte)) }
      digest.put(fresh[index])
    }
    return digest.value
  }

  /// The name of a type; the names of its cases for an enumeration.
  func words(of type: FieldType) -> String {
    switch type {
    case .integer: "int"
    case .boolean: "bool"
    case .mediaTime: "time"
    case .span: "span"
    case .supply: "supply"
    case .code: "code"
    case .enumeration(let index): enumerations[index].names.map { $0 ?? "-" }.joined(separator: " ")
    }
  }
}

private struct SchemaVisitor: StateVisitor {
  var fields: [StateSchema.Field] = []
  var enumerations: [CaseNames] = []
  private var settings = 0

  init() {}

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    let text = name.description
    guard text == "setting" else {
      return fields.append(.init(name: text, type: type(of: Value.self), isInstant: Value.self == Instant.self))
    }
    let setting = settings < Setting.allCases.count ? Setting.allCases[settings] : nil
    settings += 1
    fields.append(.init(name: "setting.\(setting?.name ?? "")", type: setting?.type ?? .integer, isInstant: false))
  }

  private mutating func type<Value: WireValue>(of _: Value.Type) -> FieldType {
    if Value.self == Bool.self { return .boolean }
    if Value.self == MediaTime.self { return .mediaTime }
    if Value.self == TimeSpan.self { return .span }
    if Value.self == Supply.self { return .supply }
    guard let enumeration = Value.self as? any WireEnumeration.Type else { return .integer }
    let names = CaseNames(typeName: String(describing: enumeration), enumeration.names)
    if let index = enumerations.firstIndex(where: { $0.names == names.names }) { return .enumeration(index) }
    enumerations.append(names)
    return .enumeration(enumerations.count - 1)
  }
}

extension Setting {
  /// The name of the setting in text.
  var name: String { SettingNames.shared.names.name(wireValue) ?? "" }

  /// How the value of the setting is written.
  var type: FieldType {
    switch specification.unit {
    case .flag: .boolean
    case .microseconds: .span
    case .thousandths, .count, .bits: .integer
    }
  }

  /// The setting with this name.
  static func named(_ name: ByteRange) -> Setting? {
    SettingNames.shared.names.number(name).flatMap { Setting(wireValue: $0) }
  }
}

private struct SettingNames: Sendable {
  static let shared = SettingNames()
  let names = CaseNames(typeName: "setting", Setting.names)
}

/// Reads every field of a state in order.
struct StateReader: StateVisitor {
  var values: [Int64] = []
  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { values.append(value.wireValue) }
}

/// Writes every field of a state in order. `invalid` is the first one that does not take its value.
struct StateWriter: StateVisitor {
  var values: [Int64]
  private(set) var invalid: Int?
  private var index = 0

  init(_ values: [Int64]) { self.values = values }

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    defer { index += 1 }
    guard index < values.count else { return }
    if let read = Value(wireValue: values[index]) { value = read } else { invalid = invalid ?? index }
  }
}

extension Player {
  /// Every field of the state in the order of ``StateSchema``.
  var stateValues: [Int64] {
    var copy = self
    var reader = StateReader()
    reader.values.reserveCapacity(192)
    copy.visitState(&reader)
    return reader.values
  }

  /// A player with these fields; the index of the first that is out of range in `invalid`.
  static func with(stateValues values: [Int64], invalid: inout Int?) -> Player {
    var player = Player()
    var writer = StateWriter(values)
    player.visitState(&writer)
    invalid = writer.invalid
    if invalid == nil {
      let kept = player.stateValues
      invalid = kept.indices.first { $0 < values.count && kept[$0] != values[$0] }
    }
    return player
  }
}
