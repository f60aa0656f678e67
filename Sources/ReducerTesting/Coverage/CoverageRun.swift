/// A search in progress: the marks seen, the sessions kept, and the report so far.
@usableFromInline
struct CoverageRun<Subject: Model> {
  @usableFromInline typealias Session = ReducerTesting.Session<Subject.Setup, Subject.Step>

  @usableFromInline typealias Kept = CoverageMemory<Subject.Setup, Subject.Step>.Kept

  @usableFromInline let model: Subject
  @usableFromInline let plan: CoveragePlan
  @usableFromInline var random: SplitMix64
  @usableFromInline var marks: MarkTable
  @usableFromInline var pool: [Kept]
  @usableFromInline var report = CoverageReport<Subject.Setup, Subject.Step>()
  /// The coming steps; `nil` is one to draw when its turn comes.
  @usableFromInline var draft: [Subject.Step?] = []

  @inlinable
  init(model: Subject, plan: CoveragePlan, memory: CoverageMemory<Subject.Setup, Subject.Step>) {
    self.model = model
    self.plan = plan
    random = SplitMix64(seed: plan.seed)
    marks = memory.marks
    marks.limit = MarkTable.possible(plan.markLimit)
    pool = memory.pool
    report.marks = marks.count
    report.poolCount = pool.count
  }

  @inlinable
  var isGoingOn: Bool { report.failures.isEmpty || !plan.stopsAtFirst }

  /// Drafts a session, new or a variation of a kept one, and runs it.
  @inlinable
  mutating func runOne() {
    let habits = model.drawHabits(using: &random)
    draft.removeAll(keepingCapacity: true)
    var setup: Subject.Setup?
    if !pool.isEmpty, !random.once(in: 8) { setup = draftVariation() }
    if draft.isEmpty { draft.append(contentsOf: repeatElement(nil, count: plan.length)) }
    run(Session(setup ?? model.drawSetup(habits, using: &random)), habits)
  }

  @inlinable
  mutating func run(_ empty: Session, _ habits: Subject.Habits) {
    var session = empty
    var state = model.begin(session.setup)
    var newest: UInt64?
    var newestCount = 0
    var finding: Finding?
    for planned in draft.prefix(plan.length) {
      guard let step = planned ?? model.nextAllowedStep(habits, in: &state, using: &random) else { break }
      // A step that followed others before may not be allowed here.
      if !model.allows(step, in: state) { continue }
      session.steps.append(step)
      let violation = model.take(step, in: &state)
      let mark = model.mark(of: state)
      report.reached |= model.reached(in: state)
      if marks.see(mark).isNew {
        newest = mark
        newestCount = session.steps.count
      }
      if let violation {
        finding = Finding(violation, stepCount: session.steps.count)
        break
      }
    }
    report.sessions += 1
    report.steps += session.steps.count
    finding = finding ?? model.finish(&state).map { Finding($0, stepCount: session.steps.count) }
    if let finding { keep(session, finding, model.mark(of: state)) }
    if let newest {
      // Steps after the newest mark have shown nothing new.
      session.steps.removeLast(session.steps.count - newestCount)
      keep(session, newest)
    }
    report.marks = marks.count
    report.unplacedMarks = marks.unplaced
    report.poolCount = pool.count
  }

  @inlinable
  mutating func keep(_ session: Session, _ finding: Finding, _ mark: UInt64) {
    report.failureCounts[finding.violation.property, default: 0] += 1
    guard !CoverageFailure.hasEnough(report.failures, of: finding.violation.property, mark) else { return }
    report.failures.append(CoverageFailure(session, finding, mark))
  }

  @inlinable
  mutating func keep(_ session: Session, _ mark: UInt64) {
    report.lastNews = report.sessions
    if pool.count < max(1, plan.poolLimit) {
      pool.append(Kept(session, mark))
    } else {
      pool[choose(amongst: 8) { $0 > $1 }] = Kept(session, mark)
    }
  }

  // MARK: Choosing

  /// The best of a few kept sessions drawn by chance: by how often its mark was seen and itself was chosen.
  @inlinable
  mutating func choose(amongst count: Int, by isBetter: (UInt64, UInt64) -> Bool) -> Int {
    var best = random.below(pool.count)
    for _ in 1..<count {
      let other = random.below(pool.count)
      if isBetter(wear(of: other), wear(of: best)) { best = other }
    }
    return best
  }

  @inlinable
  func wear(of index: Int) -> UInt64 {
    let times = MarkTable.sum(pool[index].timesChosen, 1)
    let (wear, isBeyond) = marks.count(of: pool[index].mark).multipliedReportingOverflow(by: times)
    return isBeyond ? .max : wear
  }

  // MARK: Varying

  /// Drafts a variation of a kept session and returns its setup, now and then none for a new one.
  @inlinable
  mutating func draftVariation() -> Subject.Setup? {
    let chosen = choose(amongst: 4) { $0 < $1 }
    if pool[chosen].timesChosen < .max { pool[chosen].timesChosen += 1 }
    draft.append(contentsOf: pool[chosen].session.steps.lazy.map { Optional($0) })
    // Half of the drafts only continue after the step that showed something new.
    if random.bool() {
      for _ in 0...random.below(4) { vary() }
    }
    let room = plan.length - draft.count
    if room > 0 { draft.append(contentsOf: repeatElement(nil, count: 1 + random.below(min(room, 32)))) }
    return random.once(in: 16) ? nil : pool[chosen].session.setup
  }

  @inlinable
  mutating func vary() {
    guard !draft.isEmpty else { return }
    let place = random.below(draft.count)
    let end = min(draft.count, place + 1 + random.below(8))
    switch random.below(7) {
    case 0: draft.insert(contentsOf: repeatElement(nil, count: 1 + random.below(4)), at: place)
    case 1: draft.removeSubrange(place..<end)
    case 2: draft.insert(contentsOf: Array(draft[place..<end]), at: place)
    case 3: draft.swapAt(place, random.below(draft.count))
    case 4:
      // Continues like another kept session.
      let other = pool[random.below(pool.count)].session.steps
      draft.removeLast(draft.count - place)
      draft.append(contentsOf: other.dropFirst(random.below(other.count)).lazy.map { Optional($0) })
    default: draft[place] = nil
    }
  }
}
