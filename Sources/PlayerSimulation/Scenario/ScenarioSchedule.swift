import PlayerCore

/// Which step of a scenario is due when, and what its expectations find: what every way to play it shares, in a world, as
/// it was recorded, and over real media.
struct ScenarioSchedule {
  let scenario: Scenario
  private var judge: ScenarioJudge
  /// Instants at which a state is checked, the next at the end.
  private var looks: [TimeSpan] = []
  /// Steps that are due, the next at the end.
  private var due: [(instant: Instant, step: Int)] = []
  /// Steps that wait for a notification.
  private var waiting: [(step: Int, left: Int64)] = []
  private var isDone: [Bool]
  /// How long the host has slept so far.
  var slept = TimeSpan.zero

  init(_ scenario: Scenario) {
    self.scenario = scenario
    judge = ScenarioJudge(scenario)
    isDone = [Bool](repeating: false, count: scenario.steps.count)
    let instants = scenario.expectations.compactMap { expectation in
      if case .state(let instant, _) = expectation { instant } else { nil }
    }.sorted(by: >)
    for instant in instants where instant != looks.last { looks.append(instant) }
  }

  // MARK: When

  /// When the next step is done; `nil` when none is due.
  var nextStep: Instant? { due.last?.instant }

  /// When a state is checked next; `nil` when there are no more checks.
  var nextLook: Instant? { looks.last.map { .zero + $0 } }

  /// Plans what depends on no other step.
  mutating func begin() {
    for (index, step) in scenario.steps.enumerated() {
      switch step.trigger {
      case .at(let time): plan(index, at: .zero + time)
      case .after(let time): if index == 0 { plan(index, at: .zero + time) }
      case .on(_, let occurrence, _, let follows):
        if !follows || index == 0 { wait(index, for: occurrence) }
      }
    }
  }

  /// Takes the next step that is due.
  mutating func takeStep() -> Int? { due.popLast()?.step }

  /// A step was done: what follows it may come.
  mutating func follow(_ step: Int, at instant: Instant) {
    isDone[step] = true
    let next = step + 1
    guard next < scenario.steps.count else { return }
    switch scenario.steps[next].trigger {
    case .at: break
    case .after(let time): plan(next, at: instant + time)
    case .on(_, let occurrence, _, let follows): if follows { wait(next, for: occurrence) }
    }
  }

  /// A step was done that none follows: steps are taken in the order of the file.
  mutating func note(done step: Int) { isDone[step] = true }

  private mutating func wait(_ step: Int, for occurrence: Int64) {
    // What follows a step that is done every time waits already.
    if !waiting.contains(where: { $0.step == step }) { waiting.append((step, occurrence)) }
  }

  private mutating func plan(_ step: Int, at instant: Instant) {
    if due.contains(where: { $0.step == step }) { return }
    // After everything planned for the same instant.
    let place = due.firstIndex { $0.instant <= instant } ?? due.count
    due.insert((instant, step), at: place)
  }

  /// An hour, or a minute after the last time that is named.
  var latest: Instant {
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

  // MARK: What is heard and seen

  /// What the player reports at an instant.
  mutating func hear(_ outputs: borrowing Outputs, at instant: Instant) {
    judge.hear(outputs, at: instant)
    guard !waiting.isEmpty else { return }
    for index in 0..<outputs.count where !waiting.isEmpty { wake(outputs[index], at: instant) }
  }

  private mutating func wake(_ output: Output, at instant: Instant) {
    for place in waiting.indices.reversed() {
      let step = waiting[place].step
      guard case .on(let event, let occurrence, let delay, _) = scenario.steps[step].trigger, event.matches(output)
      else { continue }
      if occurrence > 0 {
        waiting[place].left -= 1
        guard waiting[place].left == 0 else { continue }
        waiting.remove(at: place)
      }
      plan(step, at: instant + delay)
    }
  }

  /// Looks at the state for the next instant at which one is expected.
  mutating func look(at player: Player) {
    guard let look = looks.popLast() else { return }
    judge.look(at: player, for: look, now: clock(of: player, at: .zero + look))
  }

  /// What the player's clock shows at `instant`.
  private func clock(of player: Player, at instant: Instant) -> Instant {
    max(player.clock, instant + (.zero - slept))
  }

  // MARK: The end

  /// What differs from the scenario, in the order of its lines. `isIdle`: nothing more would have happened.
  mutating func finish(_ player: Player, at end: Instant, isIdle: Bool) -> [ScenarioRun.Failure] {
    judge.look(at: player, for: nil, now: clock(of: player, at: end))
    for look in looks {
      if .zero + look > end {
        judge.miss(look, end: end)
      } else {
        judge.look(at: player, for: look, now: clock(of: player, at: .zero + look))
      }
    }
    judge.finish(at: end, isIdle: isIdle)
    var failures = judge.failures
    for (index, done) in isDone.enumerated() where !done {
      let step = ScenarioWriter(scenario).step(scenario.steps[index])
      failures.append(
        ScenarioRun.Failure(
          subject: .step(index),
          sentence:
            "\(step): it was not done before the run ended at \(ScenarioNumber.text(time: end.microseconds))"))
    }
    return failures
  }
}
