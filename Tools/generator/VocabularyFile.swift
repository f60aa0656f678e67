extension Specification {
  /// The specification for programs that are not written in Swift.
  var vocabularyFile: GeneratedFile {
    let members: [(String, JSON)] = [
      ("generatedFrom", .text(Self.path)),
      ("types", .list(types.map { .object([("name", .text($0.name)), ("text", .plain($0.text))]) })),
      ("enumerations", .list(enumerations.map(json))),
      ("sets", .list(sets.map(json))),
      ("inputs", .list(kinds(.input).map(json))),
      ("outputs", .list(kinds(.output).map(json))),
      ("failures", .list(failures.map(json))),
      ("settings", .list(settings.map(json))),
      ("presets", .list(presets.map(json))),
      ("state", .list(machines.flatMap(json))),
      ("transitions", .object(transitions.map { ($0.name, .object($0.rows.map { ($0.from, .texts($0.to)) })) })),
      (
        "order", .list(order.map { .object([("notifications", .texts($0.names)), ("repeats", .flag($0.isRepeated))]) })
      ),
    ]
    return GeneratedFile(path: "Sources/Specification/vocabulary.json", text: JSON.object(members).text() + "\n")
  }

  private func json(_ enumeration: Enumeration) -> JSON {
    .object([
      ("name", .text(enumeration.name)), ("inMessages", .flag(enumeration.isRegistered)),
      ("text", .plain(enumeration.text)), ("cases", cases(enumeration.cases) { Int64($0) }),
    ])
  }

  private func json(_ set: BitSet) -> JSON {
    .object([
      ("name", .text(set.name)), ("text", .plain(set.text)), ("empty", .text(set.empty.name)),
      ("cases", cases(set.cases) { 1 << Int64($0) }),
    ])
  }

  private func cases(_ cases: [Enumeration.Case], _ number: (Int) -> Int64) -> JSON {
    .list(
      cases.map {
        .object([("number", .number(number($0.number))), ("name", .text($0.name)), ("text", .plain($0.text))])
      })
  }

  private func json(_ name: String, _ kind: Family.Kind, _ family: Family) -> JSON {
    let fields = wireFields(of: kind, in: family).map { field in
      JSON.object([("name", .text(field.name)), ("type", .text(field.type))])
    }
    return .object([
      ("code", .number(Int64(kind.code))), ("name", .text(name)), ("family", .text(family.name)),
      ("text", .plain(kind.text)), ("fields", .list(fields)),
    ])
  }

  private func json(_ failure: FailureKind) -> JSON {
    .object([
      ("number", .number(Int64(failure.number))), ("name", .text(failure.name)), ("text", .plain(failure.text)),
      ("cause", .plain(failure.cause ?? "")), ("reporter", .text(failure.reporter.rawValue)),
      ("connectivity", .flag(failure.isConnectivity)),
    ])
  }

  private func json(_ setting: Setting) -> JSON {
    .object([
      ("number", .number(Int64(setting.number))), ("name", .text(setting.name)),
      ("type", .text(setting.choice?.name ?? setting.type.rawValue)),
      ("unit", .text(setting.type.unit)), ("default", .number(setting.standard)),
      ("minimum", .number(setting.range.lowerBound)), ("maximum", .number(setting.range.upperBound)),
      ("topic", .text(setting.topic)), ("text", .plain(setting.text)),
    ])
  }

  /// The settings that differ from their defaults.
  private func json(_ preset: Preset) -> JSON {
    let values = settings.compactMap { setting in
      let value = value(of: setting, in: preset)
      return value == setting.standard ? nil : (setting.name, JSON.number(value))
    }
    return .object([("name", .text(preset.name)), ("text", .plain(preset.text)), ("settings", .object(values))])
  }

  private func json(_ machine: Machine) -> [JSON] {
    machine.fields.map { field in
      var members: [(String, JSON)] = [("name", .text("\(machine.name).\(field.name)")), ("type", .text(field.type))]
      if field.count > 1 { members.append(("count", .number(Int64(field.count)))) }
      if let notification = field.notification { members.append(("notification", .text(notification))) }
      return .object(members + [("text", .plain(field.text))])
    }
  }
}

extension JSON {
  fileprivate static func texts(_ texts: [String]) -> JSON { .list(texts.map { .text($0) }) }

  /// A sentence without links: ``Command/seek(_:)`` becomes `seek`.
  static func plain(_ text: String) -> JSON {
    let parts = text.split(separator: "``", omittingEmptySubsequences: false)
    let words = parts.enumerated().map { index, part in
      guard index % 2 == 1 else { return String(part) }
      let name = part.prefix { $0 != "(" }
      return "`\(name.split(separator: "/").last ?? name)`"
    }
    return .text(words.joined())
  }
}
