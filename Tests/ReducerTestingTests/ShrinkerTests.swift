import ReducerTesting
import Testing

@Suite("Shrinker")
struct ShrinkerTests {
  @Test("the sample shrinks to five steps with the exact numbers 9001 and 30001", arguments: [7, 700] as [UInt64])
  func sample(seed: UInt64) throws {
    let model = ToyPlayer(isTame: true)
    let failing = try #require(firstFailure(of: model, from: seed, length: 1_000))
    let shrunk = try #require(Shrinker(model).shrink(failing))
    #expect(shrunk.verdict == .minimal)
    #expect(shrunk.session.setup == ToyPlayer.Setup())
    #expect(shrunk.session.steps.count == 5)
    #expect(shrunk.session.steps.filter { $0 == .fail }.count == 3)
    #expect(shrunk.session.steps.contains(.buffer(9_001)))
    #expect(shrunk.session.steps.contains(.seek(30_001)))
    #expect(isMinimal(shrunk.session, of: model, for: "stuck"))
    #expect(shrunk.finding == model.run(shrunk.session))
  }

  @Test("shrinking is deterministic, in result and effort")
  func isDeterministic() throws {
    let failing = try #require(firstFailure(of: ToyPlayer(isTame: true), from: 1, length: 1_000))
    #expect(Shrinker(ToyPlayer()).shrink(failing) == Shrinker(ToyPlayer()).shrink(failing))
  }

  @Test("a session that breaks nothing, or another property, is not shrunk")
  func nothingToShrink() throws {
    #expect(Shrinker(ToyPlayer()).shrink(Session(ToyPlayer.Setup(), [.play, .pause])) == nil)
    let failing = try #require(firstFailure(of: ToyPlayer(isTame: true), from: 1, length: 1_000))
    #expect(Shrinker(ToyPlayer()).shrink(failing, property: "another") == nil)
  }

  @Test("steps after the violation are cut off")
  func cutsAfterTheViolation() throws {
    let minimal: [ToyPlayer.Step] = [.fail, .fail, .fail, .buffer(9_001), .seek(30_001)]
    let failing = Session(ToyPlayer.Setup(), minimal + Array(repeating: .play, count: 10_000))
    let shrunk = try #require(Shrinker(ToyPlayer()).shrink(failing))
    #expect(shrunk.session.steps == minimal)
    #expect(shrunk.effort.steps < 5_000)
  }

  @Test("a session does not slip to another property that breaks with fewer steps")
  func noSlippage() throws {
    let steps: [TwoDefects.Step] = [.open, .other, .guarded, .strike]
    let failing = Session(TwoDefects.Setup(), steps)
    #expect(TwoDefects().run(failing)?.violation.property == "deep")
    let shrunk = try #require(Shrinker(TwoDefects()).shrink(failing))
    #expect(shrunk.finding.violation.property == "deep")
    // Without `guarded` the strike breaks "shallow".
    #expect(shrunk.session.steps == [.open, .guarded, .strike])
  }

  @Test("an exhausted budget claims no minimality, and keeps the best session so far")
  func budget() throws {
    let failing = try #require(firstFailure(of: ToyPlayer(isTame: true), from: 1, length: 1_000))
    let shrunk = try #require(Shrinker(ToyPlayer(), budget: 3_000).shrink(failing))
    #expect(shrunk.verdict == .budgetExhausted)
    #expect(!shrunk.isMinimal)
    #expect(shrunk.finding == ToyPlayer().run(shrunk.session))
    let whole = try #require(Shrinker(ToyPlayer()).shrink(failing))
    #expect(whole.effort.steps > 3_000)
  }

  @Test("a caller can stop shrinking at any success")
  func stopping() throws {
    let failing = try #require(firstFailure(of: ToyPlayer(isTame: true), from: 1, length: 1_000))
    var lengths: [Int] = []
    let shrunk = Shrinker(ToyPlayer()).shrink(failing) { progress in
      lengths.append(progress.stepCount)
      return lengths.count < 4
    }
    #expect(shrunk?.verdict == .stopped)
    #expect(lengths.count == 4)
    #expect(lengths == lengths.sorted(by: >))
  }

  @Test("steps that can only go together are deleted together")
  func pairs() throws {
    let steps: [Brackets.Step] = [.open, .open, .close, .mark, .open, .close, .close, .end]
    let shrunk = try #require(Shrinker(Brackets()).shrink(Session(0, steps)))
    #expect(shrunk.session.steps == [.mark, .end])
    #expect(shrunk.isMinimal)
  }

  @Test("a number that occurs in two steps shrinks in both")
  func numbersTogether() throws {
    let shrunk = try #require(Shrinker(AskAndAnswer()).shrink(Session(0, [.ask(5_000), .answer(5_000)])))
    #expect(shrunk.session.steps == [.ask(100), .answer(100)])
  }

  @Test("time gaps shrink to the shortest that breaks the property, and time never runs backwards")
  func times() throws {
    let steps: [Waiting.Step] = [.init(at: 700, .other), .init(at: 5_000, .start), .init(at: 90_000, .check)]
    let shrunk = try #require(Shrinker(Waiting()).shrink(Session(0, steps)))
    #expect(shrunk.session.steps == [.init(at: 0, .start), .init(at: 10_001, .check)])
    #expect(shrunk.isMinimal)
  }

  @Test("times at the limits of their type do not trap")
  func extremeTimes() throws {
    let steps: [Waiting.Step] = [.init(at: .min, .start), .init(at: .max, .other), .init(at: .max, .check)]
    let shrunk = try #require(Shrinker(Waiting()).shrink(Session(0, steps)))
    #expect(shrunk.session.steps.count == 2)
    #expect(shrunk.isMinimal)
  }

  @Test("a session that fails only at its end shrinks as well")
  func atTheEnd() throws {
    let steps: [LeftOpen.Step] = [.noise, .open, .noise, .close, .open, .noise]
    let shrunk = try #require(Shrinker(LeftOpen()).shrink(Session(0, steps)))
    #expect(shrunk.session.steps == [.open])
    #expect(shrunk.finding.stepCount == 1)
    #expect(shrunk.isMinimal)
  }

  @Test("a violation in a step shrinks to one at the end that needs fewer steps")
  func fromStepToEnd() throws {
    let shrunk = try #require(Shrinker(LeftOpen()).shrink(Session(0, [.open, .noise, .check])))
    #expect(shrunk.session.steps == [.open])
    #expect(isMinimal(shrunk.session, of: LeftOpen(), for: "left-open"))
  }

  @Test("inputs of an end count as steps, against the budget and towards the next progress report")
  func costlyEnds() throws {
    let failing = Session<Int, LeftOpen.Step>(0, [.noise, .open, .noise, .noise])
    var calls = 0
    let shrunk = try #require(
      Shrinker(LeftOpen(endInputs: 100_000)).shrink(failing) { _ in
        calls += 1
        return true
      })
    #expect(shrunk.isMinimal && shrunk.session.steps == [.open])
    #expect(shrunk.effort.steps > 100_000 * shrunk.effort.successes)
    #expect(calls > shrunk.effort.successes)
    let spent = try #require(Shrinker(LeftOpen(endInputs: 100_000), budget: 100_000).shrink(failing))
    #expect(spent.verdict == .budgetExhausted && spent.effort.executions <= 3)
  }

  @Test("sessions with more steps than there are snapshots shrink the same way")
  func fewSnapshots() throws {
    var steps = Array(repeating: ToyPlayer.Step.pause, count: 5_000)
    for (index, step) in [ToyPlayer.Step.fail, .fail, .seek(40_000), .fail, .buffer(9_500)].enumerated() {
      steps[index * 1_111 + 13] = step
    }
    let shrunk = try #require(Shrinker(ToyPlayer()).shrink(Session(ToyPlayer.Setup(), steps)))
    #expect(shrunk.session.steps == [.fail, .fail, .seek(30_001), .fail, .buffer(9_001)])
    #expect(shrunk.effort.steps < 200_000)
  }

  @Test("a property that is checked at some steps only is shrunk as if it were checked at every step")
  func thorough() throws {
    let failing = try #require(firstFailure(of: LooksRarely(), from: 1, length: 100))
    #expect(failing.steps.count >= 7)
    let shrunk = try #require(Shrinker(LooksRarely()).shrink(failing, property: "too-large"))
    #expect(shrunk.verdict == .minimal && shrunk.session.steps.count == 1)
    #expect(LooksRarely().run(shrunk.session) == nil, "alone it would not be tried")
    #expect(Shrinker(LooksRarely()).shrink(shrunk.session)?.session == shrunk.session)
  }

  @Test("a model that depends on more than its arguments is detected")
  func flaky() throws {
    let shrunk = try #require(Shrinker(Flaky()).shrink(Session(0, Array(repeating: 0, count: 64))))
    #expect(shrunk.verdict == .notReproducible)
  }
}

/// The first failing session from a seed on.
func firstFailure<Subject: Model>(
  of model: Subject, from seed: UInt64, length: Int
) -> Session<Subject.Setup, Subject.Step>? {
  for seed in seed..<seed + 200 {
    let (session, finding) = model.explore(seed: seed, length: length)
    if finding != nil { return session }
  }
  return nil
}

/// Verifies a shrinker's claim independently: the session breaks the property, no step can go, and no value and no
/// setup can be simpler.
func isMinimal<Subject: Model>(
  _ session: Session<Subject.Setup, Subject.Step>, of model: Subject, for property: String
) -> Bool {
  func breaks(_ session: Session<Subject.Setup, Subject.Step>) -> Bool {
    model.run(session)?.violation.property == property
  }
  guard breaks(session) else { return false }
  for index in session.steps.indices {
    var shorter = session
    shorter.steps.remove(at: index)
    if breaks(shorter) { return false }
    for step in model.simplerSteps(than: session.steps[index]) {
      var simpler = session
      simpler.steps[index] = step
      if breaks(simpler) { return false }
    }
  }
  return !model.simplerSetups(than: session.setup).contains { breaks(Session($0, session.steps)) }
}
