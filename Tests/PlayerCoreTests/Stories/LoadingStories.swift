@testable import PlayerCore
import Testing

@Suite("Loading")
struct LoadingStories {
  @Test("a load with autoplay: one open, one play after the data is there, and the whole story in order")
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

  @Test("a load that holds ends paused and never plays (SRG.md#1.3)")
  func hold() {
    var harness = Harness()
    let load = harness.load(plays: false)
    harness.run(seconds: 100)
    #expect(harness.states == [.preparing, .paused])
    #expect(harness.answers(to: load) == [.done])
    #expect(!harness.commands.contains(.play(rate: .normal)))
    #expect(harness.player.nextDeadline == .never)
  }

  @Test("a load that does not open only chooses; play opens it (KSYManual.md#6.2: play prepares by itself)")
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

  @Test("prepare opens what is not open, is done when prepared, and done at once when it is already")
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
    "prepare plays by itself when the setting says so (KSYManual.md#6.3, shouldAutoplay); not what was prepared before")
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
    "without content nothing can be prepared, played, sought or reloaded: refused, and nothing is asked of an engine")
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

  @Test("pause while opening: the load goes on and ends paused (PRX.md#6)")
  func pauseWhileOpening() {
    var harness = Harness()
    harness.engine.openLatency = .seconds(1)
    let load = harness.load(plays: true)
    harness.ask(.pause)
    harness.run(seconds: 2)
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.player.state == .paused)
  }

  @Test("another load replaces what is open: the old is closed, its load superseded, the statistics begin anew")
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

  @Test("a second “opened” contradicts the first: dropped, visibly (BugZoo.md#13)")
  func openedTwice() {
    var harness = Harness.open(plays: true)
    let before = harness.player.duration
    harness.report(.opened(OpenedMedia(duration: .seconds(3))))
    #expect(harness.oddities == [.unexpected])
    #expect(harness.player.duration == before)
  }

  @Test("the time of an open is limited (KSYManual.md#6.3, setTimeout: 30 s)")
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

  @Test("an endless time-out is off")
  func endlessTimeout() {
    var configuration = Configuration()
    configuration.openTimeout = .never
    var harness = Harness(configuration)
    harness.engine.openLatency = nil
    harness.load()
    #expect(harness.player.nextDeadline == .never)
  }

  @Test("a failed open: idle first, then the failure with its reason and detail; the intent stays (SRG.md#1.6)")
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

  @Test("a failure without a kind is an unknown one")
  func failureWithoutKind() {
    var harness = Harness.open()
    harness.report(.failed(Failure(.none, detail: 5)))
    #expect(harness.player.failure == Failure(.unknown, detail: 5))
    #expect(harness.player.phase == .failed)
  }

  @Test("after a failure play and retry open again, and a load or stop takes the failure away")
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

  @Test("after a failure it opens again where it was, or at its initial position (BugZoo.md#8, SRG.md#1.6)")
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

  @Test("an engine that goes away unasked has failed; that opening is announced as closed once")
  func goesAway() {
    var harness = Harness.open(plays: true)
    harness.report(.closed)
    harness.run()
    #expect(harness.player.failure.kind == .unknown)
    #expect(harness.notifications.filter { $0 == .closed(Epoch(1)) }.count == 1)
  }
}

extension LoadingStories {
  @Test("stop, reset and another load answer what was pending: cancelled, cancelled, superseded")
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
