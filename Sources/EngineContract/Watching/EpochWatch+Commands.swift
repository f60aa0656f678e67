import PlayerCore

// Commands to an epoch.

extension EpochWatch {
  /// Notes a command that is about to be given.
  mutating func take(_ command: EngineCommand, at now: Instant) {
    switch command {
    case .open: break
    case .close:
      stage = .closing
      since = now
      questions.removeAll()
    case .play(let rate): play(rate, at: now)
    case .pause:
      wanted = nil
      questions.overtakePlays()
      questions.pauses.append(now)
      generation += 1
    case .seek(let serial, let target, let before, let after):
      seek(Questions.Seek(serial: serial, asked: now, target: target, before: before, after: after), at: now)
    case .reportPosition: questions.positions.append(Questions.Position(asked: now, generation: generation))
    case .catchUp:
      isBufferFresh = true
      generation += 1
    case .captureStill(let serial): questions.stills.append((serial, now))
    case .selectTrack(let kind, let track):
      isBufferFresh = true
      questions.selections.append(Questions.Selection(kind: kind, track: track, asked: now))
    case .setVideoEnabled: isBufferFresh = true
    case .setVolume, .setPresentation: break
    }
  }

  private mutating func play(_ rate: Rate, at now: Instant) {
    wanted = rate
    questions.plays.append((rate, now))
    questions.mayHavePlayed = false
    generation += 1
  }

  private mutating func seek(_ seek: Questions.Seek, at now: Instant) {
    var seek = seek
    if let older = questions.seek {
      superseded[older.serial] = now
      seek.origin = older.origin
      seek.supersedes = true
    } else {
      seek.origin = place(at: now)
    }
    questions.seek = seek
    questions.overtakePlays()
    questions.bufferSince = nil
    wanted = nil
    isBufferFresh = true
    generation += 1
  }

  /// Where the playhead is, as far as that is known.
  private func place(at now: Instant) -> ClosedRange<MediaTime>? {
    if questions.awaitRest || !questions.plays.isEmpty { return nil }
    switch motion {
    case .moving(let course): return course.positions(in: Moment(now, now), within: limits.position)
    case .resting(let rest): return rest.position.map { $0...$0 }
    }
  }

  /// A standby opening is requested: from now on the engine may give up a seek, although its threads may still read.
  mutating func prepareToStopReading() { mayStopReading = true }

  /// A standby opening begins.
  mutating func stopReading() {
    mayStopReading = true
    readsNoMore = true
    readUntil = questions.seek == nil && questions.bufferSince == nil ? buffer?.until : nil
  }

  /// Checks that no answer is late.
  func check(_ judge: inout RuleJudge, at now: Instant) {
    func expect(
      _ rule: ContractRule, since asked: Instant?, within span: TimeSpan, _ expected: @autoclosure () -> String
    ) {
      guard let asked, now - asked > span else { return }
      judge.expect(
        rule, false, "\(expected()) within \(span.inSeconds) of \(asked.inSeconds), for epoch \(epoch.rawValue)",
        got: "none by \(now.inSeconds)")
    }
    let patience = limits.patience
    switch stage {
    case .opening: expect(.openAnswered, since: since, within: patience, "`opened` or `failed`")
    case .closing:
      // On the machine's clock it may still be in transit: when it arrives, it carries its instant.
      expect(.closeInTime, since: since, within: limits.closing + (isExact ? .zero : .seconds(2)), "`closed`")
    case .failed, .closed: break
    case .open:
      expect(.seekAnswered, since: questions.seek?.asked, within: patience, "`seekCompleted`")
      // A command to play during a seek takes effect when the seek has landed.
      let play = questions.seek == nil && questions.awaitPlay ? questions.plays.last : nil
      expect(.playAnswered, since: play?.asked, within: patience, "`playbackStarted`, `starved` or `ended`")
      expect(.pauseAnswered, since: questions.pauses.first, within: patience, "`playbackStopped`")
      expect(.positionAnswered, since: questions.positions.first?.asked, within: patience, "`positionReported`")
      expect(.stillAnswered, since: questions.stills.first?.asked, within: patience, "`stillCaptured`")
      expect(.trackAnswered, since: questions.selections.first?.asked, within: patience, "`trackSelected` or `warned`")
      if let due = questions.bufferSince { expect(due.rule, since: due.instant, within: patience, "`buffered`") }
    }
  }
}
