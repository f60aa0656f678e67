import PlayerCore

// Positions and spans that are told, worked out from the input and what was before it.

extension PlayerMonitor {
  @inline(never)
  mutating func checkPlaces(_ input: Input, _ code: UInt16) {
    if said.endsSeek { checkSeekEnd(input, code) }
    if said.hasFailed { checkFailedAt(input, code) }
    if said.hasEnded, code != Kind.seekCompleted {
      expectSame("end", facts.position, placeOfEnd(input, code), .toldWrongly)
    }
    if said.jumps { checkJumps(input, code) }
  }

  /// A seek that is shown ends where it has landed; one that something else ends, where the playhead is then.
  private mutating func checkSeekEnd(_ input: Input, _ code: UInt16) {
    var hasLanded = false
    if case .engine(.seekCompleted(_, let position, let isFinished), _) = input, facts.shown.seek.isNone {
      hasLanded = isFinished && facts.shown.phase == .prepared
      if facts.shown.phase == .prepared || facts.shown.phase == .ended {
        expectSame("end of the seek", said.seekEndedAt, position.isKnown ? position : before.position, .toldWrongly)
      }
    } else if !facts.shown.seek.isNone {
      expectSame("end of the seek", said.seekEndedAt, before.anchor, .toldWrongly)
    } else if said.hasFailed {
      expectSame("end of the seek", said.seekEndedAt, before.position, .toldWrongly)
    } else {
      expectSame("end of the seek", said.seekEndedAt, facts.anchor, .toldWrongly)
    }
    // A seek that gives way to one that is not shown ends as the seek before it did: recorded traces hold that
    // (Traces/regressions/stall-in-a-silent-seek.trace.jsonl), so it is not judged here.
    if facts.isSeeking, facts.shown.seek.isNone { return }
    expect(said.finishesSeek == hasLanded, .toldWrongly)
  }

  /// Playback has failed where it was.
  private mutating func checkFailedAt(_ input: Input, _ code: UInt16) {
    expectSame("place of the failure", said.failedAt, reached(input, code), .toldWrongly)
  }

  /// A jump leads from where the playhead was taken to be to where the engine says, or where a live stream catches up to.
  private mutating func checkJumps(_ input: Input, _ code: UInt16) {
    let reported = reportedPosition(input)
    if said.catchUp.isKnown, !said.catchUpJump.to.isKnown {
      return expectSame("jump", said.jump.to, said.catchUp, .toldWrongly)
    }
    expectSame("origin of the jump", said.jump.from, expectedPosition, .toldWrongly)
    expectSame("jump", said.jump.to, reported, .toldWrongly)
    guard said.catchUpJump.to.isKnown else { return }
    expectSame("origin of the catch-up", said.catchUpJump.from, said.jump.to, .toldWrongly)
    expectSame("catch-up", said.catchUpJump.to, said.catchUp, .toldWrongly)
  }

  /// The first frame counts from the opening; the first one since the load is the startup time.
  @inline(never)
  mutating func hearFirstFrame(_ after: TimeSpan) {
    said.hasFrame = true
    guard beginnings.opening != .never else { return ledger.startup = nil }
    expectSame("time to the first frame", after, facts.clock - beginnings.opening, .toldWrongly)
    if ledger.startup == .never { ledger.startup = facts.clock - beginnings.opening }
  }

  /// The statistics that no notification carries.
  mutating func checkCounters(_ code: UInt16, _ player: inout Player) {
    if code == Kind.load, !said.isRefused {
      ledger.startup = .never
      expectSame("ignored events", facts.ignoredEvents, 0, .countedWrongly)
    }
    if let startup = ledger.startup {
      expectSame("startup time", player.statistics.startupTime, startup, .countedWrongly)
    }
  }
}
