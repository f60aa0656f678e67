import Foundation
import ReducerTesting
import Backports
import Testing

@Suite("Settling of findings")
struct SettlingTests {
  private static let plan = CheckPlan(seeds: 0..<3_000, length: 40)

  @Test("the original session is on disk before shrinking starts, and only the shrunk one afterwards")
  func storedFirst() async throws {
    try await withFolder { folder in
      var during: [String] = []
      let report = try await Checker(StoredToy(), Self.plan, corpus: Corpus(folder)).run { progress in
        if progress.shrinking != nil, during.isEmpty { during = files(folder) }
        return true
      }
      #expect(during.count == 1 && during.allSatisfy { $0.contains(".unshrunk.StoredToy.session.jsonl") }, "\(during)")
      let finding = try #require(report.findings.first)
      #expect(!finding.isUnshrunk && finding.shrunk.isMinimal)
      #expect(files(folder).map { folder + "/" + $0 } == [finding.path])
      #expect(!files(folder)[0].contains("unshrunk"))
    }
  }

  @Test("a stop during shrinking stores the best session and reports it as not yet shrunk; the next run continues")
  func stoppedAndResumed() async throws {
    try await withFolder { folder in
      let model = StoredToy()
      var asked = 0
      let report = try await Checker(model, Self.plan, corpus: Corpus(folder)).run { progress in
        if progress.shrinking != nil { asked += 1 }
        return asked < 3
      }
      #expect(report.isStopped)
      let finding = try #require(report.findings.first)
      #expect(finding.shrunk.verdict == .stopped && finding.isUnshrunk)
      #expect(finding.shrunk.session.steps.count < finding.originalStepCount)
      #expect(files(folder).map { folder + "/" + $0 } == [finding.path])
      #expect(model.text(for: finding).contains("(not yet shrunk: the next run continues with it)"))

      let next = try await Checker(model, Self.plan, corpus: Corpus(folder)).run()
      let small = try #require(next.findings.first)
      #expect(small.source == .file(try #require(finding.path)) && small.shrunk.isMinimal)
      #expect(files(folder).map { folder + "/" + $0 } == [small.path])
    }
  }

  @Test("a stopped search stores its findings and shrinks none")
  func stoppedSearch() async throws {
    try await withFolder { folder in
      let report = try await Checker(StoredToy(), Self.plan, corpus: Corpus(folder)).run { $0.findings == 0 }
      let finding = try #require(report.findings.first)
      #expect(finding.shrunk.effort == ShrinkEffort() && finding.isUnshrunk)
      #expect(files(folder).count == 1)
    }
  }

  @Test("a run that stops before it shrinks leaves a shrunk file of the corpus as it is")
  func shrunkFileStays() async throws {
    try await withFolder { folder in
      let first = try await Checker(StoredToy(), Self.plan, corpus: Corpus(folder)).run()
      let before = files(folder)
      let again = try await Checker(StoredToy(), Self.plan, corpus: Corpus(folder)).run { $0.shrinking == nil }
      #expect(again.findings.first?.path == first.findings.first?.path)
      #expect(again.findings.first?.isUnshrunk == false)
      #expect(files(folder) == before)
    }
  }

  @Test("one way to break a property hides no other, and further sessions of the known ways are counted")
  func distinctWays() async throws {
    var plan = CheckPlan(seeds: 0..<2_000, length: 6, stopsAtFirst: false)
    plan.findingsPerProperty = 5
    var reports: [CheckReport<Doors.Setup, Doors.Step>] = []
    for workers in [1, 3] {
      plan.workers = workers
      reports.append(try await Checker(Doors(), plan).run())
    }
    #expect(reports[0] == reports[1])
    let sessions = Set(reports[0].findings.map(\.shrunk.session.steps))
    // Nine in ten sessions break it by the front; the other ways are found anyway.
    #expect(sessions.isSuperset(of: [[.front(1)], [.back, .window]]), "\(sessions)")
    #expect(reports[0].findings.allSatisfy { $0.property == "open" })
    let others = try #require(reports[0].known.others.first)
    let broken = (0..<UInt64(2_000)).count { Doors().probe(seed: $0, length: 6).finding != nil }
    #expect(others.property == "open" && Int(others.count) == broken - reports[0].findings.count)
  }

  @Test("the limit per property holds, and a search does not report again what an earlier one found")
  func limits() async throws {
    var plan = CheckPlan(seeds: 0..<2_000, length: 6, stopsAtFirst: false)
    plan.findingsPerProperty = 1
    let first = try await Checker(Doors(), plan).run()
    #expect(first.findings.count == 1)
    #expect(first.known.exhausted(by: plan) == ["open"])
    plan.findingsPerProperty = 5
    var checker = Checker(Doors(), plan)
    checker.known = first.known
    let second = try await checker.run()
    #expect(!second.findings.isEmpty)
    #expect(!second.findings.contains { $0.shrunk.session == first.findings[0].shrunk.session })
  }

  @Test("the inputs within a step count towards the effort, and a try can be stopped midway")
  func costlySteps() throws {
    let steps = Array(repeating: 1, count: 50)
    let spent = try #require(Shrinker(Costly(), budget: 1_000_000).shrink(Session(false, steps)))
    #expect(spent.verdict == .budgetExhausted && spent.effort.steps < 1_200_000)
    var inputs = 0
    _ = Shrinker(Costly()).shrink(Session(false, steps)) { progress in
      // Not much more than the inputs of one step.
      #expect(progress.effort.steps - inputs < 150_000)
      inputs = progress.effort.steps
      return inputs < 5_000_000
    }
  }

  private func files(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/settling-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }
}

/// A house that must not be open: by the front, or by the back when a window follows.
struct Doors: Model {
  struct Setup: Hashable {}
  enum Step: Hashable { case front(Int), back, window, other }
  struct State {
    var isBackOpen = false
  }

  func begin(_ setup: Setup) -> State { State() }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .front(let width): return width > 0 ? PropertyViolation("open", "\(width)") : nil
    case .back: state.isBackOpen = true
    case .window: return state.isBackOpen ? PropertyViolation("open", "behind") : nil
    case .other: break
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup() }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step {
    random.once(in: 3) ? .front(1 + random.below(9)) : random.pick([Step.back, .window, .other, .other])
  }

  func simplerSteps(than step: Step) -> [Step] {
    guard case .front(let width) = step else { return [] }
    return Candidates.numbers(than: width).map(Step.front)
  }
}

/// Each of its steps has 100,000 inputs, and all steps are needed.
private struct Costly: Model {
  struct State {
    var count = 0
    var inputs = 0
  }

  func begin(_ setup: Bool) -> State { State() }

  func take(_ step: Int, in state: inout State) -> PropertyViolation? {
    state.count += 1
    state.inputs += 100_000
    return state.count == 50 ? PropertyViolation("costly") : nil
  }

  func inputs(of state: State) -> Int { state.inputs }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Bool { false }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Int { 1 }
  func simplerSteps(than step: Int) -> [Int] { step > 0 ? [0] : [] }
}
