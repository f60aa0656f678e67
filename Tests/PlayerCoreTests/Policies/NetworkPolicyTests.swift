import Testing

@testable import PlayerCore

/// What a network change causes (PRX.md#8), over the whole domain: 5 × 5 paths and all phases. The tables come from the
/// sources, not from the code.
@Suite struct NetworkPolicyTests {
  // Rows: the path before; columns: the path after, in this order.
  static let paths: [NetworkPath] = [.unknown, .none, .wifi, .cellular, .wired]

  // "x" always, "f" only where the first report counts as a change, "." never.
  static let reloads: [NetworkPath: String] = [
    .unknown: "..f.f",
    .none: "..xxx",
    .wifi: "...x.",
    .cellular: "..x.x",
    .wired: "...x.",
  ]
  static let reconnects: [NetworkPath: String] = [
    .unknown: "..fff",
    .none: "..xxx",
    .wifi: ".....",
    .cellular: ".....",
    .wired: ".....",
  ]

  private static func holds(_ table: [NetworkPath: String], _ old: NetworkPath, _ new: NetworkPath, _ first: Bool)
    -> Bool
  {
    let row = Array(table[old] ?? "")
    guard let column = paths.firstIndex(of: new) else { return false }
    return row[column] == "x" || row[column] == "f" && first
  }

  @Test("each change of path counts as a reload or a reconnection according to the table", arguments: [false, true])
  func changes(firstCounts: Bool) {
    #expect(Set(Self.paths) == Set(NetworkPath.allCases))
    for old in Self.paths {
      for new in Self.paths {
        let change = NetworkChange(old: old, new: new, firstCounts: firstCounts)
        #expect(change.isWorthReload == Self.holds(Self.reloads, old, new, firstCounts), "\(old) to \(new)")
        #expect(change.isReconnect == Self.holds(Self.reconnects, old, new, firstCounts), "\(old) to \(new)")
      }
    }
  }

  @Test("forbidden cellular counts as no network; every other path stays what it is")
  func usable() {
    for path in NetworkPath.allCases {
      #expect(path.usable(withCellular: true) == path)
      #expect(path.usable(withCellular: false) == (path == .cellular ? .none : path))
    }
  }

  private struct Inspection: Hashable {
    var phase: Phase
    var resumes: Bool
    var reloads: Bool
    var isWaiting: Bool
    var wasUnderWay: Bool
    var isHealable: Bool
  }

  private static func decision(_ change: NetworkChange, _ inspection: Inspection) -> NetworkDecision {
    NetworkPolicy(resumesOnReconnect: inspection.resumes, reloadsOnChange: inspection.reloads).decision(
      on: change, in: inspection.phase, isWaitingToRetry: inspection.isWaiting,
      hasFailedUnderWay: inspection.wasUnderWay,
      isHealable: inspection.isHealable)
  }

  /// All facts for which a decision other than "nothing" is expected, for a change that is both a reconnection and
  /// worth a reload, and for one that is only worth a reload.
  private static func expected(_ inspection: Inspection, isReconnect: Bool) -> NetworkDecision {
    let row = (inspection.phase, inspection.resumes && isReconnect, inspection.reloads, inspection.isWaiting)
    switch row {
    case (.prepared, _, true, _), (.opening, _, true, false), (.opening, false, true, true): return .reload
    case (.opening, true, _, true): return .open
    case (.failed, true, false, _): return inspection.wasUnderWay && inspection.isHealable ? .reload : .nothing
    case (.failed, _, true, _): return inspection.wasUnderWay ? .reload : .nothing
    default: return .nothing
    }
  }

  @Test("every phase and every combination of settings and facts has one decision", arguments: [false, true])
  func decisions(isReconnect: Bool) {
    let change = NetworkChange(old: isReconnect ? .none : .cellular, new: .wifi, firstCounts: false)
    for phase in Phase.allCases {
      for bits in 0..<32 {
        let inspection = Inspection(
          phase: phase, resumes: bits & 1 != 0, reloads: bits & 2 != 0, isWaiting: bits & 4 != 0,
          wasUnderWay: bits & 8 != 0, isHealable: bits & 16 != 0)
        #expect(
          Self.decision(change, inspection) == Self.expected(inspection, isReconnect: isReconnect), "\(inspection)")
      }
    }
  }
}
