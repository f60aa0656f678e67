import ArgumentParser
import Foundation
import PlayerTrace

/// `tapedeck stats`: the numbers of many sessions.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Count what happened in sessions: time in each state, starts, stalls, seeks, failures.",
    discussion: """
      Every microsecond of a session belongs to exactly one class (playing, paused, starting, seeking, rebuffering \
      and others), so sums are exact. Each metric names its denominator. What a trace does not tell, or what has \
      nothing to divide by, is 'not measured' (null in JSON, empty in CSV), never 0. --list explains every metric.

      Sessions are traces: files, folders with *.trace, *.trace.jsonl and *.tar at any depth, and tar archives. A \
      trace that is unfinished, damaged, an excerpt or of another version counts as far as it can be read, and is \
      listed with the reason; so is one that cannot be read at all.

      Percentiles are exact (nearest rank) up to 10,000 values, and within 0.4 % beyond that; means, minima and \
      maxima are always exact. Memory grows with the number of groups, not of sessions.

      EXIT CODES
        0  counted
        2  wrong usage, a path that cannot be opened, or nothing to count
        3  a trace that is not readable at all; the others are counted

      JSON
      One object per group and, with --each, one per session: trace, group, extent (finished, unfinished, damaged, \
      unreadable), problem, steps, classes, metrics. --csv prints one row per session. Times are microseconds, ratios \
      decimals.

      EXAMPLES
        tapedeck stats Traces
        tapedeck stats field/ --by preset --plot field.svg
        tapedeck stats night.tar --by 'path=build-([0-9]+)' --json
        tapedeck stats field/ --csv --output field.csv
        tar cf - field | tapedeck stats -
        tapedeck stats shard1/ --partial > 1.part
        tapedeck stats --merge 1.part 2.part
        tapedeck stats --list
      """)

  @Argument(
    help: ArgumentHelp("Traces, folders, tar archives; - is standard input.", valueName: "trace"),
    completion: .file())
  var traces: [String] = []

  @Option(
    help: ArgumentHelp(
      "Group sessions by preset, file, folder, version, engine, ending, path=REGEX (its first group) or setting=NAME.",
      valueName: "what"))
  var by: String?

  @Flag(help: "List each session.")
  var each = false

  @Flag(help: "List metrics that were not measured, too.")
  var all = false

  @Flag(help: "Explain every metric, and count nothing.")
  var list = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  @Flag(help: "Print CSV, one row per session.")
  var csv = false

  @Flag(help: "Print partial counts for --merge: one JSON object per group.")
  var partial = false

  @Flag(help: "Merge files of --partial; the result is the same as counting everything at once.")
  var merge = false

  @Option(help: ArgumentHelp("Plot the groups to an SVG file.", valueName: "file"), completion: .file())
  var plot: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the numbers to this file; - is standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @Option(help: ArgumentHelp("Number of cores to use. (default: all)", valueName: "count"))
  var cores: Int?

  func validate() throws {
    guard list || !traces.isEmpty else { throw ValidationError("Missing expected argument '<trace> ...', or --list.") }
    guard [json, csv, partial].filter(\.self).count <= 1 else {
      throw ValidationError("--json, --csv and --partial exclude each other: choose one.")
    }
    guard !(merge && (each || csv || by != nil)) else {
      throw ValidationError("--merge has groups but no sessions: leave out --each, --csv and --by.")
    }
    guard cores.map({ $0 > 0 }) ?? true else { throw ValidationError("--cores is a number of cores: give 1 or more.") }
    guard traces.filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("Standard input can be read only once.")
    }
    _ = try Grouping(by)
  }

  func run() throws {
    let sink = try reportingTraceErrors { try LineSink(output, sparing: traces) }
    if list {
      for line in MetricList.lines(json: json, screen: .standardOutput) { try sink.line(line) }
      return try sink.finish()
    }
    if let plot { try reportingTraceErrors { try WholeFile.check(plot, sparing: traces) } }
    var groups = SessionGroups(try Grouping(by))
    if merge {
      for path in traces { try PartialCount.merge(path, into: &groups) }
    } else {
      try count(into: &groups, sink)
    }
    try printGroups(groups.sorted, sink)
    try sink.finish()
    if let plot { try reportingTraceErrors { try StatsPlot(groups: groups.sorted).write(to: plot, sparing: traces) } }
    guard groups.sessions + groups.unreadable > 0 else {
      Talk.error("no traces were found: give traces, folders with *.trace or *.trace.jsonl, or tar archives of them")
      throw Exit.usage.error
    }
    if groups.unreadable > 0 { throw Exit.damaged.error }
  }

  private var table: StatsTable { StatsTable(screen: .standardOutput, showsAll: all) }

  /// Counts all sessions, and prints a line for each if requested.
  private func count(into groups: inout SessionGroups, _ sink: LineSink) throws {
    let table = table
    if csv { try sink.line(StatsJSON.csvHeader) }
    if each, !csv, !json { try sink.line(table.sessionTitle) }
    let progress = ProgressLine()
    defer { progress.clear() }
    let counting = SessionCounting(cores: cores ?? ProcessInfo.processInfo.activeProcessorCount)
    let sources = try reportingTraceErrors { try SessionSources(traces) }
    try counting.forEach(sources) { rows in
      for row in rows {
        let group = groups.add(row)
        if csv {
          try sink.line(StatsJSON.csv(row, group: group))
        } else if each {
          try sink.line(json ? StatsJSON.session(row, group: group) : table.line(row))
        }
        if !row.isCounted, let problem = row.problem { Talk.error(problem) }
      }
      progress.show { NumberText.counted(groups.sessions, "session") }
    }
  }

  private func printGroups(_ groups: [SessionGroup], _ sink: LineSink) throws {
    guard !csv, !(each && json) else { return }
    let table = table
    for (place, group) in groups.enumerated() {
      if partial {
        try sink.line(PartialCount(group).line)
      } else if json {
        try sink.line(StatsJSON.group(group))
      } else {
        if each || place > 0 { try sink.line("") }
        for line in table.lines(group) { try sink.line(line) }
      }
    }
  }
}
