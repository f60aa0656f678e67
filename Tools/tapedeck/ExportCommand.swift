import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import PlayerTrace

/// `tapedeck export`: writes a run for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a run to the format of another program.",
    discussion: """
      Replays the trace and writes what happened as:

        perfetto   rows, curves and arrows for ui.perfetto.dev, in protobuf
        cmcd       CMCD version 2 event reports, one per line (application/cmcd)
        pillarbox  Pillarbox monitoring 1.0 events, one per line
        webvtt     what was heard: one cue per stretch of media that was played

      The dates of reports are those that the host reported, else that of the recording, else --start. Session \
      identifiers are derived from the trace, so that they stay the same; --session sets the first one.

      Of a damaged trace, everything before the damage is written; standard error reports where and why it ends.

      EXIT CODES
        0  written
        1  the replay differs from the trace (the file is still written), or the
           disk is full
        2  wrong usage, or a file that cannot be opened
        3  a damaged trace

      EXAMPLES
        tapedeck export run.trace --as perfetto --output run.perfetto-trace
        tapedeck export run.trace --as webvtt --axis session
        tapedeck export run.trace --as cmcd --interval 10s --content episode-12
        tapedeck export run.trace --as pillarbox --start 2026-01-31T12:00:00Z
        tapedeck record episode.m4a -o - | tapedeck export - --as webvtt > run.vtt
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(name: .customLong("as"), help: "What to write: perfetto, cmcd, pillarbox or webvtt.")
  var format: ExportFormat

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file; - is standard output, the default.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "Time axis of cues (webvtt): media or session. (default: media)")
  var axis: CueAxis?

  @Option(
    help: ArgumentHelp(
      "Reporting interval (cmcd, pillarbox), 1 s or more. (default: 30s)", valueName: "time"),
    transform: { try ExportCommand.interval($0) })
  var interval: TimeSpan?

  @Option(
    help: ArgumentHelp("The date of the first step (cmcd, pillarbox): 2026-01-31T12:00:00Z.", valueName: "date"),
    transform: { try ExportCommand.date($0) })
  var start: Int64?

  @Option(help: ArgumentHelp("Identifier of the first session (cmcd, pillarbox): a UUID.", valueName: "uuid"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "Identifier of what is played (cmcd, pillarbox). (default: the last part of its address)", valueName: "name"))
  var content: String?

  @Option(help: ArgumentHelp("Treat segments whose title contains this as adverts (cmcd).", valueName: "word"))
  var advert: String?

  func validate() throws {
    if axis != nil, format != .webvtt { throw ValidationError("--axis belongs to --as webvtt.") }
    if advert != nil, format != .cmcd { throw ValidationError("--advert belongs to --as cmcd.") }
    let isReport = format == .cmcd || format == .pillarbox
    if !isReport, interval != nil || start != nil || session != nil || content != nil {
      throw ValidationError("--interval, --start, --session and --content belong to --as cmcd and --as pillarbox.")
    }
    if let session, UUID(uuidString: session) == nil {
      throw ValidationError("--session takes a UUID such as 37b18444-76b6-4159-8539-d48ea5ecbc86; found \(session).")
    }
  }

  private static func interval(_ text: String) throws -> TimeSpan {
    guard let span = TimeText.span(text), span >= .seconds(1) else {
      throw ArgumentProblem("expected \(TimeText.expectation), 1 s or more")
    }
    return span
  }

  private static func date(_ text: String) throws -> Int64 {
    let strategies = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
    for strategy in strategies {
      guard let date = try? strategy.parse(text) else { continue }
      return Int64((date.timeIntervalSince1970 * 1_000).rounded()) * 1_000
    }
    throw ArgumentProblem("expected a date such as 2026-01-31T12:00:00Z")
  }

  private var options: ExportOptions {
    var options = ExportOptions()
    if let axis { options.axis = axis }
    if let interval { options.interval = interval }
    options.start = start
    options.session = session?.lowercased()
    options.content = content
    options.advert = advert
    return options
  }

  func run() throws {
    if !format.isText, output == nil, Screen.standardOutput.isTerminal {
      throw ValidationError("\(format.rawValue) is binary and does not belong on a terminal: add --output FILE.")
    }
    let (format, options) = (format, options)
    let run = try reportingTraceErrors {
      let reader = try TraceReader(path: trace)
      var run = try ViewedRun(reader)
      let file = try WholeFile(path: output ?? "-", sparing: [trace])
      while run.read(atMost: 65_536) {}
      try run.export(format, options) { (bytes: [UInt8]) throws(TraceError) in try file.append(bytes) }
      try file.commit()
      return run
    }
    try report(run)
  }

  /// Reports the problem of a trace that was written up to the damage.
  private func report(_ run: ViewedRun) throws {
    let name = Printable.text(trace)
    run.reader.warnOfIndex()
    if format == .cmcd || format == .pillarbox, start == nil, !run.hasDates {
      Talk.line(
        "warning: \(name): it does not contain the date of its recording, so its reports begin in 1970. See --start")
    }
    if let loss = run.loss { Talk.line("\(name): torn: \(loss)") }
    if let problem = run.problem {
      Talk.error("\(problem.sentence). Everything before it was written")
      throw problem.exit.error
    }
    guard let step = run.differsAt else { return }
    Talk.error(
      "\(name): the replay differs from the trace at step \(step). What was written is the replay. See 'tapedeck replay "
        + "\(ShellWord.quoted(trace))'")
    throw Exit.differs.error
  }
}

extension ExportFormat: ExpressibleByArgument {}
extension CueAxis: ExpressibleByArgument {}
