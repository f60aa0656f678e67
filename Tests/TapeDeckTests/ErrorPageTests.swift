import ArgumentParser
import Foundation
import PlayerCore
import Testing

@testable import tapedeck

/// The tables of the error catalogue are generated from the program's messages, and compared with them.
@Suite("The error catalogue", .serialized)
struct ErrorPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/TapeDeck.docc/Errors.md").standardizedFileURL

  @Test func listsExitCodesOfAllCommands() throws {
    let commands = TapeDeck.configuration.subcommands.sorted { $0._commandName < $1._commandName }
    try compare("exit codes", [["command", "0", "1", "2", "3"]] + commands.map(Self.row))
  }

  @Test func listsSentenceOfEachFailure() throws {
    let rows = (UInt8(1)...).lazy.map(Failure.Kind.init(rawValue:)).prefix { $0 != nil }.compactMap { $0 }.map { kind in
      let sentence = FailureText.sentence(Failure(kind), source: "SOURCE").dropFirst("SOURCE: ".count)
      let parts = sentence.split(separator: ". ", maxSplits: 1)
      return ["`\(kind)`", String(parts[0]), Self.options(String(parts.last ?? ""))]
    }
    try compare("failures", [["failure", "what `tapedeck` prints", "what to do"]] + rows)
  }

  /// What a command's help lists for each exit code, with wrapped lines joined.
  private static func row(_ command: any ParsableCommand.Type) -> [String] {
    let lines = command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "EXIT CODES" }.dropFirst().prefix { $0.hasPrefix("  ") }
    var meanings: [Substring: String] = [:]
    var code: Substring = ""
    for line in lines {
      if let first = line.firstMatch(of: /^  (\d+(?: \+ n)?) +(.+)$/) {
        code = first.1
        meanings[code] = String(first.2)
      } else {
        meanings[code, default: ""] += " " + line.trimmingCharacters(in: .whitespaces)
      }
    }
    return ["`\(command._commandName)`"] + ["0", "1", "2", "3"].map { options(meanings[$0] ?? "") }
  }

  /// Marks options as code, so that two hyphens do not become a dash.
  private static func options(_ text: String) -> String {
    text.replacing(/--[a-z][a-z-]*/) { "`\($0.0)`" }
  }

  /// Compares a table of the page with the expected one, or writes it.
  private func compare(_ name: String, _ rows: [[String]]) throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- table: \(name)"))
    let start = try #require(text[begin.upperBound...].range(of: "-->\n\n"))
    let end = try #require(text[start.upperBound...].range(of: "\n\n"))
    let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
    let table = ([lines[0], "|" + rows[0].map { _ in "---|" }.joined()] + lines.dropFirst()).joined(separator: "\n")
    let expected = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: table)
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text == expected, "TAPEDECK_WRITE_TABLES=1 swift test --filter ErrorPageTests writes the table anew")
    }
  }
}
