extension Specification {
  /// Inputs, and commands to an engine.
  var messagesPage: GeneratedFile {
    var page = PageText("Messages", abstract: "Every message of the vocabulary with its number and its fields.")
    page.heading("Overview")
    page.paragraph(
      "A message travels as a number and up to twelve 64-bit integers, in the order in which its fields are listed here. "
        + "Numbers are assigned once and never reused. Notifications have their own page: <doc:Notifications>.")
    for family in families where family.name != "notifications" {
      page.heading(family.title, level: 3)
      page.paragraph(family.text + " " + firstField(family))
      page.messages(family, self)
    }
    page.heading("Types of fields", level: 3)
    page.table(["type", "meaning"], messageTypes)
    page.heading("Enumerations", level: 3)
    page.paragraph("Travel as the number of the case. <doc:Settings> and <doc:Failures> list those two.")
    for enumeration in enumerations where enumeration.isRegistered && enumeration.cases.count <= 20 {
      page.heading(enumeration.name, level: 4)
      page.paragraph(enumeration.text)
      page.table(["number", "case", "meaning"], enumeration.cases.map { ["\($0.number)", "`\($0.name)`", $0.text] })
    }
    return page.file("Messages")
  }

  var notificationsPage: GeneratedFile {
    var page = PageText("Notifications", abstract: "Everything that a player reports to its observers.")
    page.heading("Overview")
    page.paragraph(
      "Each notification has a ``Reason``. \"State\" names the fields whose change it reports; the others report events. "
        + "``PlayerCore`` describes the order within one input, and <doc:Grammar> gives it as a grammar.")
    guard let family = families.first(where: { $0.name == "notifications" }) else { return page.file("Notifications") }
    let shown = Dictionary(
      grouping: machines.flatMap { machine in
        machine.fields.compactMap { field in field.notification.map { ($0, "`\(machine.name).\(field.name)`") } }
      }
    ) { $0.0 }
    let rows = family.kinds.map { kind in
      [
        "\(kind.code)", "`\(kind.name)`", fieldList(kind), ([kind.text] + fieldSentences(kind)).joined(separator: " "),
        (shown[kind.name] ?? []).map(\.1).joined(separator: ", "),
      ]
    }
    page.table(["number", "notification", "fields", "meaning", "state"], rows)
    return page.file("Notifications")
  }

  private var messageTypes: [[String]] {
    (types.filter(\.isInMessages).map { ($0.name, $0.text) } + sets.map { ($0.name, $0.text + " " + bits($0)) })
      .map { ["`\($0.0)`", $0.1] }
  }

  private func bits(_ set: BitSet) -> String {
    set.cases.map { "`\($0.name)` \(1 << $0.number)" }.joined(separator: ", ") + "; `\(set.empty.name)` 0."
  }

  private func firstField(_ family: Family) -> String {
    family.first.map { "The first field of all is `\($0)`." } ?? ""
  }

  /// `name: type` as in transit, without the field that the whole family has.
  fileprivate func fieldList(_ kind: Family.Kind) -> String {
    let fields = kind.fields.flatMap { field -> [String] in
      guard let structure = structure(field.type) else { return ["`\(field.name)`: \(field.type)"] }
      let prefix = field.label.map { $0 + "." } ?? ""
      return structure.fields.map { "`\(prefix)\($0.name)`: \($0.type)" }
    }
    return fields.joined(separator: ", ")
  }

  fileprivate func fieldSentences(_ kind: Family.Kind) -> [String] {
    kind.fields.compactMap { field in field.text.map { "`\(field.name)`: \($0)" } }
  }
}

extension PageText {
  fileprivate mutating func messages(_ family: Family, _ specification: Specification) {
    table(
      ["number", "message", "fields", "meaning"],
      family.kinds.map { kind in
        [
          "\(kind.code)", "`\(family.prefix)\(kind.name)`", specification.fieldList(kind),
          ([kind.text] + specification.fieldSentences(kind)).joined(separator: " "),
        ]
      })
  }
}

extension Family {
  /// `engineEvents` as "Engine events".
  fileprivate var title: String {
    name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined().capitalizedFirst
  }
}
