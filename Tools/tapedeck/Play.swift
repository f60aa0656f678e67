import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime

/// `tapedeck play`: a player in the terminal, and lines for programs.
struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a file or a stream.",
    discussion: """
      In a terminal this is a player with keys; elsewhere it prints a line per event. It ends with the media, with a \
      failure, or when you quit.

      Sound goes to the default device, which needs SDL 2; without a device or SDL 2, a message says so and playback \
      continues in silence. --output null plays in silence, --output window shows the video in a window, which needs \
      SDL 2, too.

      KEYS (in the terminal and in the window)
      \(KeyTable.page)

      ACTIONS (--at TIME:ACTION)
      \(ScheduledAction.help)

      EXIT CODES
        0        played to the end, to --until or --for, or quit with q
        1        playback failed, a warning told of media that was not played, an
                 --at came too late to change anything, --start was given for a
                 source that cannot seek, or a trace could not be written
        2        wrong usage
        128 + n  ended by signal n: 130 Ctrl-C, 143 SIGTERM, 129 hung up, 141 the
                 reader of the output is gone

      JSON
      One object per notification: at, event, reason, its fields ('tapedeck events' lists them), title where it has a \
      segment. Times are microseconds; null means unknown or endless.

      EXAMPLES
        tapedeck play episode.m4a --start 1:30 --trace episode.trace
        tapedeck play clip.mp4 --virtual --output wav:clip.wav
        tapedeck play clip.mp4 --output window
        tapedeck play episode.m4a --output pcm:- | aplay -f S16_LE -c 2 -r 44100
        tapedeck play https://example.com/a.m3u8 --header 'Authorization: Bearer 1'
        tapedeck play episode.m4a --preset srg
        tapedeck play clip.mp4 --virtual --at 2s:pause --at 5s:play --at 6s:seek=8
      """)

  @OptionGroup var options: RunOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Where decoded media goes: \(OutputArgument.expectation). May be repeated. (default: sound where there is a device, \
      null with --virtual)
      """, valueName: "output"),
    transform: { try OutputArgument($0) })
  var output: [OutputArgument] = []

  @Option(
    name: .long, help: "Record the run while playing: FILE.trace, or FILE.trace.jsonl for text.", completion: .file())
  var trace: String?

  @Flag(
    help: "With --trace: replace addresses, titles and all other words by numbers, as 'tapedeck cat --redact' does.")
  var redact = false

  @Flag(help: "Use a virtual clock: play as fast as the media can be decoded. Local files only.")
  var virtual = false

  @Flag(help: "Print one JSON object per notification on standard output.")
  var json = false

  func validate() throws {
    if trace == "-" {
      throw ValidationError(
        "--trace - and the lines of the run both want standard output; use 'tapedeck record --output -'.")
    }
    if redact, trace == nil { throw ValidationError("--redact is about the trace: add --trace FILE.") }
    try options.checkVirtual(virtual)
    let outputs = try OutputArguments(output, isVirtual: virtual)
    if json, outputs.usesStandardOutput {
      throw ValidationError("--json and --output pcm:- both want standard output; drop one.")
    }
  }

  func run() async throws {
    var session = RunSession(options)
    session.isVirtual = virtual
    session.tracePath = trace
    session.redacts = redact
    let outputs = try OutputArguments(output, isVirtual: virtual)
    session.outputs = outputs
    session.watchesOutput = true
    // If sound goes to standard output, everything else goes to standard error.
    let descriptor: Int32 = outputs.usesStandardOutput ? 2 : 1
    let isPlayer = !virtual && !json && Terminal.isUsable(descriptor)
    session.hasScreen = isPlayer
    session.hasKeys = isPlayer && isatty(0) == 1
    let isRecording = trace != nil
    session.makeView = { [json, options] library in
      guard isPlayer else { return LinesView(descriptor, library: library, isJSON: json) }
      return TerminalView(descriptor, source: options.source, isRecording: isRecording, library: library)
    }
    try await session.run()
  }
}
