import Foundation
import ReducerTesting
import Testing

@Suite("Crashes in a session")
struct CrashTests {
  /// The child has the number of its parent.
  private static func folder(_ name: String, _ process: Int32) -> String {
    FileManager.default.temporaryDirectory.path + "/crash-\(name)-\(process)"
  }

  private static func plan(_ seeds: Range<UInt64>) -> CheckPlan {
    CheckPlan(seeds: seeds, length: 50, workers: 1, stopsAtFirst: false)
  }

  @Test("the crash names its session; the next run reports it with its steps, skips its seed, and continues")
  func corpus() async throws {
    let folder = Self.folder("corpus", getpid())
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Breaks a property where the other one traps.
    let honest = Fragile(traps: false)
    let seed = try #require((0..<UInt64(1_000)).first { honest.probe(seed: $0, length: 50).finding != nil })
    let (expected, finding) = honest.explore(seed: seed, length: 50)

    let child = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let folder = CrashTests.folder("corpus", getppid())
      _ = try await Checker(Fragile(), CrashTests.plan(0..<1_000), corpus: Corpus(folder)).run()
    }
    let said = String(decoding: child.standardErrorContent, as: UTF8.self)
    let step = try #require(finding?.stepCount)
    #expect(said.contains("in a session of Fragile: seed \(seed), step \(step) of at most 50."), "\(said)")
    #expect(said.contains("Fragile().session(seed: \(seed), steps: \(step))"))

    let report = try await Checker(Fragile(), Self.plan(seed..<seed + 1), corpus: Corpus(folder)).run()
    let death = try #require(report.deaths.first)
    #expect(!report.isClean)
    #expect(death.seed == seed && death.steps == step && death.diesAgain && death.signal > 0)
    #expect(death.session == Session(expected.setup, Array(expected.steps.prefix(step))))
    #expect(Fragile().session(seed: seed, steps: step) == death.session)
    #expect(report.sessions == 0)
    #expect(Fragile().text(for: death).contains("at step \(step) of at most 50; it kills a child process again"))
    #expect(FileManager.default.fileExists(atPath: death.path))

    var plan = Self.plan(0..<1)
    plan.removesFixed = true
    let repaired = try await Checker(Fragile(isRepaired: true), plan, corpus: Corpus(folder)).run()
    #expect(repaired.isClean)
    #expect(repaired.corpus.map(\.outcome) == [.fixed(isRemoved: true)])
    #expect(!FileManager.default.fileExists(atPath: death.path))
  }

  @Test("without a corpus, the message has all that is needed to draw the session again")
  func noCorpus() async throws {
    let child = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await Checker(Fragile(), CrashTests.plan(0..<1_000)).run()
    }
    let said = String(decoding: child.standardErrorContent, as: UTF8.self)
    #expect(said.contains("The session:  Fragile().session(seed: "))
    #expect(!said.contains("Noted in"))
  }

  @Test("the message names a stored session that kills the process")
  func stored() async throws {
    let folder = Self.folder("stored", getpid())
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/fragile-0123456789abcdef.Fragile.session.jsonl"
    try #"{"model":"Fragile","property":"fragile","setup":{},"version":1}"#.appending("\n{\"arm\":{}}\n{\"fire\":{}}\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let child = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Corpus(CrashTests.folder("stored", getppid())).run(Fragile())
    }
    #expect(String(decoding: child.standardErrorContent, as: UTF8.self).contains("in the stored session \(path)."))
  }

  @Test("an unreadable note is reported as damaged, and a note of another model is ignored")
  func damaged() async throws {
    try await withFolder { folder in
      try "{".write(toFile: folder + "/Fragile-1.died.json", atomically: true, encoding: .utf8)
      try #"{"died":1,"length":50,"model":"Other","seed":0,"signal":4,"steps":3}"#
        .write(toFile: folder + "/Fragile-2.died.json", atomically: true, encoding: .utf8)
      let report = try await Checker(Fragile(isRepaired: true), Self.plan(0..<5), corpus: Corpus(folder)).run()
      #expect(report.damagedFiles.map { $0.contains("Fragile-1.died.json: expected a note") } == [true])
      #expect(report.deaths.isEmpty)
    }
  }
}

/// Reads beyond the end of an array when it fires while armed.
private struct Fragile: StoredModel {
  struct Setup: Hashable, Codable {}
  enum Step: Hashable, Codable { case arm, fire, rest }

  var traps = true
  var isRepaired = false

  func begin(_ setup: Setup) -> Int { 0 }

  func take(_ step: Step, in state: inout Int) -> PropertyViolation? {
    switch step {
    case .arm: state = 5
    case .rest: state = 0
    case .fire where isRepaired: break
    case .fire where traps: if state == 5 { state = [1, 2, 3][state] }
    case .fire: return state == 5 ? PropertyViolation("fragile") : nil
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup() }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> Step {
    random.once(in: 400) ? .arm : random.once(in: 9) ? .fire : .rest
  }

  var code: String { "Fragile()" }
}
