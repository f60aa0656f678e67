extension Specification {
  /// Visits of every field of the state.
  var stateFile: GeneratedFile {
    .swift("StateVisits") { text in
      text.block("extension Player") { text in
        text.comment("Visits the fields of all machines.")
        text.block("mutating func visitMachines(_ visitor: inout some StateVisitor)") { text in
          for machine in machines { text.line("\(machine.name).visit(&visitor)") }
        }
      }
      for machine in machines {
        text.line()
        text.block("extension \(machine.swift)") { $0.visit(machine) }
      }
    }
  }
}

extension SwiftText {
  fileprivate mutating func visit(_ machine: Machine) {
    block("mutating func visit(_ visitor: inout some StateVisitor)") { text in
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
