import Foundation
import PlayerTesting
import Testing

@Suite("The page of the properties")
struct PropertyTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/PlayerTesting/PlayerTesting.docc/Properties.md")

  @Test("lists every property with what it says, how bad it is and where it comes from")
  func table() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let marker = try #require(text.range(of: "<!-- table:"))
    let end = try #require(text[marker.lowerBound...].firstIndex(of: "\n"))
    let rows = PlayerProperty.all.map { "| `\($0.id)` | \($0.title) | \($0.severity) | \($0.source) |" }
    let table = ["", "| id | what holds | severity | source |", "|---|---|---|---|"] + rows
    let expected = String(text[...end]) + table.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(
        text == expected,
        "a property changed: TAPEDECK_WRITE_TABLES=1 swift test --filter PropertyTableTests writes the table anew")
    }
  }

  @Test("no two properties have one id, and each says where it comes from")
  func ids() {
    let all = PlayerProperty.all
    #expect(Set(all.map(\.id)).count == all.count)
    for property in all {
      #expect(!property.source.isEmpty && !property.title.isEmpty, "\(property.id)")
      #expect(PlayerProperty.named(property.id) == property)
    }
  }
}
