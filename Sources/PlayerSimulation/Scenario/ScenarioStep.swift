import PlayerCore

/// Something that is done in a scenario, and when.
public struct ScenarioStep: Hashable, Sendable {
  /// When it happens.
  public var trigger: ScenarioTrigger
  /// What happens.
  public var action: ScenarioAction

  /// A step.
  public init(_ trigger: ScenarioTrigger, _ action: ScenarioAction) {
    self.trigger = trigger
    self.action = action
  }
}

/// When a step is done.
public enum ScenarioTrigger: Hashable, Sendable {
  /// At an instant of the run.
  case at(TimeSpan)
  /// This long after the previous step; zero for a step without a time.
  case after(TimeSpan)
  /// This long after the `occurrence`th notification of a kind, counted from the previous step with `follows`, else
  /// from the beginning; 0 for each of them that comes while the step is not due already.
  case on(EventPattern, occurrence: Int64, after: TimeSpan, follows: Bool)
}

/// What is done.
public enum ScenarioAction: Hashable, Sendable {
  /// A command; without a number, it gets a new one.
  case command(Command, RequestID?)
  case environment(EnvironmentEvent)
  /// A report of the engine; without an epoch, it is from the newest opening.
  case report(EngineEvent, Epoch?)
  /// A deadline, in a session recorded with its deadlines.
  case deadline
  /// Makes these the segments of the media.
  case segments([Scenario.Segment])
  case fault(EngineFault)
  /// Every fault is over.
  case heal
  /// Only time passes.
  case wait
  /// The host sleeps this long.
  case sleep(TimeSpan)
  /// The machine is connected by another path, over its network or the one that is given. Without a connection nothing
  /// arrives; a path `none` with a network is an undetected one: the player is notified that there is no path, but data
  /// still arrives.
  case connect(NetworkPath, ScenarioNetwork?)
}

/// A notification of a player: its kind, and conditions on some of its fields.
public struct EventPattern: Hashable, Sendable {
  /// A comparison for a field.
  public struct Condition: Hashable, Sendable {
    /// The place of the field in the message.
    public var field: Int
    /// The expected value of the field, in its unit.
    public var bound: ScenarioBound

    /// A comparison that a field of a message must meet.
    public init(field: Int, _ bound: ScenarioBound) {
      self.field = field
      self.bound = bound
    }

    /// The value of a field of a message, within `tolerance`.
    public init(field: Int, value: Int64, tolerance: Int64 = 0) {
      self.init(field: field, .near(value, tolerance: tolerance))
    }
  }

  /// The number of the output in the vocabulary.
  public var code: UInt16
  /// The conditions that its fields must meet.
  public var conditions: [Condition]

  /// A message of this kind whose fields meet the conditions.
  public init(code: UInt16, _ conditions: [Condition] = []) {
    self.code = code
    self.conditions = conditions
  }

  /// The player shows another state.
  public static func state(_ state: PlaybackState) -> EventPattern {
    let output = Output.notification(.playbackStateChanged(from: .idle, to: state), .command)
    // The last of its fields.
    return EventPattern(code: output.code, [Condition(field: output.message.count - 1, value: state.wireValue)])
  }

  func matches(_ output: Output) -> Bool {
    guard output.code == code else { return false }
    if conditions.isEmpty { return true }
    let message = output.message
    return conditions.allSatisfy { $0.bound.holds(message[$0.field]) }
  }
}
