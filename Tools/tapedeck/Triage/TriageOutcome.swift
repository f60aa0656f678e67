import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace

/// Everything known about a trace after its triage.
struct TriageOutcome {
  enum Verdict: String {
    case healthy
    /// Something went wrong, and a small trace that shows it was written.
    case found
    /// Something went wrong that no smaller trace shows.
    case unshrunk
    /// The outputs of this version differ from the recorded ones, and nothing else is wrong.
    case otherOutputs
  }

  /// The written files.
  struct Files {
    var trace: String
    /// `nil` if the scenario behaves differently from the trace.
    var scenario: String?
  }

  var trace: SalvagedTrace
  var replay: ReplayOutcome
  var check: CheckOutcome
  var finding: TriageFinding?
  var explanation: TraceExplanation?
  /// The explanation of the last step, if playback is requested there but nothing plays.
  var waiting: TraceExplanation?
  var regression: TriageRegression?
  var files: Files?
  /// Why there is no smaller trace.
  var complaint: String?

  var verdict: Verdict {
    guard let finding else { return .healthy }
    if finding.kind == .otherOutputs { return .otherOutputs }
    return files == nil ? .unshrunk : .found
  }

  var exit: Exit {
    if trace.damage?.exit == .damaged { return .damaged }
    return finding == nil && trace.damage == nil ? .ok : .differs
  }

  /// The command to run now.
  var next: String {
    if let files, let scenario = files.scenario, let regression {
      let check = regression.verdict == .failsUntilFixed ? "--check " : ""
      return "tapedeck simulate \(check)\(ShellWord.quoted(scenario))"
    }
    if let files { return "tapedeck explain \(ShellWord.quoted(files.trace))" }
    let name = trace.name == "-" ? "TRACE" : trace.name
    switch verdict {
    case .otherOutputs: return "tapedeck replay \(ShellWord.quoted(name))"
    case .found, .unshrunk: return "tapedeck explain \(ShellWord.quoted("\(name):\(finding?.step ?? 1)"))"
    case .healthy where waiting != nil: return "tapedeck explain \(ShellWord.quoted("\(name):end"))"
    case .healthy: return "tapedeck timeline \(ShellWord.quoted(name))"
    }
  }
}

extension TriageOutcome {
  /// The same as JSON. Times are microseconds.
  var json: JSONValue {
    let words = CauseWords(trace.names.text)
    let name = trace.name
    return .object([
      "trace": .text(name), "verdict": .text(verdict.rawValue), "inputs": .integer(trace.steps),
      "duration": .integer(trace.span.microseconds), "error": trace.damage.map { ErrorReport($0).json },
      "bytesLost": trace.loss.map { .integer($0.bytes) }, "isRedacted": .flag(trace.header.isRedacted),
      "replay": .object([
        "verdict": .text(replay.verdict.rawValue), "step": replay.report?.difference.map { .integer($0.number) },
      ]),
      "check": check.json(allowed: []),
      "finding": finding.map { .object(["words": .text($0.words), "step": .integer($0.step)]) },
      "explanation": explanation?.report(name, words), "waiting": waiting?.report(name, words),
      "regression": regression.map { regression in
        .object([
          "steps": .integer(Int64(regression.stepCount)), "isMinimal": .flag(regression.isMinimal),
          "trace": files.map { .text($0.trace) }, "scenario": files?.scenario.map { .text($0) },
          "scenarioVerdict": .text(regression.verdict.rawValue),
        ])
      },
      "complaint": complaint.map { .text($0) }, "next": .text(next),
    ])
  }
}
