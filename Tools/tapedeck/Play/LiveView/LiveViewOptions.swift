import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace

/// Whether a browser may view a run in progress.
struct LiveViewOptions: ParsableArguments {
  @Flag(
    help: """
      Let a browser on this machine look at the run while it goes on: prints the address of a page. Real time only; \
      'tapedeck view' shows a trace that was recorded.
      """)
  var view = false

  @Option(
    help: ArgumentHelp("With --view: use another template than the installed one.", valueName: "file"),
    completion: .file())
  var viewer: String?

  func check(isVirtual: Bool) throws {
    if viewer != nil, !view { throw ValidationError("--viewer is the page of --view; add --view.") }
    if view, isVirtual {
      throw ValidationError(
        "--view shows a run while it goes on, and on a virtual clock it is over at once. Record a trace, and look at it "
          + "with 'tapedeck view TRACE'.")
    }
  }
}

#if FFmpeg
/// A run in progress that browsers view.
struct LiveView {
  let recorder: TraceRecorder
  private let server: LiveServer

  var address: String { server.address }

  /// - Parameter name: The run's name on the page.
  init(_ options: LiveViewOptions, name: String, header: TraceHeader) async throws {
    let page = try ViewerTemplate.find(options.viewer).livePage(of: name, stream: LiveAnswer.stream)
    do {
      let trace = try LiveTrace()
      recorder = try TraceRecorder(sink: trace, form: .binary, header: header)
      server = try await LiveServer(trace, page: page)
    } catch {
      StandardStream(2).line(
        "tapedeck: there is no place for --view: \((error as? TraceError)?.description ?? String(describing: error)). "
          + "Play without it, or check that TMPDIR can be written and that the loopback is up.")
      throw Exit.differs.error
    }
  }

  /// Ends the trace, and the server once pages have it.
  func finish() async { await server.finish() }
}
#else
/// Not available in builds without playback.
enum LiveView {
  var recorder: TraceRecorder { switch self {} }
  var address: String { switch self {} }
  func finish() async {}
}
#endif
