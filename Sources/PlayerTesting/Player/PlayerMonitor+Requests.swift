import PlayerCore
import ReducerTesting

// Requests and their answers, seeks and their completions, reports that come too late.

extension PlayerMonitor {
  /// Each request is answered once: at once, or when the opening, the seek or the picture that it waits for is there.
  @inline(__always)
  mutating func checkAnswers(_ input: Input) {
    var asked = RequestID.none
    if case .command(_, let request) = input {
      asked = request
    } else if said.answered.count == 0, before.pendingLoad == facts.pendingLoad,
      before.pendingSeek == facts.pendingSeek, before.pendingStill == facts.pendingStill
    {
      return
    }
    said.answers = said.answered.count
    // What was asked and answered at once, as most commands are.
    if said.answered.count == 1, said.answered.numbers[0] == asked, before.pendingLoad == facts.pendingLoad,
      before.pendingSeek == facts.pendingSeek, before.pendingStill == facts.pendingStill
    {
      return
    }
    settle(asked)
  }

  @inline(never)
  private mutating func settle(_ asked: RequestID) {
    var waiting = Waiting(asked, before.pendingLoad, before.pendingSeek, before.pendingStill)
    let answered = said.answered.numbers
    if said.answered.count > 4 { flag(.requestAnsweredTwice) }
    // What is none is always among them, answers that are not there included.
    for index in answered.indices { expect(waiting.remove(answered[index]), .requestAnsweredTwice) }
    expect(waiting.remove(facts.pendingLoad), .requestAnsweredTwice)
    expect(waiting.remove(facts.pendingSeek), .requestAnsweredTwice)
    expect(waiting.remove(facts.pendingStill), .requestAnsweredTwice)
    expect(waiting.isEmpty, .requestUnanswered)
  }

  /// At most four requests; none stands for no request.
  private struct Waiting {
    var requests: (RequestID, RequestID, RequestID, RequestID)

    init(_ a: RequestID, _ b: RequestID, _ c: RequestID, _ d: RequestID) { requests = (a, b, c, d) }

    var isEmpty: Bool { requests.0.isNone && requests.1.isNone && requests.2.isNone && requests.3.isNone }

    /// False when it is not among them.
    mutating func remove(_ request: RequestID) -> Bool {
      if request.isNone { return true }
      if requests.0 == request {
        requests.0 = .none
      } else if requests.1 == request {
        requests.1 = .none
      } else if requests.2 == request {
        requests.2 = .none
      } else if requests.3 == request {
        requests.3 = .none
      } else {
        return false
      }
      return true
    }
  }

  /// The seek that is on its way is the one that was told (BugZoo.md#27), and only its own completion ends it
  /// (BugZoo.md#33).
  @inline(__always)
  mutating func checkSeeks(_ input: Input, _ code: UInt16) {
    if facts.isSeeking {
      let isTold =
        facts.seekInFlight == commandedSeek && !commandedSeek.isNone && commandedSeekEpoch == facts.epoch
      expect(isTold, .noLoadAfterSeek)
      // Where the setting has just changed, the pile that is there is worked off.
      let isNewest =
        facts.seekInFlight == facts.newestSeek || policies.coalescesSeeks || before.seekInFlight != before.newestSeek
      expect(isNewest || said.changesSettings, .noLoadAfterSeek)
    }
    if !facts.pendingSeek.isNone { expect(facts.isSeeking || facts.shown.phase == .opening, .seekLost) }
    guard code >= Kind.engine, case .engine(let event, let epoch) = input else { return }
    checkReport(event, epoch, code)
  }

  @inline(__always)
  private mutating func checkReport(_ event: EngineEvent, _ epoch: Epoch, _ code: UInt16) {
    let isKnown = before.isEngineOpen && !epoch.isNone && (epoch == before.epoch || epoch == before.nextEpoch)
    if !isKnown {
      let age = before.newestClosed.rawValue &- epoch.rawValue
      let isAwaited = age < 8 && before.awaitedCloses & (1 << UInt8(truncatingIfNeeded: age)) != 0
      if code == Kind.closed, isAwaited { return }
      return checkStale()
    }
    if facts.ignoredEvents != before.ignoredEvents || said.diagnosesIgnored {
      let isCounted = before.ignoredEvents == .max || facts.ignoredEvents == before.ignoredEvents &+ 1
      expect(said.diagnosesIgnored && isCounted, .droppedSilently)
    }
    switch code {
    case Kind.seekCompleted:
      guard case .seekCompleted(let serial, _, _) = event, epoch == before.epoch,
        !before.isSeeking || serial != before.seekInFlight
      else { return }
      let isSame =
        facts.isSeeking == before.isSeeking && facts.newestSeek == before.newestSeek
        && facts.pendingSeek == before.pendingSeek && facts.shown.seek == before.shown.seek
      expect(isSame && said.diagnosesStaleSerial, .staleCompletionTaken)
    case Kind.failed:
      let isAnswered = said.hasFailed || said.schedulesRetry || facts.epoch != before.epoch
      expect(isAnswered, .givesUpSilently)
    default: break
    }
  }

  /// Where time has passed with it, other things may have happened in the same input.
  @inline(never)
  private mutating func checkStale() {
    expect(said.diagnosesStaleEpoch, .staleReportTaken)
    guard facts.clock == before.clock, before.nextDeadline > before.clock else { return }
    var same = facts
    same.ignoredEvents = before.ignoredEvents
    expect(Player.Facts.areSame(&same, &before) && said.outputs == said.diagnostics, .staleReportTaken)
    if before.ignoredEvents < .max { expect(facts.ignoredEvents == before.ignoredEvents &+ 1, .droppedSilently) }
  }
}
