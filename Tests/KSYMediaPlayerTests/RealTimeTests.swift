#if FFmpeg
import FFmpegEngine
import Foundation
import KSYMediaPlayer
import PlayerCore
import PlayerRuntime
import Backports
import Testing

private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

/// The project's sample media.
private func sample(_ name: String) -> URL {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return folder.appendingPathComponent("Traces/media/" + name)
}

/// A controller on the machine's clock over FFmpeg, and what it posted.
@MainActor
private final class Performance {
  let controller: KSYMoviePlayerController
  private(set) var posted: [String] = []
  private(set) var finish: (reason: Int?, error: Int?)
  private var observer: (any NSObjectProtocol)?

  init(_ url: URL) {
    FFmpegEngine.install()
    controller = KSYMoviePlayerController(contentURL: url)
    observer = NotificationCenter.default.addObserver(forName: nil, object: controller, queue: nil) {
      [weak self] notification in
      let name = notification.name.rawValue
      let reason = notification.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey] as? Int
      let error = notification.userInfo?[MPMoviePlayerPlaybackDidFinishErrorUserInfoKey] as? Int
      MainActor.assumeIsolated {
        self?.posted.append(name)
        if reason != nil { self?.finish = (reason, error) }
      }
    }
  }

  /// Waits as long as it takes; the limit only catches what never comes.
  func wait(for condition: () -> Bool) async throws {
    for _ in 0..<6_000 {
      guard !condition() else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(condition(), "\(posted)")
  }

  func wait(for name: Notification.Name) async throws { try await wait { posted.contains(name.rawValue) } }

  func place(of name: Notification.Name) -> Int? { posted.firstIndex(of: name.rawValue) }
}

@MainActor
@Suite("The controller on the machine's clock")
struct RealTimeTests {
  @Test("A file plays to its end, in the documented order, with its data, its picture and its metadata")
  func file() async throws {
    let performance = Performance(sample("clip.mp4"))
    let controller = performance.controller
    let frames = Lock((video: 0, audio: 0))
    controller.videoDataBlock = { _ in frames.withLock { $0.video += 1 } }
    controller.audioDataBlock = { _ in frames.withLock { $0.audio += 1 } }
    controller.prepareToPlay()
    try await performance.wait(for: .MPMoviePlayerFirstVideoFrameRendered)
    try await performance.wait(for: .MPMoviePlayerFirstAudioFrameRendered)
    #expect(controller.naturalSize == CGSize(width: 320, height: 180) && controller.duration == 10)
    #expect((controller.getMetadata()?[kKSYPLYFormat] as? String)?.contains("mp4") == true)
    #expect(controller.serverAddress == nil && controller.readSize > 0)
    let still = try #require(controller.thumbnailImageAtCurrentTime())
    #expect(still.width == 320 && still.height == 180 && Set(still.pixels).count > 10)
    #expect(await controller.thumbnailImage() != nil)
    controller.view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let drawn = try #require(controller.view.rendered())
    #expect(drawn.pixels.prefix(300).allSatisfy { $0 == 0 } && Set(drawn.pixels).count > 10, "bars, and a picture")
    controller.currentPlaybackTime = 9
    try await performance.wait(for: .MPMoviePlayerPlaybackDidFinish)
    #expect(performance.finish.reason == 0 && performance.finish.error == nil)
    #expect(frames.withLock { $0.video > 10 && $0.audio > 10 })
    let order: [Notification.Name] = [
      .MPMovieNaturalSizeAvailable, .MPMediaPlaybackIsPreparedToPlayDidChange, .MPMoviePlayerLoadStateDidChange,
      .MPMoviePlayerPlaybackStateDidChange, .MPMoviePlayerPlaybackDidFinish,
    ]
    let places = order.compactMap { performance.place(of: $0) }
    #expect(places.count == order.count && places == places.sorted(), "\(performance.posted)")
    controller.stop()
  }

  @Test("Loaded data counts once, however often it is read", arguments: ["clip-sizes.ts", "clip.mp4"])
  func readSize(name: String) async throws {
    let url = sample(name)
    let size = try Double(Data(contentsOf: url).count) / 1_048_576
    let performance = Performance(url)
    let controller = performance.controller
    controller.prepareToPlay()
    try await performance.wait { controller.currentPlaybackTime > 0.5 }
    #expect(controller.readSize > 0 && controller.readSize <= size)
    controller.currentPlaybackTime = 0
    // On a busy machine playback may end before the next check: then it is no longer playing.
    try await performance.wait { controller.currentPlaybackTime > 0.2 }
    #expect(controller.readSize <= size)
    controller.currentPlaybackTime = 5.5
    try await performance.wait(for: .MPMoviePlayerPlaybackDidFinish)
    #expect(controller.readSize <= size && controller.readSize > size / 2)
    controller.stop()
  }

  @Test("A missing file finishes with a code, and is never prepared")
  func missing() async throws {
    let performance = Performance(sample("there-is-no-such.mp4"))
    performance.controller.prepareToPlay()
    try await performance.wait(for: .MPMoviePlayerPlaybackDidFinish)
    #expect(performance.finish.reason == 1 && performance.finish.error == KSYMPErrorCode.fileIOError.rawValue)
    #expect(performance.place(of: .MPMediaPlaybackIsPreparedToPlayDidChange) == nil)
    performance.controller.stop()
  }

  @Test("A stop is announced when the engine has closed")
  func stop() async throws {
    let performance = Performance(sample("episode.m4a"))
    performance.controller.prepareToPlay()
    try await performance.wait { performance.controller.isPlaying() }
    performance.controller.stop()
    #expect(performance.controller.playbackState == .stopped)
    try await performance.wait(for: .MPMoviePlayerPlaybackDidFinish)
    #expect(performance.finish.reason == MPMovieFinishReason.userExited.rawValue)
  }

  @Test(
    "A live stream plays without a duration, from a known address; a reload prepares it again",
    .enabled(if: !server("RTMP").isEmpty))
  func live() async throws {
    let performance = Performance(try #require(URL(string: server("RTMP"))))
    let controller = performance.controller
    controller.prepareToPlay()
    try await performance.wait(for: .MPMoviePlayerFirstVideoFrameRendered)
    #expect(controller.isPlaying() && controller.duration == 0)
    #expect(controller.getMetadata()?[kKSYPLYFormat] as? String == "flv")
    controller.reload(nil, flush: true)
    try await performance.wait {
      performance.posted.count { $0 == Notification.Name.MPMediaPlaybackIsPreparedToPlayDidChange.rawValue } == 2
    }
    try await performance.wait { controller.isPlaying() && controller.currentPlaybackTime > 0.5 }
    controller.stop()
    try await performance.wait(for: .MPMoviePlayerPlaybackDidFinish)
  }

  @Test(
    "A live stream reaches play-through, which autoplay waits for, over any protocol",
    .enabled(if: !server("RTMP").isEmpty), arguments: ["HLS_LIVE", "FLV", "RTMP"])
  func playThrough(name: String) async throws {
    let performance = Performance(try #require(URL(string: server(name))))
    let controller = performance.controller
    controller.prepareToPlay()
    try await performance.wait { controller.loadState == [.playable, .playthroughOK] }
    try await performance.wait { controller.isPlaying() && controller.currentPlaybackTime > 1 }
    #expect(controller.loadState == [.playable, .playthroughOK] || controller.bufferEmptyCount > 0)
    controller.stop()
    try await performance.wait(for: .MPMoviePlayerPlaybackDidFinish)
  }

  @Test(
    "A server's error status has its code, and its address is known once media comes from it",
    .enabled(if: !server("HTTP").isEmpty))
  func http() async throws {
    let refused = Performance(try #require(URL(string: server("STATUS") + "/403")))
    refused.controller.prepareToPlay()
    try await refused.wait(for: .MPMoviePlayerPlaybackDidFinish)
    #expect(refused.finish.error == KSYMPErrorCode.accessForbidden.rawValue)
    refused.controller.stop()
    let performance = Performance(try #require(URL(string: server("MEDIA") + "/clip.mp4")))
    performance.controller.prepareToPlay()
    try await performance.wait(for: .MPMediaPlaybackIsPreparedToPlayDidChange)
    #expect(performance.controller.serverAddress == "127.0.0.1")
    for key in [kKSYPLYHttpAnalyzeDns, kKSYPLYHttpConnectTime, kKSYPLYHttpFirstDataTime] {
      #expect((performance.controller.getMetadata()?[key] as? Double).map { $0 >= 0 } == true, "\(key)")
    }
    performance.controller.stop()
  }
}
#endif
