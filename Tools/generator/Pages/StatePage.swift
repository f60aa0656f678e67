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
    page.heading("Enumerations of the state", level: 3)
    let used = Set(machines.flatMap { $0.fields.map(\.type) })
    for enumeration in enumerations where !enumeration.isRegistered && used.contains(enumeration.name) {
      page.heading(enumeration.name, level: 4)
      page.paragraph(enumeration.text)
      page.table(["number", "case", "meaning"], enumeration.cases.map { ["\($0.number)", "`\($0.name)`", $0.text] })
    }
    return page.file("State")
  }
}
