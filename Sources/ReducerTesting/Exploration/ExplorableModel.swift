/// A model small enough to visit all of its states.
///
/// A state must be a pure function of its ``Words``, and so must the possible steps and their results: states with
/// equal words are one state. Where a state contains more (instants, counters), two with equal words must continue in
/// the same way. An ``Explorer`` visits one of them and replays its findings from the beginning, which exposes a model
/// that breaks this rule.
public protocol ExplorableModel: Model {
  /// A state as plain bytes, without a gap between them and at most ``ExplorationBounds/wordLimit`` words of 64 bits.
  associatedtype Words: BitwiseCopyable & Sendable
  /// How its steps are taken in an exploration.
  associatedtype Lane: ExplorationLane = PlainLane<Self> where Lane.Explored == Self

  /// Appends every step that can happen in `state`, in an order that follows from the words of the state, at most
  /// ``ExplorationBounds/choiceLimit``.
  func choices(in state: State, into choices: inout [Step])
  func words(of state: State) -> Words
  /// Makes `state`, which is any state of the same setup, one that has these words.
  func restore(_ words: Words, into state: inout State)

  /// Whether this state fulfils what is expected of the model: such a state must always be reachable.
  func isGood(_ state: State) -> Bool
  /// Whether a step does no harm: the way to a good state may only use these.
  func heals(_ step: Step) -> Bool
  /// How many outputs the last step had; the maximum is reported.
  func outputCount(of state: State) -> Int
  /// Identifies what is explored, so that a checkpoint is not continued with something else.
  var identity: String { get }
  /// The version of the states: in another version their words may have other meanings, and a checkpoint is refused. By
  /// default `version 1`.
  var version: String { get }
}

extension ExplorableModel {
  /// Every state is a good one.
  public func isGood(_ state: State) -> Bool { true }
  /// Every step heals.
  public func heals(_ step: Step) -> Bool { true }
  /// States have no outputs.
  public func outputCount(of state: State) -> Int { 0 }
  /// States of every version are the same.
  public var version: String { "version 1" }
}

extension ExplorableModel where Habits == Void {
  /// A possible step, each with the same probability. There must be at least one.
  public func drawStep(_ habits: Habits, in state: State, using random: inout SplitMix64) -> Step {
    var choices: [Step] = []
    self.choices(in: state, into: &choices)
    return random.pick(choices)
  }
}

extension ExplorableModel where State: BitwiseCopyable & Sendable, Words == State {
  /// The state itself.
  public func words(of state: State) -> State { state }
  /// Replaces the state.
  public func restore(_ words: State, into state: inout State) { state = words }
}

/// The limits of an exploration.
public struct ExplorationBounds: Hashable, Sendable {
  /// The most words that a state may have.
  public static var wordLimit: Int { 512 }
  /// The most steps that may be possible in a state.
  public static var choiceLimit: Int { 255 }
  /// The most states that an exploration numbers.
  public static var stateLimit: Int { 4_000_000_000 }

  /// The maximum number of steps from the beginning to a state.
  public var depth = Int.max
  /// The maximum number of states, checked after every few thousand.
  public var states = ExplorationBounds.stateLimit
  /// Bytes for everything that grows. An exploration stops before it would need more.
  public var memory = 2 << 30
  /// The number of threads. The result does not depend on it.
  public var workers = 2
  /// How many different properties may be broken before the exploration stops. At 1, the exploration stops at the first
  /// counterexample.
  public var findings = 1

  /// No bounds except two gigabytes and the first finding.
  public init() {}
}
