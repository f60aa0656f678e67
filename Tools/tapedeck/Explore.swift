import ArgumentParser
import Foundation
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// `tapedeck explore`: is there any way to break the player?
struct Explore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Visit every state that a small player can reach, and check every property at every step.",
    discussion: """
      A scope is a player with a few commands, a few seconds of media and an engine that may answer in any order. All \
      of its states are visited, breadth first, so a finding is a shortest way to break a property. Every state must \
      also be able to reach a good end: playing, ended, stopped, failed, or held as asked. Without SCOPE, all finite \
      scopes are explored; --list names them.

      Prints a table and, for a broken property, the steps that lead to it. --output writes those steps as a trace \
      for 'tapedeck replay', with a mark that names the property. 'tapedeck check' reports the property only where \
      the session alone shows it. States are told apart by 64-bit fingerprints: among n states the probability of a \
      collision is about n^2 / 2^65.

      These properties concern a state and the one before it. Every step is then taken once more, after the shortest \
      session that leads to it, and checked against all properties of 'tapedeck check': of the many sessions that \
      lead to a state, they see one. --no-monitor skips that; it takes several times as long as the rest.

      The number of states of each finite scope is recorded. Another number is an error: the player behaves \
      differently. If that is intended, --write-expected updates the table; review its diff.

      --checkpoint writes a file, at intervals and when the exploration stops at a limit or is interrupted. --resume \
      continues from it, with the same result as one uninterrupted run. Ctrl-C stops; a second Ctrl-C ends the \
      program at once. Findings are written to --output as soon as they are known.

      EXIT CODES
        0    nothing was found
        1    a property does not hold, or a scope has an unexpected number of states
        2    wrong usage, or a trace or checkpoint that cannot be read or written
        3    a checkpoint that is damaged, or that belongs to something else
        130  interrupted before anything was found

      JSON
      One object per scope: scope, end (complete, depth, states, memory, counterexample, interrupted, bounds), \
      problem (of bounds), states, expectedStates (when the number is not the expected one), transitions, depth, \
      deadEnds, mostOutputs, peakBytes, milliseconds, stuck (states that cannot reach a good end), monitored (steps), \
      property, detail, steps, stepNumbers (in the trace), trace.

      EXAMPLES
        tapedeck explore
        tapedeck explore seeking retry
        tapedeck explore wide --depth 9 --memory 8G
        tapedeck explore network --json | jq .states
        tapedeck explore segments --output found.trace.jsonl
        tapedeck explore wide --depth 9 --checkpoint wide.checkpoint
        tapedeck explore wide --depth 10 --resume wide.checkpoint
      """)

  @Argument(
    help: ArgumentHelp("Scopes to explore.", valueName: "scope"),
    completion: .list(PlayerScope.all.map(\.name)))
  var scopes: [String] = []

  @Flag(help: "List the scopes and what each covers.")
  var list = false

  @Option(help: "Explore up to this many steps.")
  var depth: Int?

  @Option(
    help: ArgumentHelp("Stop before more memory than this is needed: bytes, or with K, M or G.", valueName: "bytes"))
  var memory: MemoryArgument?

  @Option(help: "Stop at this many states.")
  var states: Int?

  @Option(help: "Number of threads; affects the result only where --memory ends the exploration.")
  var workers: Int = 2

  @Option(help: ArgumentHelp("Write the first counterexample as a trace.", valueName: "trace"), completion: .file())
  var output: String?

  @Flag(
    inversion: .prefixedNo, help: "Check every step again with the properties that need the whole session.")
  var monitor = true

  @Option(
    help: ArgumentHelp(
      "Update the table of expected numbers of states: "
        + "Sources/PlayerTesting/Player/Scopes/PlayerScope+Expected.swift.", valueName: "file"), completion: .file())
  var writeExpected: String?

  @Option(
    help: ArgumentHelp("Save the exploration after every 4 million new states and when it stops.", valueName: "file"),
    completion: .file())
  var checkpoint: String?

  @Option(help: ArgumentHelp("Resume from a checkpoint.", valueName: "file"), completion: .file())
  var resume: String?

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object per scope.")
  var json = false

  func validate() throws {
    for name in scopes where PlayerScope.named(name) == nil {
      let names = PlayerScope.all.map(\.name).joined(separator: ", ")
      throw ValidationError("There is no scope \"\(Printable.text(name))\". There are: \(names).")
    }
    if let depth, depth < 1 { throw ValidationError("--depth \(depth): expected at least 1.") }
    if let states, states < 1 { throw ValidationError("--states \(states): expected at least 1.") }
    if scopes.count != 1, let option = checkpoint != nil ? "--checkpoint" : resume != nil ? "--resume" : nil {
      throw ValidationError("\(option) is about one scope: name one, for example wide. Found \(scopes.count).")
    }
    if !(1...256 ~= workers) { throw ValidationError("--workers \(workers): expected 1 to 256.") }
  }

  func run() throws {
    try reportingTraceErrors {
      try WholeFile.checkApart([self.output, checkpoint].compactMap(\.self))
      if let path = self.output { try WholeFile.check(path, sparing: [resume].compactMap(\.self)) }
    }
    progress.begin()
    let output = DataStream()
    if list {
      for scope in PlayerScope.all { try output.line("\(scope.name.padded(to: 14))\(scope.summary)") }
      return try output.flush()
    }
    var bounds = ExplorationBounds()
    if let depth { bounds.depth = depth }
    if let states { bounds.states = states }
    if let memory { bounds.memory = memory.bytes }
    bounds.workers = workers
    let chosen = scopes.isEmpty ? PlayerScope.all.filter { $0.name != "wide" } : scopes.compactMap(PlayerScope.named)
    var run = ExplorationRun(bounds: bounds, checkpoint: checkpoint, resume: resume, monitors: monitor)
    var expected = PlayerScope.expectedStates
    var found = false
    var isOther = false
    var isInterrupted = false
    if !json { try output.line(ExplorationOutcome.heading) }
    for scope in chosen {
      run.output = found ? nil : self.output
      let outcome = try run.explore(scope)
      try outcome.print(to: output, asJSON: json, trace: run.output)
      try output.flush()
      found = found || outcome.counterexample != nil
      if writeExpected != nil, let states = outcome.wholeStates { expected[scope.name] = states }
      if writeExpected == nil, let complaint = outcome.complaint {
        Talk.error(complaint)
        isOther = true
      }
      isInterrupted = outcome.isInterrupted
      if isInterrupted { break }
    }
    if let writeExpected { try ExpectedStates.write(expected, to: writeExpected) }
    if found || isOther { throw Exit.differs.error }
    if isInterrupted { throw ExitCode(128 + SIGINT) }
  }
}

/// A number of bytes as an argument: `500M`, `2G`.
struct MemoryArgument: ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = argument.last.flatMap { units[Character($0.uppercased())] }
    let digits = shift == nil ? argument[...] : argument.dropLast()
    guard let number = Int(digits), number > 0, number < 1 << 32 || shift == nil, number < Int.max >> 31 else {
      return nil
    }
    bytes = number << (shift ?? 0)
  }
}
