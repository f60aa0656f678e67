import CCrashNotes

/// The outcome of a range of seeds.
@usableFromInline
struct Batch: Sendable {
  @usableFromInline var sessions: UInt64 = 0
  @usableFromInline var steps = 0
  /// The first seeds for each property that broke, in the order of seeds.
  @usableFromInline var failures: [(seed: UInt64, finding: Finding)] = []
  /// How many sessions broke each property.
  @usableFromInline var failureCounts: [String: UInt64] = [:]
  /// The first session that ended differently when it ran again.
  @usableFromInline var unlike: Unlike?
  /// Over the final states of all sessions, in their order.
  @usableFromInline var digest: UInt64 = 0
  /// Of the last session.
  @usableFromInline var lastDigest: UInt64 = 0
  /// Which of ``Model/sometimes`` were reached.
  @usableFromInline var reached: UInt64 = 0

  @inlinable
  init() {}

  /// How many seeds are kept for one property, by a batch and in total.
  @usableFromInline static var failureLimit: Int { 256 }

  @usableFromInline
  mutating func countFailure(_ seed: UInt64, _ finding: Finding) {
    let property = finding.violation.property
    failureCounts[property, default: 0] += 1
    guard failures.count(where: { $0.finding.violation.property == property }) < Self.failureLimit else { return }
    failures.append((seed, finding))
  }
}

/// Two runs of the session of one seed.
@usableFromInline
struct Unlike: Sendable {
  @usableFromInline var seed: UInt64
  @usableFromInline var findings: (first: Finding?, second: Finding?)
  @usableFromInline var digests: (first: UInt64, second: UInt64)

  @usableFromInline
  init(_ seed: UInt64, _ findings: (Finding?, Finding?), _ digests: (UInt64, UInt64)) {
    self.seed = seed
    self.findings = findings
    self.digests = digests
  }
}

extension Model {
  /// Draws and runs the session of a seed as ``explore(seed:length:)`` does, and keeps only the violation: the session
  /// can be drawn again.
  @inlinable
  public func probe(seed: UInt64, length: Int) -> (finding: Finding?, stepCount: Int) {
    var batch = Batch()
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    var state = begin(drawSetup(habits, using: &random))
    var note = crash_note()
    let finding = probe(habits, length: length, from: &state, using: &random, into: &batch, noting: &note)
    return (finding, batch.steps)
  }

  /// Draws and runs the sessions of many seeds, as a ``Checker`` does on each core, and only counts.
  @inlinable
  public func probe(seeds: Range<UInt64>, length: Int) -> (failures: Int, stepCount: Int) {
    guard !seeds.isEmpty else { return (0, 0) }
    var batch = Batch()
    var failures = 0
    var state = blank(seed: seeds.lowerBound)
    var note = crash_note()
    for seed in seeds
    where probe(seed: seed, length: length, in: &state, into: &batch, noting: &note) != nil {
      failures += 1
    }
    return (failures, batch.steps)
  }

  /// A state that sessions can begin in.
  @inlinable
  func blank(seed: UInt64) -> State {
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    return begin(drawSetup(habits, using: &random))
  }

  /// - Parameter state: Any state; what it was is over.
  @inlinable
  func probe(
    seed: UInt64, length: Int, in state: inout State, into batch: inout Batch,
    noting note: UnsafeMutablePointer<crash_note>
  ) -> Finding? {
    crash_note_session(note, seed)
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    let setup = drawSetup(habits, using: &random)
    crash_note_steps(note, 0)
    begin(setup, in: &state)
    return probe(habits, length: length, from: &state, using: &random, into: &batch, noting: note)
  }

  /// Continues from where a session begins.
  @inlinable
  func probe(
    _ habits: Habits, length: Int, from state: inout State, using random: inout SplitMix64,
    into batch: inout Batch, noting note: UnsafeMutablePointer<crash_note>
  ) -> Finding? {
    var count = 0
    var violation: PropertyViolation?
    while count < length, let step = nextAllowedStep(habits, in: &state, using: &random) {
      count += 1
      crash_note_steps(note, Int64(truncatingIfNeeded: count))
      violation = take(step, in: &state)
      batch.reached |= reached(in: state)
      if violation != nil { break }
    }
    if violation == nil { violation = finish(&state) }
    batch.sessions += 1
    batch.steps += count
    batch.lastDigest = digest(of: state)
    batch.digest = batch.digest.mixed(with: batch.lastDigest)
    return violation.map { Finding($0, stepCount: count) }
  }

  @inlinable
  func examine(_ seeds: Range<UInt64>, _ plan: CheckPlan, _ watch: CrashWatch, without lethal: Set<UInt64>) -> Batch {
    watch.during { examine(seeds, plan, without: lethal, noting: $0) }
  }

  @inlinable
  func examine(
    _ seeds: Range<UInt64>, _ plan: CheckPlan, without lethal: Set<UInt64>,
    noting note: UnsafeMutablePointer<crash_note>
  ) -> Batch {
    var batch = Batch()
    guard let first = lethal.isEmpty ? seeds.first : seeds.first(where: { !lethal.contains($0) }) else { return batch }
    crash_note_session(note, first)
    var state = blank(seed: first)
    for seed in seeds where lethal.isEmpty || !lethal.contains(seed) {
      let finding = probe(seed: seed, length: plan.length, in: &state, into: &batch, noting: note)
      if plan.repeatInterval > 0, seed % plan.repeatInterval == 0,
        let unlike = unlike(seed, plan.length, finding, batch.lastDigest, in: &state, noting: note)
      {
        if batch.unlike == nil { batch.unlike = unlike }
        if plan.stopsAtFirst { break }
        continue
      }
      guard let finding else { continue }
      batch.countFailure(seed, finding)
      if plan.stopsAtFirst { break }
    }
    return batch
  }

  /// Runs a session once more; `nil` when it ends as it did.
  @inlinable
  func unlike(
    _ seed: UInt64, _ length: Int, _ finding: Finding?, _ digest: UInt64, in state: inout State,
    noting note: UnsafeMutablePointer<crash_note>
  ) -> Unlike? {
    var again = Batch()
    let second = probe(seed: seed, length: length, in: &state, into: &again, noting: note)
    if finding.agrees(with: second), digest == again.lastDigest { return nil }
    return Unlike(seed, (finding, second), (digest, again.lastDigest))
  }
}

extension UInt64 {
  /// A digest of both, in this order.
  @usableFromInline
  func mixed(with other: UInt64) -> UInt64 {
    var mix = SplitMix64(seed: self &* 0xD134_2543_DE82_EF95 ^ other)
    return mix.next()
  }
}

extension Checker {
  /// Runs all sessions, several at a time, and takes their outcomes in the order of their seeds. So what a later
  /// batch did before an earlier one failed leaves no trace. The first session that breaks a property is stored at
  /// once.
  func search(into report: inout Report, progress: (CheckProgress) -> Bool) async -> [Found] {
    var tally = Tally(plan)
    var found: [Found] = []
    let (model, length) = (model, plan.length)
    await withTaskGroup(of: (UInt64, Batch).self) { group in
      let examine = examine
      let watch = model.watch(plan, notes)
      let lethal = Set(report.deaths.map(\.seed))
      for _ in 0..<max(1, plan.workers) {
        guard let (index, seeds) = tally.nextBatch() else { break }
        group.addTask { (index, examine(seeds, watch, lethal)) }
      }
      while let (index, batch) = await group.next() {
        tally.take(batch, index, progress)
        for failure in tally.total.failures[found.count...] {
          var next = Found(
            model.explore(seed: failure.seed, length: length).session, breaking: failure.finding,
            from: .seed(failure.seed))
          if !found.contains(where: { $0.property == next.property }) { keep(&next) }
          found.append(next)
        }
        if Task.isCancelled { tally.isStopped = true }
        // A slow batch blocks new ones, so that the results waiting for it do not grow without bound.
        while tally.running < max(1, plan.workers), let (index, seeds) = tally.nextBatch() {
          group.addTask { (index, examine(seeds, watch, lethal)) }
        }
      }
    }
    report.sessions = tally.total.sessions
    report.steps = tally.total.steps
    report.digest = tally.total.digest
    report.isStopped = tally.isStopped
    // A search that ended early proves nothing about what is unreached.
    if !tally.isStopped, !tally.isOver, report.sessions > 0 { report.unreached = model.unreached(tally.total.reached) }
    count(tally.total.failureCounts, into: &report)
    if let unlike = tally.total.unlike { report.contradictions.append(contradiction(unlike)) }
    return found
  }
}

/// Puts the batches of seeds back in order.
private struct Tally {
  let plan: CheckPlan
  let batchCount: UInt64
  var total = Batch()
  var isStopped = false
  var running = 0
  /// Properties that broke.
  private var broken = Set<String>()
  private(set) var isOver = false
  private var handedOut: UInt64 = 0
  private var taken: UInt64 = 0
  private var waiting: [(index: UInt64, batch: Batch)] = []

  init(_ plan: CheckPlan) {
    self.plan = plan
    let count = plan.seeds.upperBound - plan.seeds.lowerBound
    batchCount = count / plan.seedsPerBatch + (count % plan.seedsPerBatch == 0 ? 0 : 1)
  }

  mutating func nextBatch() -> (index: UInt64, seeds: Range<UInt64>)? {
    guard !isOver, !isStopped, handedOut < batchCount, waiting.count < 256 else { return nil }
    let start = plan.seeds.lowerBound + handedOut * plan.seedsPerBatch
    handedOut += 1
    running += 1
    return (handedOut - 1, start..<start + min(plan.seedsPerBatch, plan.seeds.upperBound - start))
  }

  mutating func take(_ batch: Batch, _ index: UInt64, _ progress: (CheckProgress) -> Bool) {
    running -= 1
    waiting.append((index, batch))
    while !isOver, let place = waiting.firstIndex(where: { $0.index == taken }) {
      add(waiting.remove(at: place).batch)
      taken += 1
      let state = CheckProgress(sessions: total.sessions, steps: total.steps, findings: broken.count)
      if !isStopped, !progress(state) { isStopped = true }
    }
  }

  private mutating func add(_ batch: Batch) {
    total.sessions += batch.sessions
    total.steps += batch.steps
    total.digest = total.digest.mixed(with: batch.digest)
    total.reached |= batch.reached
    if total.unlike == nil { total.unlike = batch.unlike }
    for failure in batch.failures {
      let property = failure.finding.violation.property
      let known = total.failures.count { $0.finding.violation.property == property }
      let isSmall = known > 0 ? known < Batch.failureLimit : broken.count < plan.findingLimit
      if isSmall, !plan.stopsAtFirst || total.failures.isEmpty {
        total.failures.append(failure)
        broken.insert(property)
      }
    }
    total.failureCounts.merge(batch.failureCounts) { $0 + $1 }
    if plan.stopsAtFirst, !total.failures.isEmpty || total.unlike != nil { isOver = true }
  }
}
