import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace

#if FFmpeg
import FFmpegEngine
#endif

/// What `Tools/test address` builds with AddressSanitizer: replays every argument that is a trace, and plays every other
/// one. Smaller than `tapedeck`, whose commands and models handle no memory of their own.
///
/// Exit codes: 0 everything replays, 1 not.
@main
struct AddressCheck {
  static func main() async throws {
    for path in CommandLine.arguments.dropFirst() {
      if path.hasSuffix(".trace") || path.hasSuffix(".jsonl") { try replay(path) } else { try await play(path) }
    }
  }

  private static func replay(_ path: String) throws {
    var reader = try TraceReader(path: path)
    let report = try TraceReplayer.replay(&reader)
    guard report.isEqual else { throw Problem("\(path) does not replay") }
  }

  #if FFmpeg
  private static func play(_ path: String) async throws {
    try playVirtually(path)
    try await playLive(path)
  }

  /// To the end, with seeks; pictures and sound are converted, stills captured, and the recorded trace is replayed.
  private static func playVirtually(_ path: String) throws {
    let trace = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).trace")
    defer { try? FileManager.default.removeItem(at: trace) }
    let library = IdentifierTable()
    let player = VirtualPlayer(
      engine: FFmpegEngine(library: library, clocking: .virtual, hooks: hooks()), library: library)
    player.record(to: trace) { print("\(path): \($0)") }
    player.send(load(path, library))
    for (second, target) in [(1, 4), (2, 1), (3, 9)] {
      player.schedule(.seek(.at(.seconds(Int64(target)))), at: .seconds(Int64(second)))
      player.schedule(.captureStill, at: .seconds(Int64(second)))
    }
    player.run(until: .seconds(60))
    player.shutDown()
    try replay(trace.path)
    print("\(path): played to \(player.position)")
  }

  /// For a moment, with the engine's threads; released in the middle of it.
  private static func playLive(_ path: String) async throws {
    let library = IdentifierTable()
    let player = LivePlayer(engine: FFmpegEngine(library: library, hooks: hooks()), library: library)
    _ = await player.send(load(path, library))
    _ = await player.send(.seek(.at(.seconds(5))))
    try await Task.sleep(for: .milliseconds(500))
    await player.shutDown()
  }

  private static func load(_ path: String, _ library: IdentifierTable) -> Command {
    .load(item: library.item(for: path), start: .standard, autoplay: true, opens: true)
  }

  private static func hooks() -> EngineHooks {
    var hooks = EngineHooks()
    hooks.onVideo = { _ in }
    hooks.onAudio = { _ in }
    hooks.onStill = { _, _ in }
    return hooks
  }
  #else
  private static func play(_ path: String) async throws { throw Problem("\(path): built without FFmpeg") }
  #endif

  private struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
