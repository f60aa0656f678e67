import Foundation
import Testing

/// The program of `Tools/check-cases`, run in a separate process.
@Suite("Tools/check-cases")
final class CheckCasesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "check-cases-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private struct Run {
    var output: String
    var errors: String
    var exit: Int32
  }

  private func run(_ arguments: String...) throws -> Run { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "check-cases")
    process.currentDirectoryURL = folder
    process.arguments = arguments
    // Files do not fill up, as pipes do.
    let files = [folder.appending(path: "output"), folder.appending(path: "errors")]
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Run(output: texts[0], errors: texts[1], exit: process.terminationStatus)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// A case of one second.
  private func oneCase(_ id: String, expecting: String = "") -> String {
    #"{"id": "\#(id)", "system": "pp", "basis": "seed", "run_until_seconds": 1, "expect": [\#(expecting)]}"#
  }

  @Test("Without cases, or with all of them filtered out, there is no success")
  func noCases() throws {
    try write("[]", to: "cases.json")
    let empty = try run("cases.json")
    #expect(empty.exit == 3 && empty.errors.contains("found no case, expected at least one"), "\(empty)")
    try write("[\(oneCase("abc-def"))]", to: "cases.json")
    let filtered = try run("cases.json", "--filter", "abc-dee")
    #expect(filtered.exit == 2, "\(filtered)")
    #expect(filtered.errors.contains("matches none of 1 case. Did you mean 'abc-def'?"), "\(filtered)")
    let all = try run("cases.json")
    #expect(all.exit == 0 && all.errors.contains("warning: abc-def: nothing is expected"), "\(all)")
    #expect(all.errors.contains("0 passed, 0 failed, 1 without expectations"), "\(all)")
  }

  @Test("A failed case is shown with what was expected and what happened, and is an object with --json")
  func failure() throws {
    let expectation = #"{"at_seconds": 1, "observer": "o", "call": "playerPlaybackReady"}"#
    try write("[\(oneCase("late", expecting: expectation))]", to: "late.json")
    let text = try run("late.json")
    #expect(text.exit == 1 && text.output.hasPrefix("late: at 1 s\n  expected call playerPlaybackReady"), "\(text)")
    #expect(text.errors == "0 passed, 1 failed\n")
    let json = try run("late.json", "--json")
    #expect(json.exit == 1 && json.output.contains(#""id":"late","passed":false,"system":"pp""#), "\(json)")
  }

  @Test("Wrong usage, a missing file and a damaged one have exit codes, and with --json are an object")
  func errors() throws {
    try write("[{\u{1B}[2J", to: "damaged.json")
    for (arguments, exit, words) in [
      (["missing.json"], 2, "missing.json: open failed: No such file or directory. Check the path"),
      (["damaged.json"], 3, "damaged.json: not JSON: "), (["."], 2, "name the files in it: ./*.cases"),
      (["damaged.json", "--no-such-option"], 2, "Unknown option '--no-such-option'"), ([], 2, "'<file> ...'"),
    ] as [([String], Int32, String)] {
      let text = try run(arguments)
      #expect(text.exit == exit && text.output.isEmpty && text.errors.contains(words), "\(text)")
      #expect(!text.errors.contains("\u{1B}"))
      let json = try run(arguments + ["--json"])
      #expect(json.exit == exit, "\(json)")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: [String: String]]
      #expect(object?["error"]?["message"]?.contains(words) == true, "\(json)")
    }
  }

  @Test("Cases are recorded in the given folder, whatever their ids are")
  func traces() throws {
    let ids = ["../above", "/absolute", "a/b", "a-b", "A-B", "..", ".hidden", "", "\u{0D4E}/../x", "plain-1.2"]
    try write("[\(ids.map { oneCase($0) }.joined(separator: ",\n"))]", to: "cases.json")
    let result = try run("cases.json", "--trace", "in/side")
    #expect(result.exit == 0, "\(result)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "in/side").path)
    #expect(
      names.map { $0.replacing(".trace.jsonl", with: "") }.sorted()
        == [
          "-.", "-.-above", "-absolute", "-hidden", "A-B-3", "a-b", "a-b-2", "case", "plain-1.2", "\u{0D4E}-..-x",
        ].sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "in").path) == ["side"])
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(beside == ["cases.json", "errors", "in", "output"])
  }
}
