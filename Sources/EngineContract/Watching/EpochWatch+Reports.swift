import PlayerCore

// What an epoch reports.

extension EpochWatch {
  /// Takes a report, and checks it against what is known.
  mutating func take(_ event: EngineEvent, at moment: Moment, _ judge: inout RuleJudge) {
    defer { reportCount += 1 }
    guard isExpected(event, &judge), stage != .closing || event == .closed else { return }
    switch event {
    case .connected, .trackFound, .chapterFound: describe(event, &judge)
    case .opened(let opened): open(opened, at: moment, &judge)
    case .buffered(let until, let bytes, let isSaturated):
      buffer(Buffer(until: until, bytes: bytes, isSaturated: isSaturated, reported: moment), &judge)
    case .supplyChanged(let supply): reportSupply(supply, at: moment, &judge)
    case .playbackStarted(let position, let rate): start(at: position, rate, moment, &judge)
    case .playbackStopped(let position): stop(at: position, moment, &judge)
    case .starved(let position): starve(at: position, moment, &judge)
    case .ended(let position): end(at: position, moment, &judge)
    case .positionReported(let position): answerPosition(position, moment, &judge)
    case .seekCompleted(let serial, let position, let isFinished):
      land(serial, at: position, isFinished: isFinished, moment, &judge)
    case .stillCaptured(let serial, _): answerStill(serial, &judge)
    case .trackSelected(let kind, let track): answerSelection(kind, track, moment, &judge)
    case .warned: if !questions.selections.isEmpty { questions.selections.removeFirst() }
    case .firstFrame(let kind, _):
      judge.expect(
        .firstFrameOnce, firstFrames.insert(kind).inserted, "one `firstFrame` of \(kind) for each epoch", got: "another"
      )
    case .durationChanged(let duration): (self.duration, isDurationEstimated) = (duration, false)
    case .failed(let failure): fail(failure, &judge)
    case .closed: stage = .closed
    case .seekableRangeChanged: knowsRange = true
    case .metadataFound, .dateReference, .naturalSizeChanged, .subtitleShown: break
    }
  }

  /// Whether the epoch may report such a thing at this stage.
  private func isExpected(_ event: EngineEvent, _ judge: inout RuleJudge) -> Bool {
    judge.expect(.closedIsLast, stage != .closed, "nothing after `closed`", got: "`\(SessionLog.plain("\(event)"))`")
    if event == .closed {
      judge.expect(
        .closedIsLast, stage == .closing || stage == .closed, "`closed` as the answer to `close`", got: "`closed`")
      return stage == .closing
    }
    if stage == .failed {
      judge.expect(
        .failedIsFinal, false, "nothing but `closed` after `failed`", got: "`\(SessionLog.plain("\(event)"))`")
    }
    if stage == .opening, event.needsOpenMedia {
      judge.expect(
        .openedOnce, false, "`opened` before anything is buffered, started, shown or ended",
        got: "`\(SessionLog.plain("\(event)"))`")
    }
    return stage != .closed && stage != .failed
  }

  // MARK: Opening

  private mutating func describe(_ event: EngineEvent, _ judge: inout RuleJudge) {
    if case .connected = event {
      judge.expect(
        .openDescribesFirst, reportCount == 0, "`connected` before everything else",
        got: "it after \(reportCount) reports")
      return
    }
    if case .trackFound(let kind, let id, _, _, _, _) = event { tracks.append((kind, id)) }
    judge.expect(
      .openDescribesFirst, stage == .opening, "tracks and chapters before `opened`",
      got: "`\(SessionLog.plain("\(event)"))` after it")
  }

  private mutating func open(_ opened: OpenedMedia, at moment: Moment, _ judge: inout RuleJudge) {
    judge.expect(.openAnswered, true, "", got: "")
    judge.expect(.openedOnce, stage == .opening, "`opened` once for each epoch", got: "it again")
    judge.expect(.failedHasCause, media.outcome != .fails, "`failed` of \(media.source)", got: "`opened`")
    stage = .open
    duration = opened.duration
    isDurationEstimated = opened.isDurationEstimated
    (isSeekable, hasAudio, hasVideo) = (opened.isSeekable, opened.hasAudio, opened.hasVideo)
    rest(.opened, at: duration.isKnown ? .zero : nil, since: moment.latest)
    if opened.supply == .unknown { questions.bufferSince = (moment.latest, .openReportsBuffer) }
  }

  private mutating func fail(_ failure: Failure, _ judge: inout RuleJudge) {
    if stage == .opening { judge.expect(.openAnswered, true, "", got: "") }
    judge.expect(.failedHasCause, failure.kind != .none, "`failed` with a kind", got: "kind none")
    judge.expect(
      .failedHasCause, media.outcome != .plays, "no failure of \(media.source), which can be played",
      got: "`failed` with kind \(failure.kind), detail \(failure.detail)")
    judge.expect(.failedIsFinal, true, "", got: "")
    let mayBreak = media.outcome == .breaks || media.outcome == .mayFail
    if stage == .open, mayBreak { judge.reach(.brokenFailed) }
    stage = .failed
    questions.removeAll()
  }

  // MARK: The buffer

  private mutating func reportSupply(_ supply: BufferState, at moment: Moment, _ judge: inout RuleJudge) {
    if let due = questions.bufferSince { judge.expect(due.rule, true, "", got: "") }
    questions.bufferSince = nil
    if supply.contains(.playable) { noteRefill(at: moment) }
  }

  private mutating func noteRefill(at moment: Moment) {
    refillCount += 1
    guard case .resting(var rest) = motion, rest.isStarved, rest.refill == .awaited else { return }
    (rest.refill, rest.refilled) = (.reported, moment.latest)
    motion = .resting(rest)
  }

  private mutating func buffer(_ new: Buffer, _ judge: inout RuleJudge) {
    if questions.bufferSince?.rule == .openReportsBuffer, isSeekable, !duration.isKnown {
      judge.expect(
        .openDescribesFirst, knowsRange, "`seekableRangeChanged` of media without a duration before `buffered`",
        got: "none")
    }
    if let due = questions.bufferSince { judge.expect(due.rule, true, "", got: "") }
    if questions.bufferSince?.rule == .seekReportsBuffer, case .resting(let rest) = motion, let landing = rest.position
    {
      judge.expect(
        .seekReportsBuffer, new.until + limits.landing >= landing,
        "`buffered` from the landing at \(landing.inSeconds) on", got: "until \(new.until.inSeconds)")
    }
    questions.bufferSince = nil
    if readsNoMore, readUntil == nil, questions.seek == nil { readUntil = new.until }
    if let old = buffer {
      compare(new, with: old, &judge)
      // More data, or the end of the data.
      if new.until > old.until || (new.isSaturated && !old.isSaturated) { noteRefill(at: new.reported) }
    }
    if let readUntil {
      judge.expect(
        .openBeside, new.until <= readUntil + .seconds(1) + limits.position,
        "no more to be read of epoch \(epoch.rawValue) than until \(readUntil.inSeconds)",
        got: "`buffered` until \(new.until.inSeconds)")
    }
    buffer = new
    // Reports in transit when a seek or a selection was requested precede those after it.
    isBufferFresh = questions.seek != nil || !questions.selections.isEmpty
  }

  private func compare(_ new: Buffer, with old: Buffer, _ judge: inout RuleJudge) {
    judge.expect(
      .bytesGrow, new.bytes >= old.bytes, "\(old.bytes) bytes or more", got: "\(new.bytes)")
    if isBufferFresh { return }
    let moved = new.until < old.until ? old.until - new.until : new.until - old.until
    judge.expect(
      .bufferNews, moved >= .seconds(1) || new.isSaturated != old.isSaturated,
      "a `buffered` that is news: a second further, or another `isSaturated`",
      got: "until \(new.until.inSeconds) after \(old.until.inSeconds)")
  }

  /// A playhead is never far past what was reported as buffered.
  func checkCover(_ position: MediaTime, _ judge: inout RuleJudge) {
    guard let buffer, questions.seek == nil, questions.selections.isEmpty, !isBufferFresh else { return }
    let slack = TimeSpan.seconds(1) + limits.position
    judge.expect(
      .bufferCovers, position <= buffer.until + slack,
      "a playhead at \(buffer.until.inSeconds) at most, where the buffer ends, and a second", got: position.inSeconds)
  }

  // MARK: Answers

  private mutating func answerStill(_ serial: StillSerial, _ judge: inout RuleJudge) {
    let place = questions.stills.firstIndex { $0.serial == serial }
    judge.expect(.stillAnswered, place != nil, "one answer to each `captureStill`", got: "another, or one to none")
    if let place { questions.stills.remove(at: place) }
  }

  private mutating func answerSelection(
    _ kind: TrackKind, _ track: TrackID, _ moment: Moment, _ judge: inout RuleJudge
  ) {
    isBufferFresh = true
    // Which subtitles are shown is not reported before they are selected.
    let before = selected.updateValue(track, forKey: kind) ?? (kind == .subtitle ? .off : track)
    guard let place = questions.selections.firstIndex(where: { $0.kind == kind }) else { return }
    let asked = questions.selections.remove(at: place)
    if track != .off, track != before, questions.seek == nil, questions.bufferSince == nil {
      questions.bufferSince = (moment.latest, .trackReportsBuffer)
    }
    judge.expect(
      .trackAnswered, asked.track == .automatic || asked.track == track,
      "rendition \(asked.track.rawValue) of \(kind)", got: "\(track.rawValue)")
  }
}

extension EngineEvent {
  /// Whether it makes no sense before `opened`.
  fileprivate var needsOpenMedia: Bool {
    switch self {
    case .buffered, .starved, .playbackStarted, .playbackStopped, .positionReported, .seekCompleted, .firstFrame,
      .ended,
      .subtitleShown, .stillCaptured:
      true
    case .connected, .opened, .trackFound, .chapterFound, .metadataFound, .durationChanged, .seekableRangeChanged,
      .dateReference, .naturalSizeChanged, .supplyChanged, .failed, .warned, .trackSelected, .closed:
      false
    }
  }
}
