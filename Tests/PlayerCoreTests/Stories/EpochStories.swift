@testable import PlayerCore
import Testing

@Suite("Openings and their numbers")
struct EpochStories {
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
