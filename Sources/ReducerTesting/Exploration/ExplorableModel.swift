/// A model small enough that all of it can be visited.
///
/// A state must be a pure function of its ``Words``, and so must what can happen in it and what comes of that: states
/// with equal words are one state. Where a state remembers more (instants, numbers that only count), two with equal
/// words must continue alike. An ``Explorer`` visits one of them and replays what it finds from the beginning, where a
/// model that breaks this is found out.
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
}

extension ExplorableModel {
  /// Every state is a good one.
  public func isGood(_ state: State) -> Bool { true }
  /// Every step heals.
  public func heals(_ step: Step) -> Bool { true }
  /// States have no outputs.
  public func outputCount(of state: State) -> Int { 0 }
}

extension ExplorableModel where Habits == Void {
  /// A step that can happen, each with the same probability. There must be one.
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

/// What an exploration may take.
public struct ExplorationBounds: Hashable, Sendable {
  /// The most words that a state may have.
  public static var wordLimit: Int { 512 }
  /// The most steps that may be possible in a state.
  public static var choiceLimit: Int { 255 }
  /// The most states that an exploration numbers.
  public static var stateLimit: Int { 4_000_000_000 }

  /// Steps from the beginning to the farthest state that is looked at.
  public var depth = Int.max
  /// How many states are kept, checked after every few thousand.
  public var states = ExplorationBounds.stateLimit
  /// Bytes for everything that grows. An exploration that would need more stops before it does.
  public var memory = 2 << 30
  /// How many threads work. The result does not depend on it.
  public var workers = 2
  /// How many different properties may be broken before the exploration stops. At 1 nothing is looked at after the
  /// first counterexample.
  public var findings = 1

  /// No bound but two gigabytes and the first finding.
  public init() {}
}
