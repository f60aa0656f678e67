import PlayerCore

// Why something has failed, and what answers name as the reason.

extension PlayerMonitor {
  // MARK: Failures

  /// A failure is that of its input: the engine's own with its detail and text, that of the limit that has passed, or that
  /// of the rule which has given up.
  @inline(never)
  mutating func checkCause(_ input: Input, _ code: UInt16) {
    let expected = cause(input, code)
    if said.hasFailed, said.failed.kind != .retriesExhausted { compare(said.failed, expected) }
    guard said.warns || said.schedulesRetry else { return }
    // A warning of the engine is passed on.
    if code == Kind.warned { return }
    compare(said.warned, expected)
  }

  private mutating func compare(_ seen: Failure, _ expected: Failure) {
    expectSame("kind of the failure", seen.kind, expected.kind, .causeWrong)
    expectSame("detail of the failure", seen.detail, expected.detail, .causeWrong)
    expectSame("text of the failure", seen.text, expected.text, .causeWrong)
  }

  private func cause(_ input: Input, _ code: UInt16) -> Failure {
    switch code {
    case Kind.failed:
      guard case .engine(.failed(var failure), _) = input else { return Failure(.none) }
      // What is passed on as a warning is as the engine said it.
      if failure.kind == .none, said.hasFailed || said.schedulesRetry { failure.kind = .unknown }
      return failure
    case Kind.deadline:
      switch before.nextSlot {
      case .open: return Failure(.openTimeout)
      case .seek, .segment: return Failure(.stuckSeeking)
      case .read: return Failure(.readTimeout)
      case .bufferingLimit: return Failure(.stuckBuffering)
      case .probe: return Failure(.stuckPlaying)
      default: return Failure(.none)
      }
    case Kind.playbackStopped, Kind.positionReported: return Failure(.stuckPlaying)
    case Kind.ended: return Failure(.endedEarly)
    case Kind.closed: return Failure(.unknown)
    default: return Failure(.none)
    }
  }

  // MARK: Answers

  /// What waited is answered for what became of it (Architecture.md#law-9).
  @inline(never)
  mutating func checkReasonsOfAnswers(_ input: Input, _ code: UInt16) {
    var asked = RequestID.none
    if case .command(_, let request) = input { asked = request }
    for index in 0..<Int(min(said.answered.count, 4)) {
      let (request, answer) = (said.answered.numbers[index], said.answered.answers[index])
      if request.isNone { continue }
      let isPending = request == before.pendingLoad || request == before.pendingSeek || request == before.pendingStill
      // Who gives one number to two requests cannot tell their answers apart.
      if request == asked, isPending { continue }
      if request == asked {
        checkAnswerAtOnce(answer, code)
        continue
      }
      var expected: Answer?
      if request == before.pendingLoad {
        expected = answerOfLoad(code)
      } else if request == before.pendingSeek {
        expected = answerOfSeek(input, code)
      } else if request == before.pendingStill {
        expected = answerOfStill(input, code)
      }
      if let expected { expectSame("answer", answer, expected, .answeredOtherwise) }
    }
  }

  /// What is answered in the same input is done, or refused, or has failed because the network does not allow it.
  private mutating func checkAnswerAtOnce(_ answer: Answer, _ code: UInt16) {
    if answer == .refused { return }
    let opens: Bool
    switch code {
    case Kind.load, Kind.prepare, Kind.reload, Kind.retry, Kind.seek, Kind.restart: opens = true
    default: opens = false
    }
    expectSame("answer", answer, opens && said.isPrevented ? .failed : .done, .answeredOtherwise)
  }

  private func answerOfLoad(_ code: UInt16) -> Answer? {
    switch code {
    case Kind.load, Kind.prepare, Kind.reload, Kind.retry: .superseded
    case Kind.stop, Kind.reset: .cancelled
    case Kind.remoteControl where facts.shown.phase == .idle: .cancelled
    default: facts.shown.preparedCount != before.shown.preparedCount ? .done : .failed
    }
  }

  private mutating func answerOfSeek(_ input: Input, _ code: UInt16) -> Answer? {
    switch code {
    case Kind.seek, Kind.restart: return .superseded
    case Kind.load, Kind.reload, Kind.stop, Kind.reset: return .cancelled
    case Kind.remoteControl where facts.shown.phase == .idle: return .cancelled
    case Kind.seekCompleted:
      guard case .engine(.seekCompleted(_, _, let isFinished), _) = input else { return nil }
      return isFinished ? .done : .failed
    // Where the start cannot be reached the seek that waited for it is refused.
    case Kind.opened: return .refused
    default: return .failed
    }
  }

  private func answerOfStill(_ input: Input, _ code: UInt16) -> Answer? {
    switch code {
    case Kind.captureStill: return .superseded
    case Kind.load, Kind.reload, Kind.stop, Kind.reset: return .cancelled
    case Kind.stillCaptured:
      guard case .engine(.stillCaptured(_, let isCaptured), _) = input else { return nil }
      return isCaptured ? .done : .failed
    // What cannot go back to its beginning is opened anew, whatever comes of that.
    case Kind.play, Kind.toggle, Kind.remoteControl:
      if before.shown.phase != .ended || before.canSeek { break }
      return .cancelled
    default: break
    }
    if said.hasFailed || said.schedulesRetry || facts.shown.phase == .blocked { return .failed }
    return .cancelled
  }
}
