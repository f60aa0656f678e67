import PlayerCore

// What an epoch reports of its playhead.

extension EpochWatch {
  mutating func start(at position: MediaTime, _ rate: Rate, _ moment: Moment, _ judge: inout RuleJudge) {
    let mayMove = wanted != nil || questions.awaitRest
    switch motion {
    case .resting(let rest):
      judge.expect(rest.rule, mayMove, counts: false, rest.words, got: "`playbackStarted` at \(position.inSeconds)")
      if let place = rest.position, duration.isKnown, wanted != nil, !questions.awaitRest {
        // A fast playhead is further away when it is noticed.
        let tolerance = limits.position + moment.delay
        judge.expect(
          .playContinues, isNear(position, place, within: max(tolerance, rate.advance(during: tolerance))),
          "playback to start at \(place.inSeconds), where the playhead rests", got: position.inSeconds)
      }
    case .moving(let course): follow(course, to: position, moment, &judge)
    }
    checkRate(rate, &judge)
    motion = .moving(Course(position: position, since: moment, rate: rate))
    generation += 1
  }

  /// The answer to the last play, or to one before it. Answers come in the order of the commands: before a pause or a
  /// seek is answered, no play after it is.
  private mutating func checkRate(_ rate: Rate, _ judge: inout RuleJudge) {
    let plays = questions.awaitRest ? questions.overtaken : questions.plays.map(\.rate)
    defer { givenRate = rate }
    guard let place = plays.firstIndex(of: rate) else {
      // The same rate again is no answer. Where nothing was asked, it is not the rate that is wrong.
      let isExpected = givenRate == rate || (givenRate == nil && plays.isEmpty)
      let asked = plays + (givenRate.map { [$0] } ?? [])
      return judge.expect(.playRate, isExpected, asked.map(\.words).joined(separator: " or "), got: rate.words)
    }
    judge.expect(.playRate, true, "", got: "")
    if questions.awaitRest { return questions.overtaken.removeFirst(place + 1) }
    judge.expect(.playAnswered, true, "", got: "")
    questions.mayHavePlayed = plays.last == rate
    questions.plays.removeFirst(place + 1)
  }

  mutating func stop(at position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge) {
    if case .moving(let course) = motion { follow(course, to: position, moment, &judge) }
    let isAsked = !questions.pauses.isEmpty
    if isAsked {
      questions.pauses.removeFirst()
      judge.expect(.pauseAnswered, true, "", got: "")
    } else if questions.plays.isEmpty {
      wanted = nil
    }
    questions.noteRest()
    rest(isAsked ? .paused : .stopped, at: position, since: moment.latest)
  }

  mutating func starve(at position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge) {
    expectMotion("`starved` at \(position.inSeconds)", &judge)
    if case .moving(let course) = motion { follow(course, to: position, moment, &judge) }
    checkDryness(position, moment, &judge)
    comeToRest(.starved, at: position, moment, &judge)
  }

  /// On the machine's clock what has just come may have come after playback ran out of it.
  private func checkDryness(_ position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge) {
    guard let buffer, questions.seek == nil, !isBufferFresh else { return }
    if !isExact, moment.latest - buffer.reported.earliest < .seconds(1) { return }
    judge.expect(
      .starvedIsDry, position + .seconds(1) + limits.position >= buffer.until,
      "`starved` at the end of the buffer, \(buffer.until.inSeconds)", got: "at \(position.inSeconds)")
  }

  mutating func end(at position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge) {
    expectMotion("`ended` at \(position.inSeconds)", &judge)
    if case .moving(let course) = motion { follow(course, to: position, moment, &judge) }
    if duration.isKnown, !isDurationEstimated {
      judge.expect(
        .endedAtEnd, isNear(position, duration, within: limits.end), "`ended` at \(duration.inSeconds)",
        got: position.inSeconds)
    }
    judge.expect(
      .failedHasCause, media.outcome != .breaks || hasSought, counts: media.outcome == .breaks,
      "`failed`, where the connection to \(media.source) broke", got: "`ended` at \(position.inSeconds)")
    comeToRest(.ended, at: position, moment, &judge)
  }

  /// Only a playhead that moves, or has a command to, comes to an end.
  private func expectMotion(_ got: String, _ judge: inout RuleJudge) {
    guard case .resting(let rest) = motion else { return }
    judge.expect(rest.rule, wanted != nil || questions.awaitRest, counts: false, rest.words, got: got)
  }

  /// By itself. A play at rest is answered by that; one in transit is still to come.
  private mutating func comeToRest(
    _ reason: Rest.Reason, at position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge
  ) {
    // Before an unanswered pause or seek: what was asked after that is still to be answered.
    defer { rest(reason, at: position, since: moment.latest) }
    if questions.awaitRest { return }
    if !isMoving, !questions.plays.isEmpty {
      judge.expect(.playAnswered, true, "", got: "")
      answerPlays()
    }
    if questions.plays.isEmpty { wanted = nil }
  }

  /// At rest one report answers all plays so far. On the machine's clock some of them may still be in transit.
  private mutating func answerPlays() {
    questions.plays.removeFirst(isExact ? questions.plays.count : 1)
    questions.mayHavePlayed = true
  }

  // MARK: Seeking

  mutating func land(
    _ serial: SeekSerial, at position: MediaTime, isFinished: Bool, _ moment: Moment, _ judge: inout RuleJudge
  ) {
    let pending = questions.seek
    let isNewest = pending?.serial == serial
    judge.expect(
      .seekAnswersNewest, isNewest || mayAnswer(serial, moment),
      "an answer to seek \(pending.map { "\($0.serial.rawValue)" } ?? "none")", got: "one to \(serial.rawValue)")
    if serial.rawValue > newestAnswer.rawValue { newestAnswer = serial }
    guard isNewest, let pending else { return }
    questions.seek = nil
    questions.noteRest()
    judge.expect(.seekAnswered, true, "", got: "")
    if pending.supersedes { judge.reach(.seekSuperseded) }
    hasSought = true
    if isFinished { checkLanding(pending, position, &judge) } else { checkGivenUp(pending, position, &judge) }
    rest(.sought, at: position, since: moment.latest)
    isBufferFresh = true
    questions.bufferSince = (moment.latest, .seekReportsBuffer)
    for index in questions.plays.indices {
      questions.plays[index].asked = max(questions.plays[index].asked, moment.latest)
    }
  }

  /// An older seek may have been answered before the engine got the newer one.
  private func mayAnswer(_ serial: SeekSerial, _ moment: Moment) -> Bool {
    guard let replaced = superseded[serial], serial.rawValue > newestAnswer.rawValue else { return false }
    return !isExact || moment.latest <= replaced
  }

  private func checkLanding(_ seek: Questions.Seek, _ position: MediaTime, _ judge: inout RuleJudge) {
    guard duration.isKnown, !isDurationEstimated else { return }
    let slack = limits.landing
    let least = (seek.target + (.zero - seek.before)).clamped(from: .zero, to: duration) + (.zero - slack)
    let most = (seek.target + seek.after).clamped(from: .zero, to: duration) + slack
    judge.expect(
      .seekLands, (least...most).contains(position), "a landing at \((least...most).words)", got: position.inSeconds)
  }

  private func checkGivenUp(_ seek: Questions.Seek, _ position: MediaTime, _ judge: inout RuleJudge) {
    let mayGiveUp = !isSeekable || mayStopReading || media.outcome == .mayFail || media.outcome == .breaks
    judge.expect(
      .seekLands, mayGiveUp, "a landing near \(seek.target.inSeconds): the media is seekable", got: "the seek given up")
    guard let origin = seek.origin, duration.isKnown else { return }
    let range = (origin.lowerBound + (.zero - limits.position))...(origin.upperBound + limits.position)
    judge.expect(.seekStays, range.contains(position), "the playhead at \(range.words)", got: position.inSeconds)
  }

  // MARK: Positions

  mutating func answerPosition(_ position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge) {
    guard !questions.positions.isEmpty else { return correct(position, moment) }
    let question = questions.positions.removeFirst()
    judge.expect(.positionAnswered, true, "", got: "")
    guard question.generation == generation, !questions.awaitRest else { return }
    switch motion {
    case .moving(let course):
      follow(course, to: position, Moment(max(question.asked, moment.earliest), moment.latest), &judge)
    case .resting(let rest): if wanted == nil { checkRest(rest, position, asked: question.asked, &judge) }
    }
  }

  /// The engine knows better, or has caught up with a live stream.
  private mutating func correct(_ position: MediaTime, _ moment: Moment) {
    switch motion {
    case .moving(let course): motion = .moving(Course(position: position, since: moment, rate: course.rate))
    case .resting(var rest):
      rest.position = position
      motion = .resting(rest)
    }
    generation += 1
  }

  private mutating func checkRest(_ rest: Rest, _ position: MediaTime, asked: Instant, _ judge: inout RuleJudge) {
    defer { hasAnsweredPosition = true }
    var rest = rest
    defer { motion = .resting(rest) }
    guard let place = rest.position else {
      rest.position = position
      return
    }
    // A live stream may fall out of its window.
    guard duration.isKnown else { return }
    let isFirst = rest.reason == .opened && !hasAnsweredPosition
    // Asked at once, a moving playhead would still be where it rested.
    let tells = isFirst || asked - rest.since > limits.position
    judge.expect(
      isFirst ? .openAtBeginning : rest.rule, isNear(position, place), counts: tells,
      isFirst ? "the playhead at zero after `opened`" : rest.words, got: "it at \(position.inSeconds)")
    if tells { rest.isObserved = true }
    guard rest.refill == .reported, asked - rest.refilled > limits.position else { return }
    judge.reach(rest.reason == .starved ? .starvedRefilled : .starvedPaused)
    rest.refill = .observed
  }

  /// Checks where a moving playhead has come to.
  private func follow(_ course: Course, to position: MediaTime, _ moment: Moment, _ judge: inout RuleJudge) {
    checkCover(position, &judge)
    // A seek may not have begun yet. A selection may delay playback; a live stream may lose what is not read in time.
    guard duration.isKnown, questions.seek == nil, questions.selections.isEmpty else { return }
    let range = course.positions(in: moment, within: limits.position)
    judge.expect(
      .positionTrue, range.contains(position),
      "the playhead at \(range.words), moving since \(course.since.latest.inSeconds) from \(course.position.inSeconds)",
      got: position.inSeconds)
  }

  private func isNear(_ position: MediaTime, _ place: MediaTime, within tolerance: TimeSpan? = nil) -> Bool {
    let tolerance = tolerance ?? limits.position
    return position < place ? place - position <= tolerance : position - place <= tolerance
  }
}
