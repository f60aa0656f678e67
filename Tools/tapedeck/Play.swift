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
      continues in silence. --output null plays in silence. The video is shown in the cells of a terminal with colours, \
      24 bits of them where COLORTERM is truecolor, or with --video window in a window, which needs SDL 2, too.

      KEYS (in the terminal and in the window)
      \(KeyHelp(.standard).page)

      A click on the bar seeks, one on the state pauses, one on the volume mutes. The wheel changes the volume, over the \
      bar it seeks by 5 s, over the log it scrolls.

      KEYS FILE (--keys FILE, else ~/.config/tapedeck/keys)
      A line for each key that is to do something else: key = action. Actions are those of --at, with a space before \
      the value, and help, log, quit and nothing. Keys are characters, or space, hash, enter, tab, escape, backspace, \
      delete, left, right, up, down, shift+left, shift+right, home, end, pageup and pagedown. A line that begins with \
      # is a comment.
        left = seek -5s
        x = rate 1.5
        n = chapter next
        Q = nothing

      ACTIONS (--at TIME:ACTION)
      \(ScheduledAction.help)

      EXIT CODES
        0        played to the end, to --until or --for, or quit with q
        1        playback failed, an --at came too late to change anything, --start
                 was given for a source that cannot seek, or a trace could not be
                 written
        2        wrong usage, or a file of keys with a mistake
        128 + n  ended by signal n: 130 Ctrl-C, 143 SIGTERM, 129 hung up, 141 the
                 reader of the output is gone

      JSON
      One object per notification: at, event, reason, its fields ('tapedeck events' lists them), title where it has a \
      segment. Times are microseconds; null means unknown or endless.

      EXAMPLES
        tapedeck play episode.m4a --start 1:30 --trace episode.trace
        tapedeck play clip.mp4 --virtual --output wav:clip.wav
        tapedeck play clip.mp4 --video window
        tapedeck play episode.m4a --output pcm:- | aplay -f S16_LE -c 2 -r 44100
        tapedeck play https://example.com/a.m3u8 --header 'Authorization: Bearer 1'
        tapedeck play episode.m4a --preset srg --controls srg
        tapedeck play episode.m4a --keys my-keys --no-mouse
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

  @Option(
    help: ArgumentHelp(
      "Controls in the terminal: plain, or srg for the overlays of SRGMediaPlayer.", valueName: "name"))
  var controls = ControlsArgument.plain

  @Option(
    help: ArgumentHelp(
      "What the keys do; see KEYS FILE. (default: ~/.config/tapedeck/keys, where there is one)", valueName: "file"),
    completion: .file())
  var keys: String?

  @Option(
    help: ArgumentHelp(
      """
      Where the video is shown: cells, window or none. (default: cells in a terminal with colours that is not at the \
      other end of ssh)
      """, valueName: "place"))
  var video: VideoArgument?

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

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
    let outputs = try OutputArguments(allOutputs, isVirtual: virtual)
    if json, outputs.usesStandardOutput {
      throw ValidationError("--json and --output pcm:- both want standard output; drop one.")
    }
  }

  func run() async throws {
    var session = RunSession(options)
    session.isVirtual = virtual
    session.tracePath = trace
    session.redacts = redact
    let outputs = try OutputArguments(allOutputs, isVirtual: virtual)
    session.outputs = outputs
    session.watchesOutput = true
    // If sound goes to standard output, everything else goes to standard error.
    let descriptor: Int32 = outputs.usesStandardOutput ? 2 : 1
    let isPlayer = !virtual && !json && Terminal.isUsable(descriptor)
    session.hasScreen = isPlayer
    session.hasKeys = isPlayer && isatty(0) == 1
    session.keys = try readKeys(isPlayer: session.hasKeys)
    var screen = TerminalView.Options(descriptor: descriptor, source: options.source)
    screen.isRecording = trace != nil
    screen.controls = controls
    screen.keys = session.keys
    screen.hasMouse = session.hasKeys && !noMouse
    if isPlayer {
      #if FFmpeg
      session.cells = cells(hasWindow: outputs.hasWindow)
      screen.pictures = session.cells
      #endif
    }
    session.makeView = { [json, screen, remark = isPlayer ? videoRemark : nil] library in
      guard isPlayer else { return LinesView(descriptor, library: library, isJSON: json) }
      let view = TerminalView(screen, library: library)
      if let remark { view.say(remark) }
      return view
    }
    try await session.run()
  }

  #if FFmpeg
  /// Shows the pictures in the terminal; nil if none are to be shown.
  private func cells(hasWindow: Bool) -> CellVideo? {
    let environment = ProcessInfo.processInfo.environment
    let place = video ?? .standard(environment, hasWindow: hasWindow, controls: controls)
    return place == .cells ? CellPicture.Ability(environment: environment).map { CellVideo($0) } : nil
  }
  #endif

  /// Why requested pictures are not shown.
  private var videoRemark: String? {
    guard video == .cells, CellPicture.Ability(environment: ProcessInfo.processInfo.environment) == nil else {
      return nil
    }
    return "no video: NO_COLOR is set, and pictures are colours"
  }

  private var allOutputs: [OutputArgument] {
    video == .window && !output.contains(.window) ? output + [.window] : output
  }

  /// The key bindings from the given file, or from the user's, if there is one.
  private func readKeys(isPlayer: Bool) throws -> KeyBindings {
    let environment = ProcessInfo.processInfo.environment
    let own = isPlayer ? KeyFile.standardPath(environment).flatMap { access($0, F_OK) == 0 ? $0 : nil } : nil
    guard let path = keys ?? own else { return .standard }
    do throws(KeyFileError) { return try KeyFile.read(path) } catch {
      ErrorLog.note(ErrorReport(error))
      StandardStream(2).line("tapedeck: \(error)")
      throw Exit.usage.error
    }
  }
}
