import Backports
import Foundation
import PlayerText
import PlayerRuntime
import PlayerTrace

/// An error for programs: `{"error": {"message": …, "file": …, "line": …, "expected": …, "found": …, "hint": …}}`. Only
/// the message is always present.
struct ErrorReport: Sendable {
  /// One sentence for people.
  var message: String
  /// A word for programs: `usage`, `damaged`, `notATrace`, `system` …
  var kind: String?
  var file: String?
  /// From 1.
  var line: Int64?
  /// In bytes from the beginning of the file.
  var offset: Int64?
  var expected: String?
  var found: String?
  /// What to do.
  var hint: String?

  init(_ message: String, kind: String? = nil, file: String? = nil, hint: String? = nil) {
    self.message = message
    (self.kind, self.file, self.hint) = (kind, file, hint)
  }

  /// The message, followed by advice if that is not part of it.
  var sentence: String { kind == "wrongFile" ? "\(message). \(hint ?? "")" : message }

  init(_ error: TraceError) {
    if let wrongFile = error.wrongFile {
      self = wrongFile
      return
    }
    message = error.sentence
    (kind, file) = (error.kind, error.file)
    (offset, line) = (error.place?.offset, error.place?.line)
    guard case .damaged(let damage) = error else { return }
    (expected, found, hint) = (damage.expected, damage.found, damage.advice)
  }

  init(_ error: SegmentFileError) {
    if let wrongFile = FileHint.report(for: error.file, wanted: .segments) {
      self = wrongFile
      return
    }
    message = "\(error)"
    (kind, file) = (error.kind == .system ? "system" : "damaged", error.file)
    (line, offset) = (error.line.map { Int64($0) }, error.offset.map { Int64($0) })
    (expected, found, hint) = (error.expected, error.found, error.advice)
  }

  var json: JSONValue {
    .object([
      "message": .text(message), "kind": kind.map { .text($0) }, "file": file.map { .text($0) },
      "line": line.map { .integer($0) }, "offset": offset.map { .integer($0) }, "expected": expected.map { .text($0) },
      "found": found.map { .text($0) }, "hint": hint.map { .text($0) },
    ])
  }
}

extension ErrorReport: Encodable {}

/// With `--json`, a command that fails without other output prints its first error as JSON. Standard error also has it
/// for people, as always.
enum ErrorLog {
  private static let first = Lock<ErrorReport?>(nil)

  /// Stores an error that was reported to the user.
  static func note(_ report: ErrorReport) { first.withLock { $0 = $0 ?? report } }

  /// Whether the user requested JSON: `--json` is among the options of a command.
  static func wantsJSON(_ arguments: some Sequence<String> = CommandLine.arguments.dropFirst()) -> Bool {
    arguments.prefix { $0 != "--" }.contains("--json")
  }

  /// To be called once, when the program ends with `code`.
  static func printJSON(code: Int32) {
    // A program that a signal ended has nothing to report.
    guard code > 0, code < 128, wantsJSON(), !StandardStream.hasOutput else { return }
    let report = first.withLock { $0 } ?? ErrorReport("ended with exit code \(code)")
    StandardStream(1).line(JSONValue.object(["error": report.json]).line)
  }
}
