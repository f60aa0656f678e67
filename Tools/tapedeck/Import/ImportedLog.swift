import Foundation
import PlayerCore
import PlayerLogs
import PlayerText
import PlayerTrace

/// What became of one log.
struct ImportedLog {
  let log: String
  private(set) var summary: LogSummary?
  private(set) var error: ErrorReport?
  private(set) var exit = Exit.ok
  private var files: TraceFiles

  /// Never throws: what is wrong with one log must not hide the others.
  init(_ log: String, format: LogFormat?, target: String?, session: Int?) {
    self.log = log
    files = TraceFiles(target: target, only: session, log: log)
    let progress = ProgressMeter(log)
    defer { progress.clear() }
    do {
      let file = try Self.open(log)
      var importer = LogImporter()
      importer.name = log == "-" ? "standard input" : (log as NSString).lastPathComponent
      importer.tool = "tapedeck import \(TapeDeck.configuration.version)"
      importer.form = TraceForm(path: files.target)
      importer.format = format
      summary = try importer.run({ try file.read(upToCount: $0).map { [UInt8]($0) } ?? [] }, into: &files) {
        progress.show($0)
      }
      check(session)
    } catch { fail(error) }
  }

  /// `player.trace` for `folder/player.log`, in the current folder.
  static func target(for log: String) -> String {
    let name = (log as NSString).lastPathComponent as NSString
    let stem = name.deletingPathExtension
    return (stem.isEmpty ? "log" : stem) + ".trace"
  }

  private static func open(_ log: String) throws -> FileHandle {
    if log == "-" { return .standardInput }
    if FileKind(path: log) == .folder {
      throw TraceError.system(action: "open", file: log, code: EISDIR, message: "it is a folder")
    }
    if let error = TraceError.ofOpening(log) { throw error }
    return try FileHandle(forReadingFrom: URL(filePath: log))
  }

  private mutating func check(_ session: Int?) {
    guard let summary else { return }
    let count = summary.sessions.count
    if count == 0 {
      exit = .differs
      error = ErrorReport(
        "\(log): no line is about a player: \(summary.lines) lines were read as \(summary.format?.title ?? ""). "
          + "Give another --format, or a more detailed log", kind: "noPlayer", file: log)
    } else if let session, session > count {
      exit = .usage
      error = ErrorReport(
        "\(log): there is no session \(session): the log has \(count). Leave --session out to import all",
        kind: "usage",
        file: log)
    }
  }

  private mutating func fail(_ problem: any Error) {
    if let wrong = wrongFile(problem) {
      (error, exit) = (wrong, .usage)
      return
    }
    switch problem {
    case let problem as TraceError:
      (error, exit) = (ErrorReport(problem), problem.exit)
    case LogError.empty:
      (error, exit) = (
        ErrorReport("\(log): it is empty. Give a log with lines in it", kind: "empty", file: log), .usage
      )
    case LogError.notText(let line):
      error = ErrorReport(
        "\(log): line \(line): expected text, found zero bytes and nothing else. Give a log that is a text",
        kind: "unknownFormat", file: log)
      exit = .usage
    case LogError.unknownFormat(let lines, let first):
      let names = LogFormat.allCases.map { "\($0.rawValue) (\($0.title))" }.joined(separator: ", ")
      error = ErrorReport(
        "\(log): the format is not recognised: none of the first \(lines) lines is of \(names); it begins with "
          + "\(first). Name the format with --format if it is one of these anyway", kind: "unknownFormat",
        file: log)
      exit = .usage
    case let problem as SeveralSessions:
      error = ErrorReport(
        "\(log): it contains more than one player, but standard output takes one trace. Choose with --session, or give "
          + "--output FILE (session \(problem.session) begins)", kind: "usage", file: log)
      exit = .usage
    default: (error, exit) = (ErrorReport("\(log): \(problem.localizedDescription)", file: log), .usage)
    }
  }
}

extension ImportedLog {
  /// What the file is instead of a log, when the problem is that it is none.
  private func wrongFile(_ problem: any Error) -> ErrorReport? {
    switch problem {
    case TraceError.system(_, _, EISDIR, _), LogError.empty, LogError.unknownFormat, LogError.notText:
      FileHint.report(for: log, wanted: .log)
    default: nil
    }
  }
}

/// More traces than standard output can take.
struct SeveralSessions: Error {
  var session: Int
}

/// The files that the traces of a log go to.
struct TraceFiles: LogTraceSink {
  let target: String
  private let isNamed: Bool
  let only: Int?
  let log: String
  private var open: [Int: WholeFile] = [:]
  /// The names of the traces that were written.
  private(set) var names: [Int: String] = [:]

  /// Without a target, the files are named after the log.
  init(target: String?, only: Int?, log: String) {
    self.target = target ?? ImportedLog.target(for: log)
    isNamed = target != nil
    (self.only, self.log) = (only, log)
  }

  mutating func begin(session: Int) throws {
    if let only, only != session { return }
    if target == "-", only == nil, session > 1 { throw SeveralSessions(session: session) }
    let name = only == nil ? Self.name(target, session) : target
    if !isNamed { try WholeFile.checkUnnamed(name) }
    open[session] = try WholeFile(path: name, sparing: [log])
    names[session] = name
  }

  mutating func append(_ bytes: [UInt8], session: Int) throws { try open[session]?.append(bytes) }

  mutating func end(session: Int) throws { try open.removeValue(forKey: session)?.commit() }

  /// `run.2.trace` for the second session of `run.trace`.
  static func name(_ target: String, _ session: Int) -> String {
    guard session > 1 else { return target }
    for ending in [".trace.jsonl", ".trace", ".jsonl"] where target.hasSuffix(ending) {
      return target.dropLast(ending.count) + ".\(session)" + ending
    }
    return target + ".\(session)"
  }
}

// MARK: Text and JSON

extension ImportedLog {
  /// The summary for people.
  var lines: [String] {
    guard let summary, let format = summary.format else { return [] }
    var lines = ["\(Printable.text(log)): \(format.title) (\(summary.reason))"]
    let unknown = summary.unknown == 0 ? "none not understood" : "\(NumberText.grouped(summary.unknown)) not understood"
    lines.append(
      "  \(NumberText.counted(summary.lines, "line")): \(NumberText.grouped(summary.understood)) understood, "
        + "\(NumberText.grouped(summary.noise)) ignored, \(unknown)")
    for line in summary.firstUnknown { lines.append("  not understood: line \(line.number): \(line.text)") }
    if summary.unknown > Int64(summary.firstUnknown.count) { lines.append("  not understood: … and others") }
    if summary.longLines > 0 {
      lines.append("  \(NumberText.counted(summary.longLines, "line")) read in pieces: too long")
    }
    if summary.timesBack > 0 {
      lines.append(
        "  \(NumberText.counted(summary.timesBack, "line")) with a time before that of an earlier one: taken as at that time"
      )
    }
    for (place, session) in summary.sessions.enumerated().prefix(20) {
      guard let name = files.names[place + 1] else { continue }
      let player = session.player.isEmpty ? "" : " (player \(Printable.text(session.player)))"
      lines.append(
        "  wrote \(Printable.text(name))\(player): \(NumberText.counted(session.steps, "step")) over "
          + "\(TraceTime.stamp(Instant(microseconds: session.duration))), lines \(session.firstLine)–\(session.lastLine)"
      )
    }
    if summary.sessions.count > 20 { lines.append("  … and \(summary.sessions.count - 20) more") }
    if summary.sessionsLeftOut > 0 { lines.append("  further players were left out: there are too many") }
    return lines
  }

  /// The summary for programs.
  var json: JSONValue {
    var values: [String: JSONValue?] = ["log": .text(log), "error": error.map { $0.json } ?? .null]
    if let summary {
      values["format"] = summary.format.map { .text($0.rawValue) } ?? .null
      values["reason"] = .text(summary.reason)
      values["lines"] = .integer(summary.lines)
      values["bytes"] = .integer(summary.bytes)
      values["understood"] = .integer(summary.understood)
      values["noise"] = .integer(summary.noise)
      values["unknown"] = .integer(summary.unknown)
      values["firstUnknown"] = .list(
        summary.firstUnknown.map { .object(["line": .integer($0.number), "text": .text($0.text)]) })
      values["longLines"] = .integer(summary.longLines)
      values["timesBack"] = .integer(summary.timesBack)
      values["sessions"] = .list(
        summary.sessions.enumerated().map { place, session in
          .object([
            "trace": files.names[place + 1].map { .text($0) } ?? .null, "player": .text(session.player),
            "steps": .integer(session.steps), "duration": .integer(session.duration),
            "firstLine": .integer(session.firstLine), "lastLine": .integer(session.lastLine),
          ])
        })
    }
    return .object(values)
  }
}
