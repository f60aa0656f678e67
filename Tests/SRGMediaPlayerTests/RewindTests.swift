import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import SRGMediaPlayer

@MainActor
@Suite("Play at the end, when the engine cannot go back")
struct RewindTests {
  @Test(
    "A rewind that fails is a failure, after which play prepares the media again (SRG.md#1.3, SRG.md#1.6)",
    arguments: [MainPlayer.Timekeeping.caller, .machine], [SRGCompatibility.documented, .source])
  func failedRewind(timekeeping: MainPlayer.Timekeeping, compatibility: SRGCompatibility) async throws {
    let (engine, center) = (ScriptedEngine(), NotificationCenter())
    engine.duration = .milliseconds(500)
    let controller = SRGMediaPlayerController(
      environment: SRGPlayerEnvironment(
        makeEngine: { _, _ in engine }, timekeeping: timekeeping, notificationCenter: center,
        compatibility: compatibility))
    let host = controller.host
    var log: [String] = []
    let observer = center.addObserver(forName: nil, object: nil, queue: nil) { notification in
      nonisolated(unsafe) let notification = notification  // Posted on the main actor, and not used elsewhere.
      MainActor.assumeIsolated { if let line = Harness.line(notification) { log.append(line) } }
    }
    defer { center.removeObserver(observer) }
    controller.playURL(Harness.url, withSegments: [Harness.segment("s1", 0, 0.2), Harness.segment("s2", 0.2, 9)])
    try await host.pass { controller.playbackState == .ended }
    for tries in 1...2 {
      engine.playback.givesUpSeeks = true
      log = []
      controller.play()
      try await host.pass { controller.playbackState == .idle }
      #expect(log == ["state idle", "failure stuckSeeking"] && engine.seekCount == 2 * tries, "\(log)")
      engine.playback.givesUpSeeks = false
      log = []
      controller.play()
      try await host.pass { controller.playbackState == .ended }
      #expect(log.filter { $0.hasPrefix("state") } == ["state preparing", "state playing", "state ended"], "\(log)")
    }
  }
}
