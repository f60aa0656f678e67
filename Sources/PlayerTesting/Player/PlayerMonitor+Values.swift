import PlayerCore

// Notified positions and spans, computed from the input and the state before it.

extension PlayerMonitor {
  @inline(never)
  mutating func checkPlaces(_ input: Input, _ code: UInt16) {
    if stepOutputs.endsSeek { checkSeekEnd(input, code) }
    if stepOutputs.hasFailed { checkFailedAt(input, code) }
    if stepOutputs.hasEnded, code != Kind.seekCompleted {
      expectSame("end", inspection.position, placeOfEnd(input, code), .toldWrongly)
    }
    if stepOutputs.jumps { checkJumps(input, code) }
  }

  /// A shown seek ends where it has landed; one that something else ends, at the playhead at that time.
  private mutating func checkSeekEnd(_ input: Input, _ code: UInt16) {
    var hasLanded = false
    if case .engine(.seekCompleted(_, let position, let isFinished), _) = input, inspection.shown.seek.isNone {
      hasLanded = isFinished && inspection.shown.phase == .prepared
      if inspection.shown.phase == .prepared || inspection.shown.phase == .ended {
        expectSame(
          "end of the seek", stepOutputs.seekEndedAt, landing(position, isFinished: isFinished), .toldWrongly)
      }
    } else if !inspection.shown.seek.isNone {
      expectSame("end of the seek", stepOutputs.seekEndedAt, before.anchor, .toldWrongly)
    } else if stepOutputs.hasFailed {
      expectSame("end of the seek", stepOutputs.seekEndedAt, before.position, .toldWrongly)
    } else {
      expectSame("end of the seek", stepOutputs.seekEndedAt, inspection.anchor, .toldWrongly)
    }
    // A seek replaced by one that is not shown ends like the seek before it. Recorded traces depend on that
    // (Traces/regressions/stall-in-a-silent-seek.trace.jsonl), so it is not checked here.
    if inspection.isSeeking, inspection.shown.seek.isNone { return }
    expect(stepOutputs.finishesSeek == hasLanded, .toldWrongly)
  }

  /// Playback fails at its position.
  private mutating func checkFailedAt(_ input: Input, _ code: UInt16) {
    expectSame("place of the failure", stepOutputs.failedAt, reached(input, code), .toldWrongly)
  }

  /// A jump leads from the assumed position to the reported one, or to the catch-up position of a live stream.
  private mutating func checkJumps(_ input: Input, _ code: UInt16) {
    let reported = reportedPosition(input)
    if stepOutputs.catchUp.isKnown, !stepOutputs.catchUpJump.to.isKnown {
      return expectSame("jump", stepOutputs.jump.to, stepOutputs.catchUp, .toldWrongly)
    }
    expectSame("origin of the jump", stepOutputs.jump.from, expectedPosition, .toldWrongly)
    expectSame("jump", stepOutputs.jump.to, reported, .toldWrongly)
    guard stepOutputs.catchUpJump.to.isKnown else { return }
    expectSame("origin of the catch-up", stepOutputs.catchUpJump.from, stepOutputs.jump.to, .toldWrongly)
    expectSame("catch-up", stepOutputs.catchUpJump.to, stepOutputs.catchUp, .toldWrongly)
  }

  /// The first frame counts from the opening; the first one since the load is the startup time.
  @inline(never)
  mutating func hearFirstFrame(_ after: TimeSpan) {
    stepOutputs.hasFrame = true
    guard timerStarts.opening != .never else { return ledger.startup = nil }
    expectSame("time to the first frame", after, inspection.clock - timerStarts.opening, .toldWrongly)
    if ledger.startup == .never { ledger.startup = inspection.clock - timerStarts.opening }
  }

  /// The statistics without a notification.
  mutating func checkCounters(_ code: UInt16, _ player: inout Player) {
    if code == Kind.load, !stepOutputs.isRefused {
      ledger.startup = .never
      expectSame("ignored events", inspection.ignoredEvents, 0, .countedWrongly)
    }
    if let startup = ledger.startup {
      expectSame("startup time", player.statistics.startupTime, startup, .countedWrongly)
    }
  }
}
