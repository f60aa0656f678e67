import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import SRGMediaPlayer

/// A controller whose engine answers at once: everything that follows from a call happens within it, on either clock.
@MainActor
private final class Prompt {
  let controller: SRGMediaPlayerController
  let engine = ScriptedEngine()
  /// The states and seeks that were posted, and whatever a test adds.
  var log: [String] = []
  /// Called with each line, within its notification.
  var heard: (String) -> Void = { _ in }
  private var observations: [PlayerObservation] = []

  init(_ clock: MainPlayer.Timekeeping) {
    engine.openLatency = .zero
    engine.seekLatency = .zero
    engine.duration = .seconds(1_800)
    let environment = SRGPlayerEnvironment(
      makeEngine: { [engine] _, _ in engine }, timekeeping: clock, notificationCenter: NotificationCenter())
    controller = SRGMediaPlayerController(environment: environment)
    observations = [
      controller.observe(.SRGMediaPlayerPlaybackStateDidChange) { [unowned self] in
        write($0[.playbackState].map { "\($0)" } ?? "?")
      },
      controller.observe(.SRGMediaPlayerSeek) { [unowned self] in write("seek \(Int($0[.seekTime] ?? -1))") },
    ]
  }

  private func write(_ line: String) {
    log.append(line)
    heard(line)
  }

  /// Plays, and forgets what that posted.
  func play() {
    controller.playURL(Harness.url)
    log = []
  }
}

@MainActor
@Suite("Requests of handlers", .serialized)
struct RequestTests {
  nonisolated static let clocks: [MainPlayer.Timekeeping] = [.caller, .machine]

  @Test(
    "play in the completion handler of a load never shows a pause, however fast the engine is (SRG.md#1.3)",
    arguments: clocks)
  func playInHandler(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    prompt.controller.prepareToPlayURL(Harness.url) { prompt.controller.play() }
    #expect(prompt.log == ["preparing", "playing"])
    prompt.controller.shutDown()
  }

  @Test(
    "after a request in the completion handler that is ignored, the state is shown all the same (SRG.md#1.3)",
    arguments: clocks)
  func ignoredInHandler(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    prompt.controller.prepareToPlayURL(Harness.url) { prompt.controller.seek(inSegmentAt: 7) }
    #expect(prompt.log == ["preparing", "paused"])
    prompt.controller.shutDown()
  }

  @Test(
    "a reset inside preparing is carried out before the engine's answer, and nothing follows it (SRG.md#1.3)",
    arguments: clocks)
  func resetInPreparing(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    prompt.heard = { if $0 == "preparing" { prompt.controller.reset() } }
    prompt.controller.prepareToPlayURL(Harness.url) { prompt.log.append("prepared") }
    #expect(prompt.log == ["preparing", "idle"])
    #expect(prompt.controller.contentURL == nil && prompt.controller.player == nil)
    prompt.controller.shutDown()
  }

  @Test(
    "other media loaded in the completion handler replaces the media, which is never shown (SRG.md#1.6)",
    arguments: clocks)
  func loadInHandler(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    prompt.controller.prepareToPlayURL(Harness.url) { prompt.controller.playURL(Harness.other) }
    #expect(prompt.log == ["preparing", "idle", "preparing", "playing"])
    #expect(prompt.controller.contentURL == Harness.other)
    prompt.controller.shutDown()
  }

  @Test("a seek in a handler: its start and target can be read right after the call (SRG.md#1.7)", arguments: clocks)
  func seekInHandler(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    prompt.play()
    func note() {
      prompt.log.append("\(controller.seekStartTime.map { Int($0) } ?? -1) to \(controller.seekTargetTime ?? -1)")
    }
    prompt.heard = { line in
      guard line == "paused" else { return }
      prompt.heard = { _ in }
      controller.seek(to: .at(99_999))
      note()
      controller.seek(to: .at(30)) { _ in
        note()
        controller.seek(to: .at(40))
        note()
      }
      note()
    }
    controller.pause()
    #expect(
      prompt.log == [
        "paused", "0 to 1799.9", "0 to 30.0", "seeking", "seek 1799", "seek 30", "paused", "-1 to -1.0", "30 to 40.0",
        "seeking", "seek 40", "paused",
      ])
    #expect(controller.currentTime == 40 && controller.seekTargetTime == nil)
    prompt.controller.shutDown()
  }

  @Test("a seek in a handler that is ignored or followed by a stop has no target (SRG.md#1.7)", arguments: clocks)
  func ignoredSeekInHandler(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    prompt.heard = { line in
      guard line == "preparing" || line == "playing" else { return }
      if line == "playing" { controller.stop() }
      controller.seek(to: .at(30))
      #expect(controller.seekTargetTime == nil && controller.seekStartTime == nil)
    }
    controller.playURL(Harness.url)
    #expect(prompt.log == ["preparing", "playing", "idle"])
    prompt.controller.shutDown()
  }

  @Test("two seeks in a row: no state is shown between them, and one seek each (SRG.md#1.3)", arguments: clocks)
  func seeksInARow(clock: MainPlayer.Timekeeping) {
    let prompt = Prompt(clock)
    prompt.play()
    prompt.engine.seekLatency = .milliseconds(10)
    prompt.controller.seek(to: .at(100))
    prompt.controller.pause()
    prompt.controller.play()
    prompt.controller.seek(to: .at(200))
    #expect(prompt.log == ["seeking", "seek 100", "seek 200"])
    prompt.controller.shutDown()
  }
}
