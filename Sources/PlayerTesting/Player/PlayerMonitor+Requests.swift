import PlayerCore
import ReducerTesting

// Requests and answers, seeks and completions, stale reports.

extension PlayerMonitor {
  /// Each request is answered once: at once, or when its opening, seek or picture is ready.
  @inline(__always)
  mutating func checkAnswers(_ input: Input) {
    var asked = RequestID.none
    if case .command(_, let request) = input {
      asked = request
    } else if stepOutputs.answered.count == 0, before.pendingLoad == inspection.pendingLoad,
      before.pendingSeek == inspection.pendingSeek, before.pendingStill == inspection.pendingStill
    {
      return
    }
    stepOutputs.answers = stepOutputs.answered.count
    // Requested and answered at once, as most commands are.
    if stepOutputs.answered.count == 1, stepOutputs.answered.numbers[0] == asked,
      before.pendingLoad == inspection.pendingLoad,
      before.pendingSeek == inspection.pendingSeek, before.pendingStill == inspection.pendingStill
    {
      return
    }
    settle(asked)
  }

  @inline(never)
  private mutating func settle(_ asked: RequestID) {
    var waiting = Waiting(asked, before.pendingLoad, before.pendingSeek, before.pendingStill)
    let answered = stepOutputs.answered.numbers
    if stepOutputs.answered.count > 4 { flag(.requestAnsweredTwice) }
    // `none` is always among them, including unused answers.
    for index in answered.indices { expect(waiting.remove(answered[index]), .requestAnsweredTwice) }
    expect(waiting.remove(inspection.pendingLoad), .requestAnsweredTwice)
    expect(waiting.remove(inspection.pendingSeek), .requestAnsweredTwice)
    expect(waiting.remove(inspection.pendingStill), .requestAnsweredTwice)
    expect(waiting.isEmpty, .requestUnanswered)
  }

  /// At most four requests; `none` does not count as one.
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

  /// The pending seek is the one that was commanded (BugZoo.md#27), and only its own completion ends it (BugZoo.md#33).
  @inline(__always)
  mutating func checkSeeks(_ input: Input, _ code: UInt16) {
    if inspection.isSeeking {
      let isCommanded =
        inspection.seekInFlight == commandedSeek && !commandedSeek.isNone && commandedSeekEpoch == inspection.epoch
      expect(isCommanded, .noLoadAfterSeek)
      // After a change of the setting the existing stack of seeks is still completed.
      let isNewest =
        inspection.seekInFlight == inspection.newestSeek || policies.coalescesSeeks
        || before.seekInFlight != before.newestSeek
      expect(isNewest || stepOutputs.changesSettings, .noLoadAfterSeek)
    }
    if !inspection.pendingSeek.isNone { expect(inspection.isSeeking || inspection.shown.phase == .opening, .seekLost) }
    guard code >= Kind.engine, case .engine(let event, let epoch) = input else { return }
    checkReport(event, epoch, code)
  }

  @inline(__always)
  mutating func checkReport(_ event: EngineEvent, _ epoch: Epoch, _ code: UInt16) {
    let isKnown = before.isEngineOpen && !epoch.isNone && (epoch == before.epoch || epoch == before.nextEpoch)
    if !isKnown {
      let age = before.newestClosed.rawValue &- epoch.rawValue
      let isAwaited = age < 8 && before.awaitedCloses & (1 << UInt8(truncatingIfNeeded: age)) != 0
      if code == Kind.closed, isAwaited { return }
      return checkStale()
    }
    if inspection.ignoredEvents != before.ignoredEvents || stepOutputs.diagnosesIgnored {
      let isCounted = before.ignoredEvents == .max || inspection.ignoredEvents == before.ignoredEvents &+ 1
      expect(stepOutputs.diagnosesIgnored && isCounted, .droppedSilently)
    }
    switch code {
    case Kind.seekCompleted:
      guard case .seekCompleted(let serial, _, _) = event, epoch == before.epoch,
        !before.isSeeking || serial != before.seekInFlight
      else { return }
      let isSame =
        inspection.isSeeking == before.isSeeking && inspection.newestSeek == before.newestSeek
        && inspection.pendingSeek == before.pendingSeek && inspection.shown.seek == before.shown.seek
      expect(isSame && stepOutputs.diagnosesStaleSerial, .staleCompletionTaken)
    case Kind.failed:
      let isAnswered = stepOutputs.hasFailed || stepOutputs.schedulesRetry || inspection.epoch != before.epoch
      expect(isAnswered, .givesUpSilently)
    default: break
    }
  }

  /// If time has passed with the input, it may have other effects.
  @inline(never)
  private mutating func checkStale() {
    expect(stepOutputs.diagnosesStaleEpoch, .staleReportTaken)
    guard inspection.clock == before.clock, before.nextDeadline > before.clock else { return }
    var same = inspection
    same.ignoredEvents = before.ignoredEvents
    expect(
      Player.Inspection.areSame(&same, &before) && stepOutputs.outputs == stepOutputs.allDiagnostics, .staleReportTaken)
    if before.ignoredEvents < .max { expect(inspection.ignoredEvents == before.ignoredEvents &+ 1, .droppedSilently) }
  }
}
