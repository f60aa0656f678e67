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

      EXIT CODES
        0        recorded
        1        playback failed, an --at came too late to change anything, or
                 --start was given for a source that cannot seek (the trace is
                 complete and records it), or the trace could not be written
        2        wrong usage
        128 + n  ended by signal n (the trace is complete and records it)

      EXAMPLES
        tapedeck record episode.m4a --output episode.trace
        tapedeck record clip.mp4 -o clip.trace --at 2s:seek=8 --at 4s:pause
        tapedeck record https://example.com/live.m3u8 --for 20s -o live.trace
        tapedeck record https://example.com/live.m3u8 -o live.trace --view
      """)

  @OptionGroup var options: RunOptions

  @Option(name: .shortAndLong, help: "The trace: FILE.trace, or FILE.trace.jsonl for text.", completion: .file())
  var output: String

  @Flag(help: "Use a virtual clock; the default for local files.")
  var virtual = false

  @Flag(help: "Use the machine's clock; the default for streams.")
  var realTime = false

  @OptionGroup var liveView: LiveViewOptions

  private var isVirtual: Bool { virtual || (options.isLocal && !realTime) }

  func validate() throws {
    if virtual, realTime { throw ValidationError("--virtual and --real-time exclude each other; drop one.") }
    if output.isEmpty { throw ValidationError("--output is empty; expected a file name.") }
    try options.checkVirtual(isVirtual)
    try liveView.check(isVirtual: isVirtual)
  }

  func run() async throws {
    var session = RunSession(options)
    session.isVirtual = isVirtual
    session.tracePath = output
    session.needsTrace = true
    session.liveView = liveView
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
