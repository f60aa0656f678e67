import Foundation
import ReducerTesting
import Testing

// The example of the article "Your own reducer". What stands there in code stands here as well; a test sees to it.

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

  func take(_ input: Lift.Input, in lift: inout Lift) -> Breach? {
    lift.receive(input)
    if lift.isOpen, let target = lift.target {
      return Breach("moves-with-open-door", "from \(lift.floor) to \(target)")
    }
    return nil
  }

  func finish(_ lift: inout Lift) -> Breach? {
    lift.receive(.closeDoor)
    lift.receive(.arrive)
    return lift.target == nil ? nil : Breach("never-arrives")
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

extension LiftModel: StoredModel {}

@Suite("Your own reducer")
struct YourOwnReducerTests {
  @Test("the example finds its defect, and says so as the article shows")
  func example() async throws {
    let report = try await Checker(LiftModel(), CheckPlan(seeds: 0..<1_000)).run()
    let finding = try #require(report.findings.first)
    #expect(finding.shrunk.session.steps == [.openDoor, .call(floor: 1)])
    let text = LiftModel().text(for: finding)
    for block in try blocks(of: "text") { #expect(text.contains(block), "the article shows another text") }
  }

  @Test("every line of code in the article is compiled here")
  func code() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let code = try blocks(of: "swift").filter { !$0.contains("expectAll") }
    #expect(code.count == 4)
    for block in code { #expect(source.contains(block)) }
  }

  /// The blocks of a language in the article.
  private func blocks(of language: String) throws -> [String] {
    let article = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/ReducerTesting/ReducerTesting.docc/YourOwnReducer.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }
}
