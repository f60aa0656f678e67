// Queries that the generators use.

extension Specification {
  /// The words of all types that one field can have.
  var allTypeNames: [String] {
    types.filter(\.isInMessages).map(\.name) + sets.map(\.name) + enumerations.filter(\.isRegistered).map(\.name)
  }

  /// The enumerations that messages can contain, in the order of the registry: by name.
  var registered: [Enumeration] { enumerations.filter(\.isRegistered).sorted { $0.name < $1.name } }

  func structure(_ name: String) -> Structure? { structures.first { $0.name == name } }

  /// The Swift type of a field.
  func swiftType(_ type: String) -> String {
    types.first { $0.name == type }?.swift ?? structure(type)?.swift ?? sets.first { $0.name == type }?.swift
      ?? enumerations.first { $0.name == type }?.swift ?? type
  }

  /// All kinds of one direction by number, with their names in the registry.
  func kinds(_ direction: Family.Direction) -> [(name: String, kind: Family.Kind, family: Family)] {
    families.filter { $0.direction == direction }
      .flatMap { family in family.kinds.map { (family.prefix + $0.name, $0, family) } }
      .sorted { $0.kind.code < $1.kind.code }
  }

  /// The fields of a message in transit: a structure becomes several fields.
  func wireFields(of kind: Family.Kind, in family: Family) -> [(name: String, type: String, text: String?)] {
    let first = family.first.map { [(name: $0, type: $0, text: String?.none)] } ?? []
    return first + kind.fields.flatMap(wireFields)
  }

  /// The names of a structure's fields are prefixed with its label.
  private func wireFields(_ field: Field) -> [(name: String, type: String, text: String?)] {
    guard let structure = structure(field.type) else { return [(field.name, field.type, field.text)] }
    let prefix = field.label.map { $0 + "." } ?? ""
    return structure.fields.map { (prefix + $0.name, $0.type, $0.text) }
  }
}
