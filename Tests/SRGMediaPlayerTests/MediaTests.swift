#if FFmpeg
import FFmpegEngine
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import SRGMediaPlayer

private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

/// The project's sample media.
private func sample(_ name: String) -> URL {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return folder.appendingPathComponent("Traces/media/" + name)
}

/// A controller over FFmpeg, and what it posted.
@MainActor
private final class Performance {
  let controller: SRGMediaPlayerController
  private(set) var log: [String] = []
  private var listener: (any NSObjectProtocol)?

  /// By the machine's clock, or one that the test moves.
  init(isVirtual: Bool = false) {
    FFmpegEngine.install()
    let center = NotificationCenter()
    var environment = SRGPlayerEnvironment(notificationCenter: center)
    if isVirtual {
      environment.makeEngine = { library, hooks in
        FFmpegEngine(library: library, clocking: .virtual, loader: hooks.loader)
      }
      environment.timekeeping = .caller
    }
    controller = SRGMediaPlayerController(environment: environment)
    listener = center.addObserver(forName: nil, object: nil, queue: nil) { [weak self] notification in
      nonisolated(unsafe) let notification = notification  // Posted on the main actor, and not used elsewhere.
      MainActor.assumeIsolated {
        if let line = Harness.line(notification) { self?.log.append(line) }
      }
    }
  }

  func run(to seconds: Int64) { controller.host.run(until: .seconds(seconds)) }

  /// Waits as long as it takes; the limit only catches what never comes.
  func wait(for condition: () -> Bool) async throws {
    for _ in 0..<6_000 {
      guard !condition() else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(condition(), "\(log)")
  }

  func wait(for line: String) async throws { try await wait { log.contains(line) } }
}

@MainActor
@Suite("Real media on the virtual clock")
struct MediaTests {
  @Test("A file plays through its segments, skips what is blocked, and ends")
  func file() {
    let performance = Performance(isVirtual: true)
    let segments = [
      Harness.segment("a", 1, 3), Harness.segment("x", 4, 6, isBlocked: true), Harness.segment("b", 6, 20),
    ]
    performance.controller.playURL(sample("clip.mp4"), withSegments: segments)
    performance.run(to: 15)
    #expect(
      performance.log.filter { !$0.hasPrefix("audio") } == [
        "state preparing", "state playing", "start a", "end a", "will skip x", "state seeking", "seek 6", "start b",
        "state playing", "did skip x", "end b", "state ended",
      ])
    #expect(performance.controller.mediaType == .video && performance.controller.streamType == .onDemand)
  }

  @Test("Two runs are the same")
  func repeatable() {
    func run() -> [String] {
      let performance = Performance(isVirtual: true)
      performance.controller.playURL(sample("episode.m4a"), at: .at(5))
      performance.run(to: 3)
      performance.controller.seek(to: .around(20)) { _ in performance.controller.pause() }
      performance.run(to: 6)
      return performance.log + ["\(performance.controller.currentTime)"]
    }
    #expect(run() == run())
  }

  @Test("The tracks of a file are announced, and subtitles shown on request")
  func tracks() {
    let performance = Performance(isVirtual: true)
    performance.controller.captions = .alwaysOn(language: nil)
    performance.controller.playURL(sample("clip-subtitled.mkv"))
    performance.run(to: 2)
    #expect(!performance.controller.subtitleTracks.isEmpty && performance.controller.subtitleTrack != nil)
    #expect(performance.log.contains { $0.hasPrefix("subtitle ") })
    #expect(!SRGTracksButton(performance.controller.overlayState).isHidden)
  }
}

@MainActor
@Suite("Real media on the machine's clock")
struct RealTimeTests {
  @Test("A file plays, seeks and ends, in the documented order")
  func file() async throws {
    let performance = Performance()
    let controller = performance.controller
    // Paused during the seek: on a busy machine the end would come first.
    controller.prepareToPlayURL(sample("clip.mp4"), withSegments: [Harness.segment("s", 8, 9.5)])
    try await performance.wait(for: "state paused")
    var hasLanded = false
    controller.seek(to: .at(8.5)) { hasLanded = $0 }
    try await performance.wait { hasLanded }
    controller.play()
    try await performance.wait(for: "state ended")
    #expect(
      performance.log.filter { !$0.hasPrefix("audio") } == [
        "state preparing", "state paused", "state seeking", "seek 8", "start s", "state paused", "state playing",
        "end s",
        "state ended",
      ])
    controller.reset()
    #expect(performance.log.last == "state idle")
    controller.shutDown()
  }

  @Test("An encrypted file plays with its loader, and not without")
  func hidden() async throws {
    let loader = SRGDecryptingLoader(key: [0x5A, 0xC3, 0x17])
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("hidden-\(UUID()).mp4")
    try Data(loader.encrypted([UInt8](Data(contentsOf: sample("clip.mp4"))))).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let performance = Performance()
    performance.controller.prepareToPlayURLAsset(SRGURLAsset(url: url, resourceLoader: loader))
    try await performance.wait(for: "state paused")
    #expect(performance.controller.timeRange == SRGTimeRange(start: 0, end: 10))
    performance.controller.playURL(url)
    try await performance.wait { performance.log.contains { $0.hasPrefix("failure") } }
    performance.controller.shutDown()
  }

  @Test("A missing file fails: preparing, idle, failure")
  func missing() async throws {
    let performance = Performance()
    performance.controller.playURL(sample("there-is-no-such.mp4"))
    try await performance.wait { performance.log.contains { $0.hasPrefix("failure") } }
    #expect(performance.log == ["state preparing", "state idle", "failure notFound"])
    performance.controller.shutDown()
  }

  @Test(
    "A live stream: always live, in the documented order, and without seeks", .enabled(if: !server("HLS_LIVE").isEmpty))
  func live() async throws {
    let performance = Performance()
    let controller = performance.controller
    controller.minimumDVRWindowLength = 86_400
    controller.playURL(try #require(URL(string: server("HLS_LIVE"))))
    try await performance.wait(for: "state playing")
    #expect(controller.streamType == .live && controller.isLive && controller.timeRange == .zero)
    var answer: Bool?
    controller.seek(to: .at(1)) { answer = $0 }
    #expect(answer == false && !performance.log.contains("state seeking"))
    try await performance.wait { controller.currentDate != nil }
    controller.pause()
    try await performance.wait(for: "state paused")
    controller.play()
    try await performance.wait { performance.log.last == "state playing" }
    controller.stop()
    // A busy machine may stall; every stall ends in the state before it.
    let states = performance.log.filter { $0.hasPrefix("state") && $0 != "state stalled" }
    let changes = states.indices.filter { $0 == 0 || states[$0] != states[$0 - 1] }.map { states[$0] }
    #expect(changes == ["state preparing", "state playing", "state paused", "state playing", "state idle"])
    controller.shutDown()
  }

  @Test(
    "The window of a live stream allows seeks, has its playlist's dates, and is left for the live edge",
    .enabled(if: !server("HLS_WINDOW").isEmpty))
  func window() async throws {
    let performance = Performance()
    let controller = performance.controller
    controller.liveTolerance = 10
    controller.playURL(try #require(URL(string: server("HLS_WINDOW"))))
    try await performance.wait(for: "state playing")
    #expect(controller.streamType == .dvr && controller.isLive)
    #expect(try #require(controller.timeRange).duration > 45)
    let start = try #require(controller.timeRange).start
    var answers: [Bool] = []
    // Where it has landed: on a busy machine playback has gone on before anybody looks.
    var landing = 0.0
    controller.seek(to: .at(start + 30)) {
      answers.append($0)
      landing = controller.currentTime
    }
    try await performance.wait { answers == [true] }
    #expect(!controller.isLive && abs(landing - start - 30) < 5, "\(landing) of \(start)")
    let age = Date().timeIntervalSince(try #require(controller.currentDate))
    #expect((10..<90).contains(age), "\(age)")
    controller.seek(to: .at(100_000)) { answers.append($0) }
    try await performance.wait { answers == [true, true] && controller.isLive }
    controller.shutDown()
  }

  @Test("A server's error status fails the load", .enabled(if: !server("STATUS").isEmpty))
  func status() async throws {
    let performance = Performance()
    performance.controller.playURL(try #require(URL(string: server("STATUS") + "/404")))
    try await performance.wait(for: "failure httpNotFound")
    #expect(performance.log == ["state preparing", "state idle", "failure httpNotFound"])
    performance.controller.shutDown()
  }
}
#endif
