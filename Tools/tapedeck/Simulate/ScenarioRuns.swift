import Foundation
import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// Plays every scenario that was given, one after the other.
struct ScenarioRuns {
  private let options: ScenarioOptions
  private let json: Bool

  init(_ options: ScenarioOptions, json: Bool) {
    self.options = options
    self.json = json
  }

  /// Returns the worst of what happened.
  func run(into output: DataStream) throws -> Exit {
    let files = options.files.map { path in
      (path, Result { () throws(ScenarioError) in try ScenarioFile(path: path, allowsFiles: options.allowFiles) })
    }
    // Known before anything is written: what one scenario reads, no other may overwrite.
    let inputs = options.files + files.flatMap { (try? $0.1.get().networkFiles) ?? [] }
    try reportingTraceErrors {
      let kept = options.files.compactMap { options.trace(of: $0) }
      try WholeFile.checkApart(kept)
      for path in kept { try WholeFile.check(path, sparing: inputs) }
    }
    var worst = Exit.ok
    var (passed, failed, aimless) = (0, 0, 0)
    for (path, file) in files {
      do {
        switch try play(file.get(), path, sparing: inputs, into: output) {
        case .passed: passed += 1
        case .played: aimless += 1
        case .failed:
          failed += 1
          worst = worst.worse(.differs)
        }
      } catch let error as ScenarioError {
        worst = worst.worse(try report(error, path, into: output))
      }
      try output.flush()
    }
    if options.files.count > 1, !json {
      let rest = options.files.count - passed - failed - aimless
      Talk.line(
        "\(NumberText.counted(Int64(options.files.count), "scenario")): \(passed) passed, \(failed) failed"
          + (aimless > 0 ? ", \(aimless) without expectations" : "") + (rest > 0 ? ", \(rest) not simulated" : ""))
    }
    return worst
  }

  private func play(
    _ file: ScenarioFile, _ path: String, sparing inputs: [String], into output: DataStream
  ) throws -> ScenarioOutcome.Verdict {
    let kept = options.trace(of: path)
    let form: TraceForm = kept.map { $0.hasSuffix(".jsonl") || $0 == "-" } ?? true ? .text : .binary
    let began = ContinuousClock.now
    let wanted = kept != nil || options.timeline ? form : nil
    let (run, violation): (ScenarioRun, PropertyViolation?)
    if options.check {
      let check = ScenarioCheck(file.scenario, trace: wanted)
      (run, violation) = (check.run, check.violation)
    } else {
      (run, violation) = (ScenarioRun(file.scenario, trace: wanted), nil)
    }
    let wall = ContinuousClock.now - began
    if let kept { try reportingTraceErrors { try WholeFile.write(run.trace, to: kept, sparing: inputs) } }
    let outcome = ScenarioOutcome(
      file: path, scenario: file, run: run, violation: violation, checksProperties: options.check, wall: wall)
    if json {
      try output.line(try JSONLine.text(ScenarioJSON(outcome)))
    } else {
      // A trace on standard output is there alone.
      for line in outcome.lines { if kept == "-" { Talk.line(line) } else { try output.line(line) } }
    }
    if options.timeline { try draw(run.trace, kept, path, into: output) }
    // A user who keeps or draws a run may need nothing else.
    if outcome.verdict == .played, kept == nil, !options.timeline {
      Talk.line(
        "warning: \(Printable.text(path)): nothing is expected, so that nothing was tested. Add 'expect:', or give --check"
      )
    }
    return outcome.verdict
  }

  /// The picture is drawn from a trace in a file, which is a passing one when none is kept.
  private func draw(_ trace: [UInt8], _ kept: String?, _ file: String, into output: DataStream) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var path = kept ?? "-"
    if path == "-" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let name = URL(filePath: file).deletingPathExtension().lastPathComponent
      path = folder.appending(path: name + ".trace").path(percentEncoded: false)
      try reportingTraceErrors { try WholeFile.write(trace, to: path) }
    }
    let model = try reportingTraceErrors { try TimelineBuilder.model(of: path, from: nil, until: nil) }
    for line in TextPicture(model, Screen.standardOutput).lines { try output.line(line) }
  }

  /// What is wrong with a file; in one sentence what it is when it is no scenario at all.
  static func report(of error: ScenarioError, _ path: String) -> ErrorReport {
    if let wrong = FileHint.report(for: path, wanted: .scenario) { return wrong }
    switch error {
    case .system(_, _, let code, _):
      let advice = code == EACCES ? "Check the permissions" : "Check the path"
      return ErrorReport("\(error). \(advice)", kind: "system", file: path)
    case .damaged(_, let problems):
      let first = "\(error)".prefix { $0 != "\n" }
      var report = ErrorReport(String(first), kind: "damaged", file: path)
      guard let problem = problems.first else { return report }
      report.line = problem.place.line > 0 ? Int64(problem.place.line) : nil
      (report.expected, report.found) = (problem.expected, problem.found)
      report.hint = problem.advice.isEmpty ? nil : problem.advice
      return report
    }
  }

  /// Each problem of a file in a line of its own.
  static func tell(_ error: ScenarioError, _ path: String) {
    let report = report(of: error, path)
    Talk.error(report)
    guard report.kind != "wrongFile" else { return }
    for line in error.description.split(separator: "\n").dropFirst() { Talk.error(String(line)) }
  }

  private func report(_ error: ScenarioError, _ path: String, into output: DataStream) throws -> Exit {
    Self.tell(error, path)
    let exit: Exit
    switch error {
    case .system: exit = .usage
    case .damaged: exit = .damaged
    }
    if json { try output.line(try JSONLine.text(ScenarioJSON(file: path, error))) }
    return exit
  }
}

/// How a scenario ended.
struct ScenarioOutcome {
  var file: String
  var scenario: ScenarioFile
  var run: ScenarioRun
  /// The property that broke, where properties are checked.
  var violation: PropertyViolation?
  /// Whether properties were checked: a run without expectations has nothing else that could fail.
  var checksProperties: Bool
  var wall: Duration

  enum Verdict: String {
    case passed, failed
    /// It expects nothing: there is nothing to pass.
    case played
  }

  /// Microseconds.
  var wallTime: Int64 { wall.microseconds }

  var verdict: Verdict {
    if !run.isPassed || violation != nil { return .failed }
    return scenario.scenario.expectations.isEmpty && !checksProperties ? .played : .passed
  }

  func place(_ failure: ScenarioRun.Failure) -> ScenarioPlace? {
    switch failure.subject {
    case .expectation(let index): scenario.expectationPlaces[index]
    case .step(let index): scenario.stepPlaces[index]
    case .run: nil
    }
  }

  var lines: [String] {
    let verdict =
      switch verdict {
      case .passed: "passed"
      case .failed: "FAILED"
      case .played: "played, nothing expected"
      }
    let simulated = TimeText.length(TimeSpan(microseconds: run.end.microseconds))
    let head =
      "\(Printable.text(file)): \(verdict): \(Printable.text(scenario.scenario.name)) "
      + "(\(simulated) simulated in \(TraceTime.span(TimeSpan(microseconds: wallTime))), "
      + "\(NumberText.counted(run.inputs, "input")))"
    let broken = violation.map { "  \($0.property) does not hold: \(Printable.text($0.detail))" }
    // The run ended there: what is missing may have been to come.
    if let broken { return [head, broken] }
    return [head]
      + run.failures.map { failure in
        let place = place(failure).map { "\(Printable.text(file)):\($0.line):\($0.column): " } ?? ""
        return "  \(place)\(Printable.text(failure.sentence))"
      }
  }
}

/// The same as JSON. Times are microseconds.
private struct ScenarioJSON: Encodable {
  struct Failure: Encodable {
    var line: Int?
    var column: Int?
    var text: String
  }

  var file: String
  var name: String?
  var verdict: String
  var end: Int64?
  var inputs: Int64?
  var wall: Int64?
  /// The property that broke.
  var property: String?
  var failures: [Failure]
  /// Why it could not be read.
  var error: ErrorReport?

  init(_ outcome: ScenarioOutcome) {
    file = outcome.file
    name = outcome.scenario.scenario.name
    verdict = outcome.verdict.rawValue
    property = outcome.violation?.property
    (end, inputs, wall) = (outcome.run.end.microseconds, outcome.run.inputs, outcome.wallTime)
    if let violation = outcome.violation {
      failures = [Failure(text: "\(violation.property): \(violation.detail)")]
      return
    }
    failures = outcome.run.failures.map { failure in
      let place = outcome.place(failure)
      return Failure(line: place?.line, column: place?.column, text: failure.sentence)
    }
  }

  init(file: String, _ error: ScenarioError) {
    self.file = file
    self.error = ScenarioRuns.report(of: error, file)
    switch error {
    case .system:
      verdict = "unusable"
      failures = [Failure(text: "\(error)")]
    case .damaged(_, let problems):
      verdict = "damaged"
      failures = problems.map { Failure(line: $0.place.line, column: $0.place.column, text: $0.sentence) }
    }
  }
}
