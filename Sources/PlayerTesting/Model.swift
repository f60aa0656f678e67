/// A reducer under test: a state, the steps that change it, and the properties that must hold throughout.
///
/// Everything here is a value and depends on nothing but its arguments, so that a session can be run again, cut short and
/// simplified. A step means the same wherever it stands: when one before it is deleted it may come to nothing, but it
/// never turns into another step. A step that does not fit the state is ignored by ``take(_:in:)``, never refused.
///
/// ``PlayerModel`` and ``WorldModel`` are models of the player; any other `State × Input` reducer can be one.
public protocol Model: Sendable {
  /// How a session begins: a configuration, the media, the speed of the engine. Part of what is shrunk.
  associatedtype Setup: Hashable & Sendable
  /// One self-contained step, its time included.
  associatedtype Step: Hashable & Sendable
  /// The state under test, with what the properties remember of the session so far. Copying it forks the session.
  associatedtype State
  /// What a session likes to do: in swarm testing each has a random subset of the steps, at random rates. It only steers
  /// the generator, so it is no part of a session.
  associatedtype Habits = Void

  /// The state before the first step.
  func begin(_ setup: Setup) -> State
  /// Takes one step and checks every property; the first that does not hold is returned, and the session is over.
  func take(_ step: Step, in state: inout State) -> Breach?
  /// Checks what must hold after the last step: that the session comes to a good end once all faults are healed.
  func finish(_ state: inout State) -> Breach?

  func drawHabits(using random: inout SplitMix64) -> Habits
  func drawSetup(_ habits: Habits, using random: inout SplitMix64) -> Setup
  func drawStep(_ habits: Habits, in state: State, using random: inout SplitMix64) -> Step

  /// Setups that are simpler than this one, the simplest first. Simpler is a strict order without endless descents.
  func simplerSetups(than setup: Setup) -> [Setup]
  /// Steps that are simpler than this one, the simplest first: values nearer to zero or to a boundary that matters,
  /// earlier times. Simpler is a strict order without endless descents.
  func simplerSteps(than step: Step) -> [Step]

  /// What happened in the last step, as one number: search that is guided by coverage keeps sessions that show new ones.
  func mark(of state: State) -> UInt64

  /// A step in words, for the script of a failing session.
  func describe(_ step: Step) -> String
  func describe(_ setup: Setup) -> String
}

extension Model {
  public func finish(_ state: inout State) -> Breach? { nil }
  public func simplerSetups(than setup: Setup) -> [Setup] { [] }
  public func simplerSteps(than step: Step) -> [Step] { [] }
  public func mark(of state: State) -> UInt64 { 0 }
  public func describe(_ step: Step) -> String { "\(step)" }
  public func describe(_ setup: Setup) -> String { "\(setup)" }
}

extension Model where Habits == Void {
  public func drawHabits(using random: inout SplitMix64) {}
}

/// A property that does not hold.
public struct Breach: Hashable, Sendable {
  /// The property's name: short, stable, lower case with dashes, for example `plays-although-paused`.
  public var property: String
  /// What was seen, in a line for a person.
  public var detail: String

  public init(_ property: String, _ detail: String = "") {
    self.property = property
    self.detail = detail
  }
}
