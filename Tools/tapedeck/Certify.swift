import ArgumentParser
import EngineContract
import Foundation
import PlayerCore
import PlayerRuntime

/// `tapedeck certify`: does an engine in another program keep the contract?
struct Certify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that an engine, in any language, keeps the contract between engines and hosts.",
    discussion: """
      Starts the engine program once per session, writes commands to its standard input as JSON Lines, and reads its \
      reports from its standard output. Its standard error is passed through. Sessions are random: they open, play, \
      seek, pause, ask, close, and let time pass, as a host would, on the machine's clock. Every report is checked \
      against the rules of the contract (--rules). The first session that breaks a rule is shrunk and shown with all \
      commands and reports.

      The program first introduces itself: {"k":"h","engine":"mine 1.0"}. It then receives definitions of items, and \
      commands, and reports what happens, in the words of text traces:

        {"k":"d","item":1,"source":"clip.mp4"}
        {"k":"o","t":1200,"e":"engine.open","a":{"epoch":1,"item":1}}
        {"k":"i","e":"opened","a":{"epoch":1,"duration":10000000,"seekable":true}}

      A field that is left out is 0, false, the first word, or null for an unknown time. A text is given a number \
      first: {"k":"d","text":1,"is":"eng"}. When its standard input ends, the program must exit without further \
      reports.

      Sessions open the media in turn. Random sessions rarely play long enough to meet a stall or a broken \
      connection: name media on such a server with --stalls and --breaks, and sessions play them to the end. \
      --require lists rules and situations that must be met. How much of a session fits into a time depends on the \
      machine and its load, so up to three times as many sessions run until all are met.

      EXIT CODES
        0  no rule is broken
        1  a rule is broken, the program failed, or something required was not met
        2  wrong usage, or a program that cannot be used

      JSON
      One object: engine, sessions, steps, checks (per rule), unchecked, situations (how often each was met), \
      problem, missed (required but not met), findings (rule, reproducible, text).

      EXAMPLES
        tapedeck certify --plays clip.mp4:10 -- ./my-player --engine
        tapedeck certify --plays clip.mp4:10 --fails missing.mp4 -- python3 mine.py
        tapedeck certify --live http://127.0.0.1:8080/live -- ./my-player
        tapedeck certify --stalls http://127.0.0.1:8080/slow.mp4:10 -- ./my-player
        tapedeck certify --rules
      """)

  @Option(
    help: ArgumentHelp(
      "A source that plays to its end, and its duration.", valueName: "source:seconds"))
  var plays: [String] = []

  @Option(help: ArgumentHelp("A source that must fail.", valueName: "source"))
  var fails: [String] = []

  @Option(
    help: ArgumentHelp(
      "A source that may fail at any time, as from a server that drops connections.", valueName: "source:seconds"))
  var mayFail: [String] = []

  @Option(
    help: ArgumentHelp(
      "A source that plays to its end, but is delivered too slowly or with pauses.", valueName: "source:seconds"))
  var stalls: [String] = []

  @Option(
    help: ArgumentHelp(
      "A source whose only connection breaks on the way: playback that gets there must fail.",
      valueName: "source:seconds"
    ))
  var breaks: [String] = []

  @Option(help: ArgumentHelp("A live stream.", valueName: "source"))
  var live: [String] = []

  @Option(help: ArgumentHelp("Number of sessions.", valueName: "count"))
  var sessions = 20

  @Option(help: ArgumentHelp("Maximum number of steps per session.", valueName: "count"))
  var length = 30

  @Option(help: ArgumentHelp("The seed of the first session; each later session uses the next one.", valueName: "seed"))
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("Try at most this many steps to shrink a session.", valueName: "count"))
  var shrinkBudget = 300

  @Option(
    help: ArgumentHelp("The longest time to an answer; the answer to close has 100 ms.", valueName: "seconds"))
  var patience = 10

  @Option(
    help: ArgumentHelp(
      "Rules and situations that must be met, separated by commas; in up to three times as many sessions.",
      valueName: "names"))
  var require: String?

  @Flag(help: "Print how often each rule was checked and each situation was met.")
  var counts = false

  @Flag(help: "List the rules and the situations.")
  var rules = false

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object.")
  var json = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The engine, after --: a program and its arguments.", valueName: "program"),
    completion: .file())
  var program: [String] = []

  func validate() throws {
    if rules { return }
    guard !program.isEmpty else {
      throw ValidationError("Give the engine's program after --, as in -- ./my-player --engine.")
    }
    guard !(plays + stalls + breaks + fails + mayFail + live).isEmpty else {
      throw ValidationError("Give something to open: --plays clip.mp4:10, with its length in seconds.")
    }
    guard sessions >= 1, length >= 1, shrinkBudget >= 0, (1...3_600).contains(patience) else {
      throw ValidationError("--sessions and --length are at least 1, --shrink-budget at least 0, --patience 1 to 3600.")
    }
    _ = try media
    _ = try requirements
  }

  private var media: [ContractMedia] {
    get throws {
      try plays.map { try CertifiedMedia.timed($0, "--plays", .plays) }
        + stalls.map { try CertifiedMedia.timed($0, "--stalls", .plays, stalls: true) }
        + breaks.map { try CertifiedMedia.timed($0, "--breaks", .breaks) }
        + fails.map { ContractMedia($0, lasts: .zero, outcome: .fails) }
        + mayFail.map { try CertifiedMedia.timed($0, "--may-fail", .mayFail) }
        + live.map { ContractMedia($0, lasts: nil) }
    }
  }

  private var requirements: [CertifyRequirement] {
    get throws { try (require ?? "").split(separator: ",").map { try CertifyRequirement(String($0)) } }
  }

  func run() throws {
    let output = DataStream()
    if rules {
      for rule in ContractRule.allCases { try output.line("\(rule.rawValue)\t\(rule.sentence)") }
      for situation in ContractCase.allCases { try output.line("\(situation.rawValue)\t\(situation.sentence)") }
      return try output.flush()
    }
    progress.begin()
    let program = program
    // Unusable media is reported before anything is checked.
    let first = ProgramEngine(program, library: IdentifierTable())
    let name = first.identity
    let problem = first.problem
    first.shutDown()
    if let problem {
      Talk.error("\(program[0]): \(problem)")
      throw Exit.usage.error
    }
    let problems = ProblemLog()
    var engine = EngineUnderTest(name, clock: .real, media: try media) { library in
      WatchedProgram(ProgramEngine(program, library: library), problems)
    }
    engine.limits.patience = .seconds(Int64(patience))
    let line = ProgressLine()
    let count = NumberText.counted(Int64(sessions), "session")
    let required = try requirements
    func unmet(in report: ContractReport) -> [String] {
      required.filter { $0.count(in: report) == 0 }.map(\.name)
    }
    let report = engine.certify(
      sessions: sessions, length: length, firstSeed: seed, shrinkBudget: shrinkBudget,
      isEnough: { unmet(in: $0).isEmpty }
    ) { report in
      let more = report.sessions > sessions ? ", until \(unmet(in: report).joined(separator: ", "))" : ""
      line.show { "\(report.sessions) of \(count)\(more), \(report.steps) steps" }
    }
    line.clear()
    // A broken rule ends the run: requirements not met by then are not worth reporting.
    let missed = report.isClean ? unmet(in: report) : []
    if json {
      try output.line(JSONLine.text(CertifyJSON(report, problem: problems.last, missed: missed)))
    } else {
      try output.line(report.description)
      if counts {
        for rule in ContractRule.allCases { try output.line("\(report.counts[rule, default: 0])\t\(rule.rawValue)") }
        for situation in ContractCase.allCases {
          try output.line("\(report.cases[situation, default: 0])\t\(situation.rawValue)")
        }
      }
      if !missed.isEmpty {
        let words = missed.joined(separator: ", ")
        try output.line("Required and not met in \(NumberText.counted(Int64(report.sessions), "session")): \(words)")
      }
      if let problem = problems.last { try output.line("\nThe program \(problem).") }
    }
    try output.flush()
    if !report.isClean || !missed.isEmpty || problems.last != nil { throw Exit.differs.error }
  }
}
