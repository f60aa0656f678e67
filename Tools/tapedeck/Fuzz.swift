import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import ReducerTesting

/// `tapedeck fuzz`: looks for a session that breaks a property.
struct Fuzz: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Search for sessions that break a property of the player, and shrink them.",
    discussion: """
      Draws one session from each seed, runs them on all cores, and checks every property at every step. A failing \
      session is shrunk until nothing can be left out or made simpler, explained, and stored as a trace in the folder \
      --output, whose traces run first next time. The same seeds find the same on every machine.

      The model 'player' gives the reducer anything: sensible and senseless commands, reports of a lying engine, \
      clocks that run backwards. The model 'world' has an engine that keeps its contract over a simulated network, \
      injects faults, heals the world at the end of each session and demands that everything comes to a good end. It \
      stores findings as scenarios (NAME.world.yaml), for 'tapedeck simulate --check', each with its trace \
      (NAME.world.trace.jsonl).

      A finding is stored before it is shrunk, as NAME.unshrunk.trace.jsonl or NAME.unshrunk.world.yaml: killing the \
      program loses nothing, and the next run shrinks what is left. Steps have the numbers of the stored trace \
      ('tapedeck check', 'replay', 'at').

      A broken property neither ends the search nor hides others. For each property up to --findings different ways \
      to break it are reported: other kinds of steps, in another order, after other settings. The summary counts \
      further sessions that broke it. A property is no longer searched for after that many ways, or after twice as \
      many sessions and two were shrunk for it. --first stops at the first finding.

      A session that gives another result when it runs again is a finding, 'not-deterministic', with both runs; the \
      session of every 64th seed runs twice. If the program dies in a session, standard error names the session, and \
      a note stays in --output (MODEL-NUMBER.died.json). The next run tries that session in a child process, reports \
      'crashes-the-program' with its steps so far, and skips its seed until it is repaired.

      Ctrl-C stops, even while shrinking: findings so far are stored and reported, as small as they are. A second \
      Ctrl-C ends the program at once.

      EXIT CODES
        0    nothing was found
        1    something was found
        2    wrong usage, or a folder that cannot be read
        3    a damaged file among the stored ones
        130  interrupted before anything was found

      JSON
      One object per line. Kind 'finding': model, property, severity, detail, seed or file, sessionSteps, \
      shrunkSteps, minimal, verdict, script, stepNumbers, trace, scenario, replay (the command), digest; \
      'not-deterministic' has the runs first and second, each with property, detail, step, digest; \
      'crashes-the-program' has signal, again, note. At the end, kind 'unit': model, seeds, length, sessions, steps, \
      findings, more (further sessions by property), fixed, digest, behaviour, vocabulary, stopped. The \
      digest of a unit covers the final states of all its sessions: two runs must agree.

      EXAMPLES
        tapedeck fuzz
        tapedeck fuzz --model world --seeds '0..<1000000'
        tapedeck fuzz --property plays-although-paused --length 400
        tapedeck fuzz --allow wait-reason-wrong --output found
        tapedeck fuzz --seeds '0..<10000' --json --no-corpus
      """)

  @Option(help: ArgumentHelp("The model to test: player or world.", valueName: "model"))
  var model: ModelArgument = .player

  @Option(help: ArgumentHelp("The seeds: 'FIRST..<END', FIRST...LAST, or one seed.", valueName: "seeds"))
  var seeds = SeedRange(0..<100_000)

  @Option(help: ArgumentHelp("Maximum number of steps per session.", valueName: "count"))
  var length = 100

  @OptionGroup var selection: PropertySelection

  @Option(help: ArgumentHelp("The folder for findings.", valueName: "folder"), completion: .directory)
  var output = "found"

  @Flag(inversion: .prefixedNo, help: "Run the stored sessions first.")
  var corpus = true

  @Flag(help: "Delete stored sessions that no longer break anything.")
  var removeFixed = false

  @Flag(help: "Stop at the first finding.")
  var first = false

  @Option(help: ArgumentHelp("Report at most this many different ways to break one property.", valueName: "count"))
  var findings = 3

  @Option(help: ArgumentHelp("Number of sessions to run at a time; by default one per core.", valueName: "count"))
  var workers: Int?

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object per finding, and one for the whole run.")
  var json = false

  func validate() throws {
    guard length >= 1, length <= 1_000_000 else {
      throw ValidationError("--length is a number of steps: give 1 to 1000000.")
    }
    if let workers, !(1...1_024).contains(workers) {
      throw ValidationError("--workers is a number of sessions that run at a time: give 1 to 1024.")
    }
    guard (1...64).contains(findings) else {
      throw ValidationError("--findings is a number of ways to break a property: give 1 to 64.")
    }
    _ = try selection.properties()
  }

  func run() async throws {
    progress.begin()
    let properties = PlayerPropertySet(ids: try selection.properties().map(\.id))
    switch model {
    case .player:
      let corpus = Corpus(output)
      let run = FuzzRun(PlayerModel(properties: properties), self) { Checker($0, $1, corpus: corpus, runsStored: $2) }
      try await run.run { $0.allowing($1) }
    case .world:
      let corpus = Corpus(output)
      let run = FuzzRun(WorldModel(properties: properties), self) { Checker($0, $1, corpus: corpus, runsStored: $2) }
      try await run.run { $0.allowing($1) }
    }
  }
}

/// A model as an argument.
enum ModelArgument: String, ExpressibleByArgument, CaseIterable, Encodable {
  case player, world
}

/// Seeds as an argument: `5`, `0..<100`, `0...99`.
struct SeedRange: ExpressibleByArgument, Hashable, CustomStringConvertible {
  var range: Range<UInt64>

  init(_ range: Range<UInt64>) { self.range = range }

  init?(argument: String) {
    if let seed = UInt64(argument), seed < .max {
      range = seed..<seed + 1
      return
    }
    for separator in ["..<", "..."] {
      guard let place = argument.range(of: separator) else { continue }
      guard let first = UInt64(argument[..<place.lowerBound]), let last = UInt64(argument[place.upperBound...]),
        separator == "..<" ? first < last : first <= last && last < .max
      else { return nil }
      range = first..<(separator == "..<" ? last : last + 1)
      return
    }
    return nil
  }

  /// The same number of seeds from `seed` on, or the remaining ones; `nil` if there are none.
  func following(_ seed: UInt64) -> SeedRange? {
    let (end, isBeyond) = seed.addingReportingOverflow(range.upperBound - range.lowerBound)
    return seed < .max ? SeedRange(seed..<(isBeyond ? .max : end)) : nil
  }

  var description: String { "\(range.lowerBound)..<\(range.upperBound)" }
  var defaultValueDescription: String { description }
}
