import PlayerCore
import PlayerTrace
import ReducerTesting
import Testing

@testable import PlayerTesting

@Suite("One numbering of steps")
struct StepNumberTests {
  @Test("a player's steps have the numbers of their inputs in the trace, which counts served deadlines")
  func player() throws {
    let model = PlayerModel(properties: .none)
    var differ = 0
    for seed in 0..<UInt64(60) {
      let (session, _) = model.explore(seed: seed, length: 30)
      let numbers = model.stepNumbers(of: session)
      let trace = try steps(model.trace(of: session))
      #expect(numbers.count == session.steps.count)
      for (number, step) in zip(numbers, session.steps) {
        guard let number else { continue }
        guard case .deadline = step.input else {
          #expect(trace[Int(number) - 1].input.code == step.input.code, "seed \(seed), step \(number)")
          continue
        }
        #expect(trace[Int(number) - 1].input == .deadline)
      }
      if numbers != session.steps.indices.map({ Int64($0 + 1) }) { differ += 1 }
    }
    #expect(differ > 5)
  }

  @Test("a world's steps have the numbers of their inputs in the trace next to the scenario; a fault has none")
  func world() throws {
    let model = WorldModel(properties: .none)
    for seed in 0..<UInt64(20) {
      let (session, _) = model.explore(seed: seed, length: 15)
      let trace = try steps(model.trace(of: session))
      for (number, step) in zip(model.stepNumbers(of: session), session.steps) {
        switch step.event {
        case .command(let command):
          guard let number, case .command(command, _) = trace[Int(number) - 1].input else {
            Issue.record("seed \(seed): \(command) is not step \(number ?? 0)")
            continue
          }
        case .fault, .heal, .sleep, .wait: #expect(number == nil)
        case .environment, .handOver: break
        }
      }
    }
  }

  @Test("a scope's steps have the numbers of the trace that explore writes, prelude included")
  func scope() {
    let scope = PlayerScope.segments
    let session = Session<PlayerScope.Setup, ScopeStep>(PlayerScope.Setup(), [.play, .opened])
    let numbers = scope.stepNumbers(of: session)
    #expect(numbers.first == Int64(scope.prelude.count + 1))
    let inputs = scope.inputs(of: session)
    guard let number = numbers[1], case .engine(.opened, _) = inputs[Int(number) - 1].input else {
      Issue.record("\(numbers)")
      return
    }
  }

  @Test("the explanation shows these numbers, and check reports the same one for the violation")
  func explanation() throws {
    let model = PlayerModel(properties: .none).adding(PlayerProperty("paused", "nobody pauses")) {
      if case .command(.pause, _) = $0.input { "paused" } else { nil }
    }
    // The deadlines served before the pause are steps of the trace.
    let steps = [
      PlayerStep(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero),
      PlayerStep(.opened(OpenedMedia(duration: .seconds(60))), at: .zero),
      PlayerStep(.buffered(until: .seconds(60), bytesRead: 1, isSaturated: true), at: .zero),
      PlayerStep(.playbackStarted(position: .zero, rate: .normal), at: .zero),
      PlayerStep(.pause, at: .seconds(50)),
    ]
    var setup = PlayerSetup()
    setup.changes = [PlayerSetup.Change(.readTimeout, 5_000_000)]
    let session = Session(setup, steps)
    let finding = try #require(model.run(session))
    let explanation = try #require(model.explain(session))
    #expect(explanation.steps.map(\.number) == model.stepNumbers(of: session))
    var reader = try TraceReader(bytes: try model.encode(session, breaking: finding))
    let issue = try #require(try TraceChecker(model).check(&reader).issues.first)
    #expect(issue.step == explanation.steps.last?.number)
    #expect("\(explanation)".contains("\(issue.step)  "))
  }

  private func steps(_ trace: [UInt8]) throws -> [TraceStep] {
    var reader = try TraceReader(bytes: trace)
    var steps: [TraceStep] = []
    while let record = try reader.next() { if case .step(let step) = record { steps.append(step) } }
    return steps
  }
}
