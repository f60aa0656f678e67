import ArgumentParser
import Foundation
import PlayerLogs
import PlayerTrace

/// `tapedeck import`: logs of other players become traces.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn the log of another player into traces.",
    discussion: """
      Reads logs of players that do not use TapeDeck and writes what was observed as a trace without inputs: 'tapedeck \
      check' judges it, 'stats' counts it, 'view', 'timeline' and 'export' show it. There is nothing to replay in it.

      Formats: jsonl (JSON Lines that an app writes, see the page "Import a log"), hls (hls.js in a browser's console, \
      debug: true), media3 (EventLogger of ExoPlayer or Media3, in logcat or alone), mpv (--log-file), gstreamer \
      (GST_DEBUG), chromium (chrome://media-internals, saved or copied, or --enable-logging). The format is recognised by \
      the content; --format overrules.

      Each player in a log becomes a trace of its own: run.trace, run.2.trace, run.3.trace and so on. Lines that are not \
      understood are counted, and the first ones are shown; nothing is guessed from them. A log of any size is read in \
      bounded memory.

      EXIT CODES
        0  written
        1  the log has nothing of a player, or a file cannot be written
        2  wrong usage, a log that cannot be opened, or an unknown format

      JSON
      One object per log: log, format, reason, lines, bytes, understood, noise, unknown, firstUnknown (line, \
      text), longLines, timesBack, sessions (trace, player, steps, duration, firstLine, lastLine), error. Times are \
      microseconds.

      EXAMPLES
        tapedeck import player.log
        tapedeck import player.log -o run.trace && tapedeck check run.trace
        adb logcat -d | tapedeck import - -o phone.trace
        tapedeck import --format gstreamer huge.log --session 2 -o second.trace
        tapedeck import console.txt -o - | tapedeck view - -o run.html
      """)

  @Argument(help: ArgumentHelp("Logs; - is standard input.", valueName: "log"), completion: .file())
  var logs: [String]

  @Option(help: ArgumentHelp("jsonl, hls, media3, mpv, gstreamer or chromium.", valueName: "format"))
  var format: LogFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The trace; a name that ends in .jsonl asks for text; - is standard output. (default: the log's name, with .trace; never an existing file)",
      valueName: "file"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Only the player that began as the NUMBER-th.", valueName: "number"))
  var session: Int?

  @Flag(help: "Print the summary as JSON on standard output.")
  var json = false

  func validate() throws {
    if let session, session < 1 { throw ValidationError("--session counts from 1 on.") }
    if logs.count > 1, output != nil {
      throw ValidationError("--output is for one log: leave it out, and each trace is named like its log.")
    }
    guard logs.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("Standard input can be read only once.") }
    if output == nil, logs.contains("-") {
      throw ValidationError("The trace of standard input needs a name: add --output FILE.")
    }
    if json, output == "-" { throw ValidationError("Standard output takes either the trace or --json.") }
    if output == "-", Screen.standardOutput.isTerminal {
      throw ValidationError("A binary trace does not belong on a terminal: add --output FILE.")
    }
  }

  func run() throws {
    var worst = Exit.ok
    let data = DataStream()
    for log in logs {
      let outcome = ImportedLog(
        log, format: format, target: output, session: session)
      worst = worst.worse(outcome.exit)
      if json { try data.line(outcome.json.line) }
      for line in outcome.lines { Talk.line(line) }
      if let error = outcome.error { Talk.error(error) }
    }
    try data.flush()
    try worst.throwUnlessOK()
  }
}

extension LogFormat: ExpressibleByArgument {}
