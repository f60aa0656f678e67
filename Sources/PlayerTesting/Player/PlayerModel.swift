import PlayerCore
import ReducerTesting

/// The player as a model under test: steps are inputs with instants, sensible or hostile, and every property is checked
/// at every one of them.
///
/// It tests the reducer alone: nothing but the steps says what an engine does. ``WorldModel`` has an engine that keeps to
/// its contract.
///
/// A session of a ``PlayerSetup/Host/faithful`` host is served its deadlines between the steps; at most
/// ``deadlinesPerStep`` before each, so that observers of every 10 ms and a step hours later cost no hours. What is due
/// beyond that comes with the next step, late, as every host may be.
public struct PlayerModel: Model {
  /// How many deadlines a faithful host serves before a step.
  public static var deadlinesPerStep: Int { 64 }

  /// The properties that come with the library and are looked at.
  public var properties: PlayerPropertySet
  /// Properties of one's own; see ``adding(_:holds:)``.
  public private(set) var additions: [Addition] = []
  /// Laws that need a second player, such as "splitting time is invisible", are tried once in so many inputs; 0 for never.
  public var samplingInterval: UInt64 = 32
  /// Whether the costliest of them is tried at each of these inputs (``thorough(for:)``).
  var splitsAtEverySample = false
  /// How sessions are drawn.
  public var generator = PlayerGenerator()

  /// Sessions are stored under this name.
  public var name: String { "player" }
  /// The model's own version and the vocabulary: coverage of another version is not comparable.
  public var version: String { "model 1, \(Vocabulary.version)" }

  /// A model that checks these properties, and no additional ones.
  public init(properties: PlayerPropertySet = .all) { self.properties = properties }

  /// A property of one's own.
  public struct Addition: Sendable {
    /// Its name and severity.
    public var property: PlayerProperty
    /// `nil` when it holds; else what was seen, in a line for a person.
    public var detail: @Sendable (_ context: Context) -> String?
  }

  /// What a property of one's own may look at.
  public struct Context {
    /// The input that was taken.
    public let input: Input
    /// The instant it was taken at, on the host's clock.
    public let instant: Instant
    /// The outputs of this input, in order.
    public let outputs: Outputs
    /// The state before the input, as far as it is kept, and after it.
    public let before: Player.Facts
    /// The state after the input.
    public let facts: Player.Facts
    /// The player after the input.
    public let player: Player
  }

  /// The same model with one more property: `detail` says what is wrong, or `nil` when it holds.
  ///
  /// ```swift
  /// let model = PlayerModel().adding(PlayerProperty("too-loud", "nothing is louder than normal")) { context in
  ///   context.player.volume.left > 1_000 ? "left is \(context.player.volume.left)" : nil
  /// }
  /// ```
  public func adding(
    _ property: PlayerProperty, detail: @escaping @Sendable (_ context: Context) -> String?
  ) -> PlayerModel {
    var model = self
    model.additions.append(Addition(property: property, detail: detail))
    return model
  }

  /// The same model without the properties of these ids.
  public func allowing(_ ids: some Sequence<String>) -> PlayerModel {
    var model = self
    for id in ids { model.properties.remove(id) }
    return model
  }

  /// A player, its last outputs and the watch on it.
  public struct State: Sendable {
    /// The player after the last step.
    public internal(set) var player: Player
    /// What the last input has led to.
    public internal(set) var outputs = Outputs()
    /// The monitor that has observed every input of the session.
    public internal(set) var monitor: PlayerMonitor
    /// How this session's deadlines are delivered.
    public internal(set) var host: PlayerSetup.Host
    /// How many requests were numbered.
    var requests: UInt32 = 0
    /// The kind of the last input.
    var lastCode: UInt16 = 0
    /// Inputs up to the next sample.
    var untilSample: Int64
    var samples: UInt32 = 0
    /// Inputs beyond the one that each step is: deadlines that were served, and what second players took for laws that need
    /// them. What a shrinker counts.
    var furtherInputs = 0
    /// For laws that need a second run.
    var scratch = Outputs()

    init(_ player: Player, _ model: PlayerModel, _ host: PlayerSetup.Host) {
      self.player = player
      untilSample = Int64(clamping: model.samplingInterval)
      monitor = PlayerMonitor(player, properties: model.properties)
      self.host = host
    }
  }

  /// A player with the setup's configuration, before its first input.
  public func begin(_ setup: PlayerSetup) -> State {
    State(Player(configuration: setup.configuration), self, setup.host)
  }

  /// The same in storage that exists already: saves an allocation for each session.
  public func begin(_ setup: PlayerSetup, in state: inout State) {
    state.player = Player(configuration: setup.configuration)
    // Nobody waits for a deadline yet: one empties the outputs, whose storage is kept, and does nothing else.
    state.player.receive(.deadline, at: .zero, into: &state.outputs)
    state.monitor = PlayerMonitor(state.player, properties: properties)
    state.host = setup.host
    state.requests = 0
    state.lastCode = 0
    state.untilSample = Int64(clamping: samplingInterval)
    state.samples = 0
    state.furtherInputs = 0
  }

  /// Takes the deadlines due before the step (faithful host), then the step. Returns the first violated property.
  public func take(_ step: PlayerStep, in state: inout State) -> Breach? { take(step, in: &state) { _, _, _ in } }

  /// Takes a step, and hands every input that the player gets to `visit`, with its instant and the state after it.
  @inline(__always)
  func take(
    _ step: PlayerStep, in state: inout State, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> Breach? {
    // Where steps before it were taken out or moved, a step comes when it can.
    var now = max(step.instant, state.player.clock)
    if state.host == .faithful {
      if state.player.nextDeadline <= now, let breach = serve(upTo: now, &state, visit) { return breach }
      now = max(now, state.player.clock)
      if case .deadline = step.input { return nil }
    } else if step.instant < .zero {
      now = Instant(microseconds: (state.player.clock + TimeSpan(microseconds: step.instant.microseconds)).microseconds)
    }
    let input = step.resolved(state.monitor.facts, request: RequestID(state.requests &+ 1))
    let breach = feed(input, at: now, &state)
    visit(input, now, state)
    return breach
  }

  /// Serves what is due, each deadline at its own instant.
  @inline(never)
  private func serve(
    upTo now: Instant, _ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> Breach? {
    for _ in 0..<Self.deadlinesPerStep {
      let deadline = state.player.nextDeadline
      guard deadline <= now, deadline != .never else { return nil }
      state.furtherInputs &+= 1
      let breach = feed(.deadline, at: deadline, &state)
      visit(.deadline, deadline, state)
      if let breach { return breach }
    }
    return nil
  }

  /// Gives the player one input as it is and checks what it leads to.
  @inline(__always)
  func feed(_ input: Input, at now: Instant, _ state: inout State) -> Breach? {
    let code = Self.code(of: input)
    if case .command = input { state.requests &+= 1 }
    state.lastCode = code
    state.untilSample &-= 1
    if state.untilSample == 0 { return feedSampled(input, code, at: now, &state) }
    state.player.receive(input, at: now, into: &state.outputs)
    let holds = state.monitor.take(input, code, at: now, &state.outputs, &state.player)
    if holds, additions.isEmpty { return nil }
    return judge(input, at: now, state)
  }

  /// A call: within its caller it would be another jump by chance instead of a table.
  @inline(never)
  private static func code(of input: Input) -> UInt16 { input.code }

  @inline(never)
  func judge(_ input: Input, at now: Instant, _ state: State) -> Breach? {
    if let breach = state.monitor.breach(input, at: now, state.outputs, state.player) { return breach }
    let context = Context(
      input: input, instant: now, outputs: state.outputs, before: state.monitor.before, facts: state.monitor.facts,
      player: state.player)
    for addition in additions {
      if let detail = addition.detail(context) { return Breach(addition.property.id, detail) }
    }
    return nil
  }

  /// Deadlines served and inputs of second players, beyond the steps themselves.
  public func inputs(of state: State) -> Int { state.furtherInputs }

  /// The digest of the player's canonical form.
  public func digest(of state: State) -> UInt64 { state.player.digest }

  /// A hash of the kind of the last input, the states around it and the kinds of its outputs.
  public func mark(of state: State) -> UInt64 { Self.mark(state.monitor, state.lastCode, state.outputs) }

  /// What an input has shown: its kind, the states before and after it, and the kinds of its outputs.
  static func mark(_ monitor: PlayerMonitor, _ code: UInt16, _ outputs: Outputs) -> UInt64 {
    let (before, facts) = (monitor.before, monitor.facts)
    var mark = Digest()
    mark.put(Int64(code))
    mark.put(Int64(before.shown.phase.rawValue) << 8 | Int64(before.shown.state.rawValue))
    mark.put(Int64(facts.shown.phase.rawValue) << 8 | Int64(facts.shown.state.rawValue))
    mark.put((facts.isSeeking ? 1 : 0) | (facts.isStarting ? 2 : 0) | (facts.nextEpoch.isNone ? 0 : 4))
    for output in outputs { mark.put(Int64(output.code)) }
    return mark.value
  }
}

extension Vocabulary {
  /// Which reducer a model of the player has: part of the model's version.
  static var version: String { "behaviour \(behaviourVersion), vocabulary \(String(hash, radix: 16))" }
}
