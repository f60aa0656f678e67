import Foundation
import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

/// The tables of the format are generated from the vocabulary, never written by hand.
@Suite struct FormatTableTests {
  private static var page: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/PlayerTrace/PlayerTrace.docc/Generated/TraceTables.md")
  }

  @Test func pageContainsVocabularyTables() throws {
    let expected = Self.head + Self.tables()
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(
        try String(contentsOf: Self.page, encoding: .utf8) == expected,
        "the vocabulary changed: TAPEDECK_WRITE_TABLES=1 swift test --filter FormatTableTests writes the tables anew")
    }
  }

  private static let head = """
    # The tables of a trace

    The words of <doc:TraceFormat> and their numbers.

    <!-- Written by TAPEDECK_WRITE_TABLES=1 swift test --filter FormatTableTests. -->

    """

  static func tables() -> String {
    var lines = [
      "", "## Inputs", "",
      "Format version \(TraceHeader().version), vocabulary `\(hexadecimal(Vocabulary.hash))`, layout of the state",
      "`\(hexadecimal(TraceHeader.currentStateLayout))`.",
    ]
    lines += messages(TraceVocabulary.current.inputs)
    lines += ["", "## Outputs"] + messages(TraceVocabulary.current.outputs)
    lines += ["", "## Enumerations", "", "| name | cases by number |", "|---|---|"]
    for enumeration in TraceVocabulary.current.enumerations where !enumeration.typeName.contains("|") {
      lines.append("| `\(enumeration.typeName)` | \(cases(enumeration)) |")
    }
    lines += ["", "## Settings", "", "| number | name | unit | default | least | most |", "|---|---|---|---|---|---|"]
    for setting in Setting.allCases {
      let specification = setting.specification
      let unit = Setting.Unit.names.description.split(separator: " ")[Int(specification.unit.rawValue)]
      let numbers = [specification.standard, specification.range.lowerBound, specification.range.upperBound]
      lines.append(
        "| \(setting.rawValue) | `\(setting.name)` | \(unit) | \(numbers.map(String.init).joined(separator: " | ")) |")
    }
    return (lines + state() + changes()).joined(separator: "\n") + "\n"
  }

  private static func messages(_ schemas: [MessageSchema?]) -> [String] {
    ["", "| number | name | fields |", "|---|---|---|"]
      + schemas.compactMap { $0 }.map { schema in
        let fields = schema.fields.map { "`\($0.name)` \($0.typeName)" }.joined(separator: ", ")
        return "| \(schema.code) | `\(schema.name)` | \(fields) |"
      }
  }

  private static func cases(_ enumeration: CaseNames) -> String {
    enumeration.names.enumerated().compactMap { number, name in name.map { "\(number) `\($0)`" } }
      .joined(separator: ", ")
  }

  private static func changes() -> [String] {
    let changes = TraceVocabulary.current.changes
    return ["", "## Changes since version 1", ""]
      + (changes.isEmpty ? ["None: these are the words of version 1."] : ["```"] + changes + ["```"])
  }

  private static func state() -> [String] {
    let schema = TraceVocabulary.current
    let fresh = Player().stateValues
    return ["", "## The state", "", "| place | name | type | fresh |", "|---|---|---|---|"]
      + schema.state.enumerated().map { index, field in
        "| \(index) | `\(field.name)` | \(schema.words(of: field.type)) | \(fresh[index]) |"
      }
  }
}
