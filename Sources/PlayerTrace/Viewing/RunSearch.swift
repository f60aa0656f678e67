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
  /// state changes. It feeds at most `limit` blocks of steps, so that other questions can be asked in between.
  package func find(
    inputs: CodeSet, outputs: CodeSet, field: Int?, from step: Int64, isBackwards: Bool, limit: Int = .max
  ) -> RunSearchResult {
    var start = place(of: isBackwards ? step - 1 : step + 1)
    if start == nil, isBackwards, step > lastStep { start = place(of: lastStep) }
    if start == nil, !isBackwards, step < firstStep { start = place(of: firstStep) }
    guard let start else { return .nothing }
    var block = start.block
    var fed = 0
    while blocks.indices.contains(block) {
      var found: Int64?
      let first = blocks[block].first
      let span = blocks[block].span
      if field == nil, span.inputs.isDisjoint(with: inputs), span.outputs.isDisjoint(with: outputs) {
        block += isBackwards ? -1 : 1
        continue
      }
      guard fed < limit else { return .unfinished(isBackwards ? first + Int64(RunBlock.size) : first - 1) }
      fed += 1
      var value = field.map { stepper(before: block).player.stateValues[$0] }
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
