import ArgumentParser
import Conformance
import Foundation
import PlayerRuntime
import PlayerSimulation
import PlayerTrace

/// Do the four players behave like their namesakes? `Tools/check-cases` builds and runs this, and explains it.
@main
struct CheckCases: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Tools/check-cases",
    abstract: "Run acceptance cases through the public interfaces of the four players.")

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
    if filter?.isEmpty == true { throw ValidationError("--filter is empty; expected a part of an id.") }
  }

  /// Wrong usage ends with 2 instead of the argument parser's 64.
  @MainActor
  static func main() async {
    Console.removeTemporariesAtSignals()
    do {
      var command = try parseAsRoot()
      guard let cases = command as? CheckCases else { return try command.run() }
      try await cases.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Console.note(Problem(message: message(for: error), kind: "usage"))
      Console.message(fullMessage(for: error))
      Console.end(.usage)
    }
  }

  @MainActor
  func run() async throws {
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
        cases = try ConformanceCase.cases(in: data(of: file), named: file == "-" ? "standard input" : file)
      } catch let error as CaseFileError {
        Console.error(Problem(message: error.description, kind: "damaged", file: file))
        worst = max(worst, .damaged)
        continue
      } catch {
        let reason =
          (error as? TraceError).map { "\($0). Check the path" }
          ?? "\(file): cannot be read as a file. If it is a folder, name the files in it: \(file)/*.cases"
        Console.error(Problem(message: reason, kind: "system", file: file))
        worst = max(worst, .usage)
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
            Console.message("warning: \(verdict.id): nothing is expected, so nothing was tested")
          } else if verdict.passed {
            passed += 1
          } else {
            failed += 1
          }
          if json {
            Console.print(verdict.json.description)
          } else if let failure = verdict.failure {
            Console.print("\(verdict.id): at \(failure.at)")
            Console.print("  expected \(failure.expected)")
            Console.print("  got      \(failure.got)")
          }
        }
      }
    }
    Console.message("\(passed) passed, \(failed) failed" + (aimless > 0 ? ", \(aimless) without expectations" : ""))
    if let filter, passed + failed + aimless == 0, !others.isEmpty {
      let advice = Nearest.word(to: filter, among: others).map { "Did you mean '\($0)'?" } ?? "--json lists ids"
      let all = "\(others.count) case" + (others.count == 1 ? "" : "s")
      Console.error(Problem(message: "--filter '\(filter)' matches none of \(all). \(advice)"))
      worst = max(worst, .usage)
    }
    if failed > 0 { worst = max(worst, .differs) }
    Console.end(worst)
  }

  private func data(of file: String) throws -> Data {
    // One byte more than is accepted: an endless file is refused, too.
    let limit = ConformanceCase.sizeLimit + 1
    if file == "-" { return try FileHandle.standardInput.read(upToCount: limit) ?? Data() }
    if access(file, R_OK) != 0 {
      let code = errno
      throw TraceError.system(action: "open", file: file, code: code, message: String(cString: strerror(code)))
    }
    return try FileHandle(forReadingFrom: URL(fileURLWithPath: file)).read(upToCount: limit) ?? Data()
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
