extension Specification {
  var statePage: GeneratedFile {
    var page = PageText("State", abstract: "Every field of a player's state, as checkpoints of traces hold it.")
    page.heading("Overview")
    page.paragraph(
      "A field with a notification is observable: the notification reports its change. The rest is hidden, and decides how the "
        + "player continues. The clock comes before these fields, and the settings after them (<doc:Settings>).")
    for machine in machines {
      page.heading(machine.name, level: 3)
      page.paragraph(machine.text)
      let rows = machine.fields.map { field in
        let type = field.count > 1 ? "\(field.count) × \(field.type)" : field.type
        return ["`\(machine.name).\(field.name)`", type, field.notification.map { "`\($0)`" } ?? "", field.text]
      }
      page.table(["field", "type", "notification", "meaning"], rows)
    }
    page.heading("Canonical form", level: 3)
    page.paragraph(
      "Two players of one configuration with the same canonical form (``CanonicalState``) continue in the same way. It contains every field as it is, "
        + "instants as distances from the clock, apart from these. A field that does not count is 0, or has the value in the table."
    )
    page.table(["field", "enters", "why"], machines.flatMap(canonicalRows))
    page.heading("Enumerations of the state", level: 3)
    let used = Set(machines.flatMap { $0.fields.map(\.type) })
    for enumeration in enumerations where !enumeration.isRegistered && used.contains(enumeration.name) {
      page.heading(enumeration.name, level: 4)
      page.paragraph(enumeration.text)
      // These texts are also comments of hidden declarations, which have no page to link to.
      let rows = enumeration.cases.map {
        ["\($0.number)", "`\($0.name)`", $0.text.replacing(/``([^`]*)``/) { "`\($0.1.replacing("/", with: "."))`" }]
      }
      page.table(["number", "case", "meaning"], rows)
    }
    return page.file("State")
  }

  private func canonicalRows(_ machine: Machine) -> [[String]] {
    machine.fields.compactMap { field in
      field.canonical.map { ["`\(machine.name).\(field.name)`", $0.words(in: machine), $0.reason] }
    }
  }
}

extension CanonicalTreatment {
  /// How the field enters, for readers.
  fileprivate func words(in machine: Machine) -> String {
    let standard = otherwise.map { ", else `\($0)`" } ?? ""
    let counted = condition.map { ["while `\(name($0, in: machine))`\(standard)"] } ?? []
    switch form {
    case .value: return counted.first ?? "as it is"
    case .normal(let name), .through(let name):
      return (["as `\(self.name(name, in: machine))`"] + counted).joined(separator: ", ")
    case .leftOut(nil): return "not"
    case .leftOut(let value?): return "not; restored as `\(value)`"
    }
  }

  /// Names of the player's properties have no prefix.
  private func name(_ name: String, in machine: Machine) -> String {
    if name.hasPrefix(Self.player) { return String(name.dropFirst(Self.player.count)) }
    return name.hasPrefix(Machine.observable) ? name : "\(machine.name).\(name)"
  }
}
