import Foundation
import PlayerTestingSupport
import ReducerTesting
import Testing

// The examples of the pages of ReducerTesting. A test checks that all of their code is also in this file.

struct Lift: Hashable {
  enum Input: Hashable, Codable {
    case call(floor: Int)
    case openDoor
    case closeDoor
    case arrive
  }

  var floor = 0
  /// The floor it is on its way to; `nil` when it stands.
  var target: Int?
  var isOpen = false

  mutating func receive(_ input: Input) {
    switch input {
    case .call(let wanted): if wanted != floor { target = wanted }
    case .openDoor: if target == nil { isOpen = true }
    case .closeDoor: isOpen = false
    case .arrive:
      if let target { floor = target }
      target = nil
    }
  }
}

struct LiftModel: Model {
  struct Setup: Hashable, Codable {
    var startFloor = 0
  }

  func begin(_ setup: Setup) -> Lift { Lift(floor: setup.startFloor) }

  func take(_ input: Lift.Input, in lift: inout Lift) -> PropertyViolation? {
    lift.receive(input)
    if lift.isOpen, let target = lift.target {
      return PropertyViolation("moves-with-open-door", "from \(lift.floor) to \(target)")
    }
    return nil
  }

  func finish(_ lift: inout Lift) -> PropertyViolation? {
    lift.receive(.closeDoor)
    lift.receive(.arrive)
    return lift.target == nil ? nil : PropertyViolation("never-arrives")
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup {
    Setup(startFloor: random.below(10))
  }

  func drawStep(_ habits: Void, in lift: Lift, using random: inout SplitMix64) -> Lift.Input {
    switch random.below(4) {
    case 0: .call(floor: random.below(10))
    case 1: .openDoor
    case 2: .closeDoor
    default: .arrive
    }
  }
}

extension LiftModel {
  func simplerSetups(than setup: Setup) -> [Setup] {
    Candidates.numbers(than: setup.startFloor).map { Setup(startFloor: $0) }
  }

  func simplerSteps(than input: Lift.Input) -> [Lift.Input] {
    guard case .call(let floor) = input else { return [] }
    return Candidates.numbers(than: floor).map { .call(floor: $0) }
  }

  func variations(of input: Lift.Input) -> [Variation<Lift.Input>] {
    guard case .call = input else { return [] }
    return [Variation("floor", [2, 7, 1_000].map { .call(floor: $0) })]
  }
}

extension LiftModel {
  func allows(_ input: Lift.Input, in lift: Lift) -> Bool { input != .arrive || lift.target != nil }
}

extension LiftModel {
  var sometimes: [String] { ["moves", "opens its door upstairs"] }

  func reached(in lift: Lift) -> UInt64 {
    (lift.target != nil ? 1 : 0) | (lift.isOpen && lift.floor > 0 ? 2 : 0)
  }
}

extension LiftModel {
  func describe(state lift: Lift) -> String? {
    "at \(lift.floor), door \(lift.isOpen ? "open" : "shut")" + (lift.target.map { ", moves to \($0)" } ?? "")
  }
}

extension LiftModel: StoredModel {}

extension LiftModel: ExplorableModel {
  var identity: String { "lift" }

  func choices(in lift: Lift, into choices: inout [Lift.Input]) {
    choices += [.openDoor, .closeDoor, .call(floor: 0), .call(floor: 1), .call(floor: 2)]
    if lift.target != nil { choices.append(.arrive) }
  }

  func words(of lift: Lift) -> UInt64 {
    UInt64(lift.floor) << 8 | UInt64(lift.target ?? 255) << 16 | (lift.isOpen ? 1 : 0)
  }

  func restore(_ words: UInt64, into lift: inout Lift) {
    lift.floor = Int(words >> 8 & 255)
    lift.target = words >> 16 == 255 ? nil : Int(words >> 16)
    lift.isOpen = words & 1 == 1
  }

  func isGood(_ lift: Lift) -> Bool { lift.target == nil }
}

@Suite("Tests of the pages, which find the defect of the lift", .disabled("What they find is tested below."))
struct LiftTests {
  @Test("the lift keeps its properties")
  func lift() async throws {
    try await expectAll(LiftModel(), sessions: 10_000, corpus: Corpus("Tests/FailingSessions"))
  }

  @Test("the lift keeps its properties in every state")
  func explored() {
    expectAll(exploring: LiftModel(), from: LiftModel.Setup())
  }
}

/// The `main.swift` of the page. It is compiled, and a test below checks what it finds.
func program() async throws {
  let model = LiftModel()
  let report = try await Checker(model, CheckPlan(seeds: 0..<10_000)).run()
  for finding in report.findings { print(model.text(for: finding)) }
  print("\(report.sessions) sessions, \(report.isClean ? "all properties hold" : "not clean")")
  exit(report.isClean ? 0 : 1)
}

@Suite("Samples of the pages")
struct PageSampleTests {
  @Test("the example finds its defect, and the text is the one on the page")
  func example() async throws {
    let report = try await Checker(LiftModel(), CheckPlan(seeds: 0..<1_000)).run()
    let finding = try #require(report.findings.first)
    #expect(finding.shrunk.session.steps == [.openDoor, .call(floor: 1)])
    #expect("\(finding)" == "moves-with-open-door at step 2: from 0 to 1 (seed 0)")
    #expect(
      "\(report)".hasPrefix(
        "\(report.sessions) sessions, findings: [moves-with-open-door at step 2: from 0 to 1 (seed 0)"))
    let text = LiftModel().text(for: finding)
    for block in try blocks(of: "text", in: "YourOwnReducer") {
      #expect(text.contains(block), "the page shows another text than \(text)")
    }
  }

  @Test("an exploration finds the same defect by the shortest session, and the text is the one on the page")
  func exploration() throws {
    let explorer = Explorer(LiftModel(), from: LiftModel.Setup())
    #expect(explorer.run() == .counterexample)
    let found = try #require(explorer.counterexamples.first)
    #expect(found.session.steps == [.openDoor, .call(floor: 1)])
    let text = LiftModel().text(for: found)
    for block in try blocks(of: "text", in: "Exploration") {
      #expect(text.contains(block), "the page shows another text than \(text)")
    }
  }

  @Test("every line of code in the pages is compiled here", arguments: ["YourOwnReducer", "Exploration"])
  func code(page: String) throws {
    let source = unindented(try String(contentsOfFile: #filePath, encoding: .utf8))
    let code = try blocks(of: "swift", in: page)
    #expect(!code.isEmpty)
    for block in code { #expect(source.contains(unindented(block)), "not compiled: \(block)") }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingPrefix { $0 == " " } }
      .joined(separator: "\n")
  }

  /// The blocks of a language in a page.
  private func blocks(of language: String, in page: String) throws -> [String] {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/ReducerTesting/ReducerTesting.docc/\(page).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }
}
