extension Specification {
  var transitionsFile: GeneratedFile {
    .swift("Transitions") { text in
      for (index, transitions) in transitions.enumerated() {
        if index > 0 { text.line() }
        text.transitions(transitions, enumerations.first { $0.name == transitions.name })
      }
      text.line()
      text.block("extension Player.Notification") { $0.order(order) }
    }
  }
}

extension SwiftText {
  fileprivate mutating func transitions(_ transitions: Transitions, _ enumeration: Enumeration?) {
    guard let enumeration else { return }
    block("extension \(enumeration.swift)") { text in
      text.comment("Whether `next` may follow this value. \(transitions.text)")
      let access = enumeration.isPublic ? "@inlinable public " : ""
      text.block("\(access)func canBecome(_ next: Self) -> Bool") { text in
        text.choice("self") { text in
          for row in transitions.rows {
            text.line("case .\(row.from):")
            text.indented { text in
              text.choice("next") { text in
                text.list("case", row.to.map { ".\($0)" }, end: ": true")
                text.line("default: false")
              }
            }
          }
        }
      }
    }
  }

  fileprivate mutating func order(_ order: [Place]) {
    comment("The place among the changes of one input, from 0 on; `nil` for a notification that reports no change.")
    block("public var place: Int?") { text in
      text.choice("self") { text in
        for (index, place) in order.enumerated() {
          text.list("case", place.names.filter { $0 != "didSkip" }.map { ".\($0)" }, end: ": \(index)")
        }
        text.line("default: nil")
      }
    }
    line()
    comment("Whether another notification of the same place may follow this one in the same input.")
    block("public var mayRepeat: Bool") { text in
      text.choice("self") { text in
        let names = order.filter(\.isRepeated).flatMap(\.names).filter { $0 != "didSkip" }
        text.list("case", names.map { ".\($0)" }, end: ": true")
        text.line("default: false")
      }
    }
  }

  /// `head item, item: …`, over several lines where one is too short.
  private mutating func list(_ head: String, _ items: [String], end: String) {
    let rows = (items.joined(separator: ", ") + end).wrapped(to: Self.width - 4 - head.count - 9)
    for (index, row) in rows.enumerated() {
      if index == 0 { line("\(head) \(row)") } else { indented { $0.line(row) } }
    }
  }
}
