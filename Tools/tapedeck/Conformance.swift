import ArgumentParser
import Conformance
import Foundation
import PlayerCore
import PlayerRuntime
import PlayerSimulation
import PlayerTrace

/// `tapedeck conformance`: do the four players behave like their namesakes?
struct ConformanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance",
    abstract: "Run acceptance cases through the public interfaces of the four players.",
    discussion: """
      Case files are JSON arrays in one of two formats: timed (steps and expectations carry seconds) or ordered \
      (steps follow events). Sources/Reference.docc/AcceptanceCases.md describes both. Each case runs over a scripted \
      engine on a virtual clock. A word that the runner does not know is a failure. Cases that describe shipped code \
      instead of documentation run in the player's source-compatible mode.

      Prints one line per failed case, with the first expectation that was not met and what happened instead. A case \
      without expectations does not pass, and is reported. --trace writes one file per case, named after its id; \
      characters that a file name cannot have become dashes.

      EXIT CODES
        0  all passed
        1  a case failed
        2  a file that cannot be opened, or a --filter that matches no case
        3  not a case file, or one without cases

      JSON
      One object per case: id, system, basis, passed and, for a failure, expected, got, at.

      EXAMPLES
        tapedeck conformance cases/*.json
        tapedeck conformance srg.json --filter segments --json | jq .passed
        tapedeck conformance prx.json --trace traces
        tapedeck conformance cases/*.json --mutate
      """)

  @Argument(help: ArgumentHelp("Case files; - is standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("Run only cases whose id contains this text.", valueName: "text"))
  var filter: String?

  @Flag(help: "Print one JSON object per case.")
  var json = false

  @Option(
    help: ArgumentHelp("Record each case as a trace in this folder.", valueName: "folder"),
    completion: .directory)
  var trace: String?

  @Flag(
    help: """
      Prove that the runner can fail: spoil the expectations of each case that passes, in every way that applies, and \
      report what is not noticed.
      """)
  var mutate = false

  func validate() throws {
    if files.isEmpty { throw ValidationError("name at least one case file") }
    if filter?.isEmpty == true { throw ValidationError("--filter is empty; expected a part of an id.") }
  }

  @MainActor
  func run() async throws {
    let output = DataStream()
    var worst = Exit.ok
    var passed = 0
    var failed = 0
    var aimless = 0
    // The cases that --filter excludes.
    var others: [String] = []
    var names = CaseFileNames()
    for file in files {
      let cases: [ConformanceCase]
      do {
        if let error = TraceError.ofOpening(file) { throw error }
        let data =
          file == "-"
          ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: URL(fileURLWithPath: file))
        cases = try ConformanceCase.cases(in: data, named: file == "-" ? "standard input" : file)
      } catch let error as CaseFileError {
        Talk.error(
          FileHint.report(for: file, wanted: .cases) ?? ErrorReport(error.description, kind: "damaged", file: file))
        worst = worst.worse(.damaged)
        continue
      } catch {
        let reason =
          (error as? TraceError)?.sentence ?? "\(file): cannot be read: \((error as NSError).localizedDescription)"
        Talk.error(FileHint.report(for: file, wanted: .cases) ?? ErrorReport(reason, kind: "system", file: file))
        worst = worst.worse(.usage)
        continue
      }
      for conformanceCase in cases {
        if let filter, !conformanceCase.id.contains(filter) {
          others.append(conformanceCase.id)
          continue
        }
        for verdict in try verdicts(of: conformanceCase, &names) {
          if verdict.passed, conformanceCase.expectsNothing, !mutate {
            aimless += 1
            Talk.line("warning: \(Printable.text(verdict.id)): nothing is expected, so nothing was tested")
          } else if verdict.passed {
            passed += 1
          } else {
            failed += 1
          }
          if json {
            try output.line(verdict.json.description)
          } else if let failure = verdict.failure {
            try output.line("\(verdict.id): at \(failure.at)")
            try output.line("  expected \(failure.expected)")
            try output.line("  got      \(failure.got)")
          }
        }
      }
      try output.flush()
    }
    Talk.line("\(passed) passed, \(failed) failed" + (aimless > 0 ? ", \(aimless) without expectations" : ""))
    if let filter, passed + failed + aimless == 0, !others.isEmpty {
      let advice = Nearest.word(to: filter, among: others).map { "Did you mean '\($0)'?" } ?? "--json lists ids"
      let all = NumberText.counted(Int64(others.count), "case")
      Talk.error("--filter '\(Printable.text(filter))' matches none of \(all). \(advice)")
      worst = worst.worse(.usage)
    }
    if failed > 0 { worst = worst.worse(.differs) }
    try worst.throwUnlessOK()
  }

  @MainActor
  private func verdicts(of conformanceCase: ConformanceCase, _ names: inout CaseFileNames) throws -> [Verdict] {
    var runner = ConformanceRunner()
    if mutate { return try runner.runSpoiled(conformanceCase) }
    guard let trace else { return [try runner.run(conformanceCase)] }
    try FileManager.default.createDirectory(atPath: trace, withIntermediateDirectories: true)
    let path = "\(trace)/\(names.name(for: conformanceCase.id)).trace.jsonl"
    var recorder: CaseRecorder?
    runner.makeRecorder = {
      let made = CaseRecorder(path: path, sparing: files)
      recorder = made
      return made
    }
    let verdict = try runner.run(conformanceCase)
    try recorder?.finish()
    return [verdict]
  }
}
