import PlayerCore
import PlayerTrace

/// The outcome of a scenario.
public struct ScenarioRun: Sendable {
  /// What differs from the scenario.
  public struct Failure: Hashable, Sendable {
    /// What a failure is about.
    public enum Subject: Hashable, Sendable {
      /// By its place in ``Scenario/expectations``.
      case expectation(Int)
      /// A step was never done; by its place in ``Scenario/steps``.
      case step(Int)
      /// The run itself.
      case run
    }

    /// What was not as expected.
    public var subject: Subject
    /// What was expected and what happened instead.
    public var sentence: String

    /// A failure with its sentence.
    public init(subject: Subject, sentence: String) {
      self.subject = subject
      self.sentence = sentence
    }
  }

  /// In the order of the scenario's lines; empty when it passed.
  public private(set) var failures: [Failure] = []
  /// The virtual time at which the run was over.
  public private(set) var end = Instant.zero
  /// How many inputs the player took.
  public private(set) var inputs: Int64 = 0
  /// The player at the end.
  public private(set) var player: Player
  /// The bytes of a trace that replays without the scenario; empty when none was requested.
  public private(set) var trace: [UInt8] = []

  /// Whether every expectation was met.
  public var isPassed: Bool { failures.isEmpty }

  /// Plays a scenario. The same scenario plays the same on every machine; it takes at most ``ScenarioLimit/inputs``
  /// inputs and ``ScenarioLimit/length``. `form`: the form of the trace, `nil` for none.
  public init(_ scenario: Scenario, trace form: TraceForm? = nil) {
    var observer = NoScenarioObserver()
    self.init(scenario, trace: form, observer: &observer)
  }

  /// Plays a scenario with an observer.
  public init(_ scenario: Scenario, trace form: TraceForm? = nil, observer: inout some ScenarioObserver) {
    var stage = RunState(scenario, form, observer)
    switch scenario.source {
    case .simulated: self = stage.simulate()
    case .recorded(let deadlines): self = stage.replay(deadlines: deadlines)
    }
    observer = stage.observer
  }

  /// A scenario that was played over real media. `failures`: in any order.
  init(failures: [Failure], _ player: Player, at end: Instant, inputs: Int64) {
    (self.player, self.end, self.inputs) = (player, end, inputs)
    self.failures = failures.sorted { $0.order < $1.order }
  }

  fileprivate init(_ stage: inout RunState<some ScenarioObserver>, _ player: Player, at end: Instant) {
    self.player = player
    self.end = end
    failures = stage.finish(player, at: end)
    failures.sort { $0.order < $1.order }
    inputs = stage.stepCount
    trace = stage.encoder?.bytes ?? []
  }
}

extension ScenarioRun.Failure {
  /// Steps before expectations, the run last.
  fileprivate var order: Int {
    switch subject {
    case .step(let index): index
    case .expectation(let index): 1 << 30 + index
    case .run: .max
    }
  }
}

/// What both ways to play a scenario share: the observer, and the steps that wait for a notification.
private struct RunState<Observer: ScenarioObserver> {
  let scenario: Scenario
  var observer: Observer
  private var schedule: ScenarioSchedule
  private var failures: [ScenarioRun.Failure] = []
  var encoder: TraceEncoder?
  var stepCount: Int64 = 0
  private var outputCount: Int64 = 0
  private var isBounded = true
  /// Whether nothing more was due when the run ended.
  private var isIdle = false
  private var translator: ActionTranslator

  init(_ scenario: Scenario, _ form: TraceForm?, _ observer: Observer) {
    self.scenario = scenario
    self.observer = observer
    schedule = ScenarioSchedule(scenario)
    translator = ActionTranslator(networks: scenario.networks)
    guard let form else { return }
    encoder = TraceEncoder(form, scenario)
  }

  // MARK: Listening

  /// Returns whether the run may continue. `instant`: of the player's clock.
  @discardableResult
  mutating func hear(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    stepCount += 1
    outputCount += Int64(outputs.count)
    if encoder != nil { record(input, at: instant, outputs, player) }
    schedule.hear(outputs, at: instant + schedule.slept)
    for output in outputs { translator.hear(output) }
    if stepCount >= ScenarioLimit.inputs, isBounded {
      isBounded = false
      failures.append(
        ScenarioRun.Failure(
          subject: .run,
          sentence: "the run was stopped after \(ScenarioLimit.inputs) inputs. Set 'until' to an earlier time"))
    }
    return observer.observe(input, at: instant, outputs, player) && isBounded
  }

  private mutating func hear(_ input: Input, in world: borrowing World, _ outputs: Outputs) -> Bool {
    schedule.slept = world.now - world.uptime
    return hear(input, at: world.uptime, outputs, world.player)
  }

  private mutating func record(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) {
    encoder?.encodeStep(stepCount, input, at: instant, outputs: outputs)
    guard stepCount % TraceLimit.checkpointInterval == 0 || encoder?.wantsCheckpoint == true else { return }
    encoder?.encode(
      .checkpoint(TraceCheckpoint(number: stepCount, instant: instant, state: player, digest: player.digest)))
  }

  /// What differs from the scenario, in any order.
  mutating func finish(_ player: Player, at end: Instant) -> [ScenarioRun.Failure] {
    let failures = schedule.finish(player, at: end, isIdle: isIdle) + failures
    encoder?.encode(
      .end(
        TraceEnd(
          number: stepCount, inputs: stepCount, outputs: outputCount, digest: player.digest, ending: .finished)))
    return failures
  }

  // MARK: In a world

  mutating func simulate() -> ScenarioRun {
    var world = World(
      configuration: scenario.configuration,
      engine: SimulatedEngine(scenario.media, network: scenario.network.profile, timing: scenario.timing))
    var outputs = Outputs()
    let end = scenario.end.map { Instant.zero + $0 } ?? schedule.latest
    schedule.begin()
    var isRunning = true
    for event in translator.opening(of: scenario, &world) where isRunning {
      isRunning = happen(event, at: world.now, &world, &outputs)
    }
    while isRunning {
      let stop = min(schedule.nextStep ?? .never, schedule.nextLook ?? .never, end)
      isRunning = run(&world, until: stop, &outputs)
      // A notification may have planned a step before it.
      if !isRunning { break }
      if let next = schedule.nextStep, next < stop { continue }
      if schedule.nextStep == stop, let step = schedule.takeStep() {
        let instant = max(stop, world.now)
        guard observer.arrive(world) else { break }
        for event in translator.events(of: scenario.steps[step].action, &world) where isRunning {
          isRunning = happen(event, at: instant, &world, &outputs)
        }
        // What follows a sleep follows the waking.
        schedule.follow(step, at: max(instant, world.now))
      } else if schedule.nextLook == stop {
        schedule.look(at: world.player)
      } else {
        break
      }
    }
    isIdle = world.nextInstant == .never
    if isRunning, !isIdle || scenario.end != nil { world.run(until: end) }
    if isRunning { observer.finish(world) }
    return ScenarioRun(&self, world.player, at: world.now)
  }

  private mutating func run(_ world: inout World, until stop: Instant, _ outputs: inout Outputs) -> Bool {
    while let input = world.takeNext(upTo: stop, into: &outputs) {
      guard hear(input, in: world, outputs) else { return false }
      if let next = schedule.nextStep, next < stop { return true }
    }
    guard world.isBusy else { return true }
    failures.append(
      ScenarioRun.Failure(
        subject: .run,
        sentence: "engine and player keep each other busy at \(ScenarioNumber.text(time: world.now.microseconds))"))
    observer.finish(world)
    return false
  }

  private mutating func happen(
    _ event: WorldEvent, at instant: Instant, _ world: inout World, _ outputs: inout Outputs
  ) -> Bool {
    observer.prepare(for: event, at: instant + (.zero - schedule.slept))
    world.plan(event, at: instant)
    defer { schedule.slept = world.now - world.uptime }
    while let input = world.takeNext(upTo: instant, into: &outputs) {
      guard hear(input, in: world, outputs) else { return false }
    }
    return true
  }

  // MARK: As it was recorded

  mutating func replay(deadlines: Bool) -> ScenarioRun {
    var player = Player(configuration: scenario.configuration)
    var outputs = Outputs()
    var (now, request) = (Instant.zero, RequestID.none)
    var isRunning = true
    var (previous, isFirst) = (Instant.zero, true)
    for (index, step) in scenario.steps.enumerated() where isRunning {
      switch step.trigger {
      case .at(let time): previous = .zero + time
      case .after(let time): previous = previous + time
      case .on: continue
      }
      if isFirst { (now, isFirst) = (previous, false) }
      for input in inputs(of: step.action, &request) where isRunning {
        let isReport = if case .engine = input { true } else { false }
        isRunning = pass(to: previous, &player, &now, &outputs, serves: !deadlines, beforeReport: isReport)
        guard isRunning else { break }
        player.receive(input, at: previous, into: &outputs)
        now = previous
        isRunning = hear(input, at: previous, outputs, player)
      }
      schedule.note(done: index)
    }
    if isRunning, let end = scenario.end {
      _ = pass(to: .zero + end, &player, &now, &outputs, serves: !deadlines, beforeReport: false)
      now = max(now, .zero + end)
    }
    return ScenarioRun(&self, player, at: now)
  }

  /// Serves deadlines and checks states on the way to `instant`. A report comes before a deadline of the same instant.
  private mutating func pass(
    to instant: Instant, _ player: inout Player, _ now: inout Instant, _ outputs: inout Outputs, serves: Bool,
    beforeReport: Bool
  ) -> Bool {
    while true {
      let deadline = serves ? player.nextDeadline : .never
      if let look = schedule.nextLook, look < min(instant, deadline) {
        schedule.look(at: player)
        continue
      }
      guard deadline != .never, deadline < instant || (deadline == instant && !beforeReport) else { return true }
      player.receive(.deadline, at: deadline, into: &outputs)
      now = max(now, deadline)
      guard hear(.deadline, at: deadline, outputs, player) else { return false }
    }
  }

  private mutating func inputs(of action: ScenarioAction, _ request: inout RequestID) -> [Input] {
    func number() -> RequestID {
      request = RequestID(request.rawValue == .max ? 1 : request.rawValue + 1)
      return request
    }
    switch action {
    case .command(let command, let given): return [.command(command, given ?? number())]
    case .environment(let event): return [.environment(event)]
    case .report(let event, let epoch): return [.engine(event, epoch ?? translator.epoch)]
    case .deadline: return [.deadline]
    case .segments(let segments):
      return segments.map { .command($0.command, number()) } + [.command(.commitSegments, number())]
    case .connect(let path, _): return [.environment(.networkChanged(path))]
    // Without an engine, these have no effect.
    case .fault, .heal, .wait, .sleep: return []
    }
  }
}

extension TraceEncoder {
  /// Begins the trace of a scenario: with what its items and texts are.
  init(_ form: TraceForm, _ scenario: Scenario) {
    let isSimulated = scenario.source == .simulated
    let header = TraceHeader(
      configuration: scenario.configuration, engine: isSimulated ? SimulatedEngine.identity : "recorded",
      tool: "tapedeck", note: scenario.name)
    self.init(form, header: header)
    for index in 0..<max(scenario.sources.count, scenario.media.count) {
      let item = ItemID(UInt32(index + 1))
      var source = index < scenario.sources.count ? scenario.sources[index] : ""
      if source.isEmpty, index < scenario.media.count { source = "simulated:\(index + 1)" }
      if !source.isEmpty { encode(.definition(.item(item, source: source))) }
    }
    for (index, text) in scenario.texts.enumerated() where !text.isEmpty {
      encode(.definition(.text(TextID(UInt32(index + 1)), text)))
    }
  }
}

extension Scenario.Segment {
  var command: Command {
    .stageSegment(
      id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated, title: title)
  }
}
