import EngineContract
import Foundation
import Testing

/// The table of rules in the documentation of `Engine` matches the checks.
@Suite("Engine contract: the table")
struct RuleTableTests {
  /// The rows of the table under "The rules": name and sentence.
  private func table() throws -> [[String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/PlayerRuntime/Engine.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "/// | rule | |"))
    let lines = text[start.upperBound...].split(separator: "\n").dropFirst()
    return lines.prefix { $0.hasPrefix("/// | `") }.map { line in
      let cells = line.dropFirst(6).dropLast(2).split(separator: " | ", maxSplits: 1)
      return cells.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("each rule of the table has a check, and each check a row, in the same words")
  func agrees() throws {
    #expect(try table() == ContractRule.allCases.map { ["`\($0.rawValue)`", $0.sentence] })
  }
}
