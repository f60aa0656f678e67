import Yams

/// Reads the specification. Every error is reported with its line.
struct SpecificationReader {
  private var specification = Specification()

  static func read(_ yaml: String) throws -> Specification {
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch {
      throw Problem("\(error)")
    }
    guard let root else { throw Problem("the file is empty") }
    var reader = SpecificationReader()
    try reader.read(root)
    try SpecificationCheck(reader.specification).run()
    return reader.specification
  }

  private mutating func read(_ root: Node) throws {
    var table = try Table(root, "the specification")
    specification.types = try Self.entries(table.need("types"), "types", Self.type)
    specification.structures = try Self.entries(table.need("structures"), "structures", Self.structure)
    specification.enumerations = try Self.entries(table.need("enumerations"), "enumerations", Self.enumeration)
    specification.failures = try Self.entries(table.need("failures"), "failures", FailureReader.failure)
    let values = ValueReader(failures: specification.failures)
    let settings = SettingReader(enumerations: specification.enumerations, values: values)
    specification.settings = try Self.entries(table.need("settings"), "settings", settings.setting)
    let presets = PresetReader(settings: specification.settings, values: values)
    specification.presets = try Self.entries(table.need("presets"), "presets", presets.preset)
    try fillEnumerations()
    specification.sets = try Self.entries(table.need("sets"), "sets", Self.set)
    specification.families = try Self.entries(table.need("messages"), "messages", Self.family)
    specification.machines = try Self.entries(table.need("state"), "state", StateReader.machine)
    specification.transitions = try Self.entries(table.need("transitions"), "transitions", GrammarReader.transitions)
    specification.order = try GrammarReader.order(table.need("order"))
    try table.finish()
  }

  // MARK: Sections

  private static func type(_ name: String, _ table: inout Table) throws -> FieldType {
    try FieldType(
      name: name, swift: table.needText("swift"), text: table.needSentence(),
      isInMessages: table.takeFlag("messages") ?? true, bits: bits(of: name, &table))
  }

  private static func bits(of type: String, _ table: inout Table) throws -> Int {
    guard let word = try table.takeText("bits") else { return 64 }
    guard let bits = Int(word), (1...64).contains(bits) else {
      throw Problem("`bits` of the type \(type) is '\(word)'; expected 1 … 64", line: table.line)
    }
    return bits
  }

  private static func structure(_ name: String, _ table: inout Table) throws -> Structure {
    try Structure(
      name: name, swift: table.needText("swift"), text: table.needSentence(),
      fields: fields(table.need("fields"), "the structure \(name)"))
  }

  private static func enumeration(_ name: String, _ table: inout Table) throws -> Enumeration {
    let swift = try table.needText("swift")
    let text = try table.needSentence()
    let isPublic = try table.takeFlag("public") ?? true
    let isRegistered = try table.takeFlag("registered") ?? true
    let placeholder = try table.takeText("placeholder")
    let section = try table.takeText("from")
    let cases = section == nil ? try cases(table.need("cases"), name) : []
    return Enumeration(
      name: name, swift: swift, text: text, isPublic: isPublic, isRegistered: isRegistered, placeholder: placeholder,
      section: section, cases: cases)
  }

  /// Fills in the cases of enumerations with a separate section.
  private mutating func fillEnumerations() throws {
    for index in specification.enumerations.indices {
      guard let section = specification.enumerations[index].section else { continue }
      specification.enumerations[index].cases = try cases(ofSection: section)
    }
  }

  private func cases(ofSection section: String) throws -> [Enumeration.Case] {
    switch section {
    case "failures":
      specification.failures.map { .init(number: $0.number, name: $0.name, text: $0.text, line: $0.line) }
    case "settings":
      specification.settings.map { .init(number: $0.number, name: $0.name, text: $0.documentation, line: $0.line) }
    case "presets": specification.presets.map { .init(number: $0.number, name: $0.name, text: $0.text, line: $0.line) }
    default: throw Problem("found `from: \(section)`; expected failures, settings or presets")
    }
  }

  private static func set(_ name: String, _ table: inout Table) throws -> BitSet {
    let swift = try table.needText("swift")
    let text = try table.needSentence()
    let empty = try table.needText("empty").halves(at: " — ")
    guard let emptyText = empty.second else {
      throw Problem("`empty` of the set \(name) has no sentence; write `name — sentence`", line: table.line)
    }
    let cases = try cases(table.need("cases"), name)
    return BitSet(name: name, swift: swift, text: text, empty: (empty.first, emptyText), cases: cases)
  }

  private static func family(_ name: String, _ table: inout Table) throws -> Family {
    let swift = try table.takeText("swift")
    let (word, line) = (try table.needText("direction"), table.line)
    guard let direction = Family.Direction(rawValue: word) else {
      throw Problem("the direction of \(name) is '\(word)'; expected input or output", line: line)
    }
    let codes = try table.needText("codes").halves(at: " … ")
    guard let first = Int(codes.first), let last = codes.second.flatMap({ Int($0) }), first <= last else {
      throw Problem("`codes` of \(name) must be two numbers: `first … last`", line: line)
    }
    let family = try Family(
      name: name, swift: swift, direction: direction, codes: first...last, prefix: table.takeText("prefix") ?? "",
      first: table.takeText("first"), text: table.needSentence(), kinds: kinds(table.need("kinds"), name))
    return family
  }

  private static func kinds(_ node: Node, _ family: String) throws -> [Family.Kind] {
    try entries(node, "the kinds of \(family)") { key, table in
      let (number, name) = try numbered(key, table.line)
      let text = try table.needSentence()
      let fields = try table.take("fields").map { try Self.fields($0, name) } ?? []
      return Family.Kind(code: number, name: name, text: text, fields: fields, line: table.line)
    }
  }

  // MARK: Parts

  static func cases(_ node: Node, _ name: String) throws -> [Enumeration.Case] {
    var table = try Table(node, "the cases of \(name)")
    return try table.takeAll().map { key, line, value in
      guard let text = value.scalar?.string, text.hasSuffix(".") else {
        throw Problem("'\(key)' of \(name) must be a sentence that ends with a full stop", line: line)
      }
      let (number, name) = try numbered(key, line)
      return Enumeration.Case(number: number, name: name, text: text, line: line)
    }
  }

  private static func fields(_ node: Node, _ owner: String) throws -> [Field] {
    var table = try Table(node, "the fields of \(owner)")
    return try table.takeAll().map { key, line, value in
      guard let value = value.scalar?.string else {
        throw Problem("the field '\(key)' of \(owner) must be `name: type`", line: line)
      }
      let (declaration, text) = value.halves(at: " — ")
      let (type, standard) = declaration.halves(at: " = ")
      let words = key.split(separator: " ").map(String.init)
      let isUnlabelled = words[0] == "_"
      guard words.count <= 2, let name = isUnlabelled ? words.last : words.first, name != "_" else {
        throw Problem(
          "a field of \(owner) is called '\(key)'; expected `name`, `_ name` or `name property`", line: line)
      }
      return Field(
        name: name, property: isUnlabelled ? name : words[words.count - 1], label: isUnlabelled ? nil : name,
        type: type,
        standard: standard, text: text, line: line)
    }
  }

  static func entries<Entry>(
    _ node: Node, _ subject: String, _ read: (String, inout Table) throws -> Entry
  ) throws -> [Entry] {
    var table = try Table(node, subject)
    return try table.takeAll().map { key, line, value in
      var entry = try Table(value, "'\(key)'", line: line)
      let made = try read(key, &entry)
      try entry.finish()
      return made
    }
  }

  /// `12 name` as its number and its name.
  static func numbered(_ key: String, _ line: Int) throws -> (Int, String) {
    let halves = key.halves(at: " ")
    guard let number = Int(halves.first), let name = halves.second, !name.contains(" ") else {
      throw Problem("found '\(key)'; expected a number and a name, such as `12 name`", line: line)
    }
    return (number, name)
  }
}

extension String {
  /// The text before the first `separator`, and the text after it.
  func halves(at separator: String) -> (first: String, second: String?) {
    guard let range = firstRange(of: separator) else { return (self, nil) }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
