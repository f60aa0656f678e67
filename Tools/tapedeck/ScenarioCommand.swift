import ArgumentParser
import PlayerSimulation
import PlayerTrace

/// `tapedeck scenario`: a recorded session as an editable file.
struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario",
    abstract: "Turn a trace into a scenario: record a session, edit it, give it expectations.",
    discussion: """
      Commands and events around the player become steps. Engine reports become steps, too, so that 'tapedeck \
      simulate' reproduces the inputs and outputs of the trace. With --simulate, a simulated engine replaces the \
      reports: its media, latencies and failures are inferred from them, and the player's outputs come close to the \
      recorded ones.

      A trace that 'tapedeck import' made from the log of another player has no inputs, so it needs --simulate. The \
      scenario then provokes what was observed: the user's steps at their times, outages where playback stalled, \
      failures where it failed, seeks and openings that hang where they never ended. It expects at least as many \
      stalls, the failure and the end.

      EXIT CODES
        0  written
        1  the disk is full or fails
        2  wrong usage, or a file that cannot be opened
        3  a damaged trace, or one that does not begin at the beginning

      EXAMPLES
        tapedeck scenario run.trace
        tapedeck scenario run.trace --output run.yaml && tapedeck simulate run.yaml
        tapedeck scenario run.trace --expect all --output run.yaml
        tapedeck scenario run.trace --simulate --output run.yaml
        tapedeck import player.log
        tapedeck scenario player.trace --simulate --output player.yaml
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Expectations to write: the states, all outputs, or none (default: states; with --simulate none).",
      valueName: "states|all|none"))
  var expect: Scenario.RecordedExpectations?

  @Flag(help: "Replace the recorded reports with a simulated engine.")
  var simulate = false

  func validate() throws {
    if simulate, let expect, expect != .none {
      throw ValidationError("With --simulate nothing is expected: add expectations by hand, where they should hold.")
    }
  }

  func run() throws {
    try reportingTraceErrors {
      var reader = try TraceReader(path: trace)
      let scenario =
        simulate ? try Scenario(simulating: &reader) : try Scenario(recorded: &reader, expecting: expect ?? .states)
      let text = Array(scenario.text.utf8)
      if text.count > ScenarioLimit.bytes {
        Talk.line(
          "warning: the scenario has more than \(NumberText.grouped(Int64(ScenarioLimit.bytes))) bytes, which is more than "
            + "'tapedeck simulate' reads. Give --simulate, or --expect none")
      }
      try WholeFile.write(text, to: output ?? "-", sparing: [trace])
    }
  }
}

extension Scenario.RecordedExpectations: ExpressibleByArgument {}
