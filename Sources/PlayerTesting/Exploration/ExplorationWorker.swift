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

  private let model: Explored
  private let packer: StatePacker
  private var state: Explored.State
  private var successor: Explored.State
  private var choices: [Explored.Step] = []
  private var fingerprints: [UInt64] = []
  private let stride: Int
  private let word: UnsafeMutablePointer<UInt64>
  private let successors: UnsafeMutablePointer<UInt64>

  /// What came of the last ``expand(_:_:firstNumber:known:)``.
  private(set) var candidates: [Candidate] = []
  private(set) var bytes: [UInt8] = []
  private(set) var edges: [Edge] = []
  private(set) var goods: [UInt32] = []
  private(set) var broken: [Broken] = []
  private(set) var transitions = 0
  private(set) var deadEnds = 0
  private(set) var mostOutputs = 0
  private(set) var mostChoices = 0

  init(_ model: Explored, setup: Explored.Setup, packer: StatePacker) {
    self.model = model
    self.packer = packer
    state = model.begin(setup)
    successor = state
    stride = packer.wordCount
    word = .allocate(capacity: stride)
    successors = .allocate(capacity: stride * ExplorationBounds.choiceLimit)
  }

  deinit {
    word.deallocate()
    successors.deallocate()
  }

  var byteCount: Int {
    candidates.capacity * MemoryLayout<Candidate>.stride + bytes.capacity + edges.capacity * MemoryLayout<Edge>.stride
      + stride * 8 * (ExplorationBounds.choiceLimit + 1)
  }

  /// What it may take more of memory for so many candidates, which are `packed` bytes: lists may double.
  func growth(for additions: Int, _ packed: Int) -> Int {
    let lists = additions * (MemoryLayout<Candidate>.stride + MemoryLayout<Edge>.stride) + packed
    return max(0, lists * 2 - byteCount)
  }

  /// Takes every possible step in each state of `range` of a block. The table of known states is only read.
  // Whoever explores a scope lives in another module, where nothing of this can be specialised: without this the player
  // would be copied and asked by way of tables, at several times the cost.
  @_specialize(where Explored == PlayerScope)
  func expand(_ block: FrontierBlock, _ range: Range<Int>, firstNumber: UInt32, known: FingerprintTable) {
    candidates.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    goods.removeAll(keepingCapacity: true)
    broken.removeAll()
    (transitions, deadEnds, mostOutputs) = (0, 0, 0)
    block.bytes.withUnsafeBufferPointer { packed in
      for index in range {
        guard let start = packed.baseAddress else { return }
        packer.unpack(start + Int(block.offsets[index]), to: word)
        expand(firstNumber + UInt32(index), known)
      }
    }
  }

  private func expand(_ number: UInt32, _ known: FingerprintTable) {
    model.restore(UnsafeRawPointer(word).load(as: Explored.Words.self), into: &state)
    choices.removeAll(keepingCapacity: true)
    model.choices(in: state, into: &choices)
    let isGood = model.isGood(state)
    if isGood { goods.append(number) }
    if choices.isEmpty { deadEnds += 1 }
    mostChoices = max(mostChoices, choices.count)
    fingerprints.removeAll(keepingCapacity: true)
    transitions += choices.count
    for (index, step) in choices.enumerated() {
      successor = state
      if let breach = model.take(step, in: &successor) {
        broken.append(Broken(parent: number, choice: UInt8(truncatingIfNeeded: index), breach: breach))
        fingerprints.append(0)
        continue
      }
      mostOutputs = max(mostOutputs, model.outputCount(of: successor))
      let place = successors + index * stride
      UnsafeMutableRawPointer(place).storeBytes(of: model.words(of: successor), as: Explored.Words.self)
      fingerprints.append(Fingerprint.of(place, count: stride))
    }
    // One look after the other, with nothing in between, so that the processor waits for all of them at once.
    for index in fingerprints.indices where fingerprints[index] != 0 {
      let other = known.number(of: fingerprints[index])
      let needsEdge = !isGood && other != number && model.heals(choices[index])
      if let other {
        if needsEdge { edges.append(Edge(from: number, to: other, isCandidate: false)) }
        continue
      }
      if needsEdge { edges.append(Edge(from: number, to: UInt32(candidates.count), isCandidate: true)) }
      addCandidate(fingerprints[index], number, index)
    }
  }

  @inline(__always)
  private func addCandidate(_ fingerprint: UInt64, _ parent: UInt32, _ choice: Int) {
    let room = packer.maximumByteCount + 8
    let start = bytes.count
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
      guard let base = buffer.baseAddress else { return }
      let length = packer.pack(successors + choice * stride, to: base)
      bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: length))
    }
    candidates.append(
      Candidate(
        fingerprint: fingerprint, parent: parent, choice: UInt8(truncatingIfNeeded: choice),
        length: UInt16(truncatingIfNeeded: bytes.count - start)))
  }
}
