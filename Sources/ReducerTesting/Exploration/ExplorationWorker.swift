/// Waiting states that one thread will expand.
public struct ExplorationShare {
  @usableFromInline let block: FrontierBlock
  /// Which states of the block.
  @usableFromInline let range: Range<Int>
  /// The number of the block's first state.
  @usableFromInline let firstNumber: UInt32
  /// Every state that is known. It is only read until all threads are done.
  @usableFromInline let known: FingerprintTable

  init(_ block: FrontierBlock, _ range: Range<Int>, firstNumber: UInt32, known: FingerprintTable) {
    self.block = block
    self.range = range
    self.firstNumber = firstNumber
    self.known = known
  }
}

/// What one thread needs to expand states: its own states and lists, so that threads share nothing they write to.
public final class ExplorationWorker<Explored: ExplorableModel> {
  /// A state that was not known when it was reached.
  @usableFromInline
  struct Candidate: BitwiseCopyable {
    @usableFromInline var fingerprint: UInt64
    @usableFromInline var parent: UInt32
    @usableFromInline var choice: UInt8
    /// How long its packed words are; they follow each other in ``bytes``.
    @usableFromInline var length: UInt16

    @inlinable
    init(fingerprint: UInt64, parent: UInt32, choice: UInt8, length: UInt16) {
      self.fingerprint = fingerprint
      self.parent = parent
      self.choice = choice
      self.length = length
    }
  }

  /// A harmless step out of a state that is not good yet.
  @usableFromInline
  struct Edge: BitwiseCopyable {
    @usableFromInline var from: UInt32
    /// The state's number, or the number of the candidate.
    @usableFromInline var to: UInt32
    @usableFromInline var isCandidate: Bool

    @inlinable
    init(from: UInt32, to: UInt32, isCandidate: Bool) {
      self.from = from
      self.to = to
      self.isCandidate = isCandidate
    }
  }

  @usableFromInline
  struct Broken {
    @usableFromInline var parent: UInt32
    @usableFromInline var choice: UInt8
    @usableFromInline var violation: PropertyViolation

    @inlinable
    init(parent: UInt32, choice: UInt8, violation: PropertyViolation) {
      self.parent = parent
      self.choice = choice
      self.violation = violation
    }
  }

  private let lane: Explored.Lane
  @usableFromInline let maximumByteCount: Int

  // No other thread uses these while it works, so exclusivity checks are not needed.
  /// The outcome of the last ``expand(_:)``.
  @exclusivity(unchecked) @usableFromInline var candidates = PlainList<Candidate>(capacity: 64)
  @exclusivity(unchecked) @usableFromInline var bytes = PlainList<UInt8>(capacity: 4_096)
  @exclusivity(unchecked) @usableFromInline var edges = PlainList<Edge>(capacity: 64)
  @exclusivity(unchecked) @usableFromInline var goods = PlainList<UInt32>(capacity: 64)
  @exclusivity(unchecked) @usableFromInline var broken: [Broken] = []
  @exclusivity(unchecked) @usableFromInline var transitions = 0
  @exclusivity(unchecked) @usableFromInline var deadEnds = 0
  @exclusivity(unchecked) @usableFromInline var mostOutputs = 0
  @exclusivity(unchecked) @usableFromInline var mostChoices = 0

  init(_ model: Explored, setup: Explored.Setup, packing: Explored.Lane.Packing, memory: Int) {
    lane = Explored.Lane(model, from: setup, packing: packing, memory: memory)
    maximumByteCount = packing.maximumByteCount
  }

  func fingerprint(of words: [UInt64]) -> UInt64 {
    words.withUnsafeBufferPointer { $0.baseAddress.map(lane.fingerprint(of:)) ?? 1 }
  }

  /// What its lane has reached of ``Model/sometimes``.
  var reached: UInt64 { lane.reached }

  /// Which bound the model does not keep to; `nil` while it keeps to all.
  var problem: String? { lane.problem }

  var byteCount: Int {
    candidates.byteCount + bytes.byteCount + edges.byteCount + goods.byteCount + lane.byteCount
  }

  /// How much more memory it may take for this many states with this many candidates, which are `packed` bytes: lists
  /// may double.
  func growth(for states: Int, _ additions: Int, _ packed: Int) -> Int {
    let lists = additions * (MemoryLayout<Candidate>.stride + MemoryLayout<Edge>.stride) + packed
    return max(0, lists * 2 + lane.byteCount - byteCount) + lane.growth(for: states)
  }

  /// Takes every possible step in each state of a share.
  func expand(_ share: ExplorationShare) {
    candidates.removeAll()
    bytes.removeAll()
    edges.removeAll()
    goods.removeAll()
    broken.removeAll()
    (transitions, deadEnds) = (0, 0)
    lane.expand(share, for: self)
    mostOutputs = lane.mostOutputs
  }

  /// Lets a lane take every possible step in each state of a share: what ``ExplorationLane/expand(_:for:)`` calls, in
  /// the module of the lane, where the loop is compiled for its type.
  @inlinable
  public func expand<Lane: ExplorationLane>(_ share: ExplorationShare, with lane: Lane)
  where Lane.Explored == Explored {
    let limit = Lane.limit
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>.self, capacity: limit) { places in
      share.block.bytes.withUnsafeBufferPointer { packed in
        guard let start = packed.baseAddress else { return }
        var index = share.range.lowerBound
        while index < share.range.upperBound {
          let count = min(limit, share.range.upperBound - index)
          for place in 0..<count {
            (places.baseAddress! + place).initialize(to: start + Int(share.block.offsets[index &+ place]))
          }
          lane.expand(UnsafeBufferPointer(start: places.baseAddress, count: count))
          lookUp(count, share.firstNumber &+ UInt32(truncatingIfNeeded: index), share.known, lane)
          index &+= count
        }
      }
    }
  }

  /// Looks up which of the states that the lane reached from this many others are known.
  @inlinable
  func lookUp<Lane: ExplorationLane>(
    _ count: Int, _ firstNumber: UInt32, _ known: FingerprintTable, _ lane: Lane
  ) where Lane.Explored == Explored {
    for found in lane.violations {
      let choice = UInt8(truncatingIfNeeded: found.choice)
      broken.append(Broken(parent: firstNumber &+ UInt32(found.state), choice: choice, violation: found.violation))
    }
    // Prefetch all at once, so that the waits overlap.
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
        addCandidate(fingerprint, number, step, choice: step &- steps.lowerBound, lane)
      }
    }
  }

  @inlinable @inline(__always)
  func addCandidate<Lane: ExplorationLane>(
    _ fingerprint: UInt64, _ parent: UInt32, _ step: Int, choice: Int, _ lane: Lane
  ) where Lane.Explored == Explored {
    let length = bytes.append(atMost: maximumByteCount + 8) { lane.write(step, to: $0) }
    candidates.append(
      Candidate(
        fingerprint: fingerprint, parent: parent, choice: UInt8(truncatingIfNeeded: choice),
        length: UInt16(truncatingIfNeeded: length)))
  }
}
