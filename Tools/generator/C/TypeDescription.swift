extension Specification {
  /// The result of `td_type_json`: layouts, numbers and names, without sentences.
  func typeDescriptionFile(_ headers: HeaderReader) throws -> GeneratedFile {
    let members: [(String, JSON)] = try [
      ("schema", .number(1)),
      ("vocabularyHash", .text("0x\(vocabularyHash.hexadecimal)")),
      ("structures", .list(headers.structures.map(json))),
      ("constants", .object(headers.constants.map { ($0.name, .number($0.number)) })),
      (
        "keys",
        .list(
          headers.keys.map {
            .object([("number", .number($0.number)), ("name", .text($0.name)), ("type", .text($0.type))])
          })
      ),
      ("functions", .list(headers.functions.map { .text($0) })),
      ("enumerations", .object(enumerations.filter(\.isPublic).map { ($0.name, names($0.cases) { Int64($0) }) })),
      ("sets", .object(sets.map { ($0.name, names($0.cases) { 1 << Int64($0) }) })),
      ("inputs", .list(kinds(.input).map(json))),
      ("outputs", .list(kinds(.output).map(json))),
      ("settings", .list(settings.map(json))),
      ("presets", .list(presets.map(json))),
      ("state", .object(machines.flatMap(fields))),
    ]
    var text = SwiftText()
    text.line("// Generated from \(Specification.path) and the headers by Tools/generate. Change those, not this.")
    text.line()
    text.comment("The layout of every structure, and the numbers and names of everything that travels, as JSON.")
    text.line("let typeDescription: StaticString =")
    text.indented { $0.longLiteral(JSON.object(members).compact) }
    return GeneratedFile(path: "Sources/PlayerCABI/Generated/TypeDescription.swift", text: text.text)
  }

  private func json(_ structure: HeaderReader.Structure) throws -> JSON {
    let (narrow, wide) = (try structure.layout(pointer: 4), try structure.layout(pointer: 8))
    let fields = zip(structure.fields, zip(narrow.offsets, wide.offsets)).map { field, offsets in
      JSON.object([
        ("name", .text(field.name)), ("type", .text(field.type)), ("count", .number(Int64(field.count))),
        ("offset32", .number(Int64(offsets.0))), ("offset64", .number(Int64(offsets.1))),
      ])
    }
    return .object([
      ("name", .text(structure.name)), ("size32", .number(Int64(narrow.size))), ("size64", .number(Int64(wide.size))),
      ("fields", .list(fields)),
    ])
  }

  private func names(_ cases: [Enumeration.Case], _ number: (Int) -> Int64) -> JSON {
    .object(cases.map { ($0.name, .number(number($0.number))) })
  }

  private func json(_ name: String, _ kind: Family.Kind, _ family: Family) -> JSON {
    var fields = wireFields(of: kind, in: family).map { ($0.name, JSON.text($0.type)) }
    let context = Array(fields.prefix(family.contextCount))
    fields.removeFirst(context.count)
    return .object([
      ("code", .number(Int64(kind.code))), ("name", .text(name)), ("family", .text(family.name)),
      ("context", .object(context)), ("fields", .object(fields)),
    ])
  }

  private func json(_ setting: Setting) -> JSON {
    .object([
      ("number", .number(Int64(setting.number))), ("name", .text(setting.name)),
      ("type", .text(setting.choice?.name ?? setting.type.rawValue)), ("unit", .text(setting.type.unit)),
      ("default", .number(setting.standard)), ("minimum", .number(setting.range.lowerBound)),
      ("maximum", .number(setting.range.upperBound)),
    ])
  }

  private func json(_ preset: Preset) -> JSON {
    let values = settings.compactMap { setting in
      let value = value(of: setting, in: preset)
      return value == setting.standard ? nil : (setting.name, JSON.number(value))
    }
    return .object([
      ("number", .number(Int64(preset.number))), ("name", .text(preset.name)), ("settings", .object(values)),
    ])
  }

  private func fields(_ machine: Machine) -> [(String, JSON)] {
    machine.fields.map { ("\(machine.name).\($0.name)", .text($0.type)) }
  }
}
