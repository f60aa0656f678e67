/// Checks for errors that no single entry shows: duplicate numbers and names, missing types, numbers out of range.
struct SpecificationCheck {
  private let specification: Specification
  private let types: Set<String>

  /// The maximum number of fields in a message (`Message.maximumFieldCount`).
  private static let maximumFieldCount = 12

  init(_ specification: Specification) {
    self.specification = specification
    types = Set(specification.allTypeNames + specification.structures.map(\.name))
  }

  func run() throws {
    try unique("type", specification.allTypeNames + specification.structures.map(\.name))
    for enumeration in specification.enumerations { try check(enumeration.name, enumeration.cases, limit: 255) }
    for set in specification.sets { try check(set.name, set.cases, limit: 7) }
    for enumeration in specification.enumerations {
      let word = enumeration.placeholder ?? enumeration.cases.first?.name ?? "missing"
      guard enumeration.cases.contains(where: { $0.name == word }) else {
        throw Problem("the placeholder of \(enumeration.name) is \(word), which is no case of it")
      }
    }
    for structure in specification.structures { try check(structure.fields, of: structure.name) }
    for family in specification.families { try check(family) }
    for machine in specification.machines { try check(machine) }
    for transitions in specification.transitions { try check(transitions) }
    for place in specification.order {
      for name in place.names where !notifications.contains(name) {
        throw Problem("'\(name)' in `order` is no notification", line: place.line)
      }
    }
    try unique("notification in `order`", specification.order.flatMap(\.names))
    for (index, preset) in specification.presets.enumerated() {
      let earlier = specification.presets[..<index]
      guard preset.base.map({ base in earlier.contains { $0.name == base } }) ?? true else {
        throw Problem("the base of \(preset.name) must be a preset above it", line: preset.line)
      }
    }
    for direction in [Family.Direction.input, .output] {
      let kinds = specification.kinds(direction)
      try unique("number of an \(direction)", kinds.map { "\($0.kind.code)" }, kinds.map(\.kind.line))
      try unique("name of an \(direction)", kinds.map(\.name), kinds.map(\.kind.line))
    }
  }

  private func check(_ name: String, _ cases: [Enumeration.Case], limit: Int) throws {
    try unique("number in \(name)", cases.map { "\($0.number)" }, cases.map(\.line))
    try unique("name in \(name)", cases.map(\.name), cases.map(\.line))
    for place in cases where !(0...limit).contains(place.number) {
      throw Problem("\(name).\(place.name) has the number \(place.number); expected 0 … \(limit)", line: place.line)
    }
  }

  private func check(_ family: Family) throws {
    for kind in family.kinds {
      guard family.codes.contains(kind.code) else {
        let range = "\(family.codes.lowerBound) … \(family.codes.upperBound)"
        throw Problem("\(kind.name) has the number \(kind.code); \(family.name) have \(range)", line: kind.line)
      }
      try check(kind.fields, of: kind.name)
      let count = specification.wireFields(of: kind, in: family).count
      guard count <= Self.maximumFieldCount else {
        throw Problem(
          "\(kind.name) has \(count) fields; a message has at most \(Self.maximumFieldCount)", line: kind.line)
      }
    }
  }

  private func check(_ fields: [Field], of owner: String) throws {
    try unique("field of \(owner)", fields.map(\.name), fields.map(\.line))
    for field in fields where !types.contains(field.type) {
      let known = types.sorted().joined(separator: ", ")
      throw Problem(
        "the field \(field.name) of \(owner) has the type '\(field.type)'; expected one of \(known)", line: field.line)
    }
  }

  private var notifications: [String] {
    specification.families.first { $0.name == "notifications" }?.kinds.map(\.name) ?? []
  }

  private func check(_ transitions: Transitions) throws {
    let cases = specification.enumerations.first { $0.name == transitions.name }?.cases.map(\.name) ?? []
    guard transitions.rows.map(\.from) == cases else {
      let found = transitions.rows.map(\.from).joined(separator: ", ")
      throw Problem(
        "the transitions of \(transitions.name) start from \(found); expected each case once, in order: "
          + cases.joined(separator: ", "), line: transitions.line)
    }
    for row in transitions.rows {
      for name in row.to where !cases.contains(name) || name == row.from {
        throw Problem("'\(name)' cannot follow \(transitions.name).\(row.from)", line: transitions.line)
      }
    }
  }

  private func check(_ machine: Machine) throws {
    try unique("field of \(machine.name)", machine.fields.map(\.name), machine.fields.map(\.line))
    let known = types.union(specification.types.map(\.name)).union(specification.enumerations.map(\.name))
    for field in machine.fields {
      guard known.contains(field.type) else {
        throw Problem(
          "\(machine.name).\(field.name) has the type '\(field.type)', which does not exist", line: field.line)
      }
      if let notification = field.notification, !notifications.contains(notification) {
        throw Problem("'\(notification)' of \(machine.name).\(field.name) is no notification", line: field.line)
      }
    }
  }

  /// `lines` are the lines of the words, if known.
  private func unique(_ subject: String, _ words: [String], _ lines: [Int] = []) throws {
    var seen: Set<String> = []
    for (index, word) in words.enumerated() where !seen.insert(word).inserted {
      let line = lines.indices.contains(index) ? lines[index] : nil
      throw Problem("the \(subject) '\(word)' occurs twice; numbers and names are given once", line: line)
    }
  }
}
