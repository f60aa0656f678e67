import PlayerCore

// Runs in which a budget restarted by itself.

extension Regression {
  static let sameStretchAgain = Regression(
    name: "same-stretch-again",
    fault: "Media that cannot seek and always breaks at one place was played up to there again without end",
    run: breaking(at: 4_000, and: 8_000, OpenedMedia(duration: .seconds(10), isSeekable: false))
  ) { outcome in outcome.player.phase == .failed && outcome.player.failure.kind == .io }

  static let sameLiveStretchAgain = Regression(
    name: "same-live-stretch-again",
    fault: "A stream that begins anew with each opening and always breaks at one place was opened without end",
    run: breaking(at: 4_000, and: 8_000, OpenedMedia(duration: .unknown, isSeekable: false))
  ) { outcome in outcome.player.phase == .failed && outcome.player.failure.kind == .io }

  /// What a host gives the player once it runs again, at 9 s, when the media would be over.
  static let brokenWhileHeldUp = Regression(
    name: "broken-while-held-up",
    fault: "A connection that broke while the host was held up counted as broken at the end, and was not retried",
    run: [.ask(0, 11, .set(.retryLimit, 1))] + playing(seconds: 8, buffered: 3) + [
      .engine(2_000, 1, .failed(Failure(.io))),
      .deadline(9_000),
    ],
    isLate: true
  ) { outcome in
    outcome.player.failure.kind == .none
      && outcome.commands.filter { if case .open = $0 { true } else { false } }.count == 2
  }

  static let stopsThatGetNoFurther = Regression(
    name: "stops-that-get-no-further",
    fault:
      "An engine that played the same second again and again, and stopped after it, was commanded to play for ever",
    run: playing(seconds: 60)
      + (Int64(0)..<4).flatMap { count -> [Moment] in
        let stop = Moment.engine(10_000 + count, 1, .playbackStopped(position: .seconds(10)))
        return count == 3
          ? [stop] : [stop, .engine(10_000 + count, 1, .playbackStarted(position: .seconds(9), rate: .normal))]
      }
  ) { outcome in outcome.player.failure.kind == .stuckPlaying }

  static let kicksThatGetNoFurther = Regression(
    name: "kicks-that-get-no-further",
    fault:
      "A stall that a kick had ended, although the engine had no data, began anew each time: no limit of time ended it",
    run: [.ask(0, 11, .set(.stallKick, 5_000_000)), .ask(0, 12, .set(.bufferingLimit, 20_000_000))]
      + playing(seconds: 60, buffered: 5) + [.engine(5_000, 1, .starved(position: .seconds(5)))]
      + (Int64(2)...4).flatMap { count -> [Moment] in
        [
          .deadline(count * 5_000), .engine(count * 5_000, 1, .playbackStarted(position: .seconds(5), rate: .normal)),
          .engine(count * 5_000, 1, .starved(position: .seconds(5))),
        ]
      } + [.deadline(25_000)]
  ) { outcome in outcome.player.failure.kind == .stuckBuffering }

  static let restartInVain = Regression(
    name: "restart-in-vain",
    fault:
      "A restart of media that cannot be sought asked for playback, and what had been waited in vain before still counted",
    run: [
      .ask(0, 11, .set(.stallKick, 5_000_000)), .ask(0, 12, .set(.bufferingLimit, 20_000_000)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown, isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(5), bytesRead: 100, isSaturated: false)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .engine(5_000, 1, .starved(position: .seconds(5))), .deadline(10_000),
      .engine(10_000, 1, .playbackStarted(position: .seconds(5), rate: .normal)),
      .ask(10_000, 2, .restart(.standard, autoplay: false)), .engine(10_000, 1, .starved(position: .seconds(5))),
      .ask(12_000, 3, .restart(.standard, autoplay: true)),
    ] + (Int64(15)...28).map { .deadline($0 * 1_000) }
  ) { outcome in outcome.player.state == .stalled }

  static let catchingUpInVain = Regression(
    name: "catching-up-in-vain",
    fault: "A live engine that dropped nothing was told to catch up every second",
    run: [
      .ask(0, 11, .set(.liveBufferMaximum, 2_000_000)), .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown, isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(2), bytesRead: 100, isSaturated: false)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .engine(1_000, 1, .buffered(until: .seconds(9), bytesRead: 200, isSaturated: false)),
      .engine(1_000, 1, .playbackStarted(position: .seconds(1), rate: .normal)),
      .engine(2_000, 1, .buffered(until: .seconds(12), bytesRead: 300, isSaturated: false)),
      .deadline(7_000),
    ]
  ) { outcome in
    outcome.commands.filter { if case .catchUp = $0 { true } else { false } } == [
      .catchUp(.seconds(7)), .catchUp(.seconds(10)),
    ]
  }

  /// Media that begins at zero with each opening and breaks twice; there is one retry, at once.
  private static func breaking(at first: Int64, and second: Int64, _ media: OpenedMedia) -> [Moment] {
    func opening(_ epoch: UInt32, at time: Int64) -> [Moment] {
      [
        .engine(time, epoch, .opened(media)),
        .engine(time, epoch, .buffered(until: .seconds(10), bytesRead: 100, isSaturated: true)),
        .engine(time, epoch, .playbackStarted(position: .zero, rate: .normal)),
      ]
    }
    var run: [Moment] = [
      .ask(0, 10, .set(.retryDelayKind, 0)),
      .ask(0, 11, .set(.retryLimit, 1)),
      // Becoming prepared does not restart the count.
      .ask(0, 12, .set(.reloadLimit, 0)),
      .ask(0, 1, .load(item: 1)),
    ]
    run += opening(1, at: 0)
    run.append(.engine(first, 1, .failed(Failure(.io))))
    run += opening(2, at: first)
    run.append(.engine(second, 2, .failed(Failure(.io))))
    return run
  }
}
