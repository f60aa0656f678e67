import Foundation
import PlayerCore
import PlayerTesting
import Testing

@Suite("The page of the properties")
struct PropertyTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/PlayerTesting/PlayerTesting.docc/Properties.md")

  @Test("lists every property with its title, severity, needs, inputs and source")
  func table() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let marker = try #require(text.range(of: "<!-- table:"))
    let end = try #require(text[marker.lowerBound...].firstIndex(of: "\n"))
    let rows = PlayerProperty.all.map {
      "| `\($0.id)` | \($0.title) | \($0.severity) | \($0.needs) | \(Self.inputs(of: $0)) | \(Self.links(to: $0)) |"
    }
    let head = [
      "", "| id | what holds | severity | needs | inputs that can break it | source |", "|---|---|---|---|---|---|",
    ]
    let table = head + rows
    let expected = String(text[...end]) + table.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(
        text == expected,
        "a property changed: TAPEDECK_WRITE_TABLES=1 swift test --filter PropertyTableTests writes the table anew")
    }
  }

  /// Families as words, single inputs as code.
  private static func inputs(of property: PlayerProperty) -> String {
    let inputs = Set(Vocabulary.inputs.map(\.name.description)).subtracting(["deadline"])
    return property.inputs.names.map { inputs.contains($0) ? "`\($0)`" : $0 }.joined(separator: ", ")
  }

  /// As Markdown, from the root of the repository.
  private static func links(to property: PlayerProperty) -> String {
    property.sourcePaths.map { "[\($0.split(separator: "/").last ?? "")](/\($0))" }.joined(separator: ", ")
  }

  @Test("the source of every property is an anchor of a page in the repository")
  func pages() throws {
    let root = Self.page.deletingLastPathComponent().appending(path: "../../..")
    for path in Set(PlayerProperty.all.flatMap(\.sourcePaths)) {
      let parts = path.split(separator: "#").map(String.init)
      try #require(parts.count == 2, "\(path) has no anchor")
      let text = try String(contentsOf: root.appending(path: parts[0]), encoding: .utf8)
      #expect(text.contains("<a id=\"\(parts[1])\">"), "\(path)")
    }
  }

  @Test("the page of the bug zoo names the properties that catch each bug")
  func zoo() throws {
    let page = Self.page.deletingLastPathComponent().appending(path: "../../Reference.docc/BugZoo.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    for bug in BugZoo.all {
      let line = try #require(lines.first { $0.contains("<a id=\"\(bug.number)\">") }, "\(bug.number)")
      let last = try #require(line.split(separator: "|").last)
      #expect(last.matches(of: /`([a-z-]+)`/).map { String($0.1) } == bug.properties, "\(bug.number)")
    }
  }

  @Test("ids are unique, and every property names its source")
  func ids() {
    let all = PlayerProperty.all
    #expect(Set(all.map(\.id)).count == all.count)
    for property in all {
      #expect(!property.source.isEmpty && !property.title.isEmpty, "\(property.id)")
      #expect(PlayerProperty.named(property.id) == property)
    }
  }
}
