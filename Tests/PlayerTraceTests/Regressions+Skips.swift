import PlayerCore

// Skips that fall short or are broken off, and what happens during a seek, a start or a call.

extension Regression {
  /// A seek lands, and playback goes on there at once.
  private static func lands(_ milliseconds: Int64, _ epoch: UInt32, _ serial: UInt32, at position: MediaTime)
    -> [Moment]
  {
    [
      .engine(milliseconds, epoch, .seekCompleted(SeekSerial(serial), position: position, isFinished: true)),
      .engine(milliseconds, epoch, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(milliseconds, epoch, .playbackStarted(position: position, rate: .normal)),
    ]
  }

  static let landingBetweenTwoRuns = Regression(
    name: "landing-between-two-runs",
    fault: "An engine that cannot land between two blocked runs was sent there until its skips were used up",
    run: playing(seconds: 60) + [
      .blocks(0, 2, 5...6), .blocks(0, 3, 8...9), .ask(0, 4, .commitSegments), .deadline(5_000),
    ]
      + lands(5_000, 1, 1, at: .zero) + [.deadline(10_000)] + lands(10_000, 1, 2, at: .zero) + [.deadline(15_000)]
  ) { outcome in outcome.seekTargets == [.seconds(6), .seconds(6), .seconds(9)] }

  static let landingInANewList = Regression(
    name: "landing-in-a-new-list",
    fault: "A skip that landed in media that a new list blocks was finished, and another one followed at once",
    run: playing(seconds: 60) + [
      .blocks(0, 2, 5...6), .ask(0, 3, .commitSegments), .deadline(5_000),
      .blocks(5_000, 4, 5...8), .ask(5_000, 5, .commitSegments),
    ] + lands(5_000, 1, 1, at: .seconds(6)) + [.deadline(5_000)]
  ) { outcome in
    outcome.seekTargets == [.seconds(6), .seconds(8)]
      && outcome.notifications.contains(.didSkip(SegmentID(1), lastPosition: .seconds(5), isFinished: false))
  }

  static let skipsBrokenOff = Regression(
    name: "skips-broken-off",
    fault: "Connections that broke during skips used up the skips of an engine that had not landed once",
    run: [.ask(0, 11, .set(.retryLimit, 10)), .ask(0, 12, .set(.retryDelay, 0))] + playing(seconds: 60)
      + [.blocks(0, 2, 5...6), .ask(0, 3, .commitSegments)]
      + (1...4).flatMap { skip -> [Moment] in
        let (met, epoch) = (Int64(skip) * 5_000, UInt32(skip) + 1)
        return [
          .deadline(met), .engine(met, epoch - 1, .failed(Failure(.io))),
          .engine(met, epoch, .opened(OpenedMedia(duration: .seconds(60)))),
        ] + lands(met, epoch, UInt32(skip) * 2, at: .zero)
      } + [.deadline(25_000)]
  ) { outcome in outcome.player.failure.kind == .none && outcome.seekTargets.last == .seconds(6) }

  static let seekBeforeAReload = Regression(
    name: "seek-before-a-reload",
    fault: "A reload during a seek cancelled it, although playback went on at its target",
    run: playing(seconds: 60) + [
      .ask(1_000, 2, .seek(.around(.seconds(30)))),
      .ask(1_100, 3, .reload(item: .none, flush: true)),
      .engine(1_200, 2, .opened(OpenedMedia(duration: .seconds(60)))),
    ] + lands(1_300, 2, 2, at: .seconds(29))
  ) { outcome in
    outcome.answer(to: 2)?.answer == .done && outcome.position == .seconds(29)
      && outcome.commands.contains(
        .seek(SeekSerial(2), target: .seconds(30), toleranceBefore: .seconds(30), toleranceAfter: .seconds(30)))
  }

  static let startBeyondTheEnd = Regression(
    name: "start-beyond-the-end",
    fault: "A start beyond the end of the media was moved to its beginning without a diagnostic",
    run: [
      .ask(0, 1, .load(item: ItemID(1), start: .at(.seconds(90)), autoplay: false, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(60)))),
    ]
  ) { outcome in
    outcome.player.phase == .prepared && outcome.position == .zero
      && outcome.outputs.filter { if case .diagnostic = $0 { true } else { false } }
        == [.diagnostic(Diagnostic(inputCode: 0, oddity: .clamped))]
  }

  static let toggleDuringACall = Regression(
    name: "toggle-during-a-call",
    fault: "A toggle while playback went on through an interruption asked to play, and nothing changed",
    run: [.ask(0, 11, .set(.interruptionsHold, 0))] + playing(seconds: 60) + [
      Moment(instant: .seconds(2), input: .environment(.interruptionBegan(stopsEngine: false))),
      .ask(3_000, 2, .toggle),
    ]
  ) { outcome in outcome.player.state == .paused && !outcome.player.wantsPlay }
}
