import Foundation
import PlayerCore
import PlayerTesting
import PlayerTrace

/// Performs a triage: replays, checks, explains, shrinks, and writes.
struct TriageWork {
  let path: String
  /// In the user's words; `nil` for the most important finding.
  var goal: ShrinkGoal?
  var folder: String
  var redacts: Bool
  var budget: Int

  /// Throws when the trace cannot be read, or the result cannot be written.
  func run() throws -> TriageOutcome {
    let trace = try SalvagedTrace(path: path, redacts: redacts)
    var outcome = TriageOutcome(
      trace: trace, replay: Self.replay(trace),
      check: CheckOutcome(of: trace.name, TraceChecker(), ObservedChecker(), open: trace.open))
    guard trace.steps > 0 else {
      if let damage = trace.damage { throw damage }
      throw TraceError.notReplayable(file: trace.name, reason: "it has no inputs. Give a trace of a run")
    }
    // Nothing can be found in an excerpt, or in a trace that begins in the middle.
    if outcome.check.report == nil, case .failure(let error) = explain(trace, nil) { throw error }
    let trouble = try? explain(trace, nil).get()
    if let goal {
      outcome.finding = try TriageFinding.asked(goal, in: trace)
      guard outcome.finding != nil else { throw TriageProblem("\(Printable.text(path)): \(goal.complaint)") }
    } else {
      outcome.finding = TriageFinding.worst(outcome.check.report, trouble?.root.step)
    }
    outcome.explanation = outcome.finding.flatMap { try? explain(trace, $0.step).get() }
    outcome.waiting = waiting(trace)
    guard let finding = outcome.finding, finding.kind != .otherOutputs else { return outcome }
    try shrink(trace, finding, into: &outcome)
    return outcome
  }

  private static func replay(_ trace: SalvagedTrace) -> ReplayOutcome {
    do {
      var reader = try trace.open()
      let report = try TraceReplayer.replay(&reader)
      let verdict: ReplayVerdict = report.difference == nil ? .ok : .differs
      return ReplayOutcome(
        trace: trace.name, verdict: verdict, exit: verdict == .ok ? .ok : .differs, header: reader.header,
        report: report)
    } catch {
      return ReplayOutcome(trace: trace.name, verdict: .unusable, exit: error.exit, error: ErrorReport(error))
    }
  }

  private func explain(_ trace: SalvagedTrace, _ step: Int64?) -> Result<TraceExplanation, TraceError> {
    do throws(TraceError) { return .success(try TraceExplainer.explain(step, open: trace.open)) } catch {
      return .failure(error)
    }
  }

  /// The explanation of the last step when playback is requested there but does not start.
  private func waiting(_ trace: SalvagedTrace) -> TraceExplanation? {
    guard let last = try? explain(trace, trace.steps).get() else { return nil }
    let player = last.after
    let isOver = player.state == .ended || player.phase == .failed || player.phase == .empty
    return player.wantsPlay && !player.isMoving && !isOver && !last.hindrances.isEmpty ? last : nil
  }

  private func shrink(_ trace: SalvagedTrace, _ finding: TriageFinding, into outcome: inout TriageOutcome) throws {
    let files = names(trace)
    // Problems with the files are detected before the search, which can take long.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in [files.trace, files.scenario].compactMap(\.self) {
      try WholeFile.checkUnnamed(file, option: "--output FOLDER")
      try WholeFile.check(file, sparing: [path])
    }
    do throws(TraceError) {
      outcome.regression = try TriageRegression(of: trace, finding, budget: budget, redacts: redacts)
    } catch { outcome.complaint = error.sentence }
    guard let regression = outcome.regression else {
      outcome.complaint = outcome.complaint ?? "it does not happen again when the inputs are played"
      return
    }
    try WholeFile.write(regression.trace, to: files.trace, sparing: [path])
    outcome.files = files
    if regression.verdict == .showsSomethingElse {
      outcome.files?.scenario = nil
    } else if let scenario = files.scenario {
      try WholeFile.write(Array(regression.text.utf8), to: scenario, sparing: [path])
    }
  }

  private func names(_ trace: SalvagedTrace) -> TriageOutcome.Files {
    let stem =
      folder == "." ? trace.stem : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(trace.stem)"
    return TriageOutcome.Files(trace: stem + ".triage.trace.jsonl", scenario: stem + ".triage.yaml")
  }
}

/// Why there is nothing to triage.
struct TriageProblem: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
