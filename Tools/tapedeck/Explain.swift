import ArgumentParser
import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace
import ReducerTesting

/// `tapedeck explain`: why did that happen?
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what caused a step, and why nothing plays.",
    discussion: """
      Traces a step back to its causes: from a deadline to the step that set it and the setting that gave its length, \
      from an engine report to the command it answers, from an answer to its request, from the start of playback to \
      the request to play, until the cause is outside the player. Consecutive steps of the same kind, such as probes, \
      are left out.

      Without a step, explains the last failure or the last start of a stall, or else the last step. A step follows a \
      colon: a number (:41), an instant of the run (:0:12.5, :12s: the last step until then), or :end.

      EXIT CODES
        0  explained
        2  a file that cannot be opened, or no such step
        3  a damaged file, or one that cannot be replayed

      JSON
      One object: trace, step, why (role, step, instant, input, outputs, slot, due, settings, omitted, repeated, \
      causes: a list of such objects), state, notPlaying (axis, since, words). Times are microseconds.

      EXAMPLES
        tapedeck explain episode.trace
        tapedeck explain episode.trace:41
        tapedeck explain episode.trace:0:12.5
        tapedeck explain episode.trace:end --json | jq '.notPlaying[].words'
      """)

  @Argument(help: ArgumentHelp("A trace, text or binary, and a step in it.", valueName: "trace[:step]"))
  var place: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let (trace, place) = TraceAndPlace.split(place)
    guard trace != "-" else {
      Talk.error("standard input is read only once, and this reads a trace several times. Give a file")
      throw Exit.usage.error
    }
    let (explanation, names) = try reportingTraceErrors {
      let number = try place.map { place throws(TraceError) in try Verification.step(of: place, in: trace) }
      let meter = ProgressMeter(trace)
      defer { meter.clear() }
      let open = { () throws(TraceError) -> TraceReader in try TraceReader(path: trace) }
      return (
        try TraceExplainer.explain(number, open: open, progress: meter.show), try TraceNames(in: trace)
      )
    }
    let output = DataStream()
    if json {
      try output.line(explanation.report(trace, CauseWords(names.text)).line)
    } else {
      for line in ExplanationText(explanation, trace, names).lines { try output.line(line) }
    }
    try output.flush()
    guard let step = explanation.differsAt else { return }
    Talk.line(
      "the replay says something else than the trace from step \(step) on: this explains the replay. See 'tapedeck "
        + "replay \(ShellWord.quoted(trace))'")
  }
}

/// `episode.trace:41`, `episode.trace:0:12.5` or just a file.
enum TraceAndPlace {
  /// What stands before the place is the longest name that a file has.
  static func split(_ text: String) -> (trace: String, place: TracePlace?) {
    if FileSize.of(text) != nil { return (text, nil) }
    var end = text.endIndex
    while let colon = text[..<end].lastIndex(of: ":") {
      let trace = String(text[..<colon])
      if let place = TracePlace(String(text[text.index(after: colon)...])), FileSize.of(trace) != nil {
        return (trace, place)
      }
      end = colon
    }
    // A file that is not there is named without the step.
    guard let colon = text.lastIndex(of: ":"), let place = TracePlace(String(text[text.index(after: colon)...])) else {
      return (text, nil)
    }
    return (String(text[..<colon]), place)
  }
}
