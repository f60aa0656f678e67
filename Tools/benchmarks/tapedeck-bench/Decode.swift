import ArgumentParser
import PlayerCore
import Backports

#if FFmpeg
import FFmpegEngine
import PlayerRuntime
#endif

/// Plays a file with the adapter as fast as it can be decoded.
struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a file on the virtual clock, for a comparison.", shouldDisplay: false)

  @Flag(help: "Stop at the first frame.")
  var firstFrame = false

  @Argument(help: "The file.")
  var file: String

  #if FFmpeg
  static var isAvailable: Bool { true }

  func run() throws {
    let frames = FrameCount()
    let library = IdentifierTable()
    let output = FrameCallbacks(
      onAudio: { _ in frames.add(to: frames.audio) }, onVideo: { _ in frames.add(to: frames.video) })
    let engine = FFmpegEngine(library: library, clocking: .virtual, outputs: [output])
    let host = VirtualPlayer(engine: engine, library: library)
    host.send(.load(item: library.item(for: file), start: .standard, autoplay: true, opens: true))
    host.run(while: { host in
      switch host.player.phase {
      case .failed, .ended: false
      default: !firstFrame || frames.isEmpty
      }
    })
    let failure = host.player.failure
    host.shutDown()
    if failure.kind != .none || frames.isEmpty { throw BenchError("\(file) did not play: \(failure.kind)") }
    print(
      frames.audio.load(), "pieces of sound,", frames.video.load(), "pictures")
  }
  #else
  static var isAvailable: Bool { false }
  func run() throws { throw BenchError("built without FFmpeg") }
  #endif
}

private final class FrameCount: Sendable {
  let audio = AtomicInteger(0)
  let video = AtomicInteger(0)

  var isEmpty: Bool { audio.load() == 0 && video.load() == 0 }

  func add(to count: borrowing AtomicInteger) { count.add(1) }
}
