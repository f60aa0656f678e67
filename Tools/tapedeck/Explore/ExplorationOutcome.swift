import ArgumentParser
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// The outcome of the exploration of one scope.
struct ExplorationOutcome {
  let scope: PlayerScope
  let progress: ExplorationProgress
  /// Whether it was interrupted before its end, or before every property had checked every step.
  let isInterrupted: Bool
  let elapsed: Duration
  let stuck: Int
  /// The number of steps that every property has checked; `nil` if no property was checked.
  let monitored: Int?
  let counterexample: Counterexample<PlayerScope>?

  static var heading: String {
    "\("scope".padded(to: 14))\(["states", "steps", "depth", "outputs", "MB", "seconds"].map { $0.padded(to: 12, right: true) }.joined())  end"
  }

  func print(to output: DataStream, asJSON: Bool, trace: String?) throws {
    let trace = counterexample == nil ? nil : trace
    if asJSON { return try output.line(try JSONLine.text(ExplorationJSON(self, trace: trace))) }
    let numbers = [
      NumberText.grouped(Int64(progress.states)), NumberText.grouped(Int64(progress.transitions)),
      "\(progress.depth)", "\(progress.mostOutputs)", NumberText.grouped(Int64(progress.peakBytes >> 20)),
      "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())",
    ]
    try output.line("\(scope.name.padded(to: 14))\(numbers.map { $0.padded(to: 12, right: true) }.joined())  \(end)")
    if let problem = progress.problem { try output.line("  \(problem)") }
    if let monitored { try output.line("  \(NumberText.counted(Int64(monitored), "step")) with every property") }
    guard let counterexample else { return }
    try output.line("\(counterexample.violation.property): \(counterexample.violation.detail)")
    if stuck > 0 { try output.line("  \(NumberText.counted(Int64(stuck), "state")) without a way to a good end") }
    let session = counterexample.session
    for (number, step) in zip(scope.stepNumbers(of: session), session.steps) {
      let number = number.map { "\($0)" } ?? "–"
      try output.line("  \(number.padded(to: 3, right: true))  \(scope.describe(step))")
    }
    if let trace { try output.line("  written to \(Printable.text(trace))") }
  }

  /// The number of states of the scope; `nil` if not all of it was explored.
  var wholeStates: Int? { progress.end == .complete ? progress.states : nil }

  /// What is wrong with that number.
  var complaint: String? {
    guard let states = wholeStates, let expected = PlayerScope.expectedStates[scope.name], states != expected else {
      return nil
    }
    let found = NumberText.counted(Int64(states), "state")
    return "\(scope.name): \(found), expected \(NumberText.grouped(Int64(expected))). "
      + "The player behaves differently than when the table was written; if that is intended, update the table: tapedeck explore "
      + "\(scope.name) --write-expected Sources/PlayerTesting/Player/Scopes/PlayerScope+Expected.swift"
  }

  /// A word of ``ExplorationEnd``.
  var end: String { isInterrupted ? ExplorationEnd.interrupted.rawValue : progress.end?.rawValue ?? "" }

  var milliseconds: Int64 {
    elapsed.components.seconds * 1_000 + elapsed.components.attoseconds / 1_000_000_000_000_000
  }
}

/// The outcome for programs.
struct ExplorationJSON: Encodable {
  var scope: String
  var end: String
  /// The bound that the scope exceeds.
  var problem: String?
  var states: Int
  /// Present only if it differs.
  var expectedStates: Int?
  var transitions: Int
  var depth: Int
  var deadEnds: Int
  var mostOutputs: Int
  var peakBytes: Int
  var milliseconds: Int64
  var stuck: Int
  var monitored: Int?
  var property: String?
  var detail: String?
  var steps: [String]?
  var stepNumbers: [Int64?]?
  var trace: String?

  init(_ outcome: ExplorationOutcome, trace: String?) {
    scope = outcome.scope.name
    end = outcome.end
    problem = outcome.progress.problem
    states = outcome.progress.states
    if outcome.complaint != nil { expectedStates = PlayerScope.expectedStates[scope] }
    transitions = outcome.progress.transitions
    depth = outcome.progress.depth
    deadEnds = outcome.progress.deadEnds
    mostOutputs = outcome.progress.mostOutputs
    peakBytes = outcome.progress.peakBytes
    milliseconds = outcome.milliseconds
    stuck = outcome.stuck
    monitored = outcome.monitored
    property = outcome.counterexample?.violation.property
    detail = outcome.counterexample?.violation.detail
    steps = outcome.counterexample?.session.steps.map { "\($0)" }
    stepNumbers = outcome.counterexample.map { outcome.scope.stepNumbers(of: $0.session) }
    self.trace = trace
  }
}
