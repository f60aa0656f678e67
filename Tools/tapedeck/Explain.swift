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

      Without a step, explains the last failure or the last start of a stall, or else the last step. A step is a number, \
      an instant of the run (0:12.5, 12 s: the last step until then), or end; it stands after the trace, or after a colon.

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
        tapedeck explain episode.trace 0:12.5
        tapedeck explain episode.trace:end --json | jq '.notPlaying[].words'
      """)

  @OptionGroup var place: TraceAndPlaceArguments

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let (trace, place) = place.value
    let (explanation, names) = try reportingTraceErrors {
      let number = try place.map { place throws(TraceError) in try Verification.step(of: place, in: trace) }
      let meter = ProgressMeter(trace)
      defer { meter.clear() }
      let open = { () throws(TraceError) -> TraceReader in try RepeatedTrace.open(trace) }
      return (
        try TraceExplainer.explain(number, open: open, progress: meter.show),
        try TraceNames(all: RepeatedTrace.open(trace))
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
      "the replay differs from the trace from step \(step) on: this explains the replay. See 'tapedeck "
        + "replay \(ShellWord.quoted(trace))'")
  }
}
