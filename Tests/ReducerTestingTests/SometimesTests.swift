import ReducerTesting
import Testing

@Suite("What must happen in some session")
struct SometimesTests {
  @Test("a campaign that reaches everything is clean; one that is too short reports what it never reached")
  func campaign() async throws {
    let long = try await Checker(Climber(), CheckPlan(seeds: 0..<500, length: 100, workers: 2)).run()
    #expect(long.unreached.isEmpty && long.isClean)
    let short = try await Checker(Climber(), CheckPlan(seeds: 0..<500, length: 5)).run()
    #expect(short.unreached == ["summit"] && !short.isClean && !short.hasFindings)
    let text = Climber().text(forUnreached: short.unreached, after: "\(short.sessions) sessions")
    #expect(text.hasPrefix("never reached in 500 sessions: summit\n"))
  }

  @Test("a campaign that was stopped, ended at a finding, or ran no session reports nothing as unreached")
  func unfinished() async throws {
    let plan = CheckPlan(seeds: 0..<100_000, length: 5)
    #expect(try await Checker(Climber(), plan).run { _ in false }.unreached.isEmpty)
    #expect(try await Checker(Climber(fallsAt: 2), CheckPlan(seeds: 0..<500, length: 5)).run().unreached.isEmpty)
    #expect(try await Checker(Climber(), CheckPlan(seeds: 0..<0)).run().unreached.isEmpty)
  }

  @Test("an exploration reports what no state reaches, and nothing when it was resumed or ended at a finding")
  func exploration() {
    let whole = Explorer(Climber(), from: 0)
    #expect(whole.run() == .complete && whole.unreached.isEmpty)
    var bounds = ExplorationBounds()
    bounds.depth = 9
    let part = Explorer(Climber(), from: 0, within: bounds)
    #expect(part.run() == .depth && part.unreached == ["summit"])
    let found = Explorer(Climber(fallsAt: 3), from: 0)
    #expect(found.run() == .counterexample && found.unreached.isEmpty)
  }

  @Test("an explanation shows the state after each needed step, and none after a step that changes nothing")
  func states() throws {
    let explanation = try #require(Climber(fallsAt: 2).explain(Session(0, [.up, .rest, .up])))
    #expect(explanation.state == "at 0" && explanation.steps.map(\.state) == ["at 1", "at 1", "at 2"])
    #expect(
      "\(explanation)" == """
        setup  0
               → at 0
            1  up    without it nothing breaks
               → at 1
            2  rest  without it falls still breaks
            3  up    without it nothing breaks
               → at 2
        """)
  }
}

/// Climbs to the height of ten.
private struct Climber: ExplorableModel {
  enum Step: Hashable, CaseIterable { case up, down, rest }

  var fallsAt: Int64 = .max
  var identity: String { "climber" }

  func begin(_ setup: Int64) -> Int64 { setup }
  func take(_ step: Step, in height: inout Int64) -> PropertyViolation? {
    switch step {
    case .up: height = min(10, height + 1)
    case .down: height = max(0, height - 1)
    case .rest: break
    }
    return height >= fallsAt ? PropertyViolation("falls") : nil
  }

  var sometimes: [String] { ["above ground", "summit"] }
  func reached(in height: Int64) -> UInt64 { (height > 0 ? 1 : 0) | (height == 10 ? 2 : 0) }
  func describe(state height: Int64) -> String? { "at \(height)" }

  func choices(in height: Int64, into choices: inout [Step]) { choices += Step.allCases }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int64 { 0 }
}
