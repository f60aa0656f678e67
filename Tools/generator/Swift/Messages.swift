extension Specification {
  /// The enumeration of one family of messages, and the encoding of its cases.
  func familyFile(_ family: Family) -> GeneratedFile {
    let swift = family.swift ?? ""
    return .swift(swift.halves(at: ".").second ?? swift) { text in
      text.declare(family, swift, self)
      text.line()
      text.block("extension \(swift)") { text in
        text.codes(family)
        text.line()
        text.writer(family, self)
        text.line()
        text.reader(family, self)
      }
    }
  }

  /// The encoding of structures in messages.
  var structuresFile: GeneratedFile {
    .swift("Structures") { text in
      text.comment("Structures as fields of messages, in the order in which they travel.", mark: "//")
      for structure in structures {
        text.line()
        text.block("extension \(structure.swift)") { $0.structure(structure) }
      }
    }
  }
}

extension SwiftText {
  fileprivate mutating func declare(_ family: Family, _ swift: String, _ specification: Specification) {
    let path = swift.halves(at: ".")
    guard let inner = path.second else { return cases(family, swift, specification) }
    block("extension \(path.first)") { $0.cases(family, inner, specification) }
  }

  private mutating func cases(_ family: Family, _ name: String, _ specification: Specification) {
    comment(family.text)
    block("public enum \(name): Hashable, Sendable") { text in
      for kind in family.kinds {
        text.comment(kind.text, fields: kind.fields)
        let parameters = kind.fields.map { field in
          let label = field.label.map { $0 + ": " } ?? ""
          let standard = field.standard.map { " = " + $0 } ?? ""
          return label + specification.swiftType(field.type) + standard
        }
        if parameters.isEmpty { text.line("case \(kind.name)") } else { text.call("case \(kind.name)", parameters) }
      }
    }
  }

  fileprivate mutating func codes(_ family: Family) {
    comment("The numbers that kinds of this family have or may get.")
    line(
      "@inlinable package static var codes: ClosedRange<UInt16> { \(family.codes.lowerBound)...\(family.codes.upperBound) }"
    )
    line()
    comment("The number of the kind in the registry.")
    block("var code: UInt16") { text in
      text.choice("self") { text in
        for kind in family.kinds { text.line("case .\(kind.name): \(kind.code)") }
      }
    }
  }

  fileprivate mutating func writer(_ family: Family, _ specification: Specification) {
    block("func putFields(into writer: inout some FieldWriter)") { text in
      text.choice("self") { text in
        for kind in family.kinds { text.write(kind, specification) }
      }
    }
  }

  private mutating func write(_ kind: Family.Kind, _ specification: Specification) {
    guard !kind.fields.isEmpty else { return line("case .\(kind.name): break") }
    call("case .\(kind.name)", kind.fields.map { "let \($0.name)" }, tail: ":")
    indented { text in
      for field in kind.fields {
        let isStructure = specification.structure(field.type) != nil
        text.line(isStructure ? "\(field.name).put(into: &writer)" : "writer.put(\(field.name))")
      }
    }
  }

  fileprivate mutating func reader(_ family: Family, _ specification: Specification) {
    block("init?(code: UInt16, _ reader: inout some FieldSource)") { text in
      text.choice("code") { text in
        for kind in family.kinds {
          text.answer("\(kind.code)", "self = .\(kind.name)", kind.fields.map { specification.reading($0) })
        }
        text.line("default: return nil")
      }
    }
  }

  fileprivate mutating func structure(_ structure: Structure) {
    block("func put(into writer: inout some FieldWriter)") { text in
      for field in structure.fields { text.line("writer.put(\(field.property))") }
    }
    line()
    block("init(_ reader: inout some FieldSource)") { text in
      for field in structure.fields { text.line("\(field.property) = reader.next()") }
    }
  }
}

extension Specification {
  fileprivate func reading(_ field: Field) -> String {
    let label = field.label.map { $0 + ": " } ?? ""
    return label + (structure(field.type).map { "\($0.swift)(&reader)" } ?? "reader.next()")
  }
}
