import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import PlayerTrace

/// `tapedeck timeline`: what happened, at a glance.
struct Timeline: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a run: states, supply, position and events over time.",
    discussion: """
      Prints a picture as wide as the terminal and a list of events, or writes an SVG file with --svg, light or dark \
      as its reader prefers. Replays the trace; opens no media. A live stream is drawn over its window, up to the \
      live edge.

      EXIT CODES
        0  drawn
        1  the replay differs from the trace
        2  wrong usage, or --from is after the end of the trace
        3  a damaged file

      JSON
      One object: trace, title, sources, inputs, start, end, duration, verdict, stallCount, stallTime, states, \
      failures (start, end, failure), windows of live streams (start, end, from, edge), chapters, segments (segment, \
      start, end, title, isBlocked, isHidden, presented: why it was played although blocked), events (instant, step, \
      kind, text), eventsOmitted, firstDifference. Times are microseconds; null means unknown.

      EXAMPLES
        tapedeck timeline episode.trace
        tapedeck timeline episode.trace --from 0:10 --until 0:20
        tapedeck timeline episode.trace --svg episode.svg
        tapedeck timeline episode.trace --json | jq .events
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(
    help: ArgumentHelp("Write a picture to this file; - is standard output.", valueName: "file"),
    completion: .file())
  var svg: String?

  @Option(help: ArgumentHelp("Begin with this step or instant.", valueName: "place"))
  var from: TracePlace?

  @Option(help: ArgumentHelp("Stop after this step or instant.", valueName: "place"))
  var until: TracePlace?

  @Option(help: ArgumentHelp("List at most this many events.", valueName: "count"))
  var events = 100

  @Option(help: ArgumentHelp("Columns of the picture; by default the width of the terminal.", valueName: "columns"))
  var width: Int?

  @Flag(help: "Print states, chapters and events as one JSON object.")
  var json = false

  func validate() throws {
    if let width, !(40...1_000).contains(width) { throw ValidationError("--width takes 40 to 1000 columns.") }
    if events < 0 { throw ValidationError("--events takes 0 or more.") }
    if let problem = TracePlace.problem(from: from, until: until) { throw ValidationError(problem) }
    if json, svg != nil { throw ValidationError("Give either --json or --svg.") }
  }

  func run() throws {
    let model = try reportingTraceErrors { try TimelineBuilder.model(of: trace, from: from, until: until) }
    if let svg {
      try reportingTraceErrors { try WholeFile.write(Array(SVGPicture(model).text.utf8), to: svg, sparing: [trace]) }
    } else {
      try print(model)
    }
    guard let step = model.firstDifference else { return }
    Talk.error(
      "\(trace): the replay differs from the trace at step \(step). See 'tapedeck replay \(ShellWord.quoted(trace))'")
    throw Exit.differs.error
  }

  private func print(_ model: TimelineModel) throws {
    let output = DataStream()
    if json {
      try output.line(try JSONLine.text(TimelineJSON(model)))
    } else {
      var screen = Screen.standardOutput
      if let width { screen.columns = width }
      for line in TextPicture(model, screen).lines { try output.line(line) }
      for line in EventList(model, screen, limit: events).lines { try output.line(line) }
    }
    try output.flush()
  }
}
