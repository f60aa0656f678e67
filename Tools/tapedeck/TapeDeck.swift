import ArgumentParser
import Foundation
import PlayerRuntime

/// The command line: every subcommand is a file of its own.
@main
struct TapeDeck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tapedeck",
    abstract: "Play media under a deterministic reducer, record every run as a trace, and replay traces bit for bit.",
    discussion: """
      Data goes to standard output, talk to standard error. Exit codes: 0 ok, 1 a difference or a failed playback, \
      2 wrong usage, 3 damaged input.

      EXAMPLES
        tapedeck play episode.m4a
        tapedeck record episode.m4a --output episode.trace
        tapedeck replay episode.trace
        tapedeck timeline episode.trace
        tapedeck play episode.m4a --skip advert
      """,
    version: "0.1.0",
    subcommands: [
      Play.self, Record.self, Replay.self, Info.self, Cat.self, At.self, Timeline.self, View.self, ExportCommand.self,
      Diff.self, Bisect.self, WhatIf.self, Blame.self, Explain.self, Simulate.self, ScenarioCommand.self,
      TestCommand.self, Explore.self, Segments.self, Check.self, Triage.self, Stats.self, Compare.self, Fuzz.self,
      Shrink.self,
      Certify.self,
      ConformanceCommand.self, NetworkCommand.self, SettingsCommand.self, PresetsCommand.self, EventsCommand.self,
      WordsCommand.self,
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
