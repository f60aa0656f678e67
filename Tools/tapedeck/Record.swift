import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime

/// `tapedeck record`: a run as a trace.
struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a file or a stream without showing it, and record the run as a trace.",
    discussion: """
      Local files play on a virtual clock, as fast as they can be decoded; two recordings with the same arguments are \
      identical byte for byte. Streams play in real time.

      A trace whose name ends in .jsonl is text, any other is binary. The trace keeps the source as it was given: \
      with a relative path, it is the same on every machine.

      ACTIONS (--at TIME:ACTION)
      \(ScheduledAction.help)

      --scenario lets the user steps of a scenario drive the source, and judges its expectations as 'tapedeck simulate' \
      does ('tapedeck words' lists the language). Settings, preset, segments and 'load' of the scenario apply; 'until' \
      ends the run, else the end of the media or one hour. Media and engine are the real ones; simulated networks and \
      faults are refused, or left out with --ignore-network. Tracks have the numbers of the source. The exit code is 1 \
      when an expectation fails; a playback failure alone does not count: expect 'not failed'.

      EXIT CODES
        0        recorded
        1        playback failed, a warning told of media that was not played, an
                 --at came too late to change anything, or --start was given for
                 a source that cannot seek (the trace is complete and records
                 it), or the trace could not be written
        2        wrong usage, or a scenario with what real media cannot have
        3        a damaged scenario
        128 + n  ended by signal n (the trace is complete and records it)

      EXAMPLES
        tapedeck record episode.m4a --output episode.trace
        tapedeck record clip.mp4 -o clip.trace --at 2s:seek=8 --at 4s:pause
        tapedeck record https://example.com/live.m3u8 --for 20s -o live.trace
        tapedeck record episode.m4a --scenario seeks.yaml -o episode.trace
      """)

  @OptionGroup var options: RunOptions

  @Option(
    name: .shortAndLong, help: "The trace: FILE.trace, or FILE.trace.jsonl for text; - is standard output, as text.",
    completion: .file())
  var output: String

  @Flag(help: "Replace addresses, titles and all other words by numbers, as 'tapedeck cat --redact' does.")
  var redact = false

  @Flag(help: "Use a virtual clock; the default for local files.")
  var virtual = false

  @Flag(help: "Use the machine's clock; the default for streams.")
  var realTime = false

  @OptionGroup(title: "Scenarios") var scenario: ScenarioArguments

  private var isVirtual: Bool { virtual || (options.isLocal && !realTime) }

  func validate() throws {
    if virtual, realTime { throw ValidationError("--virtual and --real-time exclude each other; drop one.") }
    if output.isEmpty { throw ValidationError("--output is empty; expected a file name.") }
    try scenario.check(options)
    try options.checkVirtual(isVirtual)
  }

  func run() async throws {
    var session = RunSession(options)
    session.isVirtual = isVirtual
    session.tracePath = output
    session.needsTrace = true
    session.redacts = redact
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
        "--network auto watches the machine's network, which has no virtual clock; name one, such as wifi.")
    }
    if !isLocal {
      throw ValidationError("--virtual plays local files only: a server sends its data in real time.")
    }
    if neverEnds { throw ValidationError("--loop on a virtual clock never ends; add --for, such as --for 5m.") }
  }
}
