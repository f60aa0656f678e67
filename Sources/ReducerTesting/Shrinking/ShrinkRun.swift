/// The smallest failing session so far, and what it takes to try a smaller one.
@usableFromInline
struct ShrinkRun<Subject: Model> {
  @usableFromInline typealias Session = ReducerTesting.Session<Subject.Setup, Subject.Step>

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
  /// Gets the session at each report.
  @usableFromInline var observe: ((Session, Finding) -> Void)?

  /// After this many steps the caller is next notified of the progress, at the latest.
  @usableFromInline var reportsAt = RunEnd.interval

  /// States along the session: the k-th after k × `stride` steps. At most `snapshotLimit` of them, whatever the length.
  @usableFromInline var snapshots: [Subject.State] = []
  @usableFromInline var stride = 1
  @usableFromInline static var snapshotLimit: Int { 512 }

  /// The steps of a try, after those it has in common with the session.
  @usableFromInline var tail: [Subject.Step] = []

  #if !hasFeature(Embedded)
  /// Short sessions that were tried and did not break the property: most tries come again, round after round. Looking
  /// one up costs more than running it where steps are cheap, so it pays only in a shrinking that lasts.
  @usableFromInline var failures: Set<Session> = []
  /// How many steps are taken before any is remembered.
  @usableFromInline static var rememberedFrom: Int { 1 << 16 }
  /// At most this many of them, of at most this many steps.
  @usableFromInline static var failureLimit: Int { 1 << 12 }
  @usableFromInline static var failureLength: Int { 64 }
  #endif

  /// - Parameter inStep: Whether a step breaks the property, not the end.
  @inlinable
  init(model: Subject, session: Session, finding: Finding, inStep: Bool, budget: Int) {
    self.model = model
    self.session = session
    self.finding = finding
    self.budget = budget
    property = finding.violation.property
    finishes = !inStep
    self.session.steps.removeLast(max(0, session.steps.count - finding.stepCount))
    restride()
  }

  // MARK: Snapshots

  /// The state after `count` steps of the session, which does not break among them; `nil` when it was stopped on the
  /// way.
  @inlinable
  mutating func state(after count: Int, _ progress: (ShrinkProgress) -> Bool) -> Subject.State? {
    if snapshots.isEmpty { snapshots.append(model.begin(session.setup)) }
    let last = min(count / stride, snapshots.count - 1)
    var state = snapshots[last]
    var index = last * stride
    while index < count {
      _ = take(session.steps[index], in: &state)
      guard mayGoOn(progress) else { return nil }
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
    // Only if it pays off: all snapshots but the first are lost.
    guard wanted < stride || stride == 1 && wanted > 1 else { return }
    stride = wanted
    if snapshots.count > 1 { snapshots.removeLast(snapshots.count - 1) }
  }

  // MARK: Tries

  /// Runs the first `count` steps of the session and then those of `tail`. When that breaks the property, it is the
  /// session from now on.
  @inlinable
  mutating func attempt(keeping count: Int, progress: (ShrinkProgress) -> Bool) -> Bool {
    guard !isHalted else { return false }
    let candidate = remembered(session.setup, count)
    if hasFailed(candidate) { return false }
    guard mayTry(progress), var state = state(after: count, progress) else { return false }
    for index in tail.indices {
      guard model.allows(tail[index], in: state) else { return fail(candidate) }
      if let violation = take(tail[index], in: &state) {
        if violation.property == property { return accept(violation, keeping: count, and: index + 1, progress) }
        return fail(candidate)
      }
      guard mayGoOn(progress) else { return false }
    }
    return endBreaks(&state, keeping: count, progress) || fail(candidate)
  }

  /// Runs the session's steps, or those of `tail` in their place, with another setup.
  @inlinable
  mutating func attempt(
    _ setup: Subject.Setup, replacingSteps: Bool = false, progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    guard !isHalted else { return false }
    if !replacingSteps { setTail(from: 0) }
    let candidate = remembered(setup, 0)
    if hasFailed(candidate) { return false }
    guard mayTry(progress) else { return false }
    var state = model.begin(setup)
    let old = session.setup
    for index in tail.indices {
      guard model.allows(tail[index], in: state) else { return fail(candidate) }
      if let violation = take(tail[index], in: &state) {
        guard violation.property == property else { return fail(candidate) }
        session.setup = setup
        snapshots.removeAll(keepingCapacity: true)
        return accept(violation, keeping: 0, and: index + 1, progress)
      }
      guard mayGoOn(progress) else { return false }
    }
    session.setup = setup
    if endBreaks(&state, keeping: 0, progress) {
      snapshots.removeAll(keepingCapacity: true)
      return true
    }
    session.setup = old
    return fail(candidate)
  }

  #if !hasFeature(Embedded)
  /// The session that is about to be tried, when it is short enough to be remembered.
  @inlinable
  func remembered(_ setup: Subject.Setup, _ count: Int) -> Session? {
    guard effort.steps >= Self.rememberedFrom, count + tail.count <= Self.failureLength else { return nil }
    return Session(setup, session.steps[..<count] + tail)
  }

  /// A try came to nothing, and not because it was stopped.
  @inlinable
  mutating func fail(_ candidate: Session?) -> Bool {
    guard let candidate, !isHalted else { return false }
    if failures.count >= Self.failureLimit { failures.removeAll(keepingCapacity: true) }
    failures.insert(candidate)
    return false
  }

  @inlinable
  func hasFailed(_ candidate: Session?) -> Bool { candidate.map { failures.contains($0) } ?? false }

  @inlinable
  mutating func forgetFailures() { failures.removeAll() }
  #else
  // Embedded Swift cannot hash sessions, so a failed candidate may be tried again.
  @inlinable
  func remembered(_ setup: Subject.Setup, _ count: Int) -> Session? { nil }
  @inlinable
  func hasFailed(_ candidate: Session?) -> Bool { false }
  @inlinable
  func fail(_ candidate: Session?) -> Bool { false }
  @inlinable
  func forgetFailures() {}
  #endif

  @inlinable
  mutating func mayTry(_ progress: (ShrinkProgress) -> Bool) -> Bool {
    effort.executions += 1
    effort.steps += 2
    if effort.executions % 1_024 == 0 { report(progress) }
    return mayGoOn(progress)
  }

  /// Asked at every step of a try, for a single one may take longer than a user waits.
  @inlinable
  mutating func mayGoOn(_ progress: (ShrinkProgress) -> Bool) -> Bool {
    if effort.steps > budget { isHalted = true } else if effort.steps >= reportsAt { report(progress) }
    return !isHalted
  }

  /// Takes a step and counts it, and what it takes in beyond one input.
  @inlinable
  mutating func take(_ step: Subject.Step, in state: inout Subject.State) -> PropertyViolation? {
    let inputs = model.inputs(of: state)
    let violation = model.take(step, in: &state)
    effort.steps += 1 + max(0, model.inputs(of: state) - inputs)
    return violation
  }

  @inlinable
  mutating func report(_ progress: (ShrinkProgress) -> Bool) {
    reportsAt = effort.steps + RunEnd.interval
    observe?(session, finding)
    if progress(ShrinkProgress(stepCount: session.steps.count, effort: effort)) { return }
    isHalted = true
    isStopped = true
  }

  @inlinable
  mutating func endBreaks(
    _ state: inout Subject.State, keeping count: Int, _ progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    guard finishes else { return false }
    let inputs = model.inputs(of: state)
    let violation = model.finish(&state)
    effort.steps += max(0, model.inputs(of: state) - inputs)
    guard let violation, violation.property == property else { return false }
    return accept(violation, keeping: count, and: tail.count, progress)
  }

  @inlinable
  mutating func accept(
    _ violation: PropertyViolation, keeping count: Int, and tailCount: Int, _ progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    session.steps.removeLast(session.steps.count - count)
    session.steps.append(contentsOf: tail[..<tailCount])
    finding = Finding(violation, stepCount: session.steps.count)
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

  /// Continues until nothing changes; false when it had to give up before.
  @inlinable
  mutating func shrinkToFixpoint(progress: (ShrinkProgress) -> Bool) -> Bool {
    var isFirst = true
    while !isHalted {
      effort.rounds += 1
      let (before, stepCount, values) = (effort.successes, session.steps.count, placedValues())
      deleteSteps(from: isFirst ? session.steps.count / 2 : 1, progress: progress)
      isFirst = false
      simplifySetup(progress: progress)
      simplifyValues(progress: progress)
      closeGaps(progress: progress)
      // First by large amounts: two steps get only as near to each other's goal as both of their candidates do.
      if effort.successes == before { _ = lowerBySameAmount(progress: progress) }
      if effort.successes == before { changeTwoSteps(progress: progress) }
      if effort.successes == before { deleteWithAdjustment(progress: progress) }
      if effort.successes == before { changeValuesTogether(progress: progress) }
      if effort.successes > before {
        if session.steps.count == stepCount { continueLowering(from: values, progress: progress) }
        continue
      }
      if finishes { break }
      finishes = true
      forgetFailures()
    }
    return !isHalted
  }

  @inlinable
  func result(isComplete: Bool) -> Shrunk<Subject.Setup, Subject.Step> {
    var verdict: ShrinkVerdict = isStopped ? .stopped : isComplete ? .minimal : .budgetExhausted
    // A caller that stopped the shrinking does not want another run, either.
    let rerun = isStopped ? finding : model.run(session)
    if rerun != finding { verdict = .notReproducible }
    return Shrunk(session, finding, verdict, effort, rerun: rerun)
  }
}
