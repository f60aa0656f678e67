import Foundation
import ReducerTesting
import Testing

@Suite("Checker")
struct CheckerTests {
  @Test("the smallest failing seed is found, shrunk and explained with any number of workers")
  func smallestSeedWins() async throws {
    let first = try #require((0..<UInt64(3_000)).first { StoredToy().probe(seed: $0, length: 40).finding != nil })
    var reports: [CheckReport<StoredToy.Setup, StoredToy.Step>] = []
    for workers in [1, 2, 5] {
      reports.append(try await Checker(StoredToy(), CheckPlan(seeds: 0..<3_000, length: 40, workers: workers)).run())
    }
    #expect(reports[1] == reports[0] && reports[2] == reports[0])
    let finding = try #require(reports[0].findings.first)
    #expect(finding.source == .seed(first))
    #expect(reports[0].sessions == first + 1)
    #expect(finding.shrunk.isMinimal)
    #expect(finding.shrunk.session.steps == [.add(4)])
    #expect(finding.explanation?.steps.count == 1)
    #expect(!reports[0].isClean)
  }

  @Test("a model that nothing breaks gives a clean report, and every session runs")
  func clean() async throws {
    let report = try await Checker(
      StoredToy(isRepaired: true), CheckPlan(seeds: 5..<10_005, length: 10, workers: 2)
    ).run()
    #expect(report.isClean)
    #expect(report.sessions == 10_000)
    #expect(report.steps == 100_000)
  }

  @Test("a run that does not stop at the first finding reports every property, each with its first seed first")
  func everyProperty() async throws {
    let plan = CheckPlan(seeds: 0..<200, length: 20, workers: 2, stopsAtFirst: false)
    let report = try await Checker(TwoDefects(), plan).run()
    #expect(report.sessions == 200)
    #expect(Set(report.findings.map(\.property)) == ["deep", "shallow"])
    for finding in report.findings where finding == report.findings.first(where: { $0.property == finding.property }) {
      let first = (0..<UInt64(200)).first {
        TwoDefects().probe(seed: $0, length: 20).finding?.violation.property == finding.property
      }
      #expect(finding.source == first.map { .seed($0) })
    }
    #expect(report.findings.first { $0.property == "shallow" }?.shrunk.session.steps == [.open, .strike])
  }

  @Test("a finding is stored, and the next run finds it in the corpus before it tries any seed")
  func corpusFirst() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/checker-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = CheckPlan(seeds: 0..<3_000, length: 40)
    let first = try await Checker(StoredToy(), plan, corpus: Corpus(folder)).run()
    let path = try #require(first.findings.first?.path)

    let second = try await Checker(StoredToy(), plan, corpus: Corpus(folder)).run()
    #expect(second.sessions == 0)
    #expect(second.findings.map(\.source) == [.file(path)])
    #expect(second.findings.first?.shrunk.session == first.findings.first?.shrunk.session)

    let repaired = try await Checker(StoredToy(isRepaired: true), plan, corpus: Corpus(folder)).run()
    #expect(repaired.isClean)
    #expect(repaired.corpus.map(\.outcome) == [.fixed(isRemoved: false)])
    #expect(repaired.sessions == 3_000)
  }

  @Test("a report with a damaged corpus file is not clean")
  func damagedFile() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/checker-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "?".write(toFile: folder + "/a.session.jsonl", atomically: true, encoding: .utf8)
    let plan = CheckPlan(seeds: 0..<10)
    let report = try await Checker(StoredToy(isRepaired: true), plan, corpus: Corpus(folder)).run()
    #expect(report.damagedFiles.count == 1)
    #expect(!report.isClean)
  }

  @Test("a caller can stop a run, and the report shows it")
  func stopping() async throws {
    let plan = CheckPlan(seeds: 0..<1_000_000, length: 100, workers: 2)
    let report = try await Checker(StoredToy(isRepaired: true), plan).run { $0.sessions < 1_500 }
    #expect(report.isStopped)
    #expect(report.sessions < 10_000)
  }

  @Test("a plan without seeds or without steps is valid")
  func nothing() async throws {
    #expect(try await Checker(StoredToy(), CheckPlan(seeds: 7..<7)).run().sessions == 0)
    #expect(try await Checker(StoredToy(), CheckPlan(seeds: 0..<10, length: 0, workers: 0)).run().isClean)
    let last = try await Checker(StoredToy(), CheckPlan(seeds: UInt64.max - 3..<UInt64.max, length: 1)).run()
    #expect(last.sessions == 3)
  }

  @Test("the text has the violation, the script, a test to paste, and the next commands")
  func text() async throws {
    let model = StoredToy()
    let session = Session(StoredToy.Setup(limit: 3), [StoredToy.Step.noise, .add(7)])
    var finding = try #require(Checker(model).settle(session, "too-much", .seed(5)))
    finding.path = "Corpus/too-much.session.jsonl"
    #expect(
      model.text(for: finding) == """
        too-much does not hold: 4
        Found by seed 5 after 2 steps; 1 step is left (nothing can be left out or made simpler).

          setup  Setup(limit: 3)
              1  add(4)  without it nothing breaks

        As a test:

          @Test("too-much")
          func tooMuch() {
            let model = StoredToy()
            let session = Session<StoredToy.Setup, StoredToy.Step>(
              .init(limit: 3),
              [
                .add(4),
              ])
            #expect(model.run(session) == nil)
          }

        Stored:   Corpus/too-much.session.jsonl
        Replay:   toy replay Corpus/too-much.session.jsonl
        Explain:  toy explain Corpus/too-much.session.jsonl
        """)
  }

  @Test("the test to paste is Swift code for the same session")
  func pastedTest() {
    // Pasted from the text of a finding.
    let model = ToyPlayer()
    let session = Session<ToyPlayer.Setup, ToyPlayer.Step>(
      .init(bufferLimit: 20000, loops: false),
      [
        .fail,
        .fail,
        .fail,
        .buffer(9001),
        .seek(30001),
      ])
    let finding = Checker(model).settle(session, "stuck", .seed(1))
    #expect(finding?.shrunk.session == session)
    let text = finding.map { model.text(for: $0) } ?? ""
    #expect(text.contains(".init(bufferLimit: 20000, loops: false),"))
    #expect(text.contains(".buffer(9001),"))
  }
}
