/// A reducer under test: a state, the steps that change it, and the properties that must hold throughout.
///
/// Everything here is a value and depends only on its arguments, so that a session can be run again, shortened and
/// simplified. A step means the same everywhere: when an earlier one is deleted it may have no effect, but it never
/// turns into another step. A step that does not fit the state is ignored by ``take(_:in:)``, or is not allowed
/// (``allows(_:in:)``).
///
/// Any `State × Input` reducer can be one.
///
/// In Embedded Swift, sessions can only be shrunk: drawing, explaining and printing them is left out there.
public protocol Model: Sendable {
  /// How a session begins: a configuration, the media, the speed of the engine. Part of what is shrunk.
  associatedtype Setup: Hashable & Sendable
  /// One self-contained step, its time included. Another type than `Setup`.
  associatedtype Step: Hashable & Sendable
  /// The state under test, with what the properties remember of the session so far. Copying it forks the session.
  associatedtype State
  #if !hasFeature(Embedded)
  /// What a session likes to do: in swarm testing each has a random subset of the steps, at random rates. It only
  /// steers the generator, so it is no part of a session.
  associatedtype Habits = Void
  #endif

  /// The state before the first step.
  func begin(_ setup: Setup) -> State
  /// Takes one step and checks every property; the first that does not hold is returned, and the session is over.
  func take(_ step: Step, in state: inout State) -> PropertyViolation?
  /// Checks what must hold after the last step: that the session comes to a good end once all faults are healed.
  func finish(_ state: inout State) -> PropertyViolation?
  /// A model that tries a costly property only now and then: the same model that tries it at every step, so that a
  /// session which breaks it can be shrunk, stored, and run again when nothing else is left of it. `nil` stands for
  /// every property.
  func thorough(for property: String?) -> Self

  /// Whether a step can be taken in this state: what the reducer under test demands of its caller. Only such steps are
  /// drawn, and only sessions of such steps count as simpler ones. By default every step can, and one that does not fit
  /// the state is ignored by ``take(_:in:)``.
  func allows(_ step: Step, in state: State) -> Bool

  #if !hasFeature(Embedded)
  func drawHabits(using random: inout SplitMix64) -> Habits
  func drawSetup(_ habits: Habits, using random: inout SplitMix64) -> Setup
  func drawStep(_ habits: Habits, in state: State, using random: inout SplitMix64) -> Step

  // Optional in-place variants for models with a large state.

  /// Makes of a state that was used the state of ``begin(_:)``, and may keep its storage.
  func begin(_ setup: Setup, in state: inout State)
  /// Draws the step of ``drawStep(_:in:using:)`` without a copy of the state, which it leaves as it is.
  func nextStep(_ habits: Habits, in state: inout State, using random: inout SplitMix64) -> Step
  #endif

  /// Setups that are simpler than this one, the simplest first. Simpler is a strict order without endless descents.
  func simplerSetups(than setup: Setup) -> [Setup]
  /// Steps that are simpler than this one, the simplest first: values nearer to zero or to a boundary that matters,
  /// earlier times. Simpler is a strict order without endless descents.
  func simplerSteps(than step: Step) -> [Step]

  /// The numbers of a step that may become smaller together with numbers elsewhere: positions, durations, what stands
  /// for an item. Of coupled numbers (a seek and the duration it must not exceed, the start and the end of a segment)
  /// none can become smaller alone. A step's instant is none of them, nor is what only the model can number.
  func values(of step: Step) -> [Int64]
  /// The step with other numbers, as many as ``values(of:)-2ntr8`` has; `nil` when there is none. A shrinker asks for
  /// smaller ones, and for a larger one where a step before it gets a smaller one.
  func step(_ step: Step, with values: [Int64]) -> Step?
  /// Whether a shrinker may make a number of a step larger, by as much as one of a step before it becomes smaller.
  /// Where the sum of numbers counts, only this brings it to its least form. False for a model whose numbers then are
  /// harder to read.
  var tradesValues: Bool { get }
  /// The same for a setup, of which a shrinker only asks for smaller numbers; `nil` as well where that would not be
  /// simpler.
  func values(of setup: Setup) -> [Int64]
  func setup(_ setup: Setup, with values: [Int64]) -> Setup?

  /// Steps each of which may stand for these two, `second` coming later in the session: two waits as one, two
  /// deliveries as one. It takes the place of `second`; `first` goes. So a sum that several steps make up shrinks to
  /// one step.
  func merged(_ first: Step, _ second: Step) -> [Step]
  /// When a step happens, in the model's own unit; `nil` when its steps have no time, or this one has none. A shrinker
  /// closes the gaps between steps, and moves no step before the one it follows.
  func instant(of step: Step) -> Int64?
  /// The same step at another instant.
  func moved(_ step: Step, to instant: Int64) -> Step
  #if !hasFeature(Embedded)
  /// The values of a step, each with steps that differ from it only in this value, and very much so. When all of them
  /// break the same property, the value does not matter. The instant is left out: it is varied anyway.
  func variations(of step: Step) -> [Variation<Step>]
  /// The same for the entries of a setup.
  func variations(of setup: Setup) -> [Variation<Setup>]

  /// What must happen in some session of a campaign, by name: at most 64, short and stable as the names of properties.
  /// A property that holds only because what it is about never happens proves nothing; with this such a campaign fails.
  var sometimes: [String] { get }
  /// Which of ``sometimes`` the state after a step shows: bit 0 stands for the first, bit 1 for the second …
  func reached(in state: State) -> UInt64
  #endif

  /// How much the state has taken in, in inputs, where a step or the end may take in many: a shrinker counts it against
  /// its budget. 0, as by default, when each takes one.
  func inputs(of state: State) -> Int

  #if !hasFeature(Embedded)
  /// Stands for the state: two runs of a session end with the same digest, on every machine. 0 when there is none.
  func digest(of state: State) -> UInt64

  /// A step in words, for the script of a failing session.
  func describe(_ step: Step) -> String
  func describe(_ setup: Setup) -> String
  /// The state in words, for the script of a failing session; `nil`, as by default, when it is not shown.
  func describe(state: State) -> String?
  /// What kind of step it is, whatever its values: two sessions that were shrunk and have steps of the same kinds are
  /// one way to break a property. By default its description without numbers.
  func kind(of step: Step) -> String
  func kind(of setup: Setup) -> String
  /// The numbers under which the steps of a session stand in the file that ``StoredModel`` makes of it: where other
  /// things happen between them, those are counted, too. `nil` for a step that does not stand there. By default 1, 2, 3
  /// …
  func stepNumbers(of session: Session<Setup, Step>) -> [Int64?]
  /// Swift code that makes the step, for a test that can be pasted.
  func code(for step: Step) -> String
  func code(for setup: Setup) -> String
  /// Swift code that makes the model.
  var code: String { get }

  /// Names the model in what is kept for it, the files of a corpus. Two models that share a folder have different
  /// names. By default its type's name.
  var name: String { get }
  #endif
}

/// One value of a step or of a setup, with alternatives.
public struct Variation<Whole: Hashable & Sendable>: Hashable, Sendable {
  /// The value's name, for example `position`.
  public var name: String
  /// The whole with other values in that place: at least two, far from each other, or they prove little.
  public var alternatives: [Whole]

  /// A value with its alternatives.
  public init(_ name: String, _ alternatives: [Whole]) {
    self.name = name
    self.alternatives = alternatives
  }
}

extension Model {
  /// Every step is allowed everywhere.
  @inlinable
  public func allows(_ step: Step, in state: State) -> Bool { true }
  /// Nothing is required at the end.
  @inlinable
  public func finish(_ state: inout State) -> PropertyViolation? { nil }
  /// The model itself: it samples nothing.
  @inlinable
  public func thorough(for property: String?) -> Self { self }
  /// No setup is simpler.
  public func simplerSetups(than setup: Setup) -> [Setup] { [] }
  /// No step is simpler.
  public func simplerSteps(than step: Step) -> [Step] { [] }
  /// The step has no numbers that depend on others.
  public func values(of step: Step) -> [Int64] { [] }
  /// The step has no numbers that can be put back.
  public func step(_ step: Step, with values: [Int64]) -> Step? { nil }
  /// Numbers are tried in pairs.
  @inlinable
  public var tradesValues: Bool { true }
  /// The setup has no numbers that depend on others.
  public func values(of setup: Setup) -> [Int64] { [] }
  /// The setup has no numbers that can be put back.
  public func setup(_ setup: Setup, with values: [Int64]) -> Setup? { nil }
  /// Two steps never become one.
  public func merged(_ first: Step, _ second: Step) -> [Step] { [] }
  /// Steps have no time.
  @inlinable
  public func instant(of step: Step) -> Int64? { nil }
  /// Steps have no time.
  public func moved(_ step: Step, to instant: Int64) -> Step { step }
  /// A step is one input.
  @inlinable
  public func inputs(of state: State) -> Int { 0 }
}

#if !hasFeature(Embedded)
extension Model {
  /// Creates a new state.
  @inlinable
  public func begin(_ setup: Setup, in state: inout State) { state = begin(setup) }
  /// Draws with ``drawStep(_:in:using:)``.
  @inlinable
  public func nextStep(_ habits: Habits, in state: inout State, using random: inout SplitMix64) -> Step {
    drawStep(habits, in: state, using: &random)
  }
  /// No value is varied.
  public func variations(of step: Step) -> [Variation<Step>] { [] }
  /// No value is varied.
  public func variations(of setup: Setup) -> [Variation<Setup>] { [] }
  /// Nothing must be reached.
  @inlinable
  public var sometimes: [String] { [] }
  /// Nothing was reached.
  @inlinable
  public func reached(in state: State) -> UInt64 { 0 }
  /// All states have the same digest.
  public func digest(of state: State) -> UInt64 { 0 }
  /// As Swift prints it.
  public func describe(_ step: Step) -> String { "\(step)" }
  /// As Swift prints it.
  public func describe(_ setup: Setup) -> String { "\(setup)" }
  /// States are not described.
  public func describe(state: State) -> String? { nil }
  /// The step as text, without its numbers.
  public func kind(of step: Step) -> String { TextMask.withoutNumbers(describe(step)) }
  /// The setup as text, without its numbers.
  public func kind(of setup: Setup) -> String { TextMask.withoutNumbers(describe(setup)) }
  /// Numbered from 1.
  public func stepNumbers(of session: Session<Setup, Step>) -> [Int64?] { session.steps.indices.map { Int64($0 + 1) } }
  /// As Swift prints it, as an expression.
  public func code(for step: Step) -> String { SwiftCode.expression(step) }
  /// As Swift prints it, as an expression.
  public func code(for setup: Setup) -> String { SwiftCode.expression(setup) }
  /// A call of the initialiser without arguments.
  public var code: String { "\(SwiftCode.name(of: Self.self))()" }
  /// The name of the type.
  public var name: String { SwiftCode.name(of: Self.self) }
}

extension Model where Habits == Void {
  /// Sessions have no habits.
  @inlinable
  public func drawHabits(using random: inout SplitMix64) {}
}
#endif
