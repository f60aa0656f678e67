import ArgumentParser

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
      """,
    version: "0.1.0",
    subcommands: [Play.self, Record.self]
  )
}
