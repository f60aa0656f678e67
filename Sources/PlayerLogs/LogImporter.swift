import PlayerCore
import PlayerText
import PlayerTrace

/// Takes the traces of a log, one for each player in it.
public protocol LogTraceSink {
  /// The first bytes of a session follow. Sessions count from 1; several may be open at a time.
  mutating func begin(session: Int) throws
  /// Bytes of a trace, to be appended.
  mutating func append(_ bytes: [UInt8], session: Int) throws
  /// The trace is complete.
  mutating func end(session: Int) throws
}

/// Turns a log of a player that does not use TapeDeck into traces of what was observed.
///
/// A log of any length is read once, in memory that does not grow with it.
public struct LogImporter {
  /// What to call the log in the traces' notes.
  public var name = ""
  /// Name and version of the program that imports.
  public var tool = ""
  /// The form of the traces.
  public var form = TraceForm.binary
  /// The format; `nil` to find out by the content.
  public var format: LogFormat?

  /// The maximum number of players followed at a time.
  private static let openLimit = 32
  /// The maximum number of traces from one log.
  static let sessionLimit = 10_000

  private var summary = LogSummary()
  private var open: [OpenSession] = []

  private struct OpenSession {
    var index: Int
    var player: String
    var assembler: LogAssembler
    var lastUse: Int64
  }

  /// An importer for one log.
  public init() {}

  /// Reads a log to its end. `read` returns at most the given number of bytes, and none at the end.
  ///
  /// - Throws: ``LogError`` when the format is not recognised, and whatever `read` and `sink` throw.
  public mutating func run(
    _ read: @escaping (Int) throws -> [UInt8], into sink: inout some LogTraceSink, progress: (Int64) -> Void = { _ in }
  ) throws -> LogSummary {
    var lines = LogLines(read)
    var held: [(line: LogText, number: Int64)] = []
    let found: LogFormat
    if let format {
      found = format
      summary.reason = "as asked for"
    } else {
      found = try LogDetection.detect(&lines, &held, &summary)
    }
    summary.format = found
    var reader = found.reader.init()
    for (line, number) in held { try take(line, number, &reader, &sink) }
    held.removeAll()
    while let (line, number) = try lines.next() {
      try take(line, number, &reader, &sink)
      if number % 8_192 == 0 { progress(lines.bytes) }
    }
    for report in reader.finish() { try take(report, lines.lines, &sink) }
    while !open.isEmpty { try close(0, &sink) }
    (summary.lines, summary.bytes, summary.longLines) = (lines.lines, lines.bytes, lines.longLines)
    return summary
  }

  private mutating func take(
    _ line: LogText, _ number: Int64, _ reader: inout any LogReader, _ sink: inout some LogTraceSink
  ) throws {
    var report = LineReport()
    switch reader.read(line, into: &report) {
    case .understood: summary.understood += 1
    case .noise: summary.noise += 1
    case .unknown:
      summary.unknown += 1
      if summary.firstUnknown.count < LogSummary.shown {
        summary.firstUnknown.append(LogSummary.UnknownLine(number: number, text: Excerpt.of(line.prefix(400).text)))
      }
    }
    try take(report, number, &sink)
  }

  private mutating func take(_ report: LineReport, _ number: Int64, _ sink: inout some LogTraceSink) throws {
    var place = open.firstIndex { $0.player.isExactly(report.player) }
    if report.beginsSession, let known = place {
      try close(known, &sink)
      place = nil
    }
    if !report.engine.isEmpty { engines[ExactText(report.player)] = report.engine }
    guard !report.observations.isEmpty else {
      if let place, let time = report.time { open[place].assembler.pass(to: time) }
      return
    }
    if place == nil {
      guard try begin(report, &sink) else { return }
      place = open.count - 1
    }
    guard let place else { return }
    open[place].lastUse = number
    open[place].assembler.take(report, line: number)
    if open[place].assembler.encoder.count >= TraceLimit.buffer {
      try sink.append(open[place].assembler.takeBytes(), session: open[place].index)
    }
    if report.endsSession { try close(place, &sink) }
  }

  /// The names of players about which nothing else was reported yet.
  private var engines: [ExactText: String] = [:] {
    didSet { if engines.count > Self.openLimit { engines.removeAll() } }
  }

  /// False if there are too many sessions.
  private mutating func begin(_ report: LineReport, _ sink: inout some LogTraceSink) throws -> Bool {
    guard summary.sessions.count < Self.sessionLimit else {
      summary.sessionsLeftOut += report.beginsSession || summary.sessionsLeftOut == 0 ? 1 : 0
      return false
    }
    if open.count >= Self.openLimit, let oldest = open.indices.min(by: { open[$0].lastUse < open[$1].lastUse }) {
      try close(oldest, &sink)
    }
    let format = summary.format ?? .jsonl
    let index = summary.sessions.count + 1
    let note = [name, report.player.isEmpty ? "" : "player \(report.player)"].filter { !$0.isEmpty }
    let assembler = LogAssembler(
      format, form, engine: engines.removeValue(forKey: ExactText(report.player)) ?? "", tool: tool,
      note: note.joined(separator: ", "), recordedAt: report.isDate ? report.time : nil)
    summary.sessions.append(LogSummary.Session(player: report.player))
    open.append(OpenSession(index: index, player: report.player, assembler: assembler, lastUse: 0))
    try sink.begin(session: index)
    return true
  }

  private mutating func close(_ place: Int, _ sink: inout some LogTraceSink) throws {
    var session = open.remove(at: place)
    session.assembler.finish()
    try sink.append(session.assembler.takeBytes(), session: session.index)
    try sink.end(session: session.index)
    let assembler = session.assembler
    summary.timesBack += assembler.timesBack
    summary.sessions[session.index - 1].steps = assembler.encoder.steps
    summary.sessions[session.index - 1].duration = assembler.duration.microseconds
    summary.sessions[session.index - 1].firstLine = assembler.firstLine
    summary.sessions[session.index - 1].lastLine = assembler.lastLine
  }
}

/// What became of a log.
public struct LogSummary: Sendable {
  /// A line of which nothing is known.
  public struct UnknownLine: Sendable {
    /// From 1.
    public var number: Int64
    /// Its beginning, as it may be printed.
    public var text: String
  }

  /// One player of the log.
  public struct Session: Sendable {
    /// What the log calls it; empty when it has no names.
    public var player: String
    /// How many lines told something of it.
    public var steps: Int64 = 0
    /// From its first to its last line with a time, in microseconds.
    public var duration: Int64 = 0
    /// Its first line that told something.
    public var firstLine: Int64 = 0
    /// Its last line that told something.
    public var lastLine: Int64 = 0
  }

  /// So many lines of which nothing is known are kept.
  public static let shown = 5

  /// The format; `nil` before it is known.
  public var format: LogFormat?
  /// Why it is this one.
  public var reason = ""
  /// How many lines there are.
  public var lines: Int64 = 0
  /// How many bytes there are.
  public var bytes: Int64 = 0
  /// Lines with information about a player. Pieces of very long lines count each, as do the lines of one message in a file
  /// of Android Studio.
  public var understood: Int64 = 0
  /// Lines of the format without relevant information.
  public var noise: Int64 = 0
  /// Lines that are not recognized.
  public var unknown: Int64 = 0
  /// The first of them.
  public var firstUnknown: [UnknownLine] = []
  /// Lines that were so long that they were read in pieces.
  public var longLines: Int64 = 0
  /// Lines whose time lies before that of an earlier one; they count as at that time.
  public var timesBack: Int64 = 0
  /// The players, in the order in which they began.
  public var sessions: [Session] = []
  /// Players of which no trace was made, because there were too many.
  public var sessionsLeftOut: Int64 = 0
}

/// Why a log cannot be imported.
public enum LogError: Error, Sendable {
  /// No line looks like one of a known format. `first` is the beginning of the first line, as it may be printed.
  case unknownFormat(linesRead: Int, first: String)
  /// There is nothing in it.
  case empty
  /// A long stretch of the line has no character: this is no text.
  case notText(line: Int64)
}
