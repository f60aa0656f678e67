extension Specification {
  /// Names and fields of all messages, as lines and as tables.
  var registryFile: GeneratedFile {
    .swift("Registry") { text in
      text.block("extension Vocabulary") { text in
        for direction in [Family.Direction.input, .output] {
          text.lines(direction, self)
          text.line()
          text.kinds(direction, self)
          text.line()
        }
        text.enumerations(registered)
      }
    }
  }

  /// The numbers of inputs, by name.
  var codesFile: GeneratedFile {
    .swift("InputCodes") { text in
      text.block("extension Vocabulary") { text in
        text.comment("The number of each kind of input, by its name.")
        text.block("public enum InputCode") { text in
          for (name, kind, _) in kinds(.input) {
            text.comment("`\(name)`: \(kind.text)")
            text.line("@inlinable public static var \(name): UInt16 { \(kind.code) }")
          }
        }
      }
    }
  }

  /// The types of fields, with the names of their values.
  var fieldTypesFile: GeneratedFile {
    .swift("FieldTypes") { text in
      text.block("extension Vocabulary") { text in
        text.comment("The type of a field of a message. Raw values mean nothing: types travel by name.")
        text.block("public enum FieldType: UInt8, CaseIterable, Sendable") { $0.fieldTypes(self) }
        for direction in [Family.Direction.input, .output] {
          text.line()
          text.types(direction, self)
        }
      }
    }
  }
}

extension SwiftText {
  fileprivate mutating func lines(_ direction: Family.Direction, _ specification: Specification) {
    comment("The line of the \(direction) with this number: `name field:type …`. `nil` when there is none.")
    block("public static func \(direction)(_ code: UInt16) -> StaticString?") { text in
      text.choice("code") { text in
        for (name, kind, family) in specification.kinds(direction) {
          let fields = specification.wireFields(of: kind, in: family).map { "\($0.name):\($0.type)" }
          text.literal("case \(kind.code):", ([name] + fields).joined(separator: " "))
        }
        text.line("default: nil")
      }
    }
  }

  fileprivate mutating func kinds(_ direction: Family.Direction, _ specification: Specification) {
    comment("Name and fields of the \(direction) with this number; `nil` when there is none.")
    block("public static func \(direction)Kind(_ code: UInt16) -> Kind?") { text in
      text.choice("code") { text in
        for (name, kind, family) in specification.kinds(direction) {
          let fields = specification.wireFields(of: kind, in: family).map { "Field(\"\($0.name)\", .\($0.type))" }
          text.answer("\(kind.code)", "Kind", ["\(kind.code)", "\"\(name)\""] + fields)
        }
        text.line("default: nil")
      }
    }
  }

  /// The types without the names of the fields, for code that needs no more and must be small: two tables instead of an
  /// array for each kind.
  fileprivate mutating func types(_ direction: Family.Direction, _ specification: Specification) {
    let kinds = specification.kinds(direction).map { name, kind, family in
      (name: name, code: kind.code, types: specification.wireFields(of: kind, in: family).map(\.type))
    }.filter { !$0.types.isEmpty }
    comment("The types of the fields of all \(direction)s, in the order of their numbers.")
    block("public static var \(direction)Types: [FieldType]") { text in
      text.line("[")
      text.indented { text in
        for kind in kinds { text.line(kind.types.map { ".\($0), " }.joined() + " // \(kind.name)") }
      }
      text.line("]")
    }
    line()
    comment("How many fields the \(direction) with this number has; 0 when there is none.")
    block("public static func \(direction)FieldCount(_ code: UInt16) -> Int") { text in
      text.choice("code") { text in
        for kind in kinds { text.line("case \(kind.code): \(kind.types.count)") }
        text.line("default: 0")
      }
    }
  }

  fileprivate mutating func enumerations(_ enumerations: [Enumeration]) {
    comment("How many enumerations there are.")
    line("public static var enumerationCount: Int { \(enumerations.count) }")
    line()
    comment("Name and case names of an enumeration, by its place in this list.")
    block("public static func enumeration(_ index: Int) -> (name: StaticString, cases: StaticString)?") { text in
      text.choice("index") { text in
        for (index, enumeration) in enumerations.enumerated() {
          text.line("case \(index): (\"\(enumeration.name)\", \(enumeration.swift).names)")
        }
        text.line("default: nil")
      }
    }
  }

  fileprivate mutating func fieldTypes(_ specification: Specification) {
    let plain = specification.types.filter(\.isInMessages).map { ($0.name, $0.text) }
    let sets = specification.sets.map { ($0.name, $0.text) }
    let enumerations = specification.registered
    for (name, text) in plain + sets + enumerations.map({ ($0.name, $0.text) }) {
      comment(text)
      line("case \(name)")
    }
    line()
    comment("The word for the type in the registry.")
    block("public var name: StaticString") { text in
      text.choice("self") { text in
        for name in specification.allTypeNames.sorted() { text.line("case .\(name): \"\(name)\"") }
      }
    }
    line()
    comment("The cases of an enumeration by number; empty for other types.")
    answers("public var cases: [Case]", enumerations, otherwise: "[]") { "\($0.swift).cases" }
    line()
    comment("The name of a case of an enumeration; `nil` for other types and for numbers that are not in use.")
    answers("public func caseName(_ number: Int64) -> StaticString?", enumerations, otherwise: "nil") {
      "\($0.swift)(wireValue: number)?.wireName"
    }
    line()
    comment("The names of the bits of a set, the lowest first; empty for other types.")
    block("public var bitNames: [StaticString]") { text in
      text.choice("self") { text in
        for set in specification.sets { text.line("case .\(set.name): \(set.swift).bitNames") }
        text.line("default: []")
      }
    }
  }

  private mutating func answers(
    _ head: String, _ enumerations: [Enumeration], otherwise: String, _ answer: (Enumeration) -> String
  ) {
    block(head) { text in
      text.choice("self") { text in
        for enumeration in enumerations { text.line("case .\(enumeration.name): \(answer(enumeration))") }
        text.line("default: \(otherwise)")
      }
    }
  }
}
