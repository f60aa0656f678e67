import ArgumentParser
import Foundation
import PlayerTrace

/// Standard output as a place for data: written in blocks, and quiet when its reader goes away.
final class DataStream {
  private let stream: StandardStream
  private var pending = ""

  /// Standard output; or standard error, for a report next to data.
  init(_ descriptor: Int32 = 1) { stream = StandardStream(descriptor) }

  /// Appends a line. Throws an exit code when writing is no longer possible.
  func line(_ text: String = "") throws {
    pending += text
    pending += "\n"
    if pending.utf8.count >= TraceLimit.buffer { try flush() }
  }

  /// Writes everything that was appended.
  func flush() throws {
    stream.write(pending)
    pending.removeAll(keepingCapacity: true)
    try Self.check(stream.failure)
  }

  /// A reader that went away ends the program as a closed pipe ends any other; any other error is reported.
  static func check(_ code: Int32) throws {
    if code == 0 { return }
    if code != EPIPE {
      Talk.error("standard output: write failed: \(String(cString: strerror(code))). Make room, or write elsewhere")
    }
    throw code == EPIPE ? ExitCode(128 + SIGPIPE) : Exit.differs.error
  }
}

/// Standard error: messages for the user, which programs need not read.
enum Talk {
  static func line(_ text: String) { StandardStream(2).line(text) }
  /// Much of an error's text comes from elsewhere, paths and the contents of files: none of it may move the cursor.
  static func error(_ text: String) { error(ErrorReport(text)) }
  /// The same, of which more is known than a sentence.
  static func error(_ report: ErrorReport) {
    ErrorLog.note(report)
    let lines = report.sentence.split(separator: "\n", omittingEmptySubsequences: false)
    line("error: " + lines.map { Printable.text(String($0)) }.joined(separator: "\n"))
  }
}
