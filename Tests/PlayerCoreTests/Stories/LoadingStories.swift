@testable import PlayerCore
import Testing

@Suite("Loading")
struct LoadingStories {
  @Test("a load with autoplay opens once, plays once when data is available, and reports everything in order")
  func autoplay() {
    var harness = Harness()
    let load = harness.load(plays: true)
    #expect(
      harness.said == [
        .notification(.itemChanged(from: .none, to: ItemID(1)), .command),
        .notification(.phaseChanged(from: .empty, to: .opening), .command),
        .notification(.intentChanged(playing: true), .command),
        .notification(.playbackStateChanged(from: .idle, to: .preparing), .command),
        .engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(1)),
        .engine(.setVolume(left: 1_000, right: 1_000, isMuted: false), Epoch(1)),
      ])
    harness.forget()
    harness.run()
    #expect(
      harness.notifications == [
        .phaseChanged(from: .opening, to: .prepared), .streamTypeChanged(.onDemand), .durationChanged(.seconds(60)),
        .seekableRangeChanged(start: .zero, end: .seconds(60)), .prepared(duration: .seconds(60)),
        .supplyChanged(from: .unknown, to: [.playable, .playThrough]),
        .playbackStateChanged(from: .preparing, to: .playing),
      ])
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.commands == [.play(rate: .normal)])
  }

  @Test("a load without autoplay ends up paused and never plays (SRG.md#1.3)")
  func hold() {
    var harness = Harness()
    let load = harness.load(plays: false)
    harness.run(seconds: 100)
    #expect(harness.states == [.preparing, .paused])
    #expect(harness.answers(to: load) == [.done])
    #expect(!harness.commands.contains(.play(rate: .normal)))
    #expect(harness.player.nextDeadline == .never)
  }

  @Test("a load that does not open only chooses the item; play opens it (KSYManual.md#6.2: play prepares by itself)")
  func opensLater() {
    var harness = Harness()
    let load = harness.load(opens: false)
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.player.phase == .idle)
    #expect(harness.commands.isEmpty)
    harness.ask(.play)
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("prepare opens the media and completes when prepared, or at once if already prepared")
  func prepare() {
    var harness = Harness()
    harness.load(opens: false)
    let first = harness.ask(.prepare)
    let second = harness.ask(.prepare)
    #expect(harness.answers(to: first) == [.superseded])
    harness.run()
    #expect(harness.answers(to: second) == [.done])
    let third = harness.ask(.prepare)
    #expect(harness.answers(to: third) == [.done])
    #expect(harness.commands.filter { if case .open = $0 { true } else { false } }.count == 1)
  }

  @Test(
    "prepare starts playback if the setting says so (KSYManual.md#6.3, shouldAutoplay), unless already prepared")
  func shouldAutoplay() {
    var configuration = Configuration()
    configuration.autoplay = true
    var harness = Harness(configuration)
    harness.load(opens: false)
    harness.ask(.prepare)
    harness.run()
    #expect(harness.player.state == .playing)
    harness.ask(.pause)
    harness.ask(.prepare)
    harness.run()
    #expect(harness.player.state == .paused)
  }

  @Test(
    "without content prepare, play, seek and reload are refused, and the engine receives nothing")
  func noContent() {
    for command in [Command.prepare, .play, .toggle, .seek(.at(.zero)), .reload(item: .none, flush: true)] {
      var harness = Harness()
      let request = harness.ask(command)
      #expect(harness.refusal(of: request) == .noContent, "\(command)")
      #expect(harness.commands.isEmpty && harness.notifications.isEmpty)
    }
    var harness = Harness()
    let request = harness.load(0)
    #expect(harness.refusal(of: request) == .unknownSubject)
  }

  @Test("play while opening starts without a pause in between (SRG.md#1.3)")
  func playWhileOpening() {
    var harness = Harness()
    harness.engine.openLatency = .seconds(1)
    harness.load()
    harness.ask(.play)
    harness.run(seconds: 2)
    #expect(harness.states == [.preparing, .playing])
  }

  @Test("a load paused while opening continues and ends up paused (PRX.md#6)")
  func pauseWhileOpening() {
    var harness = Harness()
    harness.engine.openLatency = .seconds(1)
    let load = harness.load(plays: true)
    harness.ask(.pause)
    harness.run(seconds: 2)
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.player.state == .paused)
  }

  @Test("another load replaces the current one: the old media closes, its load is superseded, the statistics restart")
  func replace() {
    var harness = Harness()
    harness.engine.openLatency = .seconds(1)
    let first = harness.load(1, plays: true)
    let second = harness.load(2, plays: true)
    harness.run(seconds: 2)
    #expect(harness.answers(to: first) == [.superseded])
    #expect(harness.answers(to: second) == [.done])
    #expect(harness.player.item == ItemID(2))
    #expect(harness.notifications.contains(.closed(Epoch(1))))
    #expect(harness.player.state == .playing)
  }

  @Test("a second “opened” contradicts the first: it is dropped with a diagnostic (BugZoo.md#13)")
  func openedTwice() {
    var harness = Harness.open(plays: true)
    let before = harness.player.duration
    harness.report(.opened(OpenedMedia(duration: .seconds(3))))
    #expect(harness.oddities == [.unexpected])
    #expect(harness.player.duration == before)
  }

  @Test("an open has a time limit (KSYManual.md#6.3, setTimeout: 30 s)")
  func openTimeout() {
    var harness = Harness()
    harness.engine.openLatency = nil
    let load = harness.load(plays: true)
    harness.run(for: .microseconds(29_999_999))
    #expect(harness.player.phase == .opening)
    harness.run(for: .microseconds(1))
    #expect(harness.player.failure == Failure(.openTimeout))
    #expect(harness.answers(to: load) == [.failed])
    #expect(harness.commands.last == .close)
  }

  @Test("an infinite time-out means none")
  func endlessTimeout() {
    var configuration = Configuration()
    configuration.openTimeout = .never
    var harness = Harness(configuration)
    harness.engine.openLatency = nil
    harness.load()
    #expect(harness.player.nextDeadline == .never)
  }

  @Test("a failed open reports idle, then the failure with its reason and detail; the intent stays (SRG.md#1.6)")
  func failedOpen() {
    var harness = Harness()
    harness.engine.openFailure = Failure(.httpNotFound, detail: 404, text: TextID(9))
    let load = harness.load(plays: true)
    harness.forget()
    harness.run()
    let failure = Failure(.httpNotFound, detail: 404, text: TextID(9))
    #expect(
      harness.notifications == [
        .phaseChanged(from: .opening, to: .failed), .playbackStateChanged(from: .preparing, to: .idle),
        .failed(failure, position: .zero), .closed(Epoch(1)),
      ])
    #expect(harness.answers(to: load) == [.failed])
    #expect(harness.player.wantsPlay)
    #expect(harness.player.failure == failure)
  }

  @Test("a failure without a kind counts as unknown")
  func failureWithoutKind() {
    var harness = Harness.open()
    harness.report(.failed(Failure(.none, detail: 5)))
    #expect(harness.player.failure == Failure(.unknown, detail: 5))
    #expect(harness.player.phase == .failed)
  }

  @Test("after a failure play and retry open again; a load or stop clears the failure")
  func afterFailure() {
    for command in [Command.play, .retry, .prepare] {
      var harness = Harness.open(plays: true)
      harness.report(.failed(Failure(.io)))
      harness.ask(command)
      harness.run()
      #expect(harness.player.state == .playing, "\(command)")
      #expect(harness.player.failure.kind == .none)
    }
    var harness = Harness.open()
    harness.report(.failed(Failure(.io)))
    harness.ask(.stop)
    #expect(harness.player.phase == .idle && harness.player.failure.kind == .none)
    let retry = harness.ask(.retry)
    #expect(harness.answers(to: retry) == [.refused])
  }

  @Test("after a failure media reopens where it was, or at its initial position (BugZoo.md#8, SRG.md#1.6)")
  func resumePosition() {
    for reopensAtLastPosition in [true, false] {
      var configuration = Configuration()
      configuration.reopensAtLastPosition = reopensAtLastPosition
      var harness = Harness.open(plays: true, configuration)
      harness.run(seconds: 12)
      harness.report(.failed(Failure(.io)))
      #expect(harness.position == .seconds(12))
      harness.ask(.retry)
      harness.run()
      #expect(harness.position == (reopensAtLastPosition ? .seconds(12) : .zero))
    }
  }

  @Test("an engine that closes unasked has failed; its opening is announced as closed once")
  func unrequestedClose() {
    var harness = Harness.open(plays: true)
    harness.report(.closed)
    harness.run()
    #expect(harness.player.failure.kind == .unknown)
    #expect(harness.notifications.filter { $0 == .closed(Epoch(1)) }.count == 1)
  }
}

extension LoadingStories {
  @Test("stop, reset and another load answer the pending load: cancelled, cancelled, superseded")
  func replacedLoads() {
    for (command, answer) in [
      (Command.stop, Answer.cancelled), (.reset, .cancelled),
      (.load(item: ItemID(2), start: .standard, autoplay: false, opens: true), .superseded),
    ] {
      var harness = Harness()
      harness.engine.openLatency = nil
      let load = harness.load()
      harness.ask(command)
      #expect(harness.answers(to: load) == [answer])
    }
  }
}
