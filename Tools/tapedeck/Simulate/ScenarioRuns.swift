import Foundation
import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// Plays every given scenario, one after the other.
struct ScenarioRuns {
  private let options: ScenarioOptions
  private let json: Bool
  private let screen: Screen
  private let progress = ProgressLine()

  init(_ options: ScenarioOptions, json: Bool) {
    self.options = options
    self.json = json
    screen = options.color.screen
  }

  /// Returns the worst outcome.
  func run(into output: DataStream) throws -> Exit {
    let files = options.files.map { path in
      (path, Result { () throws(ScenarioError) in try ScenarioFile(path: path, allowsFiles: options.allowFiles) })
    }
    // Collected before anything is written: no scenario may overwrite what another one reads.
    let inputs = options.files + files.flatMap { (try? $0.1.get().networkFiles) ?? [] }
    try reportingTraceErrors {
      let kept = options.files.compactMap { options.trace(of: $0) } + [options.junit].compactMap(\.self)
      try WholeFile.checkApart(kept)
      for path in kept { try WholeFile.check(path, sparing: inputs) }
    }
    var worst = Exit.ok
    var report = JUnitReport()
    var stopped: (any Error)?
    for (index, (path, file)) in files.enumerated() {
      do {
        do {
          showProgress(index, report)
          let outcome = try play(file.get(), path, sparing: inputs, into: output)
          if outcome.verdict == .failed { worst = worst.worse(.differs) }
          report.add(outcome.junit)
        } catch let error as ScenarioError {
          worst = worst.worse(try self.report(error, path, into: output))
          report.add(JUnitReport.Case(file: path, error))
        }
        try output.flush()
      } catch {
        // The report is still written when the runs cannot continue.
        stopped = error
        break
      }
    }
    progress.clear()
    if let junit = options.junit {
      try reportingTraceErrors { try WholeFile.write(Array(report.text.utf8), to: junit, sparing: inputs) }
    }
    if let stopped { throw stopped }
    if options.files.count > 1, !json { summarize(report) }
    return worst
  }

  private func showProgress(_ index: Int, _ report: JUnitReport) {
    guard options.files.count > 1 else { return }
    progress.show {
      let bad = report.problems.count
      return "\(index) of \(options.files.count) scenarios\(bad > 0 ? ", \(bad) failed" : "")"
    }
  }

  /// Repeats the failures where they are visible after many lines, and the counts.
  private func summarize(_ report: JUnitReport) {
    let (failed, rest) = (report.count { if case .failed = $0 { true } else { false } }, report.errors)
    let aimless = report.count { if case .skipped = $0 { true } else { false } }
    if options.files.count > 2, !report.problems.isEmpty {
      Talk.line("\nnot passed (\(report.problems.count)):")
      for line in report.problems.flatMap(\.self) { Talk.line("  " + Printable.text(line)) }
    }
    let passed = report.cases.count - failed - aimless - rest
    Talk.line(
      "\(NumberText.counted(Int64(options.files.count), "scenario")): \(passed) passed, \(failed) failed"
        + (aimless > 0 ? ", \(aimless) without expectations" : "") + (rest > 0 ? ", \(rest) not simulated" : ""))
  }

  private func play(
    _ file: ScenarioFile, _ path: String, sparing inputs: [String], into output: DataStream
  ) throws -> ScenarioOutcome {
    let kept = options.trace(of: path)
    let form: TraceForm = kept.map { $0.hasSuffix(".jsonl") || $0 == "-" } ?? true ? .text : .binary
    let began = ContinuousClock.now
    let wanted = kept != nil || options.timeline ? form : nil
    let (run, violation): (ScenarioRun, PropertyViolation?)
    if options.check {
      let check = ScenarioCheck(file.scenario, trace: wanted)
      (run, violation) = (check.run, check.violation)
    } else {
      var observer = RunProgress(progress, file: path)
      (run, violation) = (ScenarioRun(file.scenario, trace: wanted, observer: &observer), nil)
    }
    progress.clear()
    let wall = ContinuousClock.now - began
    if let kept { try reportingTraceErrors { try WholeFile.write(run.trace, to: kept, sparing: inputs) } }
    let outcome = ScenarioOutcome(
      file: path, scenario: file, run: run, violation: violation, checksProperties: options.check, wall: wall)
    if json {
      try output.line(try JSONLine.text(ScenarioJSON(outcome)))
    } else if options.junit != "-" {
      // A trace on standard output must be alone there.
      for line in outcome.lines(screen) { if kept == "-" { Talk.line(line) } else { try output.line(line) } }
    }
    if options.timeline { try draw(run.trace, kept, path, into: output) }
    // A user who keeps or draws a run may not need expectations.
    if outcome.verdict == .played, kept == nil, !options.timeline {
      Talk.line(
        "warning: \(Printable.text(path)): nothing is expected, so nothing was tested. Add 'expect:', or give --check"
      )
    }
    return outcome
  }

  /// The picture is drawn from a trace in a file, which is temporary if none is kept.
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
    for line in TextPicture(model, screen).lines { try output.line(line) }
  }

  /// The error in a file; if it is not a scenario, a sentence that says what it is.
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

  /// Each problem of a file on its own line.
  static func tell(_ error: ScenarioError, _ path: String) {
    let report = report(of: error, path)
    Talk.error(report)
    guard report.kind != "wrongFile" else { return }
    for line in error.description.split(separator: "\n").dropFirst() { Talk.error(String(line)) }
  }

  private func report(_ error: ScenarioError, _ path: String, into output: DataStream) throws -> Exit {
    progress.clear()
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

/// Shows the progress of a long run's clock.
private struct RunProgress: ScenarioObserver {
  private let line: ProgressLine
  private let file: String
  private var inputs = 0

  init(_ line: ProgressLine, file: String) { (self.line, self.file) = (line, file) }

  mutating func prepare(for event: WorldEvent, at instant: Instant) {}

  mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    inputs += 1
    if inputs % 1_024 == 0 {
      line.show {
        "\(Printable.text(file)): \(TimeText.length(TimeSpan(microseconds: instant.microseconds))) simulated"
      }
    }
    return true
  }

  mutating func arrive(_ world: borrowing World) -> Bool { true }
  mutating func finish(_ world: World) {}
}
