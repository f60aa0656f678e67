import Foundation
import KSYMediaPlayer
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@MainActor
@Suite("Requests of handlers", .serialized)
struct RequestTests {
  nonisolated static let clocks: [MainPlayer.Timekeeping] = [.caller, .machine]

  /// A controller whose engine answers at once.
  private func make(_ clock: MainPlayer.Timekeeping) -> KSYMoviePlayerController {
    var environment = KSYEnvironment()
    environment.notificationCenter = NotificationCenter()
    environment.ledger = KSYLedger()
    environment.makeHost = { configuration, _ in
      let engine = ScriptedEngine()
      engine.openLatency = .zero
      engine.seekLatency = .zero
      return MainPlayer(
        configuration: configuration, engine: engine, library: IdentifierTable(), timekeeping: clock)
    }
    return KSYMoviePlayerController(contentURL: Harness.address, environment: environment)
  }

  @Test(
    "stop in the prepared notification: playback never starts, however fast the engine is (KSYManual.md#6.2)",
    arguments: clocks)
  func stopWhenPrepared(clock: MainPlayer.Timekeeping) {
    let controller = make(clock)
    var states: [MPMoviePlaybackState] = []
    let prepared = controller.observe(.MPMediaPlaybackIsPreparedToPlayDidChange) { [unowned controller] _ in
      controller.stop()
    }
    let changed = controller.observe(.MPMoviePlayerPlaybackStateDidChange) { [unowned controller] _ in
      states.append(controller.playbackState)
    }
    controller.shouldAutoplay = false
    controller.play()
    #expect(!controller.isPlaying() && controller.playingURL == nil)
    #expect(!states.contains(.playing))
    _ = (prepared, changed)
    controller.host.shutDown()
  }

  @Test(
    "a jump in a handler: the current time is its target right after the call (KSYManual.md#6.4)", arguments: clocks)
  func jumpInHandler(clock: MainPlayer.Timekeeping) {
    let controller = make(clock)
    var times: [TimeInterval] = []
    let prepared = controller.observe(.MPMediaPlaybackIsPreparedToPlayDidChange) { [unowned controller] _ in
      controller.currentPlaybackTime = 4
      times.append(controller.currentPlaybackTime)
    }
    controller.shouldAutoplay = false
    controller.prepareToPlay()
    times.append(controller.currentPlaybackTime)
    #expect(times == [4, 4])
    _ = prepared
    controller.host.shutDown()
  }

  /// What a handler requests at the end of the media, after `prepareToPlay`, and where or what then plays.
  private nonisolated static let afterPreparing:
    [(request: @MainActor @Sendable (KSYMoviePlayerController) -> Void, isPlaying: Bool, time: TimeInterval)] = [
      ({ $0.currentPlaybackTime = 4 }, true, 4), ({ $0.contentURL = other }, true, 0),
      ({ $0.shouldAutoplay = false }, false, 0),
      (
        {
          $0.play()
          $0.shouldAutoplay = false
        }, true, 0
      ),
    ]
  private static let other = URL(string: "http://h.example/b.mp4")!

  @Test(
    "each request of a handler is decided after those before it (KSYManual.md#6.2, Contradictions.md#X-16)",
    arguments: clocks, afterPreparing.indices)
  func requestsInARow(clock: MainPlayer.Timekeeping, index: Int) {
    let (request, isPlaying, time) = Self.afterPreparing[index]
    let controller = make(clock)
    var finishes = 0
    let prepared = controller.observe(.MPMediaPlaybackIsPreparedToPlayDidChange) { [unowned controller] _ in
      guard controller.playingURL == Self.other else { return }
      controller.contentURL = Harness.address
      controller.prepareToPlay()
      request(controller)
    }
    let finished = controller.observe(.MPMoviePlayerPlaybackDidFinish) { _ in finishes += 1 }
    controller.contentURL = Self.other
    controller.prepareToPlay()
    #expect(controller.playingURL == Harness.address && controller.isPlaying() == isPlaying && finishes == 0)
    #expect(abs(controller.currentPlaybackTime - time) < 0.5)
    _ = (prepared, finished)
    controller.host.shutDown()
  }

  @Test("stop and prepare in a handler: it plays again (KSYManual.md#6.2)", arguments: clocks)
  func stopAndPrepare(clock: MainPlayer.Timekeeping) {
    let controller = make(clock)
    var count = 0
    let prepared = controller.observe(.MPMediaPlaybackIsPreparedToPlayDidChange) { [unowned controller] _ in
      count += 1
      guard count == 1 else { return }
      controller.stop()
      controller.prepareToPlay()
      controller.shouldMute.toggle()
      #expect(controller.shouldMute)
    }
    controller.prepareToPlay()
    #expect(count == 2 && controller.isPlaying() && controller.shouldMute)
    _ = prepared
    controller.host.shutDown()
  }
}
