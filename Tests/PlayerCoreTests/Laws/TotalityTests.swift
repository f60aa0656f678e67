@testable import PlayerCore
import Testing

@Suite("Law 1: every input in every state has a defined result")
struct TotalityTests {
  @Test("random sessions with extreme numbers neither trap nor leave the legal states (BugZoo.md#12, BugZoo.md#13)")
  func sessionsStayLegal() {
    Sessions.play(800) { step in
      let broken = step.after.brokenInvariants
      #expect(broken.isEmpty, "\(broken) after \(step.place)")
      return broken.isEmpty
    }
  }

  @Test("nothing but extreme numbers")
  func onlyExtremes() {
    Sessions.play(600, extremesOnceIn: 1, from: 1_000_000) { step in
      _ = step.after.position(at: .never)
      _ = step.after.position(at: .microseconds(.min))
      _ = step.after.seekableRange
      let broken = step.after.brokenInvariants
      #expect(broken.isEmpty, "\(broken) after \(step.place)")
      return broken.isEmpty
    }
  }

  @Test("who waits, waits for a deadline: no state is stuck for ever (BugZoo.md#3, BugZoo.md#10, BugZoo.md#20)")
  func waitingHasAWatchdog() {
    Sessions.play(600, extremesOnceIn: 1_000, from: 2_000_000) { step in
      let player = step.after
      // Time-outs can be switched off; an hour of clock is far from where instants saturate.
      if case .command(.set, _) = step.input { return false }
      if player.clock > .seconds(1_000_000) { return false }
      let isWatched = !player.showsWaiting || player.nextDeadline != .never
      #expect(isWatched, "\(player.state) without a deadline after \(step.place)")
      return isWatched
    }
  }

  @Test("a clock that runs backwards is a clock that stands still, and a diagnostic says so")
  func clockRunsBackwards() {
    var player = Player()
    var outputs = Outputs()
    player.receive(.environment(.networkChanged(.wifi)), at: .seconds(10), into: &outputs)
    player.receive(.environment(.networkChanged(.cellular)), at: .seconds(3), into: &outputs)
    #expect(player.clock == .seconds(10))
    #expect(player.network == .cellular)
    #expect(
      outputs.first
        == .diagnostic(
          Diagnostic(inputCode: Input.environment(.networkChanged(.wifi)).code, oddity: .clockRanBackwards)))
  }

  @Test("deadlines beyond the end of time are never reached")
  func endOfTime() {
    var player = Player()
    var outputs = Outputs()
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
    player.receive(.command(load, RequestID(1)), at: .never, into: &outputs)
    #expect(player.nextDeadline == .never)
    player.receive(.deadline, at: .never, into: &outputs)
    #expect(outputs.isEmpty)
    #expect(player.phase == .opening)
  }
}

extension Player {
  /// Whether the player shows something that only time or the engine can end.
  fileprivate var showsWaiting: Bool {
    switch state {
    case .preparing, .playing, .seeking, .stalled: true
    case .idle, .paused, .ended: false
    }
  }
}
