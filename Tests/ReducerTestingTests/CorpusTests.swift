import Foundation
import ReducerTesting
import Testing

@Suite("Corpus")
struct CorpusTests {
  let failing = Session(StoredToy.Setup(limit: 3), [StoredToy.Step.add(1), .add(2), .noise, .add(3)])
  let finding = Finding(PropertyViolation("too-much", "6"), stepCount: 4)

  @Test("a stored session is a readable file named after its property, and fails again when it is read")
  func roundTrip() throws {
    try withFolder { folder in
      let corpus = Corpus(folder)
      let path = try #require(try corpus.store(failing, breaking: finding, of: StoredToy()))
      #expect(path.hasPrefix(folder + "/too-much-"))
      #expect(path.hasSuffix(".StoredToy.session.jsonl"))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(
        text == """
          {"model":"StoredToy","property":"too-much","setup":{"limit":3},"version":1}
          {"add":{"_0":1}}
          {"add":{"_0":2}}
          {"noise":{}}
          {"add":{"_0":3}}

          """)
      let entries = try corpus.run(StoredToy())
      #expect(entries.map(\.path) == [path])
      #expect(entries.first?.property == "too-much")
      #expect(entries.first?.outcome == .failing(failing, Finding(PropertyViolation("too-much", "6"), stepCount: 4)))
    }
  }

  @Test("a session is stored once, another next to it, and no more than the bound")
  func duplicates() throws {
    try withFolder { folder in
      let corpus = Corpus(folder, maximumPerProperty: 2)
      let first = try corpus.store(failing, breaking: finding, of: StoredToy())
      #expect(try corpus.store(failing, breaking: finding, of: StoredToy()) == first)
      let other = Session(failing.setup, [StoredToy.Step.add(9)])
      #expect(try corpus.store(other, breaking: finding, of: StoredToy()) != first)
      let third = Session(failing.setup, [StoredToy.Step.add(10)])
      #expect(try corpus.store(third, breaking: finding, of: StoredToy()) == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
  }

  @Test("a session and its companion file are both stored, or neither")
  func bothOrNone() throws {
    // No file system allows names of so many bytes.
    let tooLong = String(repeating: "x", count: 300)
    for model in [Accompanied(fileExtension: tooLong), Accompanied(companionExtension: tooLong)] {
      try withFolder { folder in
        let error = #expect(throws: CorpusError.self) {
          try Corpus(folder).store(failing, breaking: finding, of: model)
        }
        #expect(error?.description.contains("xxx: cannot be written") == true)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.isEmpty)
      }
    }
    try withFolder { folder in
      let model = Accompanied()
      let path = try #require(try Corpus(folder).store(failing, breaking: finding, of: model))
      #expect(try String(contentsOfFile: #require(model.companionPath(for: path)), encoding: .utf8) == "beside")
    }
  }

  @Test("a session that no longer fails is reported as fixed, and removed on request")
  func fixed() throws {
    try withFolder { folder in
      let corpus = Corpus(folder)
      let path = try #require(try corpus.store(failing, breaking: finding, of: StoredToy()))
      let repaired = StoredToy(isRepaired: true)
      #expect(try corpus.run(repaired).map(\.outcome) == [.fixed(isRemoved: false)])
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(try corpus.run(repaired, removingFixed: true).map(\.outcome) == [.fixed(isRemoved: true)])
      #expect(try corpus.run(repaired).isEmpty)
    }
  }

  @Test("a session that now breaks another property is reported as such")
  func another() throws {
    try withFolder { folder in
      _ = try Corpus(folder).store(failing, breaking: finding, of: StoredToy())
      let entry = try #require(try Corpus(folder).run(StoredToy(property: "way-too-much")).first)
      #expect(entry.breaksAnother)
      #expect(entry.property == "too-much")
    }
  }

  @Test(
    "a damaged file is reported with its line and a remedy, and the others still run",
    arguments: [
      ("", "expected a session, found an empty file"),
      ("garbage", ":1: expected a header"),
      ("{\"property\":\"x\",\"setup\":{\"limit\":3},\"version\":2}", ":1: session version 2"),
      ("{\"property\":\"x\",\"setup\":{\"limit\":3},\"version\":1}\n{\"noise\":{}}\n{\"add", ":3: expected a step"),
    ])
  func damaged(contents: String, complaint: String) throws {
    try withFolder { folder in
      _ = try Corpus(folder).store(failing, breaking: finding, of: StoredToy())
      let path = folder + "/broken.session.jsonl"
      try contents.write(toFile: path, atomically: true, encoding: .utf8)
      let entries = try Corpus(folder).run(StoredToy())
      #expect(entries.count == 2)
      guard case .damaged(let text) = entries.first?.outcome else {
        Issue.record("not reported as damaged: \(entries)")
        return
      }
      #expect(text.contains(path))
      #expect(text.contains(complaint))
    }
  }

  @Test("models that share a folder leave each other's files alone, even files that they could read")
  func severalModels() async throws {
    try await withFolder { folder in
      let corpus = Corpus(folder)
      let path = try #require(try corpus.store(failing, breaking: finding, of: StoredToy()))
      #expect(try corpus.run(SimilarToy(), removingFixed: true).isEmpty)
      #expect(try corpus.run(OtherToy(), removingFixed: true).isEmpty)
      #expect(FileManager.default.fileExists(atPath: path))
      let plan = CheckPlan(seeds: 0..<10)
      #expect(try await Checker(OtherToy(), plan, corpus: corpus).run().isClean)

      let session = Session(OtherToy.Setup(), ["a", "no"])
      let other = try #require(
        try corpus.store(session, breaking: Finding(PropertyViolation("too-much"), stepCount: 2), of: OtherToy()))
      #expect(try corpus.run(OtherToy()).map(\.path) == [other])
      #expect(try corpus.run(StoredToy()).map(\.path) == [path])
    }
  }

  @Test("a model ignores another model's file under any name, and finds its own under any name")
  func renamed() throws {
    try withFolder { folder in
      let path = try #require(try Corpus(folder).store(failing, breaking: finding, of: StoredToy()))
      for name in ["mine.session.jsonl", "mine.SimilarToy.session.jsonl"] {
        try FileManager.default.copyItem(atPath: path, toPath: folder + "/" + name)
      }
      #expect(try Corpus(folder).run(SimilarToy(), removingFixed: true).isEmpty)
      #expect(try Corpus(folder).run(StoredToy()).count == 3)
    }
  }

  /// Written by a version of the library that did not store the name of the model.
  private static let unnamed = """
    {"property":"too-much","setup":{"limit":3},"version":1}
    {"add":{"_0":1}}
    {"add":{"_0":3}}

    """

  @Test("every model that can read a file without a model name runs it, and none deletes it")
  func unnamed() throws {
    try withFolder { folder in
      let path = folder + "/too-much-0123456789abcdef.session.jsonl"
      try Self.unnamed.write(toFile: path, atomically: true, encoding: .utf8)
      let entry = try #require(try Corpus(folder).run(StoredToy()).first)
      #expect(entry.property == "too-much")
      #expect(
        entry.outcome
          == .failing(
            Session(failing.setup, [.add(1), .add(3)]), Finding(PropertyViolation("too-much", "4"), stepCount: 2)))
      // It may be the regression of a model that shares the folder.
      let repaired = StoredToy(isRepaired: true)
      #expect(try Corpus(folder).run(repaired, removingFixed: true).map(\.outcome) == [.fixed(isRemoved: false)])
      #expect(try Corpus(folder).run(OtherToy(), removingFixed: true).isEmpty)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("a stored session that is found again is not stored a second time")
  func notTwice() async throws {
    try await withFolder { folder in
      let path = folder + "/too-much-0123456789abcdef.session.jsonl"
      try """
      {"property":"too-much","setup":{"limit":3},"version":1}
      {"add":{"_0":4}}

      """.write(toFile: path, atomically: true, encoding: .utf8)
      let report = try await Checker(StoredToy(), CheckPlan(seeds: 0..<0), corpus: Corpus(folder)).run()
      #expect(report.findings.map(\.path) == [path])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
  }

  @Test("a file larger than the bound is not read")
  func tooLarge() throws {
    try withFolder { folder in
      let path = try #require(try Corpus(folder).store(failing, breaking: finding, of: StoredToy()))
      let entry = try #require(try Corpus(folder, maximumFileSize: 10).run(StoredToy()).first)
      guard case .damaged(let text) = entry.outcome else {
        Issue.record("read all the same")
        return
      }
      #expect(text.contains(path) && text.contains("at most 10 are read"))
    }
  }

  @Test("a session that does not fail from its file is not stored")
  func lossy() throws {
    try withFolder { folder in
      #expect {
        try Corpus(folder).store(
          failing, breaking: Finding(PropertyViolation("another"), stepCount: 1), of: StoredToy())
      } throws: { "\($0)".contains("breaks another, but as a file it breaks too-much") }
      #expect(!FileManager.default.fileExists(atPath: folder + "/another"))
    }
  }

  @Test("a missing folder is an empty corpus; a property's name cannot escape the folder")
  func names() throws {
    #expect(try Corpus("/nowhere/at/all").run(StoredToy()).isEmpty)
    try withFolder { folder in
      let evil = Finding(PropertyViolation("../../evil name"), stepCount: 1)
      let path = try #require(
        try Corpus(folder).store(failing, breaking: evil, of: StoredToy(property: "../../evil name")))
      #expect(path.hasPrefix(folder + "/------evil-name-"))
    }
  }
}

/// Breaks when the sum of what is added is above a limit.
struct StoredToy: StoredModel {
  struct Setup: Hashable, Codable { var limit: Int }
  enum Step: Hashable, Codable { case add(Int), noise }

  var isRepaired = false
  var property = "too-much"

  func begin(_ setup: Setup) -> (sum: Int, limit: Int) { (0, setup.limit) }

  func take(_ step: Step, in state: inout (sum: Int, limit: Int)) -> PropertyViolation? {
    if case .add(let amount) = step { state.sum += amount }
    return state.sum > state.limit && !isRepaired ? PropertyViolation(property, "\(state.sum)") : nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup(limit: 3) }

  func drawStep(_ habits: Void, in state: (sum: Int, limit: Int), using random: inout SplitMix64) -> Step {
    random.once(in: 100) ? .add(random.below(3)) : .noise
  }

  func simplerSteps(than step: Step) -> [Step] {
    guard case .add(let amount) = step else { return [] }
    return Candidates.numbers(than: amount).map(Step.add)
  }

  func merged(_ first: Step, _ second: Step) -> [Step] {
    guard case .add(let one) = first, case .add(let other) = second else { return [] }
    return [.add(one + other)]
  }

  func replayCommand(for file: String, breaking property: String) -> String? { "toy replay \(file)" }
  func explainCommand(for file: String) -> String? { "toy explain \(file)" }
}

/// Its sessions look like those of ``StoredToy``, and nothing breaks.
private struct SimilarToy: StoredModel {
  func begin(_ setup: StoredToy.Setup) -> Int { 0 }
  func take(_ step: StoredToy.Step, in state: inout Int) -> PropertyViolation? { nil }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> StoredToy.Setup { StoredToy.Setup(limit: 3) }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> StoredToy.Step { .noise }
}

/// Its sessions look like those of no other model.
private struct OtherToy: StoredModel {
  struct Setup: Hashable, Codable {}

  func begin(_ setup: Setup) -> Int { 0 }
  func take(_ step: String, in state: inout Int) -> PropertyViolation? {
    step == "no" ? PropertyViolation("too-much") : nil
  }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup() }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> String { "yes" }
}

/// Gives a new folder's path, and removes the folder.
func withFolder(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.path + "/corpus-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try await body(folder)
}

/// Gives a new folder's path, and removes the folder.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.path + "/corpus-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try body(folder)
}

/// Sessions with a file beside each.
private struct Accompanied: StoredModel {
  var fileExtension = "session.jsonl"
  var companionExtension: String? = "beside.txt"

  func companion(of session: Session<StoredToy.Setup, StoredToy.Step>, breaking finding: Finding) -> [UInt8] {
    Array("beside".utf8)
  }

  func begin(_ setup: StoredToy.Setup) -> StoredToy.State { StoredToy().begin(setup) }
  func take(_ step: StoredToy.Step, in state: inout StoredToy.State) -> PropertyViolation? {
    StoredToy().take(step, in: &state)
  }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> StoredToy.Setup { StoredToy.Setup(limit: 3) }
  func drawStep(_ habits: Void, in state: StoredToy.State, using random: inout SplitMix64) -> StoredToy.Step { .noise }
}
