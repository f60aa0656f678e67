extension Specification {
  /// A player's reports within one input, as a grammar.
  var grammarPage: GeneratedFile {
    var page = PageText("Grammar", abstract: "The order of outputs as a grammar.")
    page.heading("Overview")
    page.paragraph(
      "A player answers each input with a `step`. The grammar is written in EBNF: a comma joins a sequence, "
        + "brackets enclose what may be missing, braces what may be repeated any number of times, and a bar separates alternatives."
    )
    page.code(ebnf, language: "ebnf")
    page.paragraph(
      "Content that is unloaded because it failed follows the failure: its changes start over, in the same order. The end of a "
        + "skip comes after the changes, unless something follows from it in the same step, such as another skip or the end of "
        + "the media.")
    return page.file("Grammar")
  }

  private var ebnf: [String] {
    let places = order.map { place in place.names.count > 1 ? "segments" : place.names[0] }
    let changes = order.indices.map { order[$0].isRepeated ? "{ \(places[$0]) }" : "[ \(places[$0]) ]" }
    let shared = order.first { $0.names.count > 1 }?.names ?? []
    let ordered = Set(order.flatMap(\.names)).subtracting(["didSkip"])
    let events = notificationNames.filter { !ordered.contains($0) }
    var lines = ["step = { diagnostic }, changes, { event }, { completion }, { engine command };", ""]
    lines.append("changes = " + changes[0])
    lines += changes.dropFirst().map { "        , " + $0 }
    lines += ["        , [ changes ];", "", "segments = " + shared.joined(separator: " | ") + ";", ""]
    lines.append("event = " + events[0])
    lines += events.dropFirst().map { "      | " + $0 }
    lines[lines.count - 1] += ";"
    return lines + ["", "engine command = " + engineCommandNames.joined(separator: " | ") + ";"]
  }

  private var notificationNames: [String] {
    families.first { $0.name == "notifications" }?.kinds.map(\.name) ?? []
  }

  private var engineCommandNames: [String] {
    families.first { $0.name == "engineCommands" }?.kinds.map(\.name) ?? []
  }

  /// Which value may follow which.
  var transitionsPage: GeneratedFile {
    var page = PageText("Transitions", abstract: "Which phase, state and drive may follow which.")
    page.heading("Overview")
    page.paragraph(
      "These are the tables that ``Phase/canBecome(_:)`` and ``PlaybackState/canBecome(_:)`` use, and with them the laws of the "
        + "reducer. Rows are the value before, columns the value after.")
    for transitions in transitions {
      page.heading(transitions.name, level: 3)
      page.paragraph(transitions.text)
      let names = transitions.rows.map(\.from)
      let rows = transitions.rows.map { row in
        ["`\(row.from)`"] + names.map { $0 == row.from ? "–" : row.to.contains($0) ? "yes" : "" }
      }
      page.table(["from"] + names, rows)
    }
    return page.file("Transitions")
  }
}
