import PlayerCore

/// The user of a scenario, for a player over real media: what is sent to it and when, and which expectations were met.
///
/// Media, network, engine and faults of a scenario are simulated, and real media has its own: ``obstacles(in:)`` names
/// what of a scenario cannot come with it. The host gives the player what ``takeDue(at:_:)`` returns when its clock
/// comes to ``nextInstant``, and reports every input to ``hear(_:at:)``.
public struct ScenarioDrive: Sendable {
  /// An input for the player from outside.
  public enum Order: Hashable, Sendable {
    /// A command; the host numbers its request.
    case command(Command)
    case environment(EnvironmentEvent)
  }

  private var schedule: ScenarioSchedule
  private let isLocal: Bool
  private var inputs: Int64 = 0

  /// A run that begins at instant zero. `isLocal`: the media needs no network.
  public init(_ scenario: Scenario, isLocal: Bool) {
    schedule = ScenarioSchedule(scenario)
    self.isLocal = isLocal
    schedule.begin()
  }

  /// The first commands for the player, before it loads: the segments.
  public var opening: [Command] {
    schedule.scenario.segments.isEmpty ? [] : Self.commands(for: schedule.scenario.segments)
  }

  /// When a step is due or a state is checked; `.never` when only notifications can trigger another step.
  public var nextInstant: Instant { min(nextStep, schedule.nextLook ?? .never) }

  /// Steps that cause each other end here.
  private var nextStep: Instant { inputs < ScenarioLimit.inputs ? schedule.nextStep ?? .never : .never }

  /// When the run is over at the latest.
  public var latest: Instant { schedule.scenario.end.map { .zero + $0 } ?? schedule.latest }

  /// The player took an input at an instant. Returns whether a step or a check is due now.
  public mutating func hear(_ outputs: Outputs, at instant: Instant) -> Bool {
    inputs += 1
    schedule.hear(outputs, at: instant)
    return nextInstant <= instant
  }

  /// The inputs that are due, after everything else that happens now.
  public mutating func takeDue(at now: Instant, _ player: Player) -> [Order] {
    var orders: [Order] = []
    while nextInstant <= now {
      // Steps come before states of the same instant.
      if nextStep <= schedule.nextLook ?? .never, let step = schedule.takeStep() {
        orders += self.orders(of: schedule.scenario.steps[step].action)
        schedule.follow(step, at: now)
        // The next step must see the changes of this one.
        if !orders.isEmpty { return orders }
      } else {
        schedule.look(at: player)
      }
    }
    return orders
  }

  /// The outcome. `isIdle`: nothing more would have happened.
  public mutating func finish(_ player: Player, at end: Instant, isIdle: Bool) -> ScenarioRun {
    ScenarioRun(failures: schedule.finish(player, at: end, isIdle: isIdle), player, at: end, inputs: inputs)
  }

  private static func commands(for segments: [Scenario.Segment]) -> [Command] {
    segments.map { $0.command } + [.commitSegments]
  }

  private func orders(of action: ScenarioAction) -> [Order] {
    switch action {
    case .command(.load(let item, let start, let autoplay, let opens, _), _):
      [.command(.load(item: item, start: start, autoplay: autoplay, opens: opens, isLocal: isLocal))]
    case .command(let command, _): [.command(command)]
    case .environment(let event): [.environment(event)]
    case .segments(let segments): Self.commands(for: segments).map { .command($0) }
    case .connect(let path, _): [.environment(.networkChanged(path))]
    case .report, .deadline, .fault, .heal, .wait, .sleep: []
    }
  }
}

extension ScenarioDrive {
  /// Something in a scenario that does not work with real media.
  public struct Obstacle: Hashable, Sendable {
    /// The step, by its place in ``Scenario/steps``; `nil` for the scenario itself.
    public var step: Int?
    /// What it is.
    public var sentence: String
    /// Whether the run makes sense without it: the real network replaces it.
    public var canBeLeftOut: Bool
  }

  /// The parts of a scenario that do not work with real media, in the order of its lines. Media and engine are not
  /// among them: the real ones replace them.
  public static func obstacles(in scenario: Scenario) -> [Obstacle] {
    var obstacles: [Obstacle] = []
    func add(_ step: Int?, _ sentence: String, canBeLeftOut: Bool = false) {
      obstacles.append(Obstacle(step: step, sentence: sentence, canBeLeftOut: canBeLeftOut))
    }
    if case .recorded = scenario.source {
      add(nil, "the engine's reports are steps ('engine: recorded'), but a real engine reports on its own")
    }
    if scenario.network != .standard || !scenario.networks.isEmpty {
      add(nil, "its network is simulated, but real media comes over the real network", canBeLeftOut: true)
    }
    let writer = ScenarioWriter(scenario)
    for (index, step) in scenario.steps.enumerated() {
      let words = "'\(writer.action(step.action))'"
      switch step.action {
      case .connect(.none, nil):
        add(index, "\(words): data still arrives over the real network", canBeLeftOut: true)
      case .connect(_, .some): add(index, "\(words): the rate of a real network cannot be set", canBeLeftOut: true)
      case .fault, .heal: add(index, "\(words): a fault is simulated", canBeLeftOut: true)
      case .sleep: add(index, "\(words): this host cannot be put to sleep", canBeLeftOut: true)
      case .report: add(index, "\(words): a real engine reports on its own")
      case .deadline: add(index, "\(words): the player's deadlines are served automatically")
      case .command(.load(let item, _, _, _, _), _) where item.rawValue > 1:
        add(index, "\(words): the only media is item 1")
      case .command(.reload(let item, _, _), _) where item.rawValue > 1:
        add(index, "\(words): the only media is item 1")
      case .command, .environment, .segments, .wait, .connect: break
      }
    }
    return obstacles
  }
}
