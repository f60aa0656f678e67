import PlayerCore

/// The result of a search.
package enum RunSearchResult: Equatable {
  case found(Int64)
  /// Everything was searched.
  case nothing
  /// Not everything was searched: the search continues from this step.
  case unfinished(Int64)
}

extension ViewedRun {
  /// The nearest step after or before another one that has one of these inputs or outputs, or in which a field of the
  /// state changes. Codes are bits of 256. It searches at most `limit` blocks of steps, so that other questions can be
  /// asked in between.
  package func find(
    inputs: CodeSet, outputs: CodeSet, field: Int?, from step: Int64, isBackwards: Bool, limit: Int = .max
  ) -> RunSearchResult {
    var start = place(of: isBackwards ? step - 1 : step + 1)
    if start == nil, isBackwards, step > lastStep { start = place(of: lastStep) }
    if start == nil, !isBackwards, step < firstStep { start = place(of: firstStep) }
    guard let start else { return .nothing }
    var block = start.block
    while blocks.indices.contains(block) {
      var found: Int64?
      let first = blocks[block].first
      guard abs(block - start.block) < limit else {
        return .unfinished(isBackwards ? first + Int64(RunBlock.size) : first - 1)
      }
      var value = field.map { blocks[block].before.stateValues[$0] }
      forEachStep(of: block) { index, input, _, stepper in
        var hits = inputs.contains(input.code) || stepper.outputs.contains { outputs.contains($0.code) }
        if let field {
          let now = stepper.player.stateValues[field]
          if now != value { hits = true }
          value = now
        }
        if isBackwards {
          if block == start.block, index > start.index { return false }
          if hits { found = first + Int64(index) }
          return true
        }
        if hits, block > start.block || index >= start.index { found = first + Int64(index) }
        return found == nil
      }
      if let found { return .found(found) }
      block += isBackwards ? -1 : 1
    }
    return .nothing
  }
}

/// A set of message numbers.
package struct CodeSet {
  private var words = [UInt32](repeating: 0, count: 8)

  package init() {}

  package mutating func insert(_ code: UInt16) {
    if code < 256 { words[Int(code / 32)] |= 1 << UInt32(code % 32) }
  }

  package func contains(_ code: UInt16) -> Bool { code < 256 && words[Int(code / 32)] & (1 << UInt32(code % 32)) != 0 }
}
