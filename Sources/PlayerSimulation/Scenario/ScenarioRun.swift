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

    /// A failure in a sentence.
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
  /// The bytes of a trace that replays without the scenario; empty when none was asked for.
  public private(set) var trace: [UInt8] = []

  /// Whether every expectation came true.
  public var isPassed: Bool { failures.isEmpty }

  /// Plays a scenario. The same scenario plays the same on every machine; it takes at most ``ScenarioLimit/inputs``
  /// inputs and ``ScenarioLimit/length``. `form`: the form of the trace, `nil` for none.
  public init(_ scenario: Scenario, trace form: TraceForm? = nil) {
    var observer = NoScenarioObserver()
    self.init(scenario, trace: form, observer: &observer)
  }

  /// Plays a scenario while `observer` looks on.
  public init(_ scenario: Scenario, trace form: TraceForm? = nil, observer: inout some ScenarioObserver) {
    var stage = RunState(scenario, form, observer)
    switch scenario.source {
    case .simulated: self = stage.simulate()
    case .recorded(let deadlines): self = stage.replay(deadlines: deadlines)
    }
    observer = stage.observer
  }

  fileprivate init(_ stage: inout RunState<some ScenarioObserver>, _ player: Player, at end: Instant) {
    self.player = player
    self.end = end
    stage.finish(player, at: end)
    failures = stage.judge.failures + stage.failures
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
  var judge: ScenarioJudge
  var failures: [ScenarioRun.Failure] = []
  var encoder: TraceEncoder?
  var stepCount: Int64 = 0
  private var outputCount: Int64 = 0
  private var isBounded = true

  /// Instants at which a state is looked at, the next at the end.
  var looks: [TimeSpan] = []
  /// Steps that are due, the next at the end.
  private var due: [(instant: Instant, step: Int)] = []
  /// Steps that wait for a notification.
  private var waiting: [(step: Int, left: Int64)] = []
  private var isDone: [Bool]
  /// Whether nothing was to come any more when the run ended.
  private var isIdle = false
  private var translator: ActionTranslator

  init(_ scenario: Scenario, _ form: TraceForm?, _ observer: Observer) {
    self.scenario = scenario
    self.observer = observer
    judge = ScenarioJudge(scenario)
    translator = ActionTranslator(networks: scenario.networks)
    isDone = [Bool](repeating: false, count: scenario.steps.count)
    let instants = scenario.expectations.compactMap { expectation in
      if case .state(let instant, _) = expectation { instant } else { nil }
    }.sorted(by: >)
    for instant in instants where instant != looks.last { looks.append(instant) }
    guard let form else { return }
    encoder = TraceEncoder(form, scenario)
  }

  // MARK: Listening

  /// Returns whether the run may continue.
  @discardableResult
  mutating func hear(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    stepCount += 1
    outputCount += Int64(outputs.count)
    if encoder != nil { record(input, at: instant, outputs, player) }
    judge.hear(outputs, at: instant)
    for output in outputs {
      translator.hear(output)
      if !waiting.isEmpty { wake(output, at: instant) }
    }
    if stepCount >= ScenarioLimit.inputs, isBounded {
      isBounded = false
      failures.append(
        ScenarioRun.Failure(
          subject: .run,
          sentence: "the run was cut off after \(ScenarioLimit.inputs) inputs. Set 'until' to an earlier time"))
    }
    return observer.observe(input, at: instant, outputs, player) && isBounded
  }

  private mutating func record(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) {
    encoder?.encodeStep(stepCount, input, at: instant, outputs: outputs)
    guard stepCount % TraceLimit.checkpointInterval == 0 || encoder?.wantsCheckpoint == true else { return }
    encoder?.encode(
      .checkpoint(TraceCheckpoint(number: stepCount, instant: instant, state: player, digest: player.digest)))
  }

  private mutating func wake(_ output: Output, at instant: Instant) {
    for place in waiting.indices.reversed() {
      let step = waiting[place].step
      guard case .on(let event, _, let delay, _) = scenario.steps[step].trigger, event.matches(output) else { continue }
      waiting[place].left -= 1
      guard waiting[place].left == 0 else { continue }
      waiting.remove(at: place)
      plan(step, at: instant + delay)
    }
  }

  mutating func finish(_ player: Player, at end: Instant) {
    judge.look(at: player, for: nil, now: end)
    for look in looks {
      if .zero + look > end { judge.miss(look, end: end) } else { judge.look(at: player, for: look, now: .zero + look) }
    }
    judge.finish(at: end, isIdle: isIdle)
    for (index, done) in isDone.enumerated() where !done {
      let step = ScenarioWriter(scenario).step(scenario.steps[index])
      failures.append(
        ScenarioRun.Failure(
          subject: .step(index),
          sentence:
            "\(step): it was never done, until \(ScenarioNumber.text(time: end.microseconds)) when the run ended"))
    }
    encoder?.encode(
      .end(
        TraceEnd(
          number: stepCount, inputs: stepCount, outputs: outputCount, digest: player.digest, ending: .finished)))
  }

  // MARK: Steps

  private mutating func plan(_ step: Int, at instant: Instant) {
    // Behind what is planned for the same instant.
    let place = due.firstIndex { $0.instant <= instant } ?? due.count
    due.insert((instant, step), at: place)
  }

  /// Plans what depends on no other step.
  private mutating func begin() {
    for (index, step) in scenario.steps.enumerated() {
      switch step.trigger {
      case .at(let time): plan(index, at: .zero + time)
      case .after(let time): if index == 0 { plan(index, at: .zero + time) }
      case .on(_, let occurrence, _, let follows):
        if !follows || index == 0 { waiting.append((index, occurrence)) }
      }
    }
  }

  /// A step was done: what follows it may come.
  private mutating func follow(_ step: Int, at instant: Instant) {
    isDone[step] = true
    let next = step + 1
    guard next < scenario.steps.count else { return }
    switch scenario.steps[next].trigger {
    case .at: break
    case .after(let time): plan(next, at: instant + time)
    case .on(_, let occurrence, _, let follows): if follows { waiting.append((next, occurrence)) }
    }
  }

  // MARK: In a world

  mutating func simulate() -> ScenarioRun {
    var world = World(
      configuration: scenario.configuration,
      engine: SimulatedEngine(scenario.media, network: scenario.network.profile, timing: scenario.timing))
    var outputs = Outputs()
    let end = scenario.end.map { Instant.zero + $0 } ?? latest
    begin()
    var isRunning = true
    for event in translator.opening(of: scenario, &world) where isRunning {
      isRunning = happen(event, at: world.now, &world, &outputs)
    }
    while isRunning {
      let stop = min(due.last?.instant ?? .never, looks.last.map { .zero + $0 } ?? .never, end)
      isRunning = run(&world, until: stop, &outputs)
      // A notification may have planned a step before it.
      if !isRunning { break }
      if let next = due.last, next.instant < stop { continue }
      if let next = due.last, next.instant == stop {
        due.removeLast()
        let instant = max(stop, world.now)
        guard observer.arrive(world) else { break }
        for event in translator.events(of: scenario.steps[next.step].action, &world) where isRunning {
          isRunning = happen(event, at: instant, &world, &outputs)
        }
        follow(next.step, at: instant)
      } else if let look = looks.last, .zero + look == stop {
        looks.removeLast()
        judge.look(at: world.player, for: look, now: stop)
      } else {
        break
      }
    }
    isIdle = world.nextInstant == .never
    if isRunning, !isIdle || scenario.end != nil { world.run(until: end) }
    if isRunning { observer.finish(world) }
    return ScenarioRun(&self, world.player, at: world.now)
  }

  /// An hour, or a minute after the last time that is named.
  private var latest: Instant {
    var latest = TimeSpan.seconds(3_600)
    func see(_ span: TimeSpan?) {
      if let span { latest = max(latest, span + .seconds(60)) }
    }
    for step in scenario.steps { if case .at(let time) = step.trigger { see(time) } }
    for expectation in scenario.expectations {
      switch expectation {
      case .event(_, let window), .absence(_, let window): see(max(window.from ?? .zero, window.until ?? .zero))
      case .state(let instant, _): see(instant)
      case .never, .count: break
      }
    }
    return .zero + min(latest, .microseconds(ScenarioLimit.length))
  }

  private mutating func run(_ world: inout World, until stop: Instant, _ outputs: inout Outputs) -> Bool {
    while let input = world.takeNext(upTo: stop, into: &outputs) {
      guard hear(input, at: world.now, outputs, world.player) else { return false }
      if let next = due.last, next.instant < stop { return true }
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
    observer.prepare(for: event, at: instant)
    world.plan(event, at: instant)
    while let input = world.takeNext(upTo: instant, into: &outputs) {
      guard hear(input, at: world.now, outputs, world.player) else { return false }
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
      isDone[index] = true
    }
    if isRunning, let end = scenario.end {
      _ = pass(to: .zero + end, &player, &now, &outputs, serves: !deadlines, beforeReport: false)
      now = max(now, .zero + end)
    }
    return ScenarioRun(&self, player, at: now)
  }

  /// Serves deadlines and looks at states on the way to `instant`. A report comes before a deadline of the same
  /// instant.
  private mutating func pass(
    to instant: Instant, _ player: inout Player, _ now: inout Instant, _ outputs: inout Outputs, serves: Bool,
    beforeReport: Bool
  ) -> Bool {
    while true {
      let deadline = serves ? player.nextDeadline : .never
      if let look = looks.last, .zero + look < min(instant, deadline) {
        looks.removeLast()
        judge.look(at: player, for: look, now: .zero + look)
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
    // There is no engine that could fail.
    case .fault, .heal, .wait: return []
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
