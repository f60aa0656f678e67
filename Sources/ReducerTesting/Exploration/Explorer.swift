import Dispatch

/// Visits every state that a model can reach, breadth first, so that the first counterexample is a shortest one.
///
/// For each state it keeps a fingerprint, the state it was first reached from and the number of the step (22 to 38
/// bytes), 8 bytes for each harmless step from a state that is not good, and the packed words of states that are still
/// to be expanded. Fingerprints of different states can be equal; such a state would be missed,
/// but nothing wrong would be reported.
///
/// States are expanded by blocks, each by all threads at once, and merged in the order in which one thread would have
/// found them: numbers, counts and counterexamples depend only on the model and the bounds.
public final class Explorer<Explored: ExplorableModel> {
  /// The model whose states are explored.
  public let model: Explored
  /// What the exploration may take.
  public let bounds: ExplorationBounds

  package let setup: Explored.Setup
  // Only one thread uses these at a time, so exclusivity checks are not needed.
  @exclusivity(unchecked) private(set) var table = FingerprintTable()
  /// From which state each was first reached, and by which of its choices.
  @exclusivity(unchecked) package internal(set) var parents = ChunkedList<UInt32>()
  @exclusivity(unchecked) package internal(set) var choices = ChunkedList<UInt8>()
  /// Harmless steps between states, from one that is not good: two elements each.
  @exclusivity(unchecked) var edges = ChunkedList<UInt32>()
  /// One byte to a state: whether it is good; 2 while that is not yet known.
  @exclusivity(unchecked) var goods = ChunkedList<UInt8>()
  /// The blocks of this level that are still to be expanded, the first block first, and those found of the next level.
  @exclusivity(unchecked) var level: [FrontierBlock] = []
  @exclusivity(unchecked) var next: [FrontierBlock] = []
  /// Empty ones, whose memory is used again: the system clears what it hands out.
  @exclusivity(unchecked) private var spare: [FrontierBlock] = []
  /// The progress.
  @exclusivity(unchecked) public internal(set) var progress = ExplorationProgress()
  /// Whether it resumes from a checkpoint.
  var isResumed = false
  /// How many states were expanded, those of this level included.
  @exclusivity(unchecked) package internal(set) var expanded = 0
  @exclusivity(unchecked) var findings: [FoundViolation] = []

  struct FoundViolation: Hashable {
    var parent: UInt32
    var choice: UInt8
    var violation: PropertyViolation
  }

  /// How states are written into checkpoints, and how they wait here.
  let packer: StatePacker
  let packing: Explored.Lane.Packing
  private var workers: [ExplorationWorker<Explored>] = []

  /// Explores everything that can happen after `setup`.
  public init(_ model: Explored, from setup: Explored.Setup, within bounds: ExplorationBounds = ExplorationBounds()) {
    self.model = model
    self.bounds = bounds
    self.setup = setup
    packer = StatePacker(model, from: setup)
    packing = Explored.Lane.Packing(model, from: setup)
    let size = MemoryLayout<Explored.Words>.size
    guard size > 0, size % 8 == 0, size / 8 <= ExplorationBounds.wordLimit else {
      progress.problem =
        "\(Explored.Words.self) has \(size) bytes, and the words of a state have 8 to \(ExplorationBounds.wordLimit * 8), "
        + "a multiple of 8: make it of 64-bit words (ExplorableModel.Words)"
      addState(parent: 0, choice: 0)
      return
    }
    for _ in 0..<max(1, bounds.workers) {
      workers.append(
        ExplorationWorker(model, setup: setup, packing: packing, memory: bounds.memory / 4 / max(1, bounds.workers)))
    }
    _ = table.insert(workers[0].fingerprint(of: packer.base), 0)
    addState(parent: 0, choice: 0)
    var block = FrontierBlock()
    packer.base.withUnsafeBufferPointer { base in
      // The base is not empty, because there are words.
      block.append(base.baseAddress!, with: packing)
    }
    level = [block]
  }

  /// Makes room for the states of a checkpoint.
  func forgetStates() {
    table = FingerprintTable()
    parents = ChunkedList()
    choices = ChunkedList()
    edges = ChunkedList()
    goods = ChunkedList()
  }

  private func addState(parent: UInt32, choice: UInt8) {
    parents.append(parent)
    choices.append(choice)
    goods.append(2)
  }

  /// What should have been reached (``Model/sometimes``) but was not: known when the exploration has ended, unless it
  /// ended at a counterexample, or was resumed from a checkpoint, which does not record what was reached before.
  public var unreached: [String] {
    switch progress.end {
    case .complete, .depth, .states, .memory:
      isResumed ? [] : model.unreached(workers.reduce(0) { $0 | $1.reached })
    case .counterexample, .interrupted, .bounds, nil: []
    }
  }

  /// Explores until every state was visited or a bound is reached.
  @discardableResult
  public func run() -> ExplorationEnd { run(while: { _ in true }) }

  /// Explores until every state was visited, a bound is reached, or `mayGoOn`, which is asked after every block,
  /// returns false. It can be called again to continue.
  @discardableResult
  public func run(while mayGoOn: (ExplorationProgress) throws -> Bool) rethrows -> ExplorationEnd {
    progress.end = nil
    while progress.end == nil {
      progress.end = reasonToStop()
      if progress.end != nil { break }
      expandBlock()
      if findings.count >= max(1, bounds.findings) { progress.end = .counterexample }
      if progress.end == nil, try !mayGoOn(progress) { progress.end = .interrupted }
    }
    return progress.end ?? .complete
  }

  private func reasonToStop() -> ExplorationEnd? {
    if progress.problem != nil { return .bounds }
    if level.isEmpty, !beginNextLevel() { return .complete }
    if progress.depth >= bounds.depth { return .depth }
    if parents.count >= min(bounds.states, ExplorationBounds.stateLimit) { return .states }
    return progress.bytes + growth > bounds.memory ? .memory : nil
  }

  private func beginNextLevel() -> Bool {
    guard !next.isEmpty else { return false }
    // Blocks are taken from the end.
    level = next.reversed()
    next = []
    progress.depth += 1
    return true
  }

  /// What the next block can need at most: as many choices in each of its states as any state had, all of them new.
  private var growth: Int {
    let states = level.last?.count ?? 0
    let additions = states * max(8, progress.mostChoices)
    let packed = additions * (progress.mostBytes + 4)
    return table.growth(for: additions) + ChunkedList<UInt8>.growth(for: additions * 2)
      + ChunkedList<UInt32>.growth(for: additions * 3) + packed * 2
      + packing.growth(for: additions) + workers.reduce(0) { $0 + $1.growth(for: states, additions, packed) } + 4_096
  }

  private func expandBlock() {
    guard var block = level.popLast() else { return }
    takeSteps(in: block)
    if let problem = workers.lazy.compactMap(\.problem).first ?? packing.problem {
      // The result of the block is invalid, so the block counts as not expanded.
      level.append(block)
      progress.problem = problem
      progress.end = .bounds
      return
    }
    expanded += block.count
    for worker in workers { merge(worker) }
    block.removeAll()
    spare.append(block)
    account()
  }

  /// Lets the workers take every step in the states of a block.
  private func takeSteps(in block: FrontierBlock) {
    let first = UInt32(expanded)
    let count = workers.count
    let share = (block.count + count - 1) / count
    nonisolated(unsafe) let crew = workers  // Each iteration uses its own worker.
    nonisolated(unsafe) let known = table  // Only read until all are done.
    let work = { @Sendable (index: Int) in
      let range = min(index * share, block.count)..<min((index + 1) * share, block.count)
      crew[index].expand(ExplorationShare(block, range, firstNumber: first, known: known))
    }
    if count == 1 || block.count < 64 {
      for index in 0..<count { work(index) }
    } else {
      DispatchQueue.concurrentPerform(iterations: count, execute: work)
    }
  }

  /// One that was expanded before, where there is one: it has room.
  private func emptyBlock() -> FrontierBlock { spare.popLast() ?? FrontierBlock() }

  /// Gives numbers to what a worker has found, in its order.
  private func merge(_ worker: ExplorationWorker<Explored>) {
    let count = worker.candidates.count
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + 1) { numbers in
      var offset = 0
      var last = next.popLast() ?? emptyBlock()
      for index in 0..<count {
        // Far enough ahead to arrive before it is needed.
        if index &+ 16 < count { table.prefetch(worker.candidates[index &+ 16].fingerprint) }
        let candidate = worker.candidates[index]
        let length = Int(candidate.length)
        let new = UInt32(truncatingIfNeeded: parents.count)
        let number = table.insert(candidate.fingerprint, new)
        numbers[index] = number
        if number == new {
          addState(parent: candidate.parent, choice: candidate.choice)
          if last.count >= FrontierBlock.stateLimit {
            next.append(last)
            last = emptyBlock()
          }
          last.append(UnsafeBufferPointer(start: worker.bytes.base + offset, count: length))
          if progress.mostBytes < length { progress.mostBytes = length }
        }
        offset += length
      }
      if last.count > 0 { next.append(last) }
      for index in 0..<worker.edges.count {
        let edge = worker.edges[index]
        let to = edge.isCandidate ? numbers[Int(edge.to)] : edge.to
        if to == edge.from { continue }
        edges.append(edge.from)
        edges.append(to)
      }
    }
    takeCounts(of: worker)
  }

  private func takeCounts(of worker: ExplorationWorker<Explored>) {
    for index in 0..<worker.goods.count { goods[Int(worker.goods[index])] = 1 }
    for broken in worker.broken where findings.count < max(1, bounds.findings) {
      if findings.contains(where: { $0.violation.property == broken.violation.property }) { continue }
      findings.append(FoundViolation(parent: broken.parent, choice: broken.choice, violation: broken.violation))
    }
    progress.transitions += worker.transitions
    progress.deadEnds += worker.deadEnds
    progress.mostOutputs = max(progress.mostOutputs, worker.mostOutputs)
    progress.mostChoices = max(progress.mostChoices, worker.mostChoices)
  }

  func account() {
    progress.states = parents.count
    progress.waiting = parents.count - expanded
    var bytes = table.byteCount + parents.byteCount + choices.byteCount + edges.byteCount + goods.byteCount
    for block in level { bytes += block.byteCount }
    for block in next { bytes += block.byteCount }
    for block in spare { bytes += block.byteCount }
    for worker in workers { bytes += worker.byteCount }
    bytes += packing.byteCount
    progress.bytes = bytes
    progress.peakBytes = max(progress.peakBytes, bytes)
  }
}

/// Why an exploration has stopped.
public enum ExplorationEnd: String, Sendable, CaseIterable {
  /// Every reachable state was visited.
  case complete
  /// The bounds of ``ExplorationBounds``.
  case depth
  case states
  case memory
  /// As many properties as requested do not hold.
  case counterexample
  /// The caller stopped it.
  case interrupted
  /// The model exceeds a bound of ``ExplorationBounds``: ``ExplorationProgress/problem`` names it.
  case bounds
}

/// The progress of an exploration.
public struct ExplorationProgress: Hashable, Sendable {
  /// Different states, those that are still to be expanded included.
  public internal(set) var states = 1
  /// Steps that were taken.
  public internal(set) var transitions = 0
  /// The depth of the level that is being expanded. Everything up to this many steps was visited.
  public internal(set) var depth = 0
  /// States that are still to be expanded.
  public internal(set) var waiting = 1
  /// States in which nothing can happen.
  public internal(set) var deadEnds = 0
  /// The most outputs of one step.
  public internal(set) var mostOutputs = 0
  /// The memory that everything that grows uses.
  public internal(set) var bytes = 0
  /// The maximum memory used, in bytes.
  public internal(set) var peakBytes = 0
  /// Which bound the model exceeds, and what to do; `nil` within all bounds.
  public internal(set) var problem: String?
  /// Why it has stopped; `nil` while it has not.
  public internal(set) var end: ExplorationEnd?

  /// The most steps that were possible in a state.
  public internal(set) var mostChoices = 0
  /// The most bytes that a packed state took.
  var mostBytes = 16
}
