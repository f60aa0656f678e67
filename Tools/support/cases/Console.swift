import Conformance
import Foundation
import PlayerText
import PlayerTrace

/// Why the program ends.
enum Exit: Int32, Comparable {
  case ok, differs, usage, damaged

  static func < (one: Exit, other: Exit) -> Bool { one.rawValue < other.rawValue }
}

/// An error, for people and for programs.
struct Problem {
  var message: String
  var kind: String?
  var file: String?
}

/// Results on standard output, messages on standard error. With `--json`, an error without other output is an object.
@MainActor
enum Console {
  private static var first: Problem?
  private static var hasOutput = false

  /// Prints a line on standard output. Ends the program if it cannot be written.
  static func print(_ line: String) {
    hasOutput = true
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      message(
        "error: standard output: write failed: \((error as NSError).localizedDescription). Make room, or write elsewhere"
      )
      exit(Exit.differs.rawValue)
    }
  }

  /// Prints a line on standard error. Ids, paths and contents of files must not move the cursor of a terminal.
  static func message(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      Excerpt.of(String($0), limit: .max)
    }
    try? FileHandle.standardError.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
  }

  static func error(_ problem: Problem) {
    note(problem)
    message("error: \(problem.message)")
  }

  /// Keeps an error for ``end(_:)``.
  static func note(_ problem: Problem) { first = first ?? problem }

  static func end(_ code: Exit) -> Never {
    if code != .ok, !hasOutput, let first, CommandLine.arguments.contains("--json") {
      let members = ["message": first.message, "kind": first.kind, "file": first.file]
      print(JSONValue.object(["error": .object(members.compactMapValues { $0.map { .string($0) } })]).description)
    }
    exit(code.rawValue)
  }

  /// Signals that end the program remove its temporary files first.
  nonisolated static func removeTemporariesAtSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        WholeFile.removeTemporaries()
        // Blocked until this handler returns.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
