/// Where one thread takes the steps of an exploration: it holds a state and what comes of each of its choices, and may
/// remember what it has computed before.
///
/// ``PlainLane`` does for every model. A model that can do better says so with ``ExplorableModel/Lane``; what it finds
/// must be the same.
public protocol ExplorationLane: AnyObject {
  associatedtype Explored: ExplorableModel

  /// - Parameter memory: what it may remember, in bytes, beside what it needs.
  init(_ model: Explored, from setup: Explored.Setup, memory: Int)

  /// The fingerprint of a state, which is not 0.
  func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64
  /// Takes every step that can happen in the state that has these words.
  func expand(_ words: UnsafePointer<UInt64>)

  /// What came of it: how many steps there were, and whether nothing is left to wish for in the state itself.
  var count: Int { get }
  var isGood: Bool { get }
  /// The fingerprint of what a step has led to; 0 when it has broken a property.
  func fingerprint(_ index: Int) -> UInt64
  func heals(_ index: Int) -> Bool
  /// Writes the words of what a step has led to.
  func write(_ index: Int, to words: UnsafeMutablePointer<UInt64>)
  /// What was broken, by which step.
  var breaches: [(index: Int, breach: Breach)] { get }
  /// The most outputs of one step so far.
  var mostOutputs: Int { get }

  /// What it holds of memory, and what it may take more while it expands so many states.
  var byteCount: Int { get }
  func growth(for states: Int) -> Int
}

/// Takes each step in a copy of the state.
public final class PlainLane<Explored: ExplorableModel>: ExplorationLane {
  private let model: Explored
  private let stride: Int
  private let successors: UnsafeMutablePointer<UInt64>
  private var fingerprints: [UInt64] = []
  private var state: Explored.State
  private var successor: Explored.State
  private var choices: [Explored.Step] = []

  public private(set) var isGood = false
  public private(set) var breaches: [(index: Int, breach: Breach)] = []
  public private(set) var mostOutputs = 0

  public init(_ model: Explored, from setup: Explored.Setup, memory: Int) {
    self.model = model
    state = model.begin(setup)
    successor = state
    stride = MemoryLayout<Explored.Words>.size / 8
    successors = .allocate(capacity: stride * ExplorationBounds.choiceLimit)
  }

  deinit { successors.deallocate() }

  public func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64 { Fingerprint.of(words, count: stride) }

  public func expand(_ words: UnsafePointer<UInt64>) {
    model.restore(UnsafeRawPointer(words).load(as: Explored.Words.self), into: &state)
    choices.removeAll(keepingCapacity: true)
    fingerprints.removeAll(keepingCapacity: true)
    if !breaches.isEmpty { breaches.removeAll() }
    model.choices(in: state, into: &choices)
    precondition(choices.count <= ExplorationBounds.choiceLimit, "too many steps can happen in one state")
    isGood = model.isGood(state)
    for (index, step) in choices.enumerated() {
      successor = state
      if let breach = model.take(step, in: &successor) {
        breaches.append((index, breach))
        fingerprints.append(0)
        continue
      }
      mostOutputs = max(mostOutputs, model.outputCount(of: successor))
      let place = successors + index * stride
      UnsafeMutableRawPointer(place).storeBytes(of: model.words(of: successor), as: Explored.Words.self)
      fingerprints.append(Fingerprint.of(place, count: stride))
    }
  }

  public var count: Int { choices.count }
  public func fingerprint(_ index: Int) -> UInt64 { fingerprints[index] }
  public func heals(_ index: Int) -> Bool { model.heals(choices[index]) }
  public func write(_ index: Int, to words: UnsafeMutablePointer<UInt64>) {
    words.update(from: successors + index * stride, count: stride)
  }

  public var byteCount: Int { stride * 8 * ExplorationBounds.choiceLimit }
  public func growth(for states: Int) -> Int { 0 }
}
