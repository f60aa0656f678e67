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

  @Test(
    "each video that an observer sets is told, and each as the current one (PlayerProtocolGuide.md#events)",
    arguments: clocks)
  func videosInARow(clock: MainPlayer.Timekeeping) {
    let player = make(clock)
    let (two, three) = (
      Video(url: URL(fileURLWithPath: "/media/two.mp4")), Video(url: URL(fileURLWithPath: "/media/3.mp4"))
    )
    var told: [Video?] = []
    let observation = player.observe { [unowned player] change in
      if case .video(let video) = change { told.append(video) }
      guard change == .playbackReady, told.count == 1 else { return }
      player.set(video: two, play: false)
      player.reset()
      player.set(video: three, play: false)
      player.muted.toggle()
      #expect(player.video == three && player.muted)
    }
    player.set(video: video, play: false)
    #expect(told == [video, two, nil, three] && player.video == three && player.muted)
    let renamed = Video(url: three.url, title: "three")
    player.set(video: renamed, play: false)
    player.set(video: renamed, play: false)
    #expect(told == [video, two, nil, three, renamed])
    player.host.shutDown()
    #expect(told == [video, two, nil, three, renamed, nil] && player.video == nil && player.state == .idle)
    observation.cancel()
  }

  @Test("a video that may not be opened for want of a network is an error (Comparison.md#3)", arguments: clocks)
  func withoutNetwork(clock: MainPlayer.Timekeeping) {
    let player = make(clock)
    var errors: [String] = []
    let observation = player.observe { if case .error(let error) = $0 { errors.append("\(error)") } }
    player.host.report(.networkChanged(.none))
    player.set(video: Video(url: URL(string: "http://h.example/a.mp4")!), play: true)
    #expect(errors == ["policy"])
    observation.cancel()
    player.host.shutDown()
  }
}
