extension Specification {
  /// Visits of every field of the state.
  var stateFile: GeneratedFile {
    .swift("StateVisits") { text in
      text.block("extension Player") { text in
        text.comment("Visits the fields of all machines.")
        text.block("mutating func visitMachines(_ visitor: inout some StateVisitor)") { text in
          for machine in machines { text.line("\(machine.visit)(&visitor)") }
        }
        for machine in machines {
          text.line()
          text.visit(machine)
        }
      }
    }
  }
}

extension Machine {
  fileprivate var visit: String { "visit\(name.prefix(1).uppercased() + name.dropFirst())" }
}

extension SwiftText {
  fileprivate mutating func visit(_ machine: Machine) {
    block("private mutating func \(machine.visit)(_ visitor: inout some StateVisitor)") { text in
      var last: String?
      for field in machine.fields {
        defer { last = field.visitor }
        guard let visitor = field.visitor else {
          text.line("visitor.visit(\"\(machine.name).\(field.name)\", &\(machine.path(of: field)))")
          continue
        }
        if visitor != last { text.line("\(machine.name).\(visitor)(&visitor)") }
      }
    }
  }
}
