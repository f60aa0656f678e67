import ArgumentParser
import Foundation
import PlayerRuntime

/// The command line: every subcommand is a file of its own.
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

      EXAMPLES
        tapedeck play episode.m4a
        tapedeck record episode.m4a --output episode.trace
        tapedeck replay episode.trace
        tapedeck timeline episode.trace
        tapedeck view episode.trace --output episode.html
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Playback", subcommands: [Play.self, Record.self, Segments.self, NetworkCommand.self]),
      CommandGroup(
        name: "Trace",
        subcommands: [
          Info.self, Cat.self, Timeline.self, View.self, At.self, Explain.self, ExportCommand.self, Stats.self,
        ]),
      CommandGroup(
        name: "Comparison",
        subcommands: [Replay.self, Diff.self, Bisect.self, WhatIf.self, Blame.self, Compare.self]),
      CommandGroup(
        name: "Test",
        subcommands: [
          Simulate.self, ScenarioCommand.self, TestCommand.self, Check.self, Fuzz.self, Explore.self, Shrink.self,
          Certify.self, ConformanceCommand.self,
        ]),
      CommandGroup(
        name: "Vocabulary",
        subcommands: [SettingsCommand.self, PresetsCommand.self, EventsCommand.self, WordsCommand.self]),
    ]
  )
}

extension TapeDeck {
  /// Wrong usage ends with 2, as documented, and not with the 64 of the argument parser.
  static func main() async {
    StandardStream.reserve()
    CleanUp.prepare()
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      FileHandle.standardError.write(Data((words(for: error) + "\n").utf8))
      Foundation.exit(Exit.usage.rawValue)
    }
  }

  /// What is wrong with the usage. The argument parser repeats arguments as they were given, passwords and all.
  private static func words(for error: any Error) -> String {
    CommandLine.arguments.dropFirst().reduce(fullMessage(for: error)) { words, argument in
      guard let mark = argument.range(of: "://") else { return words }
      // An address may stand after the name of an option or an action.
      let scheme = argument[..<mark.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      let address = String(scheme.reversed()) + argument[mark.lowerBound...]
      return words.replacing(address, with: SourceAddress.withoutPassword(address))
    }
  }
}
