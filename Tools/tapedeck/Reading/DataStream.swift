import ArgumentParser
import Foundation
import PlayerTrace

/// Standard output for data: written in blocks, without an error when its reader goes away.
final class DataStream {
  private let stream: StandardStream
  private var pending = ""

  /// Standard output; or standard error, for a report next to data.
  init(_ descriptor: Int32 = 1) { stream = StandardStream(descriptor) }

  /// Appends a line. Throws an exit code when writing is no longer possible.
  func line(_ text: String = "") throws {
    pending += stream.shown(text)
    pending += "\n"
    if pending.utf8.count >= TraceLimit.buffer { try flush() }
  }

  /// Writes everything appended so far.
  func flush() throws {
    stream.write(pending)
    pending.removeAll(keepingCapacity: true)
    try Self.check(stream.failure)
  }

  /// If the reader went away, the program ends as with any closed pipe; other errors are reported.
  static func check(_ code: Int32) throws {
    if code == 0 { return }
    if code != EPIPE {
      Talk.error("standard output: write failed: \(String(cString: strerror(code))). Make room, or write elsewhere")
    }
    throw code == EPIPE ? ExitCode(128 + SIGPIPE) : Exit.differs.error
  }
}

/// Standard error: messages for the user, not for programs.
enum Talk {
  static func line(_ text: String) { StandardStream(2).line(text) }
  /// Much of an error's text, such as paths and contents of files, comes from outside and must not move the cursor.
  static func error(_ text: String) { error(ErrorReport(text)) }
  /// The same, for an error with more details than a sentence.
  static func error(_ report: ErrorReport) {
    ErrorLog.note(report)
    let lines = report.sentence.split(separator: "\n", omittingEmptySubsequences: false)
    line("error: " + lines.map { Printable.text(String($0)) }.joined(separator: "\n"))
  }
}
