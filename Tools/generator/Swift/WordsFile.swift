extension Specification {
  /// The specification in words, for the command line: JSON inside a Swift file, one entry per line.
  var wordsFile: GeneratedFile {
    let lists: [(String, [JSON])] = [
      ("types", types.map { .words($0.name, $0.text) }),
      ("enumerations", enumerations.filter { $0.section == nil }.map { words($0.name, $0.text, $0.cases) }),
      ("sets", sets.map { words($0.name, $0.text, $0.cases) }),
      ("inputs", kinds(.input).map(words)),
      ("outputs", kinds(.output).map(words)),
      ("failures", failures.map(words)),
      ("settings", settings.map(words)),
      ("presets", presets.map(words)),
    ]
    let text = lists.map { name, entries in
      "\"\(name)\": [\n" + entries.map(\.compact).joined(separator: ",\n") + "\n]"
    }
    var file = SwiftText()
    file.line("// Generated from \(Specification.path) by Tools/generate. Change that file, not this one.")
    file.line("// swift-format-ignore-file")
    file.line()
    file.line("extension VocabularyWords {")
    file.line("  /// JSON: see the types next to this file.")
    file.line("  static let text = ##\"\"\"")
    file.line("{\n" + text.joined(separator: ",\n") + "\n}")
    file.line("\"\"\"##")
    file.line("}")
    return GeneratedFile(path: "Tools/tapedeck/Words/Generated/VocabularyWords+Text.swift", text: file.text)
  }

  private func words(_ name: String, _ text: String, _ cases: [Enumeration.Case]) -> JSON {
    .object([
      ("name", .text(name)), ("text", .plain(text)), ("cases", .list(cases.map { .words($0.name, $0.text) })),
    ])
  }

  private func words(_ name: String, _ kind: Family.Kind, _ family: Family) -> JSON {
    let fields = wireFields(of: kind, in: family).map { field in
      JSON.object([
        ("name", .text(field.name)), ("type", .text(field.type)), ("text", .plain(field.text ?? "")),
      ])
    }
    return .object([
      ("name", .text(name)), ("family", .text(family.name)), ("text", .plain(kind.text)), ("fields", .list(fields)),
    ])
  }

  private func words(_ failure: FailureKind) -> JSON {
    .object([
      ("name", .text(failure.name)), ("text", .plain(failure.text)), ("cause", .plain(failure.cause ?? "")),
      ("reporter", .text(failure.reporter.rawValue)), ("connectivity", .flag(failure.isConnectivity)),
    ])
  }

  private func words(_ setting: Setting) -> JSON {
    .object([
      ("name", .text(setting.name)), ("type", .text(setting.choice?.name ?? setting.type.rawValue)),
      ("default", .text(setting.words(setting.standard))), ("range", .text(setting.words(setting.range))),
      ("topic", .text(setting.topic)), ("text", .plain(setting.text)),
    ])
  }

  /// What it sets, and why.
  private func words(_ preset: Preset) -> JSON {
    let values = settings.compactMap { setting -> JSON? in
      guard value(of: setting, in: preset) != setting.standard else { return nil }
      let assigned = assignment(of: setting, in: preset)
      return .object([
        ("setting", .text(setting.name)),
        ("value", .text(assigned?.word ?? setting.words(value(of: setting, in: preset)))),
        ("why", .plain(assigned?.reason ?? "")),
      ])
    }
    return .object([("name", .text(preset.name)), ("text", .plain(preset.text)), ("settings", .list(values))])
  }
}

extension JSON {
  fileprivate static func words(_ name: String, _ text: String) -> JSON {
    .object([("name", .text(name)), ("text", .plain(text))])
  }
}
