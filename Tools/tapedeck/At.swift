import ArgumentParser
import PlayerCore
import PlayerTesting
import PlayerTrace

/// `tapedeck at`: what was the player's state at this point?
struct At: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Show the player's state after a step, or at an instant.",
    discussion: """
      Replays the trace up to that place and prints what the player showed and waited for, then its fields, grouped \
      by machine: those that differ from a new player with the same settings, or all of them (--all). Step 0 is the \
      state before the first input; 'end' is the last step.

      EXIT CODES
        0  shown
        1  the replay differs from the trace
        2  wrong usage, or a step or instant after the end of the trace
        3  a damaged file

      JSON
      One object: trace, step, instant, digest, derived (state, phase, wantsPlay, isMoving, position, duration, rate, \
      supply, bufferedAhead, failure, nextDeadline, deadlineOutputs, source), state (every field by name), changed \
      (names of the fields that differ). Times are microseconds; null means unknown or endless.

      EXAMPLES
        tapedeck at episode.trace 120
        tapedeck at episode.trace:0:12.5
        tapedeck at episode.trace end --all
        tapedeck at episode.trace 120 --json | jq .derived.position
      """)

  @OptionGroup var place: TraceAndPlaceArguments

  @Flag(help: "Show every field.")
  var all = false

  @Flag(help: "Print one JSON object: every field, and the derived values.")
  var json = false

  func validate() throws {
    guard place.value.place == nil else { return }
    throw ValidationError(
      "Give a place: a step, an instant of the run or end, such as 'tapedeck at \(ShellWord.quoted(place.value.trace)) end'."
    )
  }

  func run() throws {
    let (trace, place) = place.value
    guard let place else { return }
    let moment = try reportingTraceErrors { try Moment(of: trace, at: place) }
    let output = DataStream()
    if json {
      try output.line(try JSONLine.text(MomentJSON(moment)))
    } else {
      for line in MomentText(moment, showsAll: all).lines { try output.line(line) }
    }
    try output.flush()
    guard let difference = moment.difference else { return }
    Talk.error(
      "\(trace): the replay differs from the trace at step \(difference.number): the state is that of the replay "
        + "there. See 'tapedeck replay \(ShellWord.quoted(trace))'")
    throw Exit.differs.error
  }
}
