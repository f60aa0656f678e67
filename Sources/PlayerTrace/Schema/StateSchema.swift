import PlayerCore

/// The fields of the state in the order in which they are visited, and how each is written.
struct StateSchema: Sendable {
  struct Field: Sendable {
    var name: String
    var type: FieldType
  }

  static let shared = StateSchema()

  private(set) var fields: [Field] = []
  /// Enumerations that only the state uses follow those of the vocabulary.
  private(set) var enumerations: [CaseNames]
  private(set) var numbers = NameTable()

  private init() {
    var player = Player()
    var visitor = SchemaVisitor()
    visitor.enumerations = Schema.shared.enumerations
    player.visitState(&visitor)
    fields = visitor.fields
    enumerations = visitor.enumerations
    for (index, field) in fields.enumerated() { numbers.insert(field.name, index) }
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
    guard text == "setting" else { return fields.append(.init(name: text, type: type(of: Value.self))) }
    let setting = settings < Setting.allCases.count ? Setting.allCases[settings] : nil
    settings += 1
    fields.append(.init(name: "setting.\(setting?.name ?? "")", type: setting?.type ?? .integer))
  }

  private mutating func type<Value: WireValue>(of _: Value.Type) -> FieldType {
    switch Value.wireKind {
    case .integer, .instant: .integer
    case .boolean: .boolean
    case .mediaTime: .mediaTime
    case .span: .span
    case .supply: .supply
    case .enumeration(let line): .enumeration(place(of: CaseNames(typeName: String(describing: Value.self), line)))
    }
  }

  private mutating func place(of names: CaseNames) -> Int {
    if let index = enumerations.firstIndex(where: { $0.names == names.names }) { return index }
    enumerations.append(names)
    return enumerations.count - 1
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
