@testable import PlayerCore
import Testing

@Suite("Reload (KSYManual.md#6.2)")
struct ReloadStories {
  @Test("with flush: closed at once, opened again, and on from where it was")
  func flush() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 12)
    stage.forget()
    let reload = stage.ask(.reload(item: .none, flush: true))
    #expect(stage.commands.prefix(2) == [.close, .open(item: ItemID(1), keepsBuffer: false)])
    stage.run()
    #expect(stage.answers(to: reload) == [.done])
    #expect(stage.player.state == .playing && stage.position == .seconds(12))
    #expect(stage.notifications.filter { $0 == .prepared(duration: .seconds(60)) }.count == 1)
  }

  @Test("from another source: the item changes")
  func otherSource() {
    var stage = Stage.open(plays: true)
    stage.ask(.reload(item: ItemID(7), flush: true))
    #expect(stage.notifications.first == .itemChanged(from: ItemID(1), to: ItemID(7)))
    #expect(stage.commands.contains(.open(item: ItemID(7), keepsBuffer: false)))
  }

  @Test("without flush: the old plays on until the new is open, and hands over where it is then")
  func keep() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 10)
    stage.forget()
    stage.engine.openLatency = .seconds(2)
    let reload = stage.ask(.reload(item: .none, flush: false))
    #expect(stage.commands == [.open(item: ItemID(1), keepsBuffer: true)])
    stage.run(seconds: 1)
    #expect(stage.player.state == .playing && stage.position == .seconds(11))
    stage.run(seconds: 1)
    #expect(stage.answers(to: reload) == [.done])
    #expect(stage.seekTargets == [.seconds(12)])
    #expect(stage.player.state == .playing && stage.player.epoch == Epoch(2))
    #expect(stage.notifications.contains(.closed(Epoch(1))))
  }

  @Test("without flush: what the new opening says of itself before it is open is not lost")
  func overture() {
    var stage = Stage.open(plays: true)
    stage.report(.trackFound(.audio, TrackID(0), language: .none, title: .none, isDefault: true))
    stage.engine.openLatency = .seconds(1)
    stage.engine.overture = [
      .trackFound(.audio, TrackID(0), language: .none, title: .none, isDefault: true),
      .trackFound(.video, TrackID(1), language: .none, title: .none, isDefault: true),
      .trackSelected(.video, TrackID(1)), .naturalSizeChanged(width: 320, height: 180),
      .metadataFound(key: TextID(1), value: TextID(2)),
    ]
    stage.ask(.reload(item: .none, flush: false))
    stage.forget()
    stage.run(seconds: 2)
    #expect(stage.oddities.isEmpty)
    #expect(stage.notifications.contains(.tracksChanged(audio: 1, video: 1, subtitle: 0)))
    #expect(stage.player.naturalSize == (320, 180))
    #expect(stage.player.selectedTrack(.video) == TrackID(1))
    #expect(stage.notifications.contains(.metadataFound(key: TextID(1), value: TextID(2))))
  }

  @Test("without flush: nothing of the old timeline survives the hand-over")
  func newTimeline() {
    var stage = Stage.open(OpenedMedia(duration: .unknown), plays: true)
    stage.report(.seekableRangeChanged(start: .seconds(10), end: .seconds(20)))
    #expect(stage.player.streamType == .dvr)
    stage.engine.openLatency = .seconds(1)
    stage.ask(.reload(item: .none, flush: false))
    stage.run(seconds: 1)
    #expect(stage.player.streamType == .live)
    #expect(stage.player.seekableRange.isEmpty)
  }

  @Test("when the old has played out before the new is open, playback waits for the new; it is not the end")
  func playedOut() {
    for event in [
      EngineEvent.ended(position: .seconds(5)), .failed(Failure(.io)), .closed,
    ] {
      var stage = Stage.open(plays: true)
      stage.engine.openLatency = .seconds(2)
      stage.run(seconds: 5)
      let reload = stage.ask(.reload(item: .none, flush: false))
      stage.report(event)
      #expect(stage.player.phase == .opening && stage.player.state == .preparing, "\(event)")
      stage.run(seconds: 2)
      #expect(stage.player.state == .playing)
      #expect(stage.position == .seconds(5))
      #expect(stage.answers(to: reload) == [.done])
    }
  }

  @Test("when the new opening fails, playback has failed, and both are closed")
  func newFails() {
    var stage = Stage.open(plays: true)
    stage.engine.openFailure = Failure(.httpForbidden, detail: 403)
    let reload = stage.ask(.reload(item: ItemID(2), flush: false))
    stage.run()
    #expect(stage.player.failure == Failure(.httpForbidden, detail: 403))
    #expect(stage.answers(to: reload) == [.failed])
    #expect(stage.notifications.contains(.closed(Epoch(1))) && stage.notifications.contains(.closed(Epoch(2))))
    #expect(stage.oddities.isEmpty)
  }

  @Test("the new opening has the time-out of every open")
  func newTimesOut() {
    var stage = Stage.open(plays: true)
    stage.engine.openLatency = nil
    stage.ask(.reload(item: ItemID(2), flush: false))
    stage.run(seconds: 30)
    #expect(stage.player.failure.kind == .openTimeout)
  }

  @Test("when the old stands still meanwhile, the new is waited for, not given up")
  func oldIsStuck() {
    var stage = Stage.open(plays: true)
    stage.engine.openLatency = .seconds(25)
    stage.engine.probeLatency = nil
    stage.ask(.reload(item: .none, flush: false))
    stage.run(seconds: 24)
    #expect(stage.notifications.contains(.warned(Failure(.stuckPlaying))))
    #expect(stage.player.state == .preparing)
    stage.run(seconds: 1)
    #expect(stage.player.state == .playing)
  }

  @Test("stop while the new is opening closes both, and both confirmations are expected")
  func stopInBetween() {
    var stage = Stage.open(plays: true)
    stage.engine.openLatency = nil
    let reload = stage.ask(.reload(item: ItemID(2), flush: false))
    stage.forget()
    stage.ask(.stop)
    #expect(stage.answers(to: reload) == [.cancelled])
    #expect(stage.commands == [.close, .close])
    stage.run()
    #expect(stage.oddities.isEmpty)
    #expect(stage.notifications.contains(.closed(Epoch(1))) && stage.notifications.contains(.closed(Epoch(2))))
  }

  @Test("a second reload replaces the first")
  func twice() {
    var stage = Stage.open(plays: true)
    stage.engine.openLatency = .seconds(1)
    let first = stage.ask(.reload(item: ItemID(2), flush: false))
    let second = stage.ask(.reload(item: ItemID(3), flush: false))
    stage.run(seconds: 2)
    #expect(stage.answers(to: first) == [.superseded])
    #expect(stage.answers(to: second) == [.done])
    #expect(stage.player.epoch == Epoch(3))
    #expect(stage.oddities.isEmpty)
  }

  @Test("a seek while the old plays out goes to the new: the old does not hold the target")
  func seekInBetween() {
    var stage = Stage.open(plays: true)
    stage.engine.openLatency = .seconds(1)
    stage.run(seconds: 3)
    stage.ask(.reload(item: .none, flush: false))
    let seek = stage.ask(.seek(.skip(.seconds(10))))
    #expect(stage.player.phase == .opening)
    stage.run(seconds: 1)
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.position == .seconds(13))
    #expect(stage.player.state == .playing)
  }

  @Test("a still that was asked of the old is cancelled when it goes")
  func still() {
    var stage = Stage.open(plays: true)
    stage.engine.openLatency = .seconds(1)
    stage.ask(.reload(item: .none, flush: false))
    stage.ask(.captureStill)
    stage.run()
    let still = RequestID(3)
    #expect(stage.answers(to: still) == [.done])
    stage.take(.command(.captureStill, RequestID(99)))
    stage.report(.ended(position: .seconds(1)))
    #expect(stage.answers(to: RequestID(99)) == [.cancelled])
  }

  @Test("paused, opening, ended, failed, idle: reload works everywhere, and keeps the wish")
  func phases() {
    var paused = Stage.open()
    paused.ask(.reload(item: .none, flush: false))
    paused.run()
    #expect(paused.player.state == .paused)

    var opening = Stage()
    opening.engine.openLatency = .seconds(1)
    let load = opening.load(from: .at(.seconds(9)), plays: true)
    opening.ask(.reload(item: .none, flush: false))
    opening.run(seconds: 1)
    #expect(opening.answers(to: load) == [.superseded])
    #expect(opening.player.state == .playing && opening.position == .seconds(9))

    var ended = Stage.open(plays: true)
    ended.run(seconds: 61)
    ended.ask(.reload(item: .none, flush: true))
    ended.run()
    #expect(ended.player.state == .playing && ended.position == .zero, "the manual's case (4): after the end")

    var failed = Stage.open(plays: true)
    failed.run(seconds: 4)
    failed.report(.failed(Failure(.io)))
    failed.ask(.reload(item: .none, flush: true))
    failed.run()
    #expect(failed.player.state == .playing && failed.position == .seconds(4))

    var idle = Stage()
    idle.load(opens: false)
    idle.ask(.reload(item: .none, flush: false))
    idle.run()
    #expect(idle.player.state == .paused)
  }
}
