import Foundation
import PlayerCore
import Testing

@Suite("The policies page")
struct PolicyPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Reference.docc/Policies.md")

  @Test("names settings that exist")
  func names() throws {
    let names = Set("\(Setting.names)".split(separator: " ").map(String.init))
    var count = 0
    for line in try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("|") {
      for match in (line.split(separator: "|").first ?? "").matches(of: /`(\w+)`/) {
        count += 1
        #expect(names.contains(String(match.1)), "there is no setting \(match.1)")
      }
    }
    #expect(count > 90, "the page lists settings and what presets set")
  }
}
