import ArgumentParser
import Foundation
import PlayerCore
import PlayerText
import PlayerTrace

/// `tapedeck bisect`: where do two runs of the same inputs diverge?
struct Bisect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the first step at which two traces of the same inputs, or two builds, differ.",
    discussion: """
      Two traces are compared by their checkpoints: each comparison rules out half of them, then the steps of one \
      interval are compared one by one. This assumes that a state stays different once it differs; 'tapedeck diff' \
      assumes nothing and reads everything.

      With --against, this program and another build of it replay the inputs of one trace. One call of the other \
      build's 'replay' finds the first output that differs; each call of its 'at' then halves the range of steps that \
      holds the first different state. Fields that only one build has are not compared.

      In the output, - marks the first trace or this program, + the second trace or the other program.

      EXIT CODES
        0  equal
        1  different
        2  wrong usage, or a program that cannot be run
        3  a damaged file

      JSON
      One object: a, b, equal, comparisons, stepsCompared, checkpoints, lastEqual, step (a, b, fields, outputs), \
      state (behind: the step it follows; fields).

      EXAMPLES
        tapedeck bisect before.trace after.trace
        tapedeck bisect episode.trace --against ~/older/tapedeck
        tapedeck bisect before.trace after.trace --json | jq .lastEqual
      """)

  @Argument(help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "A"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("The trace to compare it with.", valueName: "B"), completion: .file())
  var second: String?

  @Option(
    help: ArgumentHelp("Another build of tapedeck, to replay the same inputs.", valueName: "program"),
    completion: .file())
  var against: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard (second == nil) != (against == nil) else {
      throw ValidationError("Give a second trace, or --against and another build of tapedeck.")
    }
    guard first != "-" || second != "-" else {
      throw ValidationError("Standard input holds one trace: give a file for the other.")
    }
    if first == "-", against != nil {
      throw ValidationError("--against has another program read the trace: give a file.")
    }
  }

  func run() throws {
    let (bisection, names) = try reportingTraceErrors {
      let names = TraceNames(all: try RepeatedTrace.open(first))
      if let against {
        do {
          var bisection = try BuildBisection(first, against)
          return (try bisection.run(), names)
        } catch let problem as ArgumentProblem {
          Talk.error("\(problem)")
          throw Exit.usage.error
        }
      }
      let other = second ?? first
      return (
        try TraceBisector.bisect(
          { () throws(TraceError) in try RepeatedTrace.open(first) },
          { () throws(TraceError) in try RepeatedTrace.open(other) }), names
      )
    }
    let output = DataStream()
    let other = second ?? against ?? ""
    if json {
      try output.line(bisection.report(first, other).line)
    } else {
      for line in BisectionText(bisection, first, other, names, isByBuild: against != nil).lines {
        try output.line(line)
      }
    }
    try output.flush()
    if !bisection.isEqual { throw Exit.differs.error }
  }
}
