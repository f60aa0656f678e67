import ReducerTesting
import Testing

@Suite("Explanation")
struct ExplanationTests {
  @Test("an explanation shows what breaks without each step, and marks the values that do not matter")
  func sample() throws {
    let steps: [ToyPlayer.Step] = [.fail, .fail, .fail, .buffer(9_001), .seek(30_001)]
    let explanation = try #require(ToyPlayer().explain(Session(ToyPlayer.Setup(), steps)))
    #expect(explanation.property == "stuck")
    #expect(explanation.steps.map(\.text) == ["fail", "fail", "fail", "buffer(9001)", "seek(30001)"])
    #expect(explanation.steps.allSatisfy { $0.without == nil })
    #expect(explanation.setup == "Setup(bufferLimit: 20000, loops: *)")
    #expect(explanation.setupValues.map(\.matters) == [true, false])
    #expect(explanation.setupValues.first?.alternatives == [nil, nil, "stuck"])
    #expect(!explanation.breaksAtTheEnd)
  }

  @Test("an explanation names another property that breaks without a step")
  func anotherProperty() throws {
    let steps: [TwoDefects.Step] = [.open, .guarded, .strike]
    let explanation = try #require(TwoDefects().explain(Session(TwoDefects.Setup(), steps)))
    #expect(explanation.steps.map { $0.without?.violation.property } == [nil, "shallow", nil])
    #expect(explanation.description.contains("guarded  without it shallow breaks instead"))
  }

  @Test("a time is masked when a later one breaks the property, too")
  func times() throws {
    let steps: [Waiting.Step] = [.init(at: 0, .other), .init(at: 0, .start), .init(at: 10_001, .check)]
    let explanation = try #require(Waiting().explain(Session(0, steps)))
    #expect(explanation.steps.map(\.text) == ["at * other", "at * start", "at * check"])
    #expect(explanation.steps[0].without?.violation.property == "late")
    #expect(explanation.description.contains("at * other  without it late still breaks"))
  }

  @Test("the explanation marks a failure at the end; a session that does not fail has no explanation")
  func atTheEnd() throws {
    let explanation = try #require(LeftOpen().explain(Session(0, [.open])))
    #expect(explanation.breaksAtTheEnd)
    #expect(explanation.description.hasSuffix("  end  breaks left-open"))
    #expect(LeftOpen().explain(Session(0, [.open, .close])) == nil)
  }

  @Test("a value of several words is masked as one")
  func severalWords() throws {
    let explanation = try #require(Sentences().explain(Session(0, [.init(name: "one two", count: 3)])))
    #expect(explanation.steps.map(\.text) == ["say '*' 3 times"])
  }
}

/// Breaks when something is said three times, whatever it is.
private struct Sentences: Model {
  struct Step: Hashable {
    var name: String
    var count: Int
  }

  func begin(_ setup: Int) {}
  func take(_ step: Step, in state: inout Void) -> PropertyViolation? {
    step.count == 3 ? PropertyViolation("thrice") : nil
  }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Void, using random: inout SplitMix64) -> Step { Step(name: "a", count: 1) }
  func describe(_ step: Step) -> String { "say '\(step.name)' \(step.count) times" }

  func variations(of step: Step) -> [Variation<Step>] {
    [
      Variation("name", ["", "a", "three four five"].map { Step(name: $0, count: step.count) }),
      Variation("count", [0, 100].map { Step(name: step.name, count: $0) }),
    ]
  }
}
