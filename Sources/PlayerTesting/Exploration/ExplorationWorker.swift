/// What one thread needs to expand states: its own states and lists, so that threads share nothing they write to.
final class ExplorationWorker<Explored: ExplorableModel> {
  /// A state that was not known when it was reached.
  struct Candidate {
    var fingerprint: UInt64
    var parent: UInt32
    var choice: UInt8
    /// How long its packed words are; they follow each other in ``bytes``.
    var length: UInt16
  }

  /// A harmless step out of a state that is not good yet.
  struct Edge {
    var from: UInt32
    /// The state's number, or the number of the candidate.
    var to: UInt32
    var isCandidate: Bool
  }

  struct Broken {
    var parent: UInt32
    var choice: UInt8
    var breach: Breach
  }

  private let lane: Explored.Lane
  private let maximumByteCount: Int

  // Nobody else has them while it works, so that no access needs to be watched.
  /// What came of the last ``expand(_:_:firstNumber:known:)``.
  @exclusivity(unchecked) private(set) var candidates = PlainList<Candidate>(capacity: 64)
  @exclusivity(unchecked) private(set) var bytes = PlainList<UInt8>(capacity: 4_096)
  @exclusivity(unchecked) private(set) var edges = PlainList<Edge>(capacity: 64)
  @exclusivity(unchecked) private(set) var goods = PlainList<UInt32>(capacity: 64)
  @exclusivity(unchecked) private(set) var broken: [Broken] = []
  @exclusivity(unchecked) private(set) var transitions = 0
  @exclusivity(unchecked) private(set) var deadEnds = 0
  @exclusivity(unchecked) private(set) var mostOutputs = 0
  @exclusivity(unchecked) private(set) var mostChoices = 0

  init(_ model: Explored, setup: Explored.Setup, packing: Explored.Lane.Packing, memory: Int) {
    lane = Explored.Lane(model, from: setup, packing: packing, memory: memory)
    maximumByteCount = packing.maximumByteCount
  }

  func fingerprint(of words: [UInt64]) -> UInt64 {
    words.withUnsafeBufferPointer { $0.baseAddress.map(lane.fingerprint(of:)) ?? 1 }
  }

  /// Which bound the model does not keep to; `nil` while it keeps to all.
  var problem: String? { lane.problem }

  var byteCount: Int {
    candidates.byteCount + bytes.byteCount + edges.byteCount + goods.byteCount + lane.byteCount
  }

  /// What it may take more of memory for so many states with so many candidates, which are `packed` bytes: lists may
  /// double.
  func growth(for states: Int, _ additions: Int, _ packed: Int) -> Int {
    let lists = additions * (MemoryLayout<Candidate>.stride + MemoryLayout<Edge>.stride) + packed
    return max(0, lists * 2 + lane.byteCount - byteCount) + lane.growth(for: states)
  }

  /// Takes every possible step in each state of `range` of a block. The table of known states is only read.
  // Whoever explores a scope lives in another module, where nothing of this can be specialised: without this everything
  // would be asked by way of tables, at several times the cost.
  @_specialize(where Explored == PlayerScope)
  func expand(_ block: FrontierBlock, _ range: Range<Int>, firstNumber: UInt32, known: FingerprintTable) {
    candidates.removeAll()
    bytes.removeAll()
    edges.removeAll()
    goods.removeAll()
    broken.removeAll()
    (transitions, deadEnds) = (0, 0)
    let limit = Explored.Lane.limit
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>.self, capacity: limit) { places in
      block.bytes.withUnsafeBufferPointer { packed in
        guard let start = packed.baseAddress else { return }
        var index = range.lowerBound
        while index < range.upperBound {
          let count = min(limit, range.upperBound - index)
          for place in 0..<count {
            (places.baseAddress! + place).initialize(to: start + Int(block.offsets[index &+ place]))
          }
          lane.expand(UnsafeBufferPointer(start: places.baseAddress, count: count))
          lookUp(count, firstNumber &+ UInt32(truncatingIfNeeded: index), known)
          index &+= count
        }
      }
    }
    mostOutputs = lane.mostOutputs
  }

  /// Looks which of the states are known that the lane has come to from so many others.
  private func lookUp(_ count: Int, _ firstNumber: UInt32, _ known: FingerprintTable) {
    for found in lane.breaches {
      let choice = UInt8(truncatingIfNeeded: found.choice)
      broken.append(Broken(parent: firstNumber &+ UInt32(found.state), choice: choice, breach: found.breach))
    }
    // All of them at once, or each would be waited for.
    for step in 0..<lane.steps(of: count &- 1).upperBound { known.prefetch(lane.fingerprint(step)) }
    for state in 0..<count {
      let number = firstNumber &+ UInt32(truncatingIfNeeded: state)
      let steps = lane.steps(of: state)
      let isGood = lane.isGood(state)
      if isGood { goods.append(number) }
      if steps.isEmpty { deadEnds += 1 }
      mostChoices = max(mostChoices, steps.count)
      transitions += steps.count
      for step in steps {
        let fingerprint = lane.fingerprint(step)
        if fingerprint == 0 { continue }
        let other = known.number(of: fingerprint)
        let needsEdge = !isGood && other != number && lane.heals(step)
        if other != FingerprintTable.nobody {
          if needsEdge { edges.append(Edge(from: number, to: other, isCandidate: false)) }
          continue
        }
        if needsEdge { edges.append(Edge(from: number, to: UInt32(candidates.count), isCandidate: true)) }
        addCandidate(fingerprint, number, step, choice: step &- steps.lowerBound)
      }
    }
  }

  @inline(__always)
  private func addCandidate(_ fingerprint: UInt64, _ parent: UInt32, _ step: Int, choice: Int) {
    let length = bytes.append(atMost: maximumByteCount + 8) { lane.write(step, to: $0) }
    candidates.append(
      Candidate(
        fingerprint: fingerprint, parent: parent, choice: UInt8(truncatingIfNeeded: choice),
        length: UInt16(truncatingIfNeeded: length)))
  }
}
