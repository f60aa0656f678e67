#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Backports
import Testing

@testable import FFmpegEngine

/// Reads `locked://` sources: files whose every byte was combined with a key.
private struct Locksmith: ResourceLoader {
  var key: UInt8 = 0x5a
  /// Reading fails after this many bytes.
  var failsAfter = Int64.max
  /// Returns more than requested.
  var isGenerous = false
  var knowsLength = true

  func canLoad(_ source: String) -> Bool { source.hasPrefix("locked://") }

  func open(_ source: String) throws -> any Resource {
    let path = Media.path(String(source.dropFirst("locked://".count)))
    // The file on disk is plain: it is locked here, and unlocked as it is read.
    let locked = try Data(contentsOf: URL(fileURLWithPath: path)).map { $0 ^ key }
    return LockedFile(bytes: locked, locksmith: self)
  }

  private final class LockedFile: Resource {
    let bytes: [UInt8]
    let locksmith: Locksmith
    init(bytes: [UInt8], locksmith: Locksmith) {
      self.bytes = bytes
      self.locksmith = locksmith
    }

    var length: Int64? { locksmith.knowsLength ? Int64(bytes.count) : nil }

    func read(from offset: Int64, count: Int) throws -> [UInt8] {
      if offset >= locksmith.failsAfter { throw CocoaError(.fileReadCorruptFile) }
      let start = min(Int(offset), bytes.count)
      let end = min(bytes.count, start + count + (locksmith.isGenerous ? 4_096 : 0))
      return bytes[start..<end].map { $0 ^ locksmith.key }
    }
  }
}

@Suite("What an app adds to the engine")
struct HookTests {
  private func play(_ source: String, _ loader: Locksmith?) -> (VirtualPlayer, seconds: Double) {
    let library = IdentifierTable()
    var hooks = EngineHooks()
    hooks.loader = loader
    let player = VirtualPlayer(
      engine: FFmpegEngine(library: library, clocking: .virtual, hooks: hooks), library: library)
    player.send(.load(item: library.item(for: source), start: .standard, autoplay: true, opens: true))
    player.run()
    return (player, Double(player.position.microseconds) / 1e6)
  }

  @Test("Media that the app decrypts while reading plays like the plain file", arguments: [true, false])
  func decrypts(knowsLength: Bool) {
    let (player, end) = play("locked://clip-sizes.ts", Locksmith(knowsLength: knowsLength))
    #expect(player.player.phase == .ended, "\(player.player.failure)")
    #expect(abs(end - play(Media.path("clip-sizes.ts"), nil).seconds) < 0.05)
  }

  @Test("Media that needs seeks is decrypted wherever it is read")
  func seeks() {
    let library = IdentifierTable()
    var hooks = EngineHooks()
    hooks.loader = Locksmith()
    let player = VirtualPlayer(
      engine: FFmpegEngine(library: library, clocking: .virtual, hooks: hooks), library: library)
    player.send(.load(item: library.item(for: "locked://clip.mp4"), start: .standard, autoplay: true, opens: true))
    player.run(until: .seconds(2))
    player.send(.seek(.at(.seconds(8))))
    player.run(until: .seconds(3))
    #expect(player.position == .seconds(9))
    #expect(player.player.bytesRead > 100_000)
  }

  @Test("A loader that fails, or returns too much, affects the media and not the player")
  func fails() {
    #expect(play("locked://absent.mp4", Locksmith()).0.player.failure.kind == .notFound)
    #expect(play("locked://clip.mp4", Locksmith(failsAfter: 0)).0.player.phase == .failed)
    #expect(play("locked://clip.mp4", Locksmith(isGenerous: true)).0.player.phase == .ended)
    // Without a loader the scheme is unknown.
    #expect(play("locked://clip.mp4", nil).0.player.failure.kind == .protocolUnsupported)
  }

  @Test("Pictures and sound arrive as plain values, in sync")
  func frames() throws {
    struct Seen {
      var video: [VideoFrame] = []
      var audio: [AudioFrame] = []
    }
    let seen = Lock(Seen())
    var hooks = EngineHooks()
    hooks.onVideo = { frame in seen.withLock { $0.video.append(frame) } }
    hooks.onAudio = { frame in seen.withLock { $0.audio.append(frame) } }
    let library = IdentifierTable()
    let player = VirtualPlayer(
      engine: FFmpegEngine(library: library, clocking: .virtual, hooks: hooks), library: library)
    player.send(
      .load(item: library.item(for: Media.path("clip.mp4")), start: .standard, autoplay: true, opens: true))
    player.run(until: .seconds(1))
    let (video, audio) = seen.withLock { ($0.video, $0.audio) }
    let size = player.player.naturalSize
    #expect((25...26).contains(video.count))
    #expect(video.allSatisfy { $0.width == Int(size.width) && $0.height == Int(size.height) })
    #expect(video.allSatisfy { $0.pixels.count == $0.width * $0.height * 3 })
    #expect(Set(try #require(video.first).pixels).count > 10, "a picture, and not one colour")
    let samples = audio.reduce(0) { $0 + $1.samples.count / 2 }
    #expect(abs(Double(samples) / Double(try #require(audio.first).sampleRate) - 1) < 0.05)
  }
}
#endif
