extension Checker {
  /// A session of this model that breaks a property.
  typealias Found = FoundSession<Subject.Setup, Subject.Step>

  /// Stores, shrinks and explains a failing session; `nil` when it does not break the property.
  ///
  /// - Parameters:
  ///   - session: The failing session.
  ///   - property: The id of the property that it breaks.
  ///   - source: Where the session comes from.
  ///   - progress: Called many times a second; `false` stops, and the finding is as small as it is by then.
  public func settle(
    _ session: Session, _ property: String, _ source: Finding.Source, progress: (ShrinkProgress) -> Bool = { _ in true }
  ) -> Finding? {
    var found = Found(session, breaking: property, from: source)
    return settle(&found, progress, isNew: { _ in true })
  }

  /// Counts sessions that broke a property, those that are settled later included.
  func count(_ failures: [String: UInt64], into report: inout Report) {
    for (property, count) in failures {
      report.known.records[property, default: KnownWays.Record()].others += count
    }
  }

  /// Settles sessions that were found, for as many ways to break each property as the plan has. Which of them are
  /// shrunk depends only on the sessions and their order: first those that none of the known ways explains.
  func settle(_ found: [Found], into report: inout Report, progress: (CheckProgress) -> Bool) {
    var properties: [String] = []
    for found in found where !properties.contains(found.property) { properties.append(found.property) }
    var groups = properties.map { property in found.filter { $0.property == property } }
    // The first session of each property is on disk before any is shrunk.
    for index in groups.indices where groups[index][0].path == nil { keep(&groups[index][0]) }
    for group in groups { settleGroup(group, into: &report, progress) }
  }

  private func settleGroup(_ group: [Found], into report: inout Report, _ progress: (CheckProgress) -> Bool) {
    let property = group[0].property
    var waiting = group.map { (found: $0, kinds: model.kinds(of: $0.session())) }
    // Failing sessions are counted where they are found; reported ones do not count among the others.
    while !waiting.isEmpty, report.findings.count < plan.findingLimit,
      !report.known.records[property, default: KnownWays.Record()].isExhausted(plan)
    {
      let place = waiting.firstIndex { !report.known.explains($0.kinds, breaking: property) } ?? 0
      var next = waiting.remove(at: place)
      report.known.records[property, default: KnownWays.Record()].attempts += 1
      var known = report.known
      let model = model
      let finding = settle(&next.found, into: &report, progress) { shrunk in
        known.insert(model.kinds(of: shrunk.session), model.kind(of: shrunk.session.setup), breaking: property)
      }
      guard let finding else {
        discard(next.found)
        guard let contradiction = next.found.contradiction else { continue }
        // Other findings of a property that breaks only sometimes cannot be trusted, either.
        report.contradictions.append(contradiction)
        report.known.records[property]?.isContradicted = true
        break
      }
      report.known.records[property]?.ways = known.records[property]?.ways ?? []
      report.known.records[property]?.reported += 1
      report.known.countReported(property)
      report.findings.append(finding)
      // The others are counted, and a later run finds them again by their seeds.
      if report.isStopped || plan.stopsAtFirst { break }
    }
    for rest in waiting { discard(rest.found) }
  }

  func settle(
    _ found: inout Found, into report: inout Report, _ progress: (CheckProgress) -> Bool,
    isNew: (Shrunk<Subject.Setup, Subject.Step>) -> Bool
  ) -> Finding? {
    var isStopped = report.isStopped
    let state = CheckProgress(sessions: report.sessions, steps: report.steps, findings: report.findings.count)
    func goesOn(_ shrinking: ShrinkProgress) -> Bool {
      var state = state
      state.shrinking = shrinking
      if isStopped || Task.isCancelled || !progress(state) { isStopped = true }
      return !isStopped
    }
    defer { report.isStopped = isStopped }
    return settle(&found, goesOn, isNew: isNew)
  }

  private func settle(
    _ found: inout Found, _ goesOn: (ShrinkProgress) -> Bool, isNew: (Shrunk<Subject.Setup, Subject.Step>) -> Bool
  ) -> Finding? {
    let session = found.session()
    if let second = otherRun(of: session, found) {
      found.contradict(session, found.first, second)
      return nil
    }
    guard let failure = failure(of: session, found.property) else {
      // Without a first run, it only claims to break the property, so there is no contradiction.
      if let first = found.first { found.contradict(session, first, model.run(session)) }
      return nil
    }
    if found.path == nil { keep(&found, session, failure) }
    let small = shrinkWatch(found.property, found.source).during { _ in
      shrink(session, found.property, goesOn) ?? unshrunk(session, failure, goesOn)
    }
    guard let shrunk = small else {
      found.contradict(session, failure, model.run(session))
      return nil
    }
    guard shrunk.verdict != .notReproducible else {
      found.contradict(shrunk.session, shrunk.finding, shrunk.rerun)
      return nil
    }
    guard isNew(shrunk) else { return nil }
    return stored(shrunk, from: failure.stepCount, found, goesOn)
  }

  /// The result of a session when it runs once more, if that differs from when it was found; `nil` when it is the
  /// same.
  private func otherRun(of session: Session, _ found: Found) -> ReducerTesting.Finding?? {
    // A stored session has already run twice, with the thorough model.
    if case .file = found.source { return nil }
    guard let first = found.first else { return nil }
    let second = model.run(session)
    return first.agrees(with: second) ? nil : .some(second)
  }

  private func failure(of session: Session, _ property: String) -> ReducerTesting.Finding? {
    if let failure = model.run(session), failure.violation.property == property { return failure }
    let failure = model.thorough(for: property).run(session)
    return failure?.violation.property == property ? failure : nil
  }

  /// The session as it was found, when there was no time for more.
  private func unshrunk(
    _ session: Session, _ failure: ReducerTesting.Finding, _ goesOn: (ShrinkProgress) -> Bool
  ) -> Shrunk<Subject.Setup, Subject.Step>? {
    guard !goesOn(ShrinkProgress(stepCount: failure.stepCount, effort: ShrinkEffort())) else { return nil }
    return Shrunk(
      Session(session.setup, Array(session.steps.prefix(failure.stepCount))), failure, .stopped, ShrinkEffort(),
      rerun: failure)
  }

  // MARK: Storing

  /// Stores a session as it was found.
  func keep(_ found: inout Found) {
    let session = found.session()
    if let failure = failure(of: session, found.property) { keep(&found, session, failure) }
  }

  private func keep(_ found: inout Found, _ session: Session, _ failure: ReducerTesting.Finding) {
    let cut = Session(session.setup, Array(session.steps.prefix(failure.stepCount)))
    do { found.path = try store.store(cut, failure, true) } catch { found.storeFailure = "\(error)" }
  }

  /// What is not reported does not stay, either.
  private func discard(_ found: Found) {
    guard let path = found.path, store.isUnshrunk(path) else { return }
    if case .file = found.source { return }
    try? store.remove(path)
  }

  private func stored(
    _ shrunk: Shrunk<Subject.Setup, Subject.Step>, from stepCount: Int, _ found: Found,
    _ goesOn: (ShrinkProgress) -> Bool
  ) -> Finding {
    var finding = Finding(source: found.source, originalStepCount: stepCount, shrunk: shrunk)
    finding.path = found.path
    let isStopped = shrunk.verdict == .stopped
    let wasSmall = found.path.map { !store.isUnshrunk($0) } ?? false
    // A shrunk session is already stored; an interrupted proof does not change it.
    let isSame = wasSmall && shrunk.session == found.session()
    if !isSame, !isStopped || !wasSmall {
      do {
        let path = try store.store(shrunk.session, shrunk.finding, isStopped)
        if let path {
          if let old = found.path, old != path, store.isUnshrunk(old) { try store.remove(old) }
          finding.path = path
        }
      } catch {
        finding.storeFailure = "\(error)"
      }
    }
    finding.storeFailure = finding.storeFailure ?? (finding.path == nil ? found.storeFailure : nil)
    finding.isUnshrunk = finding.path.map { store.isUnshrunk($0) } ?? false
    guard !isStopped, shrunk.session.steps.count <= Self.explainedStepCount else { return finding }
    let state = ShrinkProgress(stepCount: shrunk.session.steps.count, effort: shrunk.effort)
    finding.explanation = model.thorough(for: finding.property).explain(shrunk.session) { goesOn(state) }
    return finding
  }

  /// To explain takes a run for each step and value: longer sessions are not.
  private static var explainedStepCount: Int { 200 }
}

extension FoundSession {
  fileprivate mutating func contradict(_ session: Session<Setup, Step>, _ first: Finding?, _ second: Finding?) {
    typealias Contradiction = CheckContradiction<Setup, Step>
    contradiction = Contradiction(source, session, Contradiction.Run(first), Contradiction.Run(second))
  }
}

extension KnownWays {
  /// A session that was counted when it was found is reported, and none of the others.
  mutating func countReported(_ property: String) {
    if let count = records[property]?.others, count > 0 { records[property]?.others = count - 1 }
  }
}
