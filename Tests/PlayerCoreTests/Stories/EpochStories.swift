@testable import PlayerCore
import Testing

@Suite("Openings and their numbers")
struct EpochStories {
  @Test("an event without an epoch is stale, even if no second opening is under way")
  func noEpoch() {
    var harness = Harness.open(plays: true)
    let before = harness.player
    harness.report(.opened(OpenedMedia(duration: .seconds(1))), epoch: Epoch.none)
    #expect(harness.oddities == [.staleEpoch])
    #expect(harness.player.epoch == before.epoch)
    #expect(harness.player.state == .playing)
  }

  @Test("late reports of a stopped opening are dropped, counted and diagnosed")
  func afterStop() {
    var harness = Harness.open(plays: true)
    harness.engine.closeLatency = .seconds(1)
    let epoch = harness.player.epoch
    harness.ask(.stop)
    harness.forget()
    harness.report(.positionReported(.seconds(3)), epoch: epoch)
    harness.report(.ended(position: .seconds(60)), epoch: epoch)
    harness.report(.failed(Failure(.io)), epoch: epoch)
    #expect(harness.oddities == [.staleEpoch, .staleEpoch, .staleEpoch])
    #expect(harness.player.statistics.ignoredEvents == 3)
    #expect(harness.player.phase == .idle)
  }

  @Test("epochs wrap past the maximum and skip zero, which means none")
  func wrapAround() {
    var harness = Harness()
    harness.player.loading.epoch = Epoch(.max)
    harness.player.closing.newest = Epoch(.max)
    harness.load(plays: true)
    harness.run()
    #expect(harness.player.epoch == Epoch(1))
    #expect(harness.player.state == .playing)
    harness.ask(.stop)
    harness.run()
    #expect(harness.notifications.contains(.closed(Epoch(1))))
    #expect(harness.oddities.isEmpty)
  }

  @Test("seek serials wrap past the maximum")
  func serialWrapAround() {
    var harness = Harness.open()
    harness.player.seeking.serial = SeekSerial(.max)
    let seek = harness.ask(.seek(.at(.seconds(5))))
    harness.run()
    #expect(harness.player.seeking.serial == SeekSerial(1))
    #expect(harness.answers(to: seek) == [.done])
  }
}
