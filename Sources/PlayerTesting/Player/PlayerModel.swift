import PlayerCore
import ReducerTesting

/// The player as a model under test: steps are inputs with instants, sensible or hostile, and every property is checked
/// at every step.
///
/// It tests the reducer alone: only the steps decide what the engine reports. ``WorldModel`` has an engine that keeps
/// its contract.
///
/// A ``PlayerSetup/Host/faithful`` host serves deadlines between the steps, at most ``deadlinesPerStep`` before each,
/// which bounds the cost of a 10 ms observer with a step hours later. Deadlines beyond that are served late, with the
/// next step, as any host may do.
public struct PlayerModel: Sendable {
  /// The properties of the library that are checked.
  public var properties: PlayerPropertySet
  /// Custom properties; see ``adding(_:detail:)``.
  public private(set) var additions: [Addition] = []
  /// Laws that need a second player, such as "splitting time is invisible", are checked once in this many inputs; 0 for
  /// never.
  public var samplingInterval: UInt64 = 32
  /// Whether the most expensive of them is checked at each of these inputs (``thorough(for:)``).
  var splitsAtEverySample = false
  /// The same for the laws about copies.
  var copiesAtEverySample = false
  #if !hasFeature(Embedded)
  /// A deliberate fault in copies; see ``CopyFault``.
  var copyFault = CopyFault()
  /// The distribution of sessions.
  public var generator = PlayerGenerator()
  #endif

  /// A model that checks these properties, and no additional ones.
  public init(properties: PlayerPropertySet = .all) { self.properties = properties }

  /// A custom property.
  public struct Addition: Sendable {
    /// Its name and severity.
    public var property: PlayerProperty
    /// `nil` when it holds; else what was observed, in one line.
    public var detail: @Sendable (_ context: Context) -> String?
  }

  /// What a custom property can read.
  public struct Context {
    /// The input.
    public let input: Input
    /// The instant of the input on the host's clock.
    public let instant: Instant
    /// The outputs of this input, in order.
    public let outputs: Outputs
    /// The state before the input, as far as it is stored.
    public let before: Player.Inspection
    /// The state after the input.
    public let inspection: Player.Inspection
    /// The player after the input.
    public let player: Player
  }

  /// The same model with another property: `detail` returns what is wrong, or `nil` when it holds.
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

  /// A player, its last outputs and its monitor.
  public struct State: Sendable {
    /// The player after the last step.
    public internal(set) var player: Player
    /// The outputs of the last input.
    public internal(set) var outputs = Outputs()
    /// The monitor that has observed every input of the session.
    public internal(set) var monitor: PlayerMonitor
    /// How this session's deadlines are delivered.
    public internal(set) var host: PlayerSetup.Host
    /// The number of requests so far.
    var requests: UInt32 = 0
    /// The kind of the last input.
    var lastCode: UInt16 = 0
    /// The number of inputs up to the next sample.
    var untilSample: Int64
    var samples: UInt32 = 0
    /// Inputs beyond one per step: served deadlines, and the inputs of second players. Shrinkers count them.
    var furtherInputs = 0
    /// The outputs of a second run.
    var scratch = Outputs()

    init(_ player: Player, _ model: PlayerModel, _ host: PlayerSetup.Host) {
      self.player = player
      untilSample = Int64(clamping: model.samplingInterval)
      monitor = PlayerMonitor(player, properties: model.properties)
      self.host = host
    }
  }

  /// Feeds the player one input unchanged and checks the result.
  @inline(__always)
  func feed(_ input: Input, at now: Instant, _ state: inout State) -> PropertyViolation? {
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

  /// Not inlined: in the caller it would be an unpredictable branch instead of a table.
  @inline(never)
  private static func code(of input: Input) -> UInt16 { input.code }

  @inline(never)
  func judge(_ input: Input, at now: Instant, _ state: State) -> PropertyViolation? {
    if var violation = state.monitor.violation(input, at: now, state.outputs, state.player) {
      #if !hasFeature(Embedded)
      if violation.property == Law.canonicalStateOtherwise.property.id,
        let difference = differenceFromCanonicalState(state)
      {
        violation.detail += ": \(difference)"
      }
      #endif
      return violation
    }
    let context = Context(
      input: input, instant: now, outputs: state.outputs, before: state.monitor.before,
      inspection: state.monitor.inspection,
      player: state.player)
    for addition in additions {
      if let detail = addition.detail(context) { return PropertyViolation(addition.property.id, detail) }
    }
    return nil
  }
}
