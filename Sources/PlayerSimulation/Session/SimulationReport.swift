import PlayerCore
import PlayerText
import PlayerTrace

/// A whole scenario as JSON, played: what a program gets that has no files.
package struct SimulationReport: Sendable {
  /// The outcome, as `tapedeck simulate --json` has it, with the paths of what failed and the digest of the player.
  package let json: [UInt8]
  /// The bytes of the trace; empty when none was requested.
  package let trace: [UInt8]

  /// Plays a scenario file, given as an object.
  package init(_ json: [UInt8], trace form: TraceForm? = nil) throws(SimulationProblems) {
    var reader = ScenarioReader(files: nil)
    let scenario = reader.read(try SimulationProblems.root(of: json))
    try SimulationProblems.check(&reader)
    let run = ScenarioRun(scenario, trace: form)
    trace = run.trace
    let failures = run.failures.map { failure in
      let place: ScenarioPlace? =
        switch failure.subject {
        case .expectation(let index): reader.expectationPlaces[index]
        case .step(let index): reader.stepPlaces[index]
        case .run: nil
        }
      return JSONValue.object(["path": place.map { .text($0.path) }, "text": .text(failure.sentence)])
    }
    let verdict = !run.isPassed ? "failed" : scenario.expectations.isEmpty ? "played" : "passed"
    self.json = Array(
      JSONValue.object([
        "name": .text(scenario.name), "verdict": .text(verdict), "end": .integer(run.end.microseconds),
        "inputs": .integer(run.inputs), "digest": .text(hexadecimal(run.player.digest)), "failures": .list(failures),
      ]).line.utf8)
  }
}
