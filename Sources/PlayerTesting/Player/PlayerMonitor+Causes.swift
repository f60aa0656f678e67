import PlayerCore

// The causes of failures, and the reasons of answers.

extension PlayerMonitor {
  // MARK: Failures

  /// A failure has the cause of its input: the engine's failure with detail and text, the expired limit, or the rule
  /// that gave up.
  @inline(never)
  mutating func checkCause(_ input: Input, _ code: UInt16) {
    let expected = cause(input, code)
    if stepOutputs.hasFailed, stepOutputs.failed.kind != .retriesExhausted { compare(stepOutputs.failed, expected) }
    guard stepOutputs.warns || stepOutputs.schedulesRetry else { return }
    // A warning of the engine is passed on.
    if code == Kind.warned { return }
    compare(stepOutputs.warned, expected)
  }

  private mutating func compare(_ seen: Failure, _ expected: Failure) {
    expectSame("kind of the failure", seen.kind, expected.kind, .causeWrong)
    expectSame("detail of the failure", seen.detail, expected.detail, .causeWrong)
    expectSame("text of the failure", seen.text, expected.text, .causeWrong)
  }

  private mutating func cause(_ input: Input, _ code: UInt16) -> Failure {
    switch code {
    case Kind.failed:
      guard case .engine(.failed(var failure), _) = input else { return Failure(.none) }
      // A failure passed on as a warning is unchanged.
      if failure.kind == .none, stepOutputs.hasFailed || stepOutputs.schedulesRetry { failure.kind = .unknown }
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

  /// A pending request is answered with its result (Architecture.md#law-9).
  @inline(never)
  mutating func checkReasonsOfAnswers(_ input: Input, _ code: UInt16) {
    var asked = RequestID.none
    if case .command(_, let request) = input { asked = request }
    for index in 0..<Int(min(stepOutputs.answered.count, 4)) {
      let (request, answer) = (stepOutputs.answered.numbers[index], stepOutputs.answered.answers[index])
      if request.isNone { continue }
      let isPending = request == before.pendingLoad || request == before.pendingSeek || request == before.pendingStill
      // The answers of two requests with the same number cannot be distinguished.
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

  /// An answer in the same input: done, refused, or failed because the network policy blocks it.
  private mutating func checkAnswerAtOnce(_ answer: Answer, _ code: UInt16) {
    if answer == .refused { return }
    let opens: Bool
    switch code {
    case Kind.load, Kind.prepare, Kind.reload, Kind.retry, Kind.seek, Kind.restart: opens = true
    default: opens = false
    }
    expectSame("answer", answer, opens && stepOutputs.isPrevented ? .failed : .done, .answeredOtherwise)
  }

  private func answerOfLoad(_ code: UInt16) -> Answer? {
    switch code {
    case Kind.load, Kind.prepare, Kind.reload, Kind.retry: .superseded
    case Kind.stop, Kind.reset: .cancelled
    case Kind.remoteControl where inspection.shown.phase == .idle: .cancelled
    default: inspection.shown.preparedCount != before.shown.preparedCount ? .done : .failed
    }
  }

  private mutating func answerOfSeek(_ input: Input, _ code: UInt16) -> Answer? {
    switch code {
    case Kind.seek, Kind.restart: return .superseded
    // A seek that is shown goes on in the next opening of the same media on demand.
    case Kind.reload where !before.shown.seek.isNone && before.shown.streamType == .onDemand:
      return inspection.shown.item == before.shown.item ? .failed : .cancelled
    case Kind.load, Kind.reload, Kind.stop, Kind.reset: return .cancelled
    case Kind.remoteControl where inspection.shown.phase == .idle: return .cancelled
    case Kind.seekCompleted:
      guard case .engine(.seekCompleted(_, _, let isFinished), _) = input else { return nil }
      return isFinished ? .done : .failed
    // If the start cannot be reached, the seek that waited for it is refused.
    case Kind.opened: return .refused
    case Kind.deadline where goesToStart(code): return .refused
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
    // Media that cannot return to its beginning is reopened, whatever the result.
    case Kind.play, Kind.toggle, Kind.remoteControl:
      if before.shown.phase != .ended || before.canSeek { break }
      return .cancelled
    default: break
    }
    if stepOutputs.hasFailed || stepOutputs.schedulesRetry || inspection.shown.phase == .blocked { return .failed }
    return .cancelled
  }
}
