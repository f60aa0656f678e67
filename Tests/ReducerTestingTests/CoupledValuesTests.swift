import ReducerTesting
import Testing

@Suite("Coupled values")
struct CoupledValuesTests {
  @Test("two numbers of a step whose difference matters shrink by the same amount")
  func difference() throws {
    let shrunk = try #require(Shrinker(Ranges()).shrink(Session(0, [.range(from: 5_000, to: 5_040)])))
    #expect(shrunk.session.steps == [.range(from: 1, to: 41)])
    #expect(shrunk.isMinimal)
  }

  @Test("two numbers of two steps whose difference matters take some hundred tries", arguments: [1_000, 20_700_757])
  func differenceOfSteps(_ place: Int64) throws {
    let steps: [Ranges.Step] = [.range(from: place, to: place + 2_000_000), .seek(place + 1_000_000)]
    let shrunk = try #require(Shrinker(Ranges()).shrink(Session(0, steps), property: "half-way"))
    #expect(shrunk.session.steps == [.range(from: 1, to: 2_000_001), .seek(1_000_001)])
    #expect(shrunk.isMinimal && shrunk.effort.executions < 1_000)
  }

  @Test("numbers whose difference or ratio is within a range take some hundred tries", arguments: Related.all)
  func withinRanges(_ related: Related) throws {
    let steps = related.numbers.map { Challenge.Step.number($0) }
    let shrunk = try #require(Shrinker(related.model).shrink(Session(0, steps)))
    #expect(shrunk.session == related.model.least)
    #expect(shrunk.isMinimal && shrunk.effort.executions < 1_000, "\(shrunk.effort.executions)")
  }

  @Test("two numbers of one step whose difference is within a range take some hundred tries")
  func withinRangeInOneStep() throws {
    let session = Session<Int64, Ranges.Step>(0, [.range(from: 31_415_926, to: 31_475_926)])
    let shrunk = try #require(Shrinker(Ranges()).shrink(session, property: "a-minute"))
    #expect(shrunk.session.steps == [.range(from: 1, to: 60_001)])
    #expect(shrunk.isMinimal && shrunk.effort.executions < 1_000, "\(shrunk.effort.executions)")
  }

  @Test("an id in the setup and in a step stays equal while both shrink")
  func setupAndStep() throws {
    let shrunk = try #require(Shrinker(Ranges()).shrink(Session(7_321, [.use(7_321)])))
    #expect(shrunk.session == Session(2, [.use(2)]))
    #expect(shrunk.isMinimal)
  }

  @Test("three numbers whose order matters shrink together")
  func order() throws {
    let steps: [Ranges.Step] = [.range(from: 40_000, to: 40_100), .seek(40_050)]
    let shrunk = try #require(Shrinker(Ranges()).shrink(Session(0, steps), property: "inside"))
    #expect(shrunk.session.steps == [.range(from: 1, to: 101), .seek(51)])
  }

  @Test("an elapsed time and the number that it must reach shrink together")
  func timeAndNumber() throws {
    let steps: [Timer.Step] = [.init(at: 2_000, .begin(3_600_000)), .init(at: 3_602_000, .check)]
    let shrunk = try #require(Shrinker(Timer()).shrink(Session(0, steps)))
    #expect(shrunk.session.steps == [.init(at: 0, .begin(100)), .init(at: 100, .check)])
  }
}

/// Numbers, one in each step, that have to keep a relation.
struct Related: CustomTestStringConvertible {
  var numbers: [Int64]
  var model: Challenge
  var testDescription: String { model.name }

  init(_ name: String, _ numbers: [Int64], least: [Int64], _ holds: @escaping @Sendable ([Int64]) -> Bool) {
    self.numbers = numbers
    model = Challenge(
      name: name, range: -100_000_000...100_000_000,
      fails: { _, steps in
        let values = Challenge.numbers(steps)
        return values.count == numbers.count && holds(values)
      }, least: Session(0, least.map { .number($0) }))
  }

  static let all = [
    Related("a difference", [31_475_926, 31_415_926], least: [60_000, 1]) {
      $0[1] > 0 && 59_999...60_000 ~= $0[0] - $0[1]
    },
    Related("a difference of negative numbers", [-31_475_926, -31_415_926], least: [-60_000, -1]) {
      $0[1] < 0 && $0[0] < -59_999 && 59_999...60_000 ~= $0[1] - $0[0]
    },
    Related("two differences", [31_475_926, 31_415_926, 31_416_000], least: [60_000, 1, 74]) {
      $0[1] > 0 && 59_999...60_001 ~= $0[0] - $0[1] && 73...76 ~= $0[2] - $0[1]
    },
    Related(
      "two differences beside a large constant", [31_475_926, 80_000_000, 31_415_926, 31_416_000],
      least: [60_000, 80_000_000, 1, 74]
    ) {
      $0[2] > 0 && $0[1] == 80_000_000 && 59_999...60_001 ~= $0[0] - $0[2] && 73...76 ~= $0[3] - $0[2]
    },
    Related("a ratio", [62_831_853, 31_415_926], least: [2, 1]) { $0[1] > 0 && 0...3 ~= $0[0] - 2 * $0[1] },
    Related("a sum", [31_415_926, 60_000], least: [5, 31_475_921]) {
      $0.allSatisfy { $0 > 4 } && 31_475_926...31_475_927 ~= $0[0] + $0[1]
    },
  ]
}

/// Ranges, places in them, and an id that the setup gives.
private struct Ranges: Model {
  enum Step: Hashable { case range(from: Int64, to: Int64), seek(Int64), use(Int64) }
  struct State {
    var id: Int64
    var range: Range<Int64> = 0..<0
  }

  func begin(_ setup: Int64) -> State { State(id: setup) }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .range(let from, let to):
      state.range = from < to ? from..<to : 0..<0
      // 0 is not a valid place.
      if from > 0, 60_000...60_002 ~= to - from { return PropertyViolation("a-minute") }
      return from > 0 && to - from == 40 ? PropertyViolation("short") : nil
    case .seek(let place):
      let isInside = place - state.range.lowerBound == 50 && state.range.upperBound - place == 50
      if state.range.lowerBound > 0, state.range.count == 2_000_000, place - state.range.lowerBound == 1_000_000 {
        return PropertyViolation("half-way")
      }
      return state.range.lowerBound > 0 && isInside ? PropertyViolation("inside") : nil
    case .use(let id): return id == state.id && id > 1 ? PropertyViolation("used") : nil
    }
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int64 { 0 }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step { .seek(0) }

  func simplerSetups(than setup: Int64) -> [Int64] { Candidates.numbers(than: setup) }
  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .range(let from, let to):
      Candidates.numbers(than: from).map { .range(from: $0, to: to) }
        + Candidates.numbers(than: to).map { .range(from: from, to: $0) }
    case .seek(let place): Candidates.numbers(than: place).map(Step.seek)
    case .use(let id): Candidates.numbers(than: id).map(Step.use)
    }
  }

  func values(of step: Step) -> [Int64] {
    switch step {
    case .range(let from, let to): [from, to]
    case .seek(let place): [place]
    case .use(let id): [id]
    }
  }

  func step(_ step: Step, with values: [Int64]) -> Step? {
    switch step {
    case .range: .range(from: values[0], to: values[1])
    case .seek: .seek(values[0])
    case .use: .use(values[0])
    }
  }

  func values(of setup: Int64) -> [Int64] { [setup] }
  func setup(_ setup: Int64, with values: [Int64]) -> Int64? { values[0] }
}

/// Breaks when a check comes exactly the span of `begin` after it, and the span is 100 or more.
private struct Timer: Model {
  enum Kind: Hashable { case begin(Int64), check }
  struct Step: Hashable {
    var at: Int64
    var kind: Kind

    init(at: Int64, _ kind: Kind) {
      self.at = at
      self.kind = kind
    }
  }

  func begin(_ setup: Int) -> Int64 { -1 }

  func take(_ step: Step, in state: inout Int64) -> PropertyViolation? {
    switch step.kind {
    case .begin(let span): state = span >= 100 ? step.at + span : -1
    case .check where step.at == state: return PropertyViolation("on-time")
    case .check: break
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Int64, using random: inout SplitMix64) -> Step { Step(at: 0, .check) }

  func simplerSteps(than step: Step) -> [Step] {
    guard case .begin(let span) = step.kind else { return [] }
    return Candidates.numbers(than: span).map { Step(at: step.at, .begin($0)) }
  }
  func instant(of step: Step) -> Int64? { step.at }
  func moved(_ step: Step, to instant: Int64) -> Step { Step(at: instant, step.kind) }
  func values(of step: Step) -> [Int64] { if case .begin(let span) = step.kind { [span] } else { [] } }
  func step(_ step: Step, with values: [Int64]) -> Step? {
    if case .begin = step.kind { Step(at: step.at, .begin(values[0])) } else { nil }
  }
}
