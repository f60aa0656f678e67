import ArgumentParser
import Foundation
import PlayerRuntime

/// The command line: every subcommand has its own file.
@main
struct TapeDeck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tapedeck",
    abstract: "Play media with a deterministic reducer, record every run as a trace, and replay traces bit for bit.",
    discussion: """
      Results go to standard output, messages to standard error. 'tapedeck help COMMAND' and 'man tapedeck COMMAND' \
      explain a command.

      EXIT CODES
        0        done
        1        a difference, a finding, or a failed playback
        2        wrong usage
        3        damaged input
        128 + n  ended by signal n: 130 is Ctrl-C

      JSON
      With --json an error is an object, too: {"error": {"message", "kind", "file", "line", "offset", "expected", \
      "found", "hint"}}, of which only the message is always there.

      EXAMPLES
        tapedeck play episode.m4a
        tapedeck record episode.m4a --output episode.trace
        tapedeck replay episode.trace
        tapedeck timeline episode.trace
        tapedeck view episode.trace --output episode.html
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Playback", subcommands: [Play.self, Record.self, Segments.self]),
      CommandGroup(
        name: "Trace",
        subcommands: [
          Info.self, Cat.self, Timeline.self, View.self, At.self, Explain.self, ImportCommand.self, ExportCommand.self,
          Stats.self,
        ]),
      CommandGroup(
        name: "Comparison",
        subcommands: [Replay.self, Diff.self, Bisect.self, WhatIf.self, Blame.self, Compare.self]),
      CommandGroup(
        name: "Test",
        subcommands: [
          Triage.self, Simulate.self, ScenarioCommand.self, TestCommand.self, Check.self, Fuzz.self, Explore.self,
          Shrink.self, Certify.self,
        ]),
      CommandGroup(
        name: "Vocabulary",
        subcommands: [SettingsCommand.self, PresetsCommand.self, EventsCommand.self, WordsCommand.self]),
    ]
  )
}

extension TapeDeck {
  /// Incorrect usage ends with 2, as documented, instead of the argument parser's 64.
  static func main() async {
    StandardStream.reserve()
    CleanUp.prepare()
    if let problem = CommandHint.problem(with: Array(CommandLine.arguments.dropFirst()), among: commandNames) {
      end(withUsage: problem, text: "Error: \(problem)")
    }
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      guard exitCode(for: error) == .validationFailure else {
        ErrorLog.printJSON(code: exitCode(for: error).rawValue)
        exit(withError: error)
      }
      end(withUsage: withoutPasswords(message(for: error)), text: withoutPasswords(fullMessage(for: error)))
    }
  }

  private static var commandNames: [String] { configuration.subcommands.map { $0._commandName } }

  private static func end(withUsage problem: String, text: String) -> Never {
    StandardStream(2).line(text)
    ErrorLog.note(ErrorReport(problem, kind: "usage"))
    ErrorLog.printJSON(code: Exit.usage.rawValue)
    Foundation.exit(Exit.usage.rawValue)
  }

  /// The argument parser repeats arguments verbatim, passwords included.
  private static func withoutPasswords(_ text: String) -> String {
    CommandLine.arguments.dropFirst().reduce(text) { words, argument in
      guard let mark = argument.range(of: "://") else { return words }
      // An address may follow the name of an option or an action.
      let scheme = argument[..<mark.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      let address = String(scheme.reversed()) + argument[mark.lowerBound...]
      return words.replacing(address, with: SourceAddress.withoutPassword(address))
    }
  }
}
