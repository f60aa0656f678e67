import ReducerTesting
import Testing

@Suite("Allowed steps")
struct AllowedStepsTests {
  @Test("random sessions contain only allowed steps")
  func drawing() async throws {
    var model = Account()
    model.trapsOnOverdraft = true
    let report = try await Checker(model, CheckPlan(seeds: 0..<500, length: 30)).run()
    #expect(report.findings.isEmpty && report.steps == 500 * 30)
  }

  @Test("a session shrinks to one with only allowed steps")
  func shrinking() throws {
    // Without the check, the shortest session withdraws money that was never deposited.
    let steps: [Account.Step] = [.deposit(80), .deposit(500), .withdraw(70), .withdraw(400), .audit]
    let model = Account(limit: 300)
    let shrunk = try #require(Shrinker(model).shrink(Session(0, steps)))
    #expect(shrunk.session.steps == [.deposit(301), .withdraw(301), .audit])
    #expect(shrunk.isMinimal)
  }

  @Test("a session with a forbidden step is not a session of the model, and breaks nothing")
  func running() {
    let session = Session<Int, Account.Step>(0, [.withdraw(301), .audit])
    #expect(Account(limit: 300).run(session) == nil)
    #expect(Shrinker(Account(limit: 300)).shrink(session) == nil)
    #expect(Account(limit: 300, mayOverdraw: true).run(session)?.violation.property == "withdrew-much")
  }

  @Test("a session ends where no drawn step is allowed")
  func deadEnd() {
    let (session, finding) = Countdown().explore(seed: 1, length: 100)
    #expect(session.steps.count == 5 && finding == nil)
    #expect(Countdown().probe(seed: 1, length: 100).stepCount == 5)
    #expect(Countdown().session(seed: 1, steps: 9).steps.count == 5)
  }
}

/// An account that must not be overdrawn by its user.
private struct Account: Model {
  enum Step: Hashable { case deposit(Int), withdraw(Int), audit }
  struct State {
    var balance = 0
    var withdrawn = 0
  }

  var limit = Int.max
  var mayOverdraw = false
  var trapsOnOverdraft = false

  func begin(_ setup: Int) -> State { State() }

  func allows(_ step: Step, in state: State) -> Bool {
    if case .withdraw(let amount) = step { mayOverdraw || amount <= state.balance } else { true }
  }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .deposit(let amount): state.balance += amount
    case .withdraw(let amount):
      state.balance -= amount
      state.withdrawn += amount
      if trapsOnOverdraft, state.balance < 0 { return PropertyViolation("overdrawn") }
    case .audit: return state.withdrawn > limit ? PropertyViolation("withdrew-much") : nil
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step {
    random.bool() ? .deposit(random.below(100)) : .withdraw(random.below(100))
  }

  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .deposit(let amount): Candidates.numbers(than: amount).map(Step.deposit)
    case .withdraw(let amount): Candidates.numbers(than: amount).map(Step.withdraw)
    case .audit: []
    }
  }

  func merged(_ first: Step, _ second: Step) -> [Step] {
    switch (first, second) {
    case (.deposit(let one), .deposit(let other)): [.deposit(one + other)]
    case (.withdraw(let one), .withdraw(let other)): [.withdraw(one + other)]
    default: []
    }
  }

  func values(of step: Step) -> [Int64] {
    switch step {
    case .deposit(let amount), .withdraw(let amount): [Int64(amount)]
    case .audit: []
    }
  }

  func step(_ step: Step, with values: [Int64]) -> Step? {
    switch step {
    case .deposit: .deposit(Int(values[0]))
    case .withdraw: .withdraw(Int(values[0]))
    case .audit: nil
    }
  }
}

/// Allows five steps and no more.
private struct Countdown: Model {
  func begin(_ setup: Int) -> Int { 5 }
  func allows(_ step: Bool, in state: Int) -> Bool { state > 0 }
  func take(_ step: Bool, in state: inout Int) -> PropertyViolation? {
    state -= 1
    return nil
  }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> Bool { random.bool() }
}
