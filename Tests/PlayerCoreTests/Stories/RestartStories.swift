@testable import PlayerCore
import Testing

@Suite("Restarting media (PRX.md#4, play/hold step)")
struct RestartStories {
  private let prx = Configuration.prx

  @Test("goes to the position without showing a seek and plays on; interval notifications wait for the gate after it")
  func whilePlaying() {
    var harness = Harness.open(plays: true, prx)
    harness.ask(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)))
    harness.run(seconds: 20)
    harness.forget()
    let request = harness.ask(.restart(.at(.seconds(7)), autoplay: true))
    harness.run(seconds: 2)
    #expect(harness.completions.contains(Completion(request, .done)))
    #expect(harness.commands.count { if case .seek = $0 { true } else { false } } == 1)
    #expect(harness.player.state == .playing)
    let shown = harness.notifications.contains { notification in
      if case .seekBegan = notification { true } else { false }
    }
    #expect(!shown)
    let ticks = harness.notifications.compactMap { notification -> MediaTime? in
      if case .tick(_, let position) = notification { position } else { nil }
    }
    #expect(ticks.first == .seconds(8))
  }

  @Test("holds if asked to, and ends an interruption either way")
  func held() {
    var harness = Harness.open(plays: true, prx)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.ask(.restart(.at(.seconds(3)), autoplay: false))
    harness.run(seconds: 2)
    #expect(!harness.player.isInterrupted && !harness.player.isMoving)
    #expect(harness.position == .seconds(3))
  }

  @Test("after too long an interruption playback holds, whatever was asked (PRX.md#11: 240 s)")
  func afterLongInterruption() {
    var harness = Harness.open(plays: true, prx)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.run(seconds: 241)
    harness.ask(.restart(.at(.seconds(3)), autoplay: true))
    harness.run(seconds: 2)
    #expect(!harness.player.wantsPlay)
  }

  @Test("the default position stays in place; the gate lies after the beginning and stays shut (PRX.md#4)")
  func withoutPosition() {
    var harness = Harness.open(plays: true, .prxSource)
    harness.ask(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)))
    harness.run(seconds: 5)
    harness.forget()
    harness.ask(.restart(.standard, autoplay: true))
    harness.run(seconds: 5)
    #expect(harness.player.state == .playing)
    #expect(!harness.notifications.contains { if case .tick = $0 { true } else { false } })
  }

  @Test("needs open media")
  func notOpen() {
    var harness = Harness(prx)
    let empty = harness.ask(.restart(.standard, autoplay: true))
    #expect(harness.completions.contains(Completion(empty, .refused, .noContent)))
    harness.ask(.load(item: ItemID(1), start: .standard, autoplay: false, opens: false))
    let idle = harness.ask(.restart(.standard, autoplay: true))
    #expect(harness.completions.contains(Completion(idle, .refused, .notPrepared)))
    #expect(!harness.player.wantsPlay)
  }

  @Test("play that does not open only sets the intent (Contradictions.md#X-36); reset keeps the intent that stop keeps")
  func playOnlySetsIntent() {
    var configuration = prx
    configuration.playOpens = false
    var harness = Harness(configuration)
    harness.ask(.load(item: ItemID(1), start: .standard, autoplay: false, opens: false))
    harness.ask(.play)
    #expect(harness.player.wantsPlay && harness.player.phase == .idle && harness.commands.isEmpty)
    harness.ask(.reset)
    #expect(harness.player.wantsPlay && harness.player.phase == .empty)
  }
}
