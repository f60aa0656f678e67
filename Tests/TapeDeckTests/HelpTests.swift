import ArgumentParser
import Testing

@testable import tapedeck

/// What the help of every command has in common, so that users find each part in the same place at 80 columns.
@Suite struct HelpTests {
  static let commands: [any ParsableCommand.Type] = [TapeDeck.self] + TapeDeck.configuration.subcommands

  @Test func everyCommandIsInAGroup() {
    #expect(TapeDeck.configuration.ungroupedSubcommands.isEmpty)
    #expect(TapeDeck.configuration.groupedSubcommands.count > 3)
  }

  @Test(arguments: commands) func examplesFit80Columns(_ command: any ParsableCommand.Type) {
    let lines = Self.lines(Self.help(command))
    for line in Self.discussion(command) where line.hasPrefix("  ") {
      #expect(line.count <= 78, "\(name(command)): \(line)")
      #expect(lines.contains(line), "broken: \(line)")
    }
    // The terminal wraps the USAGE line and long paths.
    for line in lines where !line.hasPrefix("USAGE:") && line.split(separator: " ").count > 1 {
      #expect(line.count <= 80, "\(name(command)): \(line)")
    }
  }

  @Test(arguments: commands) func sectionsAreInOrder(_ command: any ParsableCommand.Type) throws {
    let lines = Self.discussion(command)
    let codes = try #require(lines.firstIndex(of: "EXIT CODES"), "\(name(command)) has no exit codes")
    let examples = try #require(lines.firstIndex(of: "EXAMPLES"), "\(name(command)) has no examples")
    #expect(codes < examples)
    #expect(lines[(examples + 1)...].allSatisfy { $0.hasPrefix("  ") })
    let json = lines.firstIndex(of: "JSON")
    if Self.help(command).contains("\n  --json ") {
      let json = try #require(json, "\(name(command)) has --json and does not describe it")
      #expect(codes < json && json < examples)
    }
  }

  /// Users type the lines of examples: the arguments of each line's first command are accepted.
  @Test(arguments: commands) func examplesAreAccepted(_ command: any ParsableCommand.Type) throws {
    let lines = Self.discussion(command)
    let examples = try #require(lines.firstIndex(of: "EXAMPLES"))
    for line in lines[(examples + 1)...] where line.hasPrefix("  tapedeck ") {
      let arguments = Array(Self.firstCommand(line).dropFirst())
      #expect(throws: Never.self, "\(line)") { try TapeDeck.parseAsRoot(arguments) }
    }
  }

  /// Manual pages are generated from the help texts, and the generator drops what is not ASCII.
  @Test(arguments: commands) func textIsSafeForManualPages(_ command: any ParsableCommand.Type) {
    for line in Self.discussion(command) {
      #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
      #expect(!line.hasPrefix(".") && !line.hasPrefix("'"), "roff takes this for a request: \(line)")
    }
  }

  @Test(arguments: commands) func avoidsAwkwardPhrases(_ command: any ParsableCommand.Type) {
    let text = Self.help(command).replacing("\n", with: " ").lowercased()
    for words in [
      " behind ", " look after ", " looks after ", " go on ", " goes on ", " is said", " is told", " who waits",
      " brought ",
    ] {
      // The exception is the name of a JSON field.
      guard !text.replacing("(behind: ", with: "").contains(words) else {
        Issue.record("\(name(command)): '\(words)'")
        continue
      }
    }
  }

  private func name(_ command: any ParsableCommand.Type) -> String { command._commandName }

  private static func help(_ command: any ParsableCommand.Type) -> String {
    TapeDeck.helpMessage(for: command, columns: 80)
  }

  private static func discussion(_ command: any ParsableCommand.Type) -> [String] {
    lines(command.configuration.discussion)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The words of a command line as a shell splits them, up to the end of the first command. Patterns are not expanded.
  private static func firstCommand(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + [character] }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if "|>&;".contains(character) {
        break
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + [character]
      }
    }
    if let word { words.append(word) }
    return words
  }
}
