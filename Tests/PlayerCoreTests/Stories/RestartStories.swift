@testable import PlayerCore
import Testing

@Suite("Media begins once more (PRX.md#4, play/hold step)")
struct RestartStories {
  private let prx = Configuration.prx

  @Test("goes there without showing a seek, and plays on; interval notifications wait for the gate behind it")
  func whilePlaying() {
    var stage = Stage.open(plays: true, prx)
    stage.ask(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)))
    stage.run(seconds: 20)
    stage.forget()
    let request = stage.ask(.restart(.at(.seconds(7)), autoplay: true))
    stage.run(seconds: 2)
    #expect(stage.completions.contains(Completion(request, .done)))
    #expect(stage.commands.count { if case .seek = $0 { true } else { false } } == 1)
    #expect(stage.player.state == .playing)
    let shown = stage.notifications.contains { notification in
      if case .seekBegan = notification { true } else { false }
    }
    #expect(!shown)
    let ticks = stage.notifications.compactMap { notification -> MediaTime? in
      if case .tick(_, let position) = notification { position } else { nil }
    }
    #expect(ticks.first == .seconds(8))
  }

  @Test("holds when it should, and ends an interruption either way")
  func held() {
    var stage = Stage.open(plays: true, prx)
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.ask(.restart(.at(.seconds(3)), autoplay: false))
    stage.run(seconds: 2)
    #expect(!stage.player.isInterrupted && !stage.player.isMoving)
    #expect(stage.position == .seconds(3))
  }

  @Test("an interruption that was too long holds, whatever was asked (PRX.md#11: 240 s)")
  func afterLongInterruption() {
    var stage = Stage.open(plays: true, prx)
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.run(seconds: 241)
    stage.ask(.restart(.at(.seconds(3)), autoplay: true))
    stage.run(seconds: 2)
    #expect(!stage.player.wantsPlay)
  }

  @Test("the default position stays where it is, with the gate behind the beginning: shut for the rest (PRX.md#4)")
  func withoutPosition() {
    var stage = Stage.open(plays: true, .prxSource)
    stage.ask(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)))
    stage.run(seconds: 5)
    stage.forget()
    stage.ask(.restart(.standard, autoplay: true))
    stage.run(seconds: 5)
    #expect(stage.player.state == .playing)
    #expect(!stage.notifications.contains { if case .tick = $0 { true } else { false } })
  }

  @Test("needs open media")
  func notOpen() {
    var stage = Stage(prx)
    let empty = stage.ask(.restart(.standard, autoplay: true))
    #expect(stage.completions.contains(Completion(empty, .refused, .noContent)))
    stage.ask(.load(item: ItemID(1), start: .standard, autoplay: false, opens: false))
    let idle = stage.ask(.restart(.standard, autoplay: true))
    #expect(stage.completions.contains(Completion(idle, .refused, .notPrepared)))
    #expect(!stage.player.wantsPlay)
  }

  @Test("play only wants what it does not open (Contradictions.md#X-36), and reset leaves the wish that stop leaves")
  func wishes() {
    var configuration = prx
    configuration.playOpens = false
    var stage = Stage(configuration)
    stage.ask(.load(item: ItemID(1), start: .standard, autoplay: false, opens: false))
    stage.ask(.play)
    #expect(stage.player.wantsPlay && stage.player.phase == .idle && stage.commands.isEmpty)
    stage.ask(.reset)
    #expect(stage.player.wantsPlay && stage.player.phase == .empty)
  }
}
