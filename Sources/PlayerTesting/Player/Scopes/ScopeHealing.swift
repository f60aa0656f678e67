import ReducerTesting

/// Searches from one state for a good one, by harmless steps only.
struct ScopeHealing {
  let scope: PlayerScope

  /// The maximum number of states to search; beyond it the state counts as able to recover.
  static var limit: Int { 20_000 }

  func leadsToGood(_ first: PlayerScope.State) -> Bool {
    var frontier = [first]
    var known: Set<UInt64> = [fingerprint(first)]
    while !frontier.isEmpty, known.count < Self.limit {
      var next: [PlayerScope.State] = []
      for state in frontier {
        if scope.isGood(state) { return true }
        var choices: [ScopeStep] = []
        scope.choices(in: state, into: &choices)
        for step in choices where scope.heals(step) {
          var successor = state
          if scope.take(step, in: &successor) != nil { continue }
          if known.insert(fingerprint(successor)).inserted { next.append(successor) }
        }
      }
      frontier = next
    }
    return !frontier.isEmpty
  }

  private func fingerprint(_ state: PlayerScope.State) -> UInt64 {
    withUnsafeBytes(of: scope.words(of: state)) { bytes in
      let words = bytes.bindMemory(to: UInt64.self)
      return words.baseAddress.map { Fingerprint.of($0, count: words.count) } ?? 0
    }
  }
}
