@testable import PlayerCore
import Testing

@Suite("Reload (KSYManual.md#6.2)")
struct ReloadStories {
  @Test("with flush: media closes at once, reopens, and resumes where it was")
  func flush() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 12)
    harness.forget()
    let reload = harness.ask(.reload(item: .none, flush: true))
    #expect(harness.commands.prefix(2) == [.close, .open(item: ItemID(1), keepsBuffer: false)])
    harness.run()
    #expect(harness.answers(to: reload) == [.done])
    #expect(harness.player.state == .playing && harness.position == .seconds(12))
    #expect(harness.notifications.filter { $0 == .prepared(duration: .seconds(60)) }.count == 1)
  }

  @Test("a reload from another source changes the item")
  func otherSource() {
    var harness = Harness.open(plays: true)
    harness.ask(.reload(item: ItemID(7), flush: true))
    #expect(harness.notifications.first == .itemChanged(from: ItemID(1), to: ItemID(7)))
    #expect(harness.commands.contains(.open(item: ItemID(7), keepsBuffer: false)))
  }

  @Test("without flush: the old opening plays until the new one is open, and hands over at its position")
  func keep() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 10)
    harness.forget()
    harness.engine.openLatency = .seconds(2)
    let reload = harness.ask(.reload(item: .none, flush: false))
    #expect(harness.commands == [.open(item: ItemID(1), keepsBuffer: true)])
    harness.run(seconds: 1)
    #expect(harness.player.state == .playing && harness.position == .seconds(11))
    harness.run(seconds: 1)
    #expect(harness.answers(to: reload) == [.done])
    #expect(harness.seekTargets == [.seconds(12)])
    #expect(harness.player.state == .playing && harness.player.epoch == Epoch(2))
    #expect(harness.notifications.contains(.closed(Epoch(1))))
  }

  @Test("without flush: reports of the new opening before it is open are not lost")
  func overture() {
    var harness = Harness.open(plays: true)
    harness.report(.trackFound(.audio, TrackID(0), language: .none, title: .none, isDefault: true))
    harness.engine.openLatency = .seconds(1)
    harness.engine.overture = [
      .trackFound(.audio, TrackID(0), language: .none, title: .none, isDefault: true),
      .trackFound(.video, TrackID(1), language: .none, title: .none, isDefault: true),
      .trackSelected(.video, TrackID(1)), .naturalSizeChanged(width: 320, height: 180),
      .metadataFound(key: TextID(1), value: TextID(2)),
    ]
    harness.ask(.reload(item: .none, flush: false))
    harness.forget()
    harness.run(seconds: 2)
    #expect(harness.oddities.isEmpty)
    #expect(harness.notifications.contains(.tracksChanged(audio: 1, video: 1, subtitle: 0)))
    #expect(harness.player.naturalSize == (320, 180))
    #expect(harness.player.selectedTrack(.video) == TrackID(1))
    #expect(harness.notifications.contains(.metadataFound(key: TextID(1), value: TextID(2))))
  }

  @Test("without flush: nothing of the old timeline survives the hand-over")
  func newTimeline() {
    var harness = Harness.open(OpenedMedia(duration: .unknown), plays: true)
    harness.report(.seekableRangeChanged(start: .seconds(10), end: .seconds(20)))
    #expect(harness.player.streamType == .dvr)
    harness.engine.openLatency = .seconds(1)
    harness.ask(.reload(item: .none, flush: false))
    harness.run(seconds: 1)
    #expect(harness.player.streamType == .live)
    #expect(harness.player.seekableRange.isEmpty)
  }

  @Test("if the old opening is over before the new one is open, playback waits instead of ending")
  func playedOut() {
    for event in [
      EngineEvent.ended(position: .seconds(5)), .failed(Failure(.io)), .closed,
    ] {
      var harness = Harness.open(plays: true)
      harness.engine.openLatency = .seconds(2)
      harness.run(seconds: 5)
      let reload = harness.ask(.reload(item: .none, flush: false))
      harness.report(event)
      #expect(harness.player.phase == .opening && harness.player.state == .preparing, "\(event)")
      harness.run(seconds: 2)
      #expect(harness.player.state == .playing)
      #expect(harness.position == .seconds(5))
      #expect(harness.answers(to: reload) == [.done])
    }
  }

  @Test("if the new opening fails, playback fails and both openings close")
  func newFails() {
    var harness = Harness.open(plays: true)
    harness.engine.openFailure = Failure(.httpForbidden, detail: 403)
    let reload = harness.ask(.reload(item: ItemID(2), flush: false))
    harness.run()
    #expect(harness.player.failure == Failure(.httpForbidden, detail: 403))
    #expect(harness.answers(to: reload) == [.failed])
    #expect(harness.notifications.contains(.closed(Epoch(1))) && harness.notifications.contains(.closed(Epoch(2))))
    #expect(harness.oddities.isEmpty)
  }

  @Test("the new opening has the usual open time-out")
  func newTimesOut() {
    var harness = Harness.open(plays: true)
    harness.engine.openLatency = nil
    harness.ask(.reload(item: ItemID(2), flush: false))
    harness.run(seconds: 30)
    #expect(harness.player.failure.kind == .openTimeout)
  }

  @Test("if the old opening freezes meanwhile, playback waits for the new one instead of giving up")
  func oldIsStuck() {
    var harness = Harness.open(plays: true)
    harness.engine.openLatency = .seconds(25)
    harness.engine.probeLatency = nil
    harness.ask(.reload(item: .none, flush: false))
    harness.run(seconds: 24)
    #expect(harness.notifications.contains(.warned(Failure(.stuckPlaying))))
    #expect(harness.player.state == .preparing)
    harness.run(seconds: 1)
    #expect(harness.player.state == .playing)
  }

  @Test("stop during a reload closes both openings and expects both confirmations")
  func stopDuringReload() {
    var harness = Harness.open(plays: true)
    harness.engine.openLatency = nil
    let reload = harness.ask(.reload(item: ItemID(2), flush: false))
    harness.forget()
    harness.ask(.stop)
    #expect(harness.answers(to: reload) == [.cancelled])
    #expect(harness.commands == [.close, .close])
    harness.run()
    #expect(harness.oddities.isEmpty)
    #expect(harness.notifications.contains(.closed(Epoch(1))) && harness.notifications.contains(.closed(Epoch(2))))
  }

  @Test("a second reload replaces the first")
  func twice() {
    var harness = Harness.open(plays: true)
    harness.engine.openLatency = .seconds(1)
    let first = harness.ask(.reload(item: ItemID(2), flush: false))
    let second = harness.ask(.reload(item: ItemID(3), flush: false))
    harness.run(seconds: 2)
    #expect(harness.answers(to: first) == [.superseded])
    #expect(harness.answers(to: second) == [.done])
    #expect(harness.player.epoch == Epoch(3))
    #expect(harness.oddities.isEmpty)
  }

  @Test("a seek while the old opening plays out goes to the new one: the old does not hold the target")
  func seekDuringReload() {
    var harness = Harness.open(plays: true)
    harness.engine.openLatency = .seconds(1)
    harness.run(seconds: 3)
    harness.ask(.reload(item: .none, flush: false))
    let seek = harness.ask(.seek(.skip(.seconds(10))))
    #expect(harness.player.phase == .opening)
    harness.run(seconds: 1)
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.position == .seconds(13))
    #expect(harness.player.state == .playing)
  }

  @Test("a still requested from the old opening is cancelled when that opening ends")
  func still() {
    var harness = Harness.open(plays: true)
    harness.engine.openLatency = .seconds(1)
    harness.ask(.reload(item: .none, flush: false))
    harness.ask(.captureStill)
    harness.run()
    let still = RequestID(3)
    #expect(harness.answers(to: still) == [.done])
    harness.take(.command(.captureStill, RequestID(99)))
    harness.report(.ended(position: .seconds(1)))
    #expect(harness.answers(to: RequestID(99)) == [.cancelled])
  }

  @Test("reload works while paused, opening, ended, failed and idle, and keeps the intent")
  func phases() {
    var paused = Harness.open()
    paused.ask(.reload(item: .none, flush: false))
    paused.run()
    #expect(paused.player.state == .paused)

    var opening = Harness()
    opening.engine.openLatency = .seconds(1)
    let load = opening.load(from: .at(.seconds(9)), plays: true)
    opening.ask(.reload(item: .none, flush: false))
    opening.run(seconds: 1)
    #expect(opening.answers(to: load) == [.superseded])
    #expect(opening.player.state == .playing && opening.position == .seconds(9))

    var ended = Harness.open(plays: true)
    ended.run(seconds: 61)
    ended.ask(.reload(item: .none, flush: true))
    ended.run()
    #expect(ended.player.state == .playing && ended.position == .zero, "the manual's case (4): after the end")

    var failed = Harness.open(plays: true)
    failed.run(seconds: 4)
    failed.report(.failed(Failure(.io)))
    failed.ask(.reload(item: .none, flush: true))
    failed.run()
    #expect(failed.player.state == .playing && failed.position == .seconds(4))

    var idle = Harness()
    idle.load(opens: false)
    idle.ask(.reload(item: .none, flush: false))
    idle.run()
    #expect(idle.player.state == .paused)
  }
}
