/// Where one thread takes the steps of an exploration: it holds a few states and the results of each of their choices,
/// and may cache earlier computations.
///
/// ``PlainLane`` does for every model. A model with a faster one declares it with ``ExplorableModel/Lane``; its
/// findings must be the same.
public protocol ExplorationLane: AnyObject {
  associatedtype Explored: ExplorableModel
  /// How states that wait for expansion are packed; the lanes of all threads share it.
  associatedtype Packing: StatePacking where Packing.Explored == Explored

  /// - Parameters:
  ///   - model: The model that is explored.
  ///   - setup: How every session begins.
  ///   - packing: How states are packed, which all lanes share.
  ///   - memory: What it may remember, in bytes, besides what it needs.
  init(_ model: Explored, from setup: Explored.Setup, packing: Packing, memory: Int)

  /// How many states it takes at a time, at most: several where it has to wait for memory, so that it waits for all of
  /// them at once.
  static var limit: Int { get }

  /// The fingerprint of a state, which is not 0.
  func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64
  /// Takes every step that can happen in each of these packed states, which are not more than ``limit``.
  func expand(_ packed: UnsafeBufferPointer<UnsafePointer<UInt8>>)

  /// Expands states of a share, and hands a worker the outcome. Where the lane is of another module than its
  /// worker, it implements this itself, with one line: `worker.expand(share, with: self)`. Then the worker's loop is
  /// compiled for the lane's type there, and not for any type here, at several times the cost.
  func expand(_ share: ExplorationShare, for worker: ExplorationWorker<Explored>)

  /// The outcome: the steps of one of the states, by their numbers among those of all, and whether the state itself
  /// is good (``ExplorableModel/isGood(_:)``).
  func steps(of state: Int) -> Range<Int>
  func isGood(_ state: Int) -> Bool
  /// The fingerprint of what a step has led to; 0 when it has broken a property.
  func fingerprint(_ step: Int) -> UInt64
  func heals(_ step: Int) -> Bool
  /// Packs what a step has led to; returns how many bytes those are. There is room for a few more bytes than the
  /// packing requires.
  func write(_ step: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Int
  /// What was broken, by which step of which state, in their order.
  var violations: [LaneViolation] { get }
  /// The most outputs of one step so far.
  var mostOutputs: Int { get }

  /// Which of ``Model/sometimes`` the states so far have shown. A lane that does not check returns that all were, as by
  /// default.
  var reached: UInt64 { get }

  /// Which bound of ``ExplorationBounds`` the model does not keep to; `nil` while it keeps to all. What was expanded
  /// last means nothing then.
  var problem: String? { get }

  /// The memory that it holds, and how much more it may take while it expands this many states.
  var byteCount: Int { get }
  func growth(for states: Int) -> Int
}

extension ExplorationLane {
  /// Expands the states of a share, one by one.
  public func expand(_ share: ExplorationShare, for worker: ExplorationWorker<Explored>) {
    worker.expand(share, with: self)
  }

  /// Nothing must be reached: everything counts as seen.
  public var reached: UInt64 { .max }
  /// No bound is exceeded.
  public var problem: String? { nil }
}

extension StatePacking {
  /// No bound is exceeded.
  public var problem: String? { nil }
}

/// A step that has broken a property.
public struct LaneViolation: Hashable, Sendable {
  /// The index of the state among those that were expanded together.
  public var state: Int
  /// The number of the step in its state.
  public var choice: Int
  /// What it broke.
  public var violation: PropertyViolation

  /// A step that has broken a property.
  public init(_ state: Int, _ choice: Int, _ violation: PropertyViolation) {
    self.state = state
    self.choice = choice
    self.violation = violation
  }
}

/// How states that are still to be expanded are stored.
public protocol StatePacking: AnyObject {
  associatedtype Explored: ExplorableModel

  init(_ model: Explored, from setup: Explored.Setup)

  /// The most bytes that a packed state has.
  var maximumByteCount: Int { get }
  /// Packs the state that has these words; returns how many bytes those are. There is room for a few more bytes.
  func pack(_ words: UnsafePointer<UInt64>, to bytes: UnsafeMutablePointer<UInt8>) -> Int
  /// Writes the words of a packed state.
  func unpack(_ bytes: UnsafePointer<UInt8>, to words: UnsafeMutablePointer<UInt64>)

  /// Which bound was exceeded; `nil` while none is. The states that were packed last mean nothing then.
  var problem: String? { get }

  /// The memory that it uses in addition to the packed states, and how much more it may take for this many.
  var byteCount: Int { get }
  func growth(for additions: Int) -> Int
}

/// Stores how a state differs from the first.
public final class PlainPacking<Explored: ExplorableModel>: StatePacking {
  private let packer: StatePacker

  /// Stores the differences from the first state of `setup`.
  public init(_ model: Explored, from setup: Explored.Setup) { packer = StatePacker(model, from: setup) }

  /// The most bytes of a packed state.
  public var maximumByteCount: Int { packer.maximumByteCount }
  /// Packs a state, and returns how many bytes it has.
  public func pack(_ words: UnsafePointer<UInt64>, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    packer.pack(words, to: bytes)
  }
  /// Writes the words of a packed state.
  public func unpack(_ bytes: UnsafePointer<UInt8>, to words: UnsafeMutablePointer<UInt64>) {
    packer.unpack(bytes, to: words)
  }
  /// The memory it uses, in bytes.
  public var byteCount: Int { packer.wordCount * 8 }
  /// It needs no more memory for them.
  public func growth(for additions: Int) -> Int { 0 }
}

/// Takes each step in a copy of the state.
public final class PlainLane<Explored: ExplorableModel>: ExplorationLane {
  private let model: Explored
  private let packing: PlainPacking<Explored>
  private let stride: Int
  private let word: UnsafeMutablePointer<UInt64>
  private let successors: UnsafeMutablePointer<UInt64>
  private var fingerprints: [UInt64] = []
  private var state: Explored.State
  private var successor: Explored.State
  private var choices: [Explored.Step] = []

  /// Which bound is exceeded; `nil` while none is.
  public private(set) var problem: String?
  private var isGood = false
  /// What it broke.
  public private(set) var violations: [LaneViolation] = []
  /// The most outputs of one step so far.
  public private(set) var mostOutputs = 0
  /// Which of ``Model/sometimes`` the states so far have shown.
  public private(set) var reached: UInt64

  /// States that are expanded together.
  public static var limit: Int { 1 }

  /// A lane for one worker.
  public init(_ model: Explored, from setup: Explored.Setup, packing: PlainPacking<Explored>, memory: Int) {
    self.model = model
    self.packing = packing
    state = model.begin(setup)
    successor = state
    reached = model.reached(in: state)
    stride = MemoryLayout<Explored.Words>.size / 8
    successors = .allocate(capacity: stride * ExplorationBounds.choiceLimit)
    word = .allocate(capacity: stride)
  }

  deinit {
    successors.deallocate()
    word.deallocate()
  }

  /// The fingerprint of a state by its words.
  public func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64 { Fingerprint.of(words, count: stride) }

  /// Takes every possible step in these states.
  public func expand(_ packed: UnsafeBufferPointer<UnsafePointer<UInt8>>) {
    guard let only = packed.first else { return }
    packing.unpack(only, to: word)
    model.restore(UnsafeRawPointer(word).load(as: Explored.Words.self), into: &state)
    choices.removeAll(keepingCapacity: true)
    fingerprints.removeAll(keepingCapacity: true)
    if !violations.isEmpty { violations.removeAll() }
    model.choices(in: state, into: &choices)
    if choices.count > ExplorationBounds.choiceLimit {
      problem =
        "\(choices.count) steps can happen in one state, and at most \(ExplorationBounds.choiceLimit) are supported: "
        + "offer fewer (ExplorableModel.choices)"
      choices.removeAll(keepingCapacity: true)
    }
    isGood = model.isGood(state)
    for (index, step) in choices.enumerated() {
      successor = state
      let violation = model.take(step, in: &successor)
      reached |= model.reached(in: successor)
      if let violation {
        violations.append(LaneViolation(0, index, violation))
        fingerprints.append(0)
        continue
      }
      mostOutputs = max(mostOutputs, model.outputCount(of: successor))
      let place = successors + index * stride
      UnsafeMutableRawPointer(place).storeBytes(of: model.words(of: successor), as: Explored.Words.self)
      fingerprints.append(Fingerprint.of(place, count: stride))
    }
  }

  /// The numbers of the steps that were taken in a state.
  public func steps(of state: Int) -> Range<Int> { choices.indices }
  /// Whether the state is a good one.
  public func isGood(_ state: Int) -> Bool { isGood }
  /// The fingerprint of the state that a step led to.
  public func fingerprint(_ step: Int) -> UInt64 { fingerprints[step] }
  /// Whether the step heals.
  public func heals(_ step: Int) -> Bool { model.heals(choices[step]) }
  /// Packs the state that a step led to.
  public func write(_ step: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    packing.pack(successors + step * stride, to: bytes)
  }

  /// The memory it uses, in bytes.
  public var byteCount: Int { stride * 8 * (ExplorationBounds.choiceLimit + 1) }
  /// It needs no more memory for them.
  public func growth(for states: Int) -> Int { 0 }
}
