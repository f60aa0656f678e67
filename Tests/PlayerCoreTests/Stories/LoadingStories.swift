@testable import PlayerCore
import Testing

@Suite("Loading")
struct LoadingStories {
  @Test("a load with autoplay: one open, one play after the data is there, and the whole story in order")
  func autoplay() {
    var stage = Stage()
    let load = stage.load(plays: true)
    #expect(
      stage.said == [
        .notification(.itemChanged(from: .none, to: ItemID(1)), .command),
        .notification(.phaseChanged(from: .empty, to: .opening), .command),
        .notification(.intentChanged(playing: true), .command),
        .notification(.playbackStateChanged(from: .idle, to: .preparing), .command),
        .engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(1)),
        .engine(.setVolume(left: 1_000, right: 1_000, isMuted: false), Epoch(1)),
      ])
    stage.forget()
    stage.run()
    #expect(
      stage.notifications == [
        .phaseChanged(from: .opening, to: .prepared), .streamTypeChanged(.onDemand), .durationChanged(.seconds(60)),
        .seekableRangeChanged(start: .zero, end: .seconds(60)), .prepared(duration: .seconds(60)),
        .supplyChanged(from: .unknown, to: [.playable, .playThrough]),
        .playbackStateChanged(from: .preparing, to: .playing),
      ])
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.commands == [.play(rate: .normal)])
  }

  @Test("a load that holds ends paused and never plays (SRG.md#1.3)")
  func hold() {
    var stage = Stage()
    let load = stage.load(plays: false)
    stage.run(seconds: 100)
    #expect(stage.states == [.preparing, .paused])
    #expect(stage.answers(to: load) == [.done])
    #expect(!stage.commands.contains(.play(rate: .normal)))
    #expect(stage.player.nextDeadline == .never)
  }

  @Test("a load that does not open only chooses; play opens it (KSYManual.md#6.2: play prepares by itself)")
  func opensLater() {
    var stage = Stage()
    let load = stage.load(opens: false)
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.player.phase == .idle)
    #expect(stage.commands.isEmpty)
    stage.ask(.play)
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("prepare opens what is not open, is done when prepared, and done at once when it is already")
  func prepare() {
    var stage = Stage()
    stage.load(opens: false)
    let first = stage.ask(.prepare)
    let second = stage.ask(.prepare)
    #expect(stage.answers(to: first) == [.superseded])
    stage.run()
    #expect(stage.answers(to: second) == [.done])
    let third = stage.ask(.prepare)
    #expect(stage.answers(to: third) == [.done])
    #expect(stage.commands.filter { if case .open = $0 { true } else { false } }.count == 1)
  }

  @Test(
    "prepare plays by itself when the setting says so (KSYManual.md#6.3, shouldAutoplay); not what was prepared before")
  func shouldAutoplay() {
    var configuration = Configuration()
    configuration.autoplay = true
    var stage = Stage(configuration)
    stage.load(opens: false)
    stage.ask(.prepare)
    stage.run()
    #expect(stage.player.state == .playing)
    stage.ask(.pause)
    stage.ask(.prepare)
    stage.run()
    #expect(stage.player.state == .paused)
  }

  @Test(
    "without content nothing can be prepared, played, sought or reloaded: refused, and nothing is asked of an engine")
  func noContent() {
    for command in [Command.prepare, .play, .toggle, .seek(.at(.zero)), .reload(item: .none, flush: true)] {
      var stage = Stage()
      let request = stage.ask(command)
      #expect(stage.refusal(of: request) == .noContent, "\(command)")
      #expect(stage.commands.isEmpty && stage.notifications.isEmpty)
    }
    var stage = Stage()
    let request = stage.load(0)
    #expect(stage.refusal(of: request) == .unknownSubject)
  }

  @Test("play while opening starts without a pause in between (SRG.md#1.3)")
  func playWhileOpening() {
    var stage = Stage()
    stage.engine.openLatency = .seconds(1)
    stage.load()
    stage.ask(.play)
    stage.run(seconds: 2)
    #expect(stage.states == [.preparing, .playing])
  }

  @Test("pause while opening: the load goes on and ends paused (PRX.md#6)")
  func pauseWhileOpening() {
    var stage = Stage()
    stage.engine.openLatency = .seconds(1)
    let load = stage.load(plays: true)
    stage.ask(.pause)
    stage.run(seconds: 2)
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.player.state == .paused)
  }

  @Test("another load replaces what is open: the old is closed, its load superseded, the statistics begin anew")
  func replace() {
    var stage = Stage()
    stage.engine.openLatency = .seconds(1)
    let first = stage.load(1, plays: true)
    let second = stage.load(2, plays: true)
    stage.run(seconds: 2)
    #expect(stage.answers(to: first) == [.superseded])
    #expect(stage.answers(to: second) == [.done])
    #expect(stage.player.item == ItemID(2))
    #expect(stage.notifications.contains(.closed(Epoch(1))))
    #expect(stage.player.state == .playing)
  }

  @Test("a second “opened” contradicts the first: dropped, visibly (BugZoo.md#13)")
  func openedTwice() {
    var stage = Stage.open(plays: true)
    let before = stage.player.duration
    stage.report(.opened(OpenedMedia(duration: .seconds(3))))
    #expect(stage.oddities == [.unexpected])
    #expect(stage.player.duration == before)
  }

  @Test("the time of an open is limited (KSYManual.md#6.3, setTimeout: 30 s)")
  func openTimeout() {
    var stage = Stage()
    stage.engine.openLatency = nil
    let load = stage.load(plays: true)
    stage.run(for: .microseconds(29_999_999))
    #expect(stage.player.phase == .opening)
    stage.run(for: .microseconds(1))
    #expect(stage.player.failure == Failure(.openTimeout))
    #expect(stage.answers(to: load) == [.failed])
    #expect(stage.commands.last == .close)
  }

  @Test("an endless time-out is off")
  func endlessTimeout() {
    var configuration = Configuration()
    configuration.openTimeout = .never
    var stage = Stage(configuration)
    stage.engine.openLatency = nil
    stage.load()
    #expect(stage.player.nextDeadline == .never)
  }

  @Test("a failed open: idle first, then the failure with its reason and detail; the intent stays (SRG.md#1.6)")
  func failedOpen() {
    var stage = Stage()
    stage.engine.openFailure = Failure(.httpNotFound, detail: 404, text: TextID(9))
    let load = stage.load(plays: true)
    stage.forget()
    stage.run()
    let failure = Failure(.httpNotFound, detail: 404, text: TextID(9))
    #expect(
      stage.notifications == [
        .phaseChanged(from: .opening, to: .failed), .playbackStateChanged(from: .preparing, to: .idle),
        .failed(failure, position: .zero), .closed(Epoch(1)),
      ])
    #expect(stage.answers(to: load) == [.failed])
    #expect(stage.player.wantsPlay)
    #expect(stage.player.failure == failure)
  }

  @Test("a failure without a kind is an unknown one")
  func failureWithoutKind() {
    var stage = Stage.open()
    stage.report(.failed(Failure(.none, detail: 5)))
    #expect(stage.player.failure == Failure(.unknown, detail: 5))
    #expect(stage.player.phase == .failed)
  }

  @Test("after a failure play and retry open again, and a load or stop takes the failure away")
  func afterFailure() {
    for command in [Command.play, .retry, .prepare] {
      var stage = Stage.open(plays: true)
      stage.report(.failed(Failure(.io)))
      stage.ask(command)
      stage.run()
      #expect(stage.player.state == .playing, "\(command)")
      #expect(stage.player.failure.kind == .none)
    }
    var stage = Stage.open()
    stage.report(.failed(Failure(.io)))
    stage.ask(.stop)
    #expect(stage.player.phase == .idle && stage.player.failure.kind == .none)
    let retry = stage.ask(.retry)
    #expect(stage.answers(to: retry) == [.refused])
  }

  @Test("after a failure it opens again where it was, or at its initial position (BugZoo.md#8, SRG.md#1.6)")
  func resumePosition() {
    for reopensAtLastPosition in [true, false] {
      var configuration = Configuration()
      configuration.reopensAtLastPosition = reopensAtLastPosition
      var stage = Stage.open(plays: true, configuration)
      stage.run(seconds: 12)
      stage.report(.failed(Failure(.io)))
      #expect(stage.position == .seconds(12))
      stage.ask(.retry)
      stage.run()
      #expect(stage.position == (reopensAtLastPosition ? .seconds(12) : .zero))
    }
  }

  @Test("an engine that goes away unasked has failed; that opening is announced as closed once")
  func goesAway() {
    var stage = Stage.open(plays: true)
    stage.report(.closed)
    stage.run()
    #expect(stage.player.failure.kind == .unknown)
    #expect(stage.notifications.filter { $0 == .closed(Epoch(1)) }.count == 1)
  }
}

extension LoadingStories {
  @Test("stop, reset and another load answer what was pending: cancelled, cancelled, superseded")
  func replacedLoads() {
    for (command, answer) in [
      (Command.stop, Answer.cancelled), (.reset, .cancelled),
      (.load(item: ItemID(2), start: .standard, autoplay: false, opens: true), .superseded),
    ] {
      var stage = Stage()
      stage.engine.openLatency = nil
      let load = stage.load()
      stage.ask(command)
      #expect(stage.answers(to: load) == [answer])
    }
  }
}
