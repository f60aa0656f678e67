import ArgumentParser
import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace
import ReducerTesting

/// `tapedeck explain`: why did that happen?
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show why a step brought what it brought, and why nothing plays.",
    discussion: """
      Goes back from the step to what caused it: from a deadline to the step that set it and the setting that gave it its \
      length, from an engine's report to the command it answers, from an answer to the request, from the start of \
      playback to the wish to play, until something came from outside. Steps of the same kind that follow each other, \
      such as probes, are left out.

      Without a step it is the last one that failed or began a stall, or else the last one. A step is a number, an \
      instant of the run (0:12.5, 12 s: the last step until then), or end.

      Exit codes: 0 ok, 2 a file that cannot be opened or a step that is not there, 3 a damaged file, or one that cannot \
      be replayed.

      JSON: trace, step, why (role, step, instant, input, outputs, slot, due, settings, omitted, repeated, causes, each of them \
      again such an object), state, notPlaying (axis, since, words). Times are microseconds.

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
      "the replay says something else than the trace from step \(step) on: this explains the replay. See 'tapedeck "
        + "replay \(ShellWord.quoted(trace))'")
  }
}
