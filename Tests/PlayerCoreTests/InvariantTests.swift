#if DEBUG
import Testing

@testable import PlayerCore

@Suite("Invariants: a broken one is detected, and reported with its name and values")
struct InvariantTests {
  @Test(
    "every invariant holds on an intact player and fails on a falsified one",
    arguments: Invariant.allCases)
  func falsified(_ invariant: Invariant) {
    let (harness, fields) = Self.falsification(of: invariant)
    #expect(harness.player.brokenInvariants == [])
    #expect(harness.player.falsified(fields).brokenInvariants.contains(invariant))
  }

  @Test("a wrong next deadline is detected")
  func wrongNextDeadline() {
    var player = Situation.seeking.harness.player
    #expect(player.nextSlot == .seek)
    player.nextDeadline = .never
    #expect(player.brokenInvariants == [.deadlineIsEarliest])
    player.nextDeadline = player.deadline(of: .seek)
    #expect(player.brokenInvariants == [])
    player.nextSlot = .read
    #expect(player.brokenInvariants == [.deadlineIsEarliest])
  }

  @Test("a report names the invariant, its sentence and the fields that matter")
  func report() {
    let player = Situation.playing.harness.player.falsified(["transport.wantsPlay": 0])
    let report = player.report(of: player.brokenInvariants)
    #expect(report.contains("only wanted playback is driven (BugZoo.md#7) (drivenIsWanted)"))
    #expect(report.contains("loading.phase prepared") && report.contains("transport.drive moving"))
    #expect(!report.contains("transport.wantsPlay") && !report.contains("seeking.serial"))
  }

  #if os(Linux) || os(macOS)
  @Test("a step that leaves a broken state behind stops the process")
  func stops() async {
    await #expect(processExitsWith: .failure) {
      var player = Situation.playing.harness.player.falsified(["content.item": 0])
      var outputs = Outputs()
      player.receive(.command(.setMuted(true), RequestID(1)), at: player.clock, into: &outputs)
    }
  }
  #endif

  /// A situation, and the fields to overwrite so that an invariant breaks.
  private static func falsification(of invariant: Invariant) -> (Harness, [String: Int64]) {
    switch invariant {
    case .emptyHasNoContent: (Situation.playing.harness, ["content.item": 0])
    case .failedHasReason: (Situation.failed.harness, ["loading.failure.kind": 0])
    case .engineMatchesPhase: (Situation.chosen.harness, ["loading.isEngineOpen": 1])
    case .retryWaitsClosed: (Situation.waiting.harness, ["loading.isEngineOpen": 1])
    case .connectedIsOpen: (Situation.chosen.harness, ["loading.isConnected": 1])
    case .preparedIsConnected: (Situation.ended.harness, ["loading.isConnected": 0])
    case .blockedByNetwork: (Situation.blocked.harness, ["surroundings.network": 2])
    case .policyWhilePlaying: (checkingPolicy, ["surroundings.network": Int64(NetworkPath.none.rawValue)])
    case .loadRequestWaits: (Situation.playing.harness, ["loading.request.isOpen": 1])
    case .replacesPrepared: (Situation.replacing.harness, ["loading.phase": Int64(Phase.ended.rawValue)])
    case .replacingDoesNotSeek: (Situation.seeking.harness, ["loading.nextEpoch": 7])
    case .stillNeedsMedia: (Situation.chosen.harness, ["presentation.stillRequest.isOpen": 1])
    case .drivenIsPrepared: (Situation.playing.harness, ["loading.phase": Int64(Phase.opening.rawValue)])
    case .drivenIsWanted: (Situation.playing.harness, ["transport.wantsPlay": 0])
    case .drivenIsFree: (Situation.playing.harness, ["interruption.isPending": 1, "interruption.holds": 1])
    case .drivenHasSupply: (Situation.playing.harness, ["buffering.supply": Int64(BufferState.unknown.rawValue)])
    case .drivenDoesNotSeek: (Situation.playing.harness, ["seeking.isActive": 1])
    case .movingIsNotStalled: (Situation.playing.harness, ["buffering.supply": Int64(BufferState.stalled.rawValue)])
    case .stallsInPlayback: (Situation.chosen.harness, ["buffering.supply": Int64(BufferState.stalled.rawValue)])
    case .seeksInOpenMedia: (Situation.chosen.harness, ["seeking.isActive": 1])
    case .visibleSeekIsSeek: (Situation.held.harness, ["seeking.isVisible": 1])
    case .seekRequestWaits: (Situation.held.harness, ["seeking.request.isOpen": 1])
    case .segmentIsPrepared: (inSegment, ["loading.phase": Int64(Phase.ended.rawValue)])
    case .selectedIsPlayed: (Situation.held.harness, ["segments.isSelected": 1])
    case .skipNeedsMedia: (Situation.chosen.harness, ["segments.skipped": 1, "segments.skipOrigin": 0])
    case .skipHasOrigin: (inSegment, ["segments.skipOrigin": 0])
    case .skipIsAnnounced: (inSegment, ["segments.due": Int64(Segments.Due.skip.rawValue)])
    case .selectionWaits: (inSegment, ["segments.target": 1])
    case .segmentHoldsPlayhead: (inSegment, ["segments.current": 2])
    case .blockedIsNotPlayed:
      (inSegment, ["transport.anchor": 35_000_000, "segments.lower": 30_000_000, "segments.upper": 40_000_000])
    case .deadlineIsEarliest: (Situation.playing.harness, ["nextDeadline": 0])
    }
  }

  /// Playback where the policy is checked while playing.
  private static var checkingPolicy: Harness {
    var configuration = Configuration()
    configuration.checksPolicyWhilePlaying = true
    return Harness.open(plays: true, configuration)
  }

  /// Playback in the first of two segments, of which the second is blocked.
  private static var inSegment: Harness {
    var harness = Harness.with([.normal(1, 0, 20), .blocked(2, 30, 40)])
    harness.run(seconds: 1)
    return harness
  }
}

extension Player {
  /// This player with these fields of the state, by name, overwritten.
  fileprivate func falsified(_ fields: [String: Int64]) -> Player {
    var falsifier = Falsifier(fields: fields)
    var player = self
    player.visitState(&falsifier)
    if let deadline = falsifier.fields.removeValue(forKey: "nextDeadline") {
      player.nextDeadline = .microseconds(deadline)
    }
    precondition(falsifier.fields.isEmpty, "no such fields: \(falsifier.fields.keys)")
    return player
  }
}

private struct Falsifier: StateVisitor {
  var fields: [String: Int64]

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    if let falsified = fields.removeValue(forKey: "\(name)") { value = Value(wireValue: falsified)! }
  }
}
#endif
