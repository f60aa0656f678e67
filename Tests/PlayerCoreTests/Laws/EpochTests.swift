@testable import PlayerCore
import Testing

@Suite("Law 4: reports of another opening are dropped and counted")
struct EpochTests {
  @Test("a stale event changes nothing but the counter, and says so (BugZoo.md#33)")
  func staleEvents() {
    var outputs = Outputs()
    Sessions.play(400, from: 200_000) { step in
      var chaos = Chaos(seed: step.seed &+ 77)
      let event = chaos.engineEvent(for: step.after)
      let epoch = chaos.epoch(for: step.after)
      guard Self.isForeign(epoch, to: step.after) else { return true }
      var player = step.after
      player.receive(.engine(event, epoch), at: player.clock, into: &outputs)
      let diagnostic = Diagnostic(inputCode: Input.engine(event, epoch).code, oddity: .staleEpoch)
      let isSaid = Array(outputs) == [.diagnostic(diagnostic)]
      player.statistics.ignoredEvents = step.after.statistics.ignoredEvents
      #expect(isSaid && player == step.after, "\(event) of \(epoch) after \(step.place)")
      return isSaid && player == step.after
    }
  }

  private static func isForeign(_ epoch: Epoch, to player: Player) -> Bool {
    if player.closing.awaited & player.closing.bit(of: epoch) != 0 { return false }
    if epoch.isNone || !player.loading.isEngineOpen { return true }
    return epoch != player.loading.epoch && epoch != player.loading.nextEpoch
  }

  @Test("an event without an epoch is stale, also while none is opening beside")
  func noEpoch() {
    var stage = Stage.open(plays: true)
    let before = stage.player
    stage.report(.opened(OpenedMedia(duration: .seconds(1))), epoch: Epoch.none)
    #expect(stage.oddities == [.staleEpoch])
    #expect(stage.player.epoch == before.epoch)
    #expect(stage.player.state == .playing)
  }

  @Test("what the engine still says of a stopped opening is dropped, counted and visible")
  func afterStop() {
    var stage = Stage.open(plays: true)
    stage.engine.closeLatency = .seconds(1)
    let epoch = stage.player.epoch
    stage.ask(.stop)
    stage.forget()
    stage.report(.positionReported(.seconds(3)), epoch: epoch)
    stage.report(.ended(position: .seconds(60)), epoch: epoch)
    stage.report(.failed(Failure(.io)), epoch: epoch)
    #expect(stage.oddities == [.staleEpoch, .staleEpoch, .staleEpoch])
    #expect(stage.player.statistics.ignoredEvents == 3)
    #expect(stage.player.phase == .idle)
  }

  @Test("epochs are numbered on past the largest number, and zero stays none")
  func wrapAround() {
    var stage = Stage()
    stage.player.loading.epoch = Epoch(.max)
    stage.player.closing.newest = Epoch(.max)
    stage.load(plays: true)
    stage.run()
    #expect(stage.player.epoch == Epoch(1))
    #expect(stage.player.state == .playing)
    stage.ask(.stop)
    stage.run()
    #expect(stage.notifications.contains(.closed(Epoch(1))))
    #expect(stage.oddities.isEmpty)
  }

  @Test("seek serials go on past the largest number")
  func serialWrapAround() {
    var stage = Stage.open()
    stage.player.seeking.serial = SeekSerial(.max)
    let seek = stage.ask(.seek(.at(.seconds(5))))
    stage.run()
    #expect(stage.player.seeking.serial == SeekSerial(1))
    #expect(stage.answers(to: seek) == [.done])
  }
}
