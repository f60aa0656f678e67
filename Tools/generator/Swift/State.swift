extension Specification {
  /// Visits of every field of the state.
  var stateFile: GeneratedFile {
    .swift("StateVisits") { text in
      text.block("extension Player") { text in
        text.comment("Visits the fields of all machines.")
        text.block("mutating func visitMachines(_ visitor: inout some StateVisitor)") { text in
          text.line(
            "// Separate from the machines, so that both can be visited at once; each machine is looked up once.")
          text.line("var shown = shown")
          for machine in machines { text.line("\(machine.name).visit(&shown, &visitor)") }
          text.line("self.shown = shown")
        }
      }
      for machine in machines {
        text.line()
        text.visit(machine)
      }
    }
  }
}

extension SwiftText {
  fileprivate mutating func visit(_ machine: Machine) {
    block("extension \(machine.swift)") { text in
      text.block(
        "fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor)"
      ) { text in
        var last: String?
        for field in machine.fields {
          defer { last = field.visitor }
          guard let visitor = field.visitor else {
            text.line("visitor.visit(\"\(machine.name).\(field.name)\", &\(field.path))")
            continue
          }
          if visitor != last { text.line("\(visitor)(&visitor)") }
        }
      }
    }
  }
}
