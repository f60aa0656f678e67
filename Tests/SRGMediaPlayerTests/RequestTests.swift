import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import SRGMediaPlayer

/// A controller whose engine answers at once, on either clock.
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

  /// Lets the controller do everything that is due.
  func settle() async throws {
    let host = controller.host
    if host.timekeeping == .caller { return host.run(until: host.now) }
    repeat { try await Task.sleep(for: .milliseconds(1)) } while host.nextInstant <= host.now
  }

  /// Plays, and forgets what that posted.
  func play() async throws {
    controller.playURL(Harness.url)
    try await settle()
    #expect(log == ["preparing", "playing"])
    log = []
  }
}

@MainActor
@Suite("Requests of handlers", .serialized)
struct RequestTests {
  nonisolated static let clocks: [MainPlayer.Timekeeping] = [.caller, .machine]

  /// What the completion handler of a load requests, and the states that are shown however fast the engine is.
  private nonisolated static let inHandlers:
    [(request: @MainActor @Sendable (SRGMediaPlayerController) -> Void, states: [String])] = [
      ({ $0.play() }, ["preparing", "playing"]),
      // A request that is ignored.
      ({ $0.seek(inSegmentAt: 7) }, ["preparing", "paused"]),
      ({ $0.playURL(Harness.other) }, ["preparing", "idle", "preparing", "playing"]),
    ]

  @Test(
    "what the completion handler of a load requests comes before anything is shown of the media (SRG.md#1.3, SRG.md#1.6)",
    arguments: clocks, inHandlers.indices)
  func inHandler(clock: MainPlayer.Timekeeping, index: Int) async throws {
    let prompt = Prompt(clock)
    prompt.controller.prepareToPlayURL(Harness.url) { Self.inHandlers[index].request(prompt.controller) }
    try await prompt.settle()
    #expect(prompt.log == Self.inHandlers[index].states)
    prompt.controller.shutDown()
  }

  @Test(
    "a reset inside preparing is carried out before the engine's answer, and nothing follows it (SRG.md#1.3)",
    arguments: clocks)
  func resetInPreparing(clock: MainPlayer.Timekeeping) async throws {
    let prompt = Prompt(clock)
    prompt.heard = { if $0 == "preparing" { prompt.controller.reset() } }
    prompt.controller.prepareToPlayURL(Harness.url) { prompt.log.append("prepared") }
    try await prompt.settle()
    #expect(prompt.log == ["preparing", "idle"])
    #expect(prompt.controller.contentURL == nil && prompt.controller.player == nil)
    prompt.controller.shutDown()
  }

  @Test("a seek in a handler: its start and target can be read right after the call (SRG.md#1.7)", arguments: clocks)
  func seekInHandler(clock: MainPlayer.Timekeeping) async throws {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    try await prompt.play()
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
    try await prompt.settle()
    #expect(
      prompt.log == [
        "paused", "0 to 1799.9", "0 to 30.0", "seeking", "seek 1799", "seek 30", "paused", "-1 to -1.0", "30 to 40.0",
        "seeking", "seek 40", "paused",
      ])
    #expect(controller.currentTime == 40 && controller.seekTargetTime == nil)
    prompt.controller.shutDown()
  }

  @Test("a seek in a handler that is ignored or followed by a stop has no target (SRG.md#1.7)", arguments: clocks)
  func ignoredSeekInHandler(clock: MainPlayer.Timekeeping) async throws {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    prompt.heard = { line in
      guard line == "preparing" || line == "playing" else { return }
      if line == "playing" { controller.stop() }
      controller.seek(to: .at(30))
      #expect(controller.seekTargetTime == nil && controller.seekStartTime == nil)
    }
    controller.playURL(Harness.url)
    try await prompt.settle()
    #expect(prompt.log == ["preparing", "playing", "idle"])
    prompt.controller.shutDown()
  }

  @Test(
    "calls in a row show nothing between them that the original learns only afterwards (SRG.md#1.3)", arguments: clocks)
  func callsInARow(clock: MainPlayer.Timekeeping) async throws {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    controller.prepareToPlayURL(Harness.url) { prompt.log.append("ready") }
    controller.play()
    #expect(prompt.log == ["preparing"])
    try await prompt.settle()
    #expect(prompt.log == ["preparing", "ready", "playing"])
    prompt.log = []
    controller.seek(to: .at(100)) { prompt.log.append("100 \($0)") }
    controller.pause()
    controller.play()
    controller.seek(to: .at(200)) { prompt.log.append("200 \($0)") }
    controller.pause()
    #expect(prompt.log == ["seeking", "seek 100", "seek 200", "100 false"] && controller.playbackState == .seeking)
    #expect(controller.seekTargetTime == 200 && controller.seekStartTime == controller.currentTime)
    #expect(controller.currentTime < 1)
    try await prompt.settle()
    #expect(prompt.log == ["seeking", "seek 100", "seek 200", "100 false", "paused", "200 true"])
    prompt.log = []
    controller.seek(to: .at(300)) { prompt.log.append("300 \($0)") }
    controller.stop()
    try await prompt.settle()
    #expect(prompt.log == ["seeking", "seek 300", "idle", "300 false"])
    controller.shutDown()
  }

  private nonisolated static let superseding:
    [(request: @MainActor @Sendable (SRGMediaPlayerController) -> Void, states: [String])] = [
      ({ $0.stop() }, ["preparing", "idle"]), ({ $0.reset() }, ["preparing", "idle"]),
      ({ $0.playURL(Harness.other) }, ["preparing", "idle", "preparing", "playing"]),
    ]

  @Test(
    "the completion handler of a load is not called when something else comes first (SRG.md#1.3, SRG.md#1.4)",
    arguments: clocks, superseding.indices)
  func supersededLoad(clock: MainPlayer.Timekeeping, index: Int) async throws {
    let prompt = Prompt(clock)
    prompt.controller.prepareToPlayURL(Harness.url) {
      prompt.log.append("ready")
      prompt.controller.play()
    }
    Self.superseding[index].request(prompt.controller)
    try await prompt.settle()
    #expect(prompt.log == Self.superseding[index].states)
    prompt.controller.shutDown()
  }

  @Test("what is set after a load in a handler belongs to the media that is loaded (SRG.md#2)", arguments: clocks)
  func setAfterLoad(clock: MainPlayer.Timekeeping) async throws {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    prompt.heard = { line in
      guard line == "playing" else { return }
      prompt.heard = { _ in }
      controller.playURL(Harness.other)
      controller.segments = [Harness.segment("a", 0, 100)]
      controller.userInfo = ["a": 1]
      #expect(controller.segments?.count == 1 && controller.userInfo?.count == 1)
    }
    controller.playURL(Harness.url)
    try await prompt.settle()
    #expect(controller.contentURL == Harness.other)
    #expect(controller.segments?.count == 1 && controller.userInfo?.count == 1)
    #expect(controller.currentSegment != nil)
    controller.shutDown()
  }

  @Test("what is set in a handler reads back right after it (SRG.md#2)", arguments: clocks)
  func readsBack(clock: MainPlayer.Timekeeping) async throws {
    let prompt = Prompt(clock)
    let controller = prompt.controller
    prompt.heard = { line in
      guard line == "playing" else { return }
      controller.isMuted.toggle()
      #expect(controller.isMuted)
      controller.setVolume(0.5)
      controller.playbackRate = 2
      #expect(!controller.isMuted && controller.effectivePlaybackRate == 2)
    }
    controller.playURL(Harness.url)
    try await prompt.settle()
    #expect(!controller.isMuted && controller.effectivePlaybackRate == 2)
    controller.shutDown()
  }
}
