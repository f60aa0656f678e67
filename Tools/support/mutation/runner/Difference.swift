import PlayerCore
import PlayerTesting
import ReducerTesting

/// Runs the reducer as it is and a mutant side by side: does anything that the player returns differ, and in which
/// session at least? A mutant that no session distinguishes is perhaps equivalent; one that does, and breaks no
/// property, shows which property is missing.
struct DifferenceModel: Model {
  typealias Setup = PlayerModel.Setup
  typealias Step = PlayerModel.Step
  typealias Habits = PlayerModel.Habits

  struct State {
    var original: PlayerModel.State
    var mutated: PlayerModel.State
  }

  let number: Int32
  private let base = PlayerModel(properties: .none)
    .adding(PlayerProperty("recorded", "every input and its outputs are noted")) { context in
      transcript.append(Line(context.input, Array(context.outputs)))
      return nil
    }

  struct Line: Equatable {
    var input: Input
    var outputs: [Output]

    init(_ input: Input, _ outputs: [Output]) { (self.input, self.outputs) = (input, outputs) }
  }

  init(_ number: Int32) { self.number = number }

  func begin(_ setup: Setup) -> State { State(original: base.begin(setup), mutated: base.begin(setup)) }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    mutant = 0
    transcript = []
    _ = base.take(step, in: &state.original)
    let expected = transcript
    mutant = number
    transcript = []
    _ = base.take(step, in: &state.mutated)
    defer { mutant = 0 }
    guard expected != transcript else { return nil }
    return PropertyViolation("differs", Self.words(expected, transcript))
  }

  private static func words(_ expected: [Line], _ found: [Line]) -> String {
    for (a, b) in zip(expected, found) where a != b {
      if a.input != b.input { return "\(a.input) is served instead of \(b.input)" }
      let missing = a.outputs.filter { !b.outputs.contains($0) }
      let added = b.outputs.filter { !a.outputs.contains($0) }
      return "\(a.input): \(missing.map { "− \($0)" } + added.map { "+ \($0)" })"
    }
    return "\(expected.count) inputs are taken, with the mutant \(found.count)"
  }

  /// A session as the reducer itself draws it.
  func draw(seed: UInt64, length: Int) -> Session<Setup, Step> {
    mutant = 0
    return base.explore(seed: seed, length: length).0
  }

  func drawHabits(using random: inout SplitMix64) -> Habits { base.drawHabits(using: &random) }
  func drawSetup(_ habits: Habits, using random: inout SplitMix64) -> Setup { base.drawSetup(habits, using: &random) }
  func drawStep(_ habits: Habits, in state: State, using random: inout SplitMix64) -> Step {
    base.drawStep(habits, in: state.original, using: &random)
  }
  func simplerSetups(than setup: Setup) -> [Setup] { base.simplerSetups(than: setup) }
  func simplerSteps(than step: Step) -> [Step] { base.simplerSteps(than: step) }
  func merged(_ first: Step, _ second: Step) -> [Step] { base.merged(first, second) }
  func instant(of step: Step) -> Int64? { base.instant(of: step) }
  func moved(_ step: Step, to instant: Int64) -> Step { base.moved(step, to: instant) }
  func describe(_ step: Step) -> String { base.describe(step) }
  func describe(_ setup: Setup) -> String { base.describe(setup) }
}

/// What the running step has led to.
nonisolated(unsafe) private var transcript: [DifferenceModel.Line] = []  // The program has one thread.

extension Order {
  /// The first of the sessions in which the mutant shows, as small as it gets; `nil` when it shows in none.
  func difference() -> Verdict.Discovery? {
    let model = DifferenceModel(number)
    for seed in 1...max(1, sessions) {
      if seed % 50 == 0 { Main.say(".") }
      let session = model.draw(seed: UInt64(seed), length: length)
      guard let finding = model.run(session) else { continue }
      return Verdict.Discovery(
        model: "player", property: finding.violation.property, detail: finding.violation.detail, session: seed,
        findMicroseconds: 0, shrunk: shrinks ? small(session, model) : nil)
    }
    return nil
  }

  private func small(_ session: Session<PlayerSetup, PlayerStep>, _ model: DifferenceModel) -> Verdict.Small? {
    guard let small = Shrinker(model).shrink(session, property: "differs") else { return nil }
    let script = [model.describe(small.session.setup)] + small.session.steps.map { model.describe($0) }
    return Verdict.Small(
      steps: small.session.steps.count, isMinimal: small.isMinimal, microseconds: 0,
      script: script + [model.run(small.session)?.violation.detail ?? ""])
  }
}
