import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import PlayerProtocolKit

@MainActor
@Suite("Requests of handlers", .serialized)
struct RequestTests {
  nonisolated static let clocks: [MainPlayer.Timekeeping] = [.caller, .machine]

  /// A player whose engine answers at once.
  private func make(_ clock: MainPlayer.Timekeeping) -> VideoPlayer {
    let engine = ScriptedEngine()
    engine.openLatency = .zero
    engine.seekLatency = .zero
    return VideoPlayer(engine: engine, library: IdentifierTable(), timekeeping: clock)
  }

  private let video = Video(url: URL(fileURLWithPath: "/media/one.mp4"), title: "one")

  @Test(
    "a reset while a video is set: the engine's answer comes too late, however fast it is (PlayerProtocol.md#3)",
    arguments: clocks)
  func resetWhileSetting(clock: MainPlayer.Timekeeping) {
    let player = make(clock)
    var changes: [PlayerChange] = []
    let observation = player.observe { [unowned player] change in
      changes.append(change)
      if change == .state(.playing(buffering: true)) { player.reset() }
    }
    player.set(video: video, play: true)
    #expect(changes == [.video(video), .state(.playing(buffering: true)), .video(nil), .state(.idle)])
    observation.cancel()
    player.host.shutDown()
  }

  @Test(
    "a rendition that is chosen when the video is ready stays chosen (PlayerProtocolGuide.md#events)", arguments: clocks
  )
  func choiceWhenReady(clock: MainPlayer.Timekeeping) {
    let player = make(clock)
    let choice = SubtitleChoice.rendition(SubtitleRendition(id: 3, isDefault: false))
    let observation = player.observe { [unowned player] change in
      if change == .playbackReady { player.subtitleChoice = choice }
    }
    player.set(video: video, play: false)
    #expect(player.subtitleChoice == choice)
    observation.cancel()
    player.host.shutDown()
  }

  @Test(
    "a seek in an observer: the position is its target right after the call (PlayerProtocol.md#3)", arguments: clocks)
  func seekInObserver(clock: MainPlayer.Timekeeping) {
    let player = make(clock)
    var positions: [TimeInterval] = []
    let observation = player.observe { [unowned player] change in
      guard change == .playbackReady else { return }
      player.seek(to: 4)
      positions.append(player.position)
    }
    player.set(video: video, play: false)
    positions.append(player.position)
    #expect(positions == [4, 4])
    observation.cancel()
    player.host.shutDown()
  }
}
