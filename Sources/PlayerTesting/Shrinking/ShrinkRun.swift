/// The smallest failing session so far, and what it takes to try a smaller one.
@usableFromInline
struct ShrinkRun<Subject: Model> {
  @usableFromInline typealias Session = PlayerTesting.Session<Subject.Setup, Subject.Step>

  @usableFromInline let model: Subject
  @usableFromInline let property: String
  @usableFromInline let budget: Int
  @usableFromInline var session: Session
  @usableFromInline var finding: Finding
  @usableFromInline var effort = ShrinkEffort()
  /// Whether tries that come to their end unbroken are finished. That may cost more than all their steps, so a session
  /// that broke in a step is finished only once nothing else makes it smaller.
  @usableFromInline var finishes: Bool
  @usableFromInline var isHalted = false
  @usableFromInline var isStopped = false

  /// So many steps are taken when the caller is next told how far it is, at the latest.
  @usableFromInline var reportsAt = Self.reportInterval
  /// Some milliseconds.
  @usableFromInline static var reportInterval: Int { 1 << 16 }

  /// States along the session: the k-th after k × `stride` steps. At most `snapshotLimit` of them, whatever the length.
  @usableFromInline var snapshots: [Subject.State] = []
  @usableFromInline var stride = 1
  @usableFromInline static var snapshotLimit: Int { 512 }

  /// The steps of a try, behind those it has in common with the session.
  @usableFromInline var tail: [Subject.Step] = []

  @inlinable
  init(model: Subject, session: Session, finding: Finding, budget: Int) {
    self.model = model
    self.session = session
    self.finding = finding
    self.budget = budget
    property = finding.breach.property
    finishes = false
    self.session.steps.removeLast(max(0, session.steps.count - finding.stepCount))
    finishes = !breaksInStep()
    effort = ShrinkEffort()
    restride()
  }

  /// Whether a step breaks the property, not the end.
  @inlinable
  func breaksInStep() -> Bool {
    var state = model.begin(session.setup)
    for step in session.steps where model.take(step, in: &state) != nil { return true }
    return false
  }

  // MARK: Snapshots

  /// The state after `count` steps of the session, which does not break among them.
  @inlinable
  mutating func state(after count: Int) -> Subject.State {
    if snapshots.isEmpty { snapshots.append(model.begin(session.setup)) }
    let last = min(count / stride, snapshots.count - 1)
    var state = snapshots[last]
    var index = last * stride
    while index < count {
      _ = model.take(session.steps[index], in: &state)
      effort.steps += 1
      index += 1
      if index % stride == 0, snapshots.count == index / stride { snapshots.append(state) }
    }
    return state
  }

  /// The session is another from its `count`-th step on.
  @inlinable
  mutating func forgetSnapshots(behind count: Int) {
    let kept = count / stride + 1
    if snapshots.count > kept { snapshots.removeLast(snapshots.count - kept) }
    restride()
  }

  @inlinable
  mutating func restride() {
    let wanted = session.steps.count / Self.snapshotLimit + 1
    // Only when it is worth it: the snapshots at hand are lost but for the first.
    guard wanted < stride || stride == 1 && wanted > 1 else { return }
    stride = wanted
    if snapshots.count > 1 { snapshots.removeLast(snapshots.count - 1) }
  }

  // MARK: Tries

  /// Runs the first `count` steps of the session and then those of `tail`. When that breaks the property, it is the
  /// session from now on.
  @inlinable
  mutating func attempt(keeping count: Int, progress: (ShrinkProgress) -> Bool) -> Bool {
    guard mayTry(progress) else { return false }
    var state = state(after: count)
    let inputs = model.inputs(of: state)
    for (index, step) in tail.enumerated() {
      effort.steps += 1
      guard let breach = model.take(step, in: &state) else { continue }
      countInputs(of: state, from: inputs)
      return breach.property == property && accept(breach, keeping: count, and: index + 1, progress)
    }
    return endBreaks(&state, from: inputs, keeping: count, progress)
  }

  /// Runs the session's steps with another setup.
  @inlinable
  mutating func attempt(_ setup: Subject.Setup, progress: (ShrinkProgress) -> Bool) -> Bool {
    guard mayTry(progress) else { return false }
    var state = model.begin(setup)
    let inputs = model.inputs(of: state)
    let old = session.setup
    tail.removeAll(keepingCapacity: true)
    for (index, step) in session.steps.enumerated() {
      effort.steps += 1
      guard let breach = model.take(step, in: &state) else { continue }
      countInputs(of: state, from: inputs)
      guard breach.property == property else { return false }
      session.setup = setup
      snapshots.removeAll(keepingCapacity: true)
      return accept(breach, keeping: index + 1, and: 0, progress)
    }
    session.setup = setup
    if endBreaks(&state, from: inputs, keeping: session.steps.count, progress) {
      snapshots.removeAll(keepingCapacity: true)
      return true
    }
    session.setup = old
    return false
  }

  @inlinable
  mutating func mayTry(_ progress: (ShrinkProgress) -> Bool) -> Bool {
    if isHalted { return false }
    effort.executions += 1
    effort.steps += 2
    if effort.steps > budget { isHalted = true }
    if effort.executions % 1_024 == 0 || effort.steps >= reportsAt { report(progress) }
    return !isHalted
  }

  @inlinable
  mutating func report(_ progress: (ShrinkProgress) -> Bool) {
    reportsAt = effort.steps + Self.reportInterval
    if progress(ShrinkProgress(stepCount: session.steps.count, effort: effort)) { return }
    isHalted = true
    isStopped = true
  }

  @inlinable
  mutating func endBreaks(
    _ state: inout Subject.State, from inputs: Int, keeping count: Int, _ progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    let breach = finishes ? model.finish(&state) : nil
    countInputs(of: state, from: inputs)
    guard let breach, breach.property == property else { return false }
    return accept(breach, keeping: count, and: tail.count, progress)
  }

  /// A step may have taken in many inputs.
  @inlinable
  mutating func countInputs(of state: Subject.State, from inputs: Int) {
    effort.steps += max(0, model.inputs(of: state) - inputs)
  }

  @inlinable
  mutating func accept(
    _ breach: Breach, keeping count: Int, and tailCount: Int, _ progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    session.steps.removeLast(session.steps.count - count)
    session.steps.append(contentsOf: tail[..<tailCount])
    finding = Finding(breach, stepCount: session.steps.count)
    effort.successes += 1
    forgetSnapshots(behind: count)
    report(progress)
    return true
  }

  /// Makes `tail` the steps from `start` on, without those before it.
  @inlinable
  mutating func setTail(from start: Int) {
    tail.removeAll(keepingCapacity: true)
    tail.append(contentsOf: session.steps[start...])
  }

  // MARK: The programme

  /// Goes on until nothing changes any more; false when it had to give up before.
  @inlinable
  mutating func shrinkToFixpoint(progress: (ShrinkProgress) -> Bool) -> Bool {
    var isFirst = true
    while !isHalted {
      effort.rounds += 1
      let before = effort.successes
      deleteSteps(from: isFirst ? session.steps.count / 2 : 1, progress: progress)
      isFirst = false
      simplifySetup(progress: progress)
      simplifyValues(progress: progress)
      closeGaps(progress: progress)
      if effort.successes == before { changeTwoSteps(progress: progress) }
      if effort.successes > before { continue }
      if finishes { break }
      finishes = true
    }
    return !isHalted
  }

  @inlinable
  func result(isComplete: Bool) -> Shrunk<Subject.Setup, Subject.Step> {
    var verdict: ShrinkVerdict = isStopped ? .stopped : isComplete ? .minimal : .budgetExhausted
    let rerun = model.run(session)
    if rerun != finding { verdict = .notReproducible }
    return Shrunk(session, finding, verdict, effort, rerun: rerun)
  }
}
