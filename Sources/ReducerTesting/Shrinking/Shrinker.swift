/// Makes a failing session small: the fewest steps, the simplest values and the least time that still break the same
/// property.
///
/// What it returns is *1-minimal*: no step can be deleted, no two near steps together, no value, no setup and no time
/// made simpler by any candidate the model has to offer, without losing the violation of this property.
/// ``Shrunk/verdict`` tells whether that is proven; only an exhausted budget, a stop, or a model that is not
/// deterministic prevents it.
///
/// 1. Everything after the violation is cut off.
/// 2. Steps are deleted in halves, quarters, eighths … and one by one, from the end: what comes before a change is not
///    run again, because the states along the session are kept (Zeller and Hildebrandt's delta debugging, 2002, with
///    snapshots).
/// 3. The setup, then the values of each step, then the times between steps become simpler.
/// 4. When none of this helps any more: two steps at once, deleted, merged or simplified in the same way; and related
///    values, in any steps (``Model/values(of:)-2ntr8``): equal ones at once, and several by the same amount.
///
/// This is repeated until nothing changes. The same session always shrinks to the same result.
///
/// Another property that breaks on the way does not count: shrinking never switches from one defect to another.
public struct Shrinker<Subject: Model>: Sendable {
  /// A session of this model.
  public typealias Session = ReducerTesting.Session<Subject.Setup, Subject.Step>

  /// The model under test.
  public var model: Subject
  /// How many steps may be taken in total, with one each for a session's begin and end, and the additional inputs of a
  /// step (``Model/inputs(of:)``). A count, not a time, so the result depends only on the session. The default is
  /// enough for a session of some 10,000 steps.
  public var budget: Int

  /// Shrinks sessions of a model.
  @inlinable
  public init(_ model: Subject, budget: Int = 50_000_000) {
    self.model = model
    self.budget = budget
  }

  /// Shrinks a session.
  ///
  /// - Parameters:
  ///   - session: One that breaks a property.
  ///   - property: The property that it must still break; by default the first that it breaks.
  ///   - progress: Called at the beginning, at each success and many times a second in between, whatever a try costs;
  ///     `false` stops, with the result so far.
  ///   - observe: Called before each call of `progress` with the smallest session so far and what it breaks: for a
  ///     caller that may be ended early. Keeping the session makes the next success copy it.
  /// - Returns: `nil` when the session does not break the property, or when it was stopped before that was known.
  @inlinable
  public func shrink(
    _ session: Session, property: String? = nil, progress: (ShrinkProgress) -> Bool = { _ in true },
    observe: ((Session, Finding) -> Void)? = nil
  ) -> Shrunk<Subject.Setup, Subject.Step>? {
    let goesOn = { progress(ShrinkProgress(stepCount: session.steps.count, effort: ShrinkEffort())) }
    guard let start = begin(session, property, while: goesOn) else { return nil }
    var run = ShrinkRun(
      model: start.model, session: session, finding: start.finding, inStep: start.inStep, budget: budget)
    run.observe = observe
    if start.isStopped { (run.isHalted, run.isStopped) = (true, true) } else { run.report(progress) }
    let isComplete = run.shrinkToFixpoint(progress: progress)
    return run.result(isComplete: isComplete)
  }

  /// What the session breaks, and the model that looks for it at every step: what is tried only now and then would come
  /// too early or too late in a session that has fewer steps. `nil` when it does not break it, or when it was stopped
  /// before that was known.
  @inlinable
  func begin(
    _ session: Session, _ property: String?, while goesOn: () -> Bool
  ) -> (model: Subject, finding: Finding, inStep: Bool, isStopped: Bool)? {
    var found: (finding: Finding, inStep: Bool)?
    switch model.run(session, while: goesOn) {
    case .holds: break
    case .breaks(let finding, let inStep): found = (finding, inStep)
    case .stopped: return nil
    }
    let wanted = property ?? found?.finding.violation.property
    let thorough = model.thorough(for: wanted)
    var isStopped = false
    switch thorough.run(session, while: goesOn) {
    case .breaks(let finding, let inStep) where wanted == nil || finding.violation.property == wanted:
      return (thorough, finding, inStep, false)
    case .holds, .breaks: break
    case .stopped: isStopped = true
    }
    guard let found, found.finding.violation.property == wanted else { return nil }
    return (model, found.finding, found.inStep, isStopped)
  }
}

/// A shrunk session.
public struct Shrunk<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The shrunk session.
  public var session: Session<Setup, Step>
  /// What the session breaks; `stepCount` is its length.
  public var finding: Finding
  /// Whether it is proven that it cannot become smaller.
  public var verdict: ShrinkVerdict
  /// The effort.
  public var effort: ShrinkEffort
  /// The result of one more run at the end: the same, unless the verdict is ``ShrinkVerdict/notReproducible``.
  public var rerun: Finding?

  /// Whether it is proven that nothing can be left out or made simpler.
  @inlinable
  public var isMinimal: Bool { verdict == .minimal }

  /// A shrunk session.
  @inlinable
  public init(
    _ session: Session<Setup, Step>, _ finding: Finding, _ verdict: ShrinkVerdict, _ effort: ShrinkEffort,
    rerun: Finding? = nil
  ) {
    self.rerun = rerun
    self.session = session
    self.finding = finding
    self.verdict = verdict
    self.effort = effort
  }
}

/// Whether it is proven that a session cannot become smaller.
public enum ShrinkVerdict: String, Hashable, Sendable {
  /// Every candidate was tried on the final session; none breaks the property.
  case minimal
  /// The budget ran out; the session is smaller, but perhaps not the smallest.
  case budgetExhausted
  /// The caller asked to stop.
  case stopped
  /// The final session did not break the same property when it ran again: the model depends on something other than its
  /// arguments.
  case notReproducible
}

/// The effort of shrinking.
public struct ShrinkEffort: Hashable, Sendable {
  /// Sessions tried, whole or from a snapshot.
  public var executions = 0
  /// Steps taken in them, with the additional inputs of each (``Model/inputs(of:)``).
  public var steps = 0
  /// Tries that made the session smaller.
  public var successes = 0
  /// Passes through the whole procedure.
  public var rounds = 0

  /// Nothing was done yet.
  @inlinable
  public init() {}
}

/// The progress of shrinking.
public struct ShrinkProgress: Hashable, Sendable {
  /// The number of steps of the smallest session so far.
  public var stepCount: Int
  /// The effort.
  public var effort: ShrinkEffort

  /// The progress.
  @inlinable
  public init(stepCount: Int, effort: ShrinkEffort) {
    self.stepCount = stepCount
    self.effort = effort
  }
}
