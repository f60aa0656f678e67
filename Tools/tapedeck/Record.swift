import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime

/// `tapedeck record`: a run as a trace.
struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a file or a stream without showing it, and record the run as a trace.",
    discussion: """
      Local files are played on a virtual clock, as fast as they can be decoded, and two recordings with the same \
      arguments are the same byte for byte. Streams are played in real time.

      A trace that ends in .jsonl is text, any other binary. The source is kept in the trace as it was given: a relative \
      path keeps the trace the same on every machine.

      ACTIONS (--at TIME:ACTION)
      \(ScheduledAction.help)

      With --scenario the user of a scenario drives the source: its steps come at their times, on what the player reports, and its \
      expectations are judged as by 'tapedeck simulate', which has the language. Its settings, preset, segments and 'load' hold, and \
      'until' ends the run; without it the run ends with the media, or after an hour. What is simulated is replaced by the real \
      thing: media and engine always; networks and faults are refused, or left out with --ignore-network. Tracks have the numbers of \
      the source. A line says whether it passed, and what did not; exit code 1 when it failed, 3 when the scenario is damaged. Whether \
      playback fails decides nothing then: expect 'not failed'.

      EXIT CODES
        0         recorded
        1         playback failed, an --at came too late to change anything or --start is given for a source that cannot \
      seek (the trace is complete and says so), or the trace could not be written
        2         wrong usage, or a scenario with what real media cannot have
        3         a damaged scenario
        128 + n   ended by signal n (the trace is complete and says so)

      EXAMPLES
        tapedeck record episode.m4a --output episode.trace
        tapedeck record clip.mp4 --output clip.trace.jsonl --at 2s:seek=8 --at 4s:pause --at 5s:play
        tapedeck record https://example.com/live.m3u8 --for 20s --output live.trace
        tapedeck record https://example.com/live.m3u8 --output live.trace --view
        tapedeck record episode.m4a --scenario seek-twice.yaml --output episode.trace
      """)

  @OptionGroup var options: RunOptions

  @Option(name: .shortAndLong, help: "The trace: FILE.trace, or FILE.trace.jsonl for text.", completion: .file())
  var output: String

  @Flag(help: "On a virtual clock; the default for local files.")
  var virtual = false

  @Flag(help: "On the machine's clock; the default for streams.")
  var realTime = false

  @OptionGroup(title: "Scenarios") var scenario: ScenarioArguments

  @OptionGroup var liveView: LiveViewOptions

  private var isVirtual: Bool { virtual || (options.isLocal && !realTime) }

  func validate() throws {
    if virtual, realTime { throw ValidationError("--virtual and --real-time exclude each other; drop one.") }
    if output.isEmpty { throw ValidationError("--output is empty; expected a file name.") }
    try scenario.check(options)
    try options.checkVirtual(isVirtual)
    try liveView.check(isVirtual: isVirtual)
  }

  func run() async throws {
    var session = RunSession(options)
    session.isVirtual = isVirtual
    session.tracePath = output
    session.needsTrace = true
    session.liveView = liveView
    session.script = try scenario.script(for: options.source)
    if Terminal.isUsable(2) { session.makeView = { [output] _ in ProgressView(output) } }
    try await session.run()
  }
}

extension RunOptions {
  /// What a virtual clock cannot do.
  func checkVirtual(_ isVirtual: Bool) throws {
    guard isVirtual else { return }
    if network == .automatic {
      throw ValidationError(
        "--network auto watches the machine's network, which knows no virtual clock; say which it is, such as wifi.")
    }
    if !isLocal {
      throw ValidationError("--virtual plays local files only: a server decides by itself when its data comes.")
    }
    if neverEnds { throw ValidationError("--loop on a virtual clock never ends; add --for, such as --for 5m.") }
  }
}
