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
}
