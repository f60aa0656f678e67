import ArgumentParser
import PlayerCore
import PlayerTesting
import PlayerTrace

/// `tapedeck check`: does everything hold that must hold of a player?
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check every property of a player over recorded traces.",
    discussion: """
      Feeds the inputs of each trace to a fresh player, and looks after each of them whether every property holds: the \
      grammar of what is announced, the laws of time, the answers to requests, the bugs that other players had. What \
      comes out is compared with what was recorded, too. Needs no media and no network.

      Each issue has the id of its property, a severity (critical: playback goes wrong; error: whoever relies on what \
      is announced is misled; warning: few will notice), and the step. An id that is known and tolerated is allowed \
      with --allow. --list shows all ids, and what each property needs: a state alone, a transition (an input with its \
      outputs and the states around it), the session before, a copy of the player, a simulated world, or a recording.

      A trace that 'tapedeck import' made from the log of another player has no inputs. The laws whose id begins with \
      observed- judge it, by what was observed alone; each issue names the line of the log.

      Exit codes: 0 nothing found, 1 an issue, 2 a file that cannot be opened, or a trace without inputs, 3 a damaged \
      file; of several traces the worst.

      JSON, one object for each trace: trace, verdict (ok, issues, damaged, unusable), inputs, outputs, issueCount, \
      issues (property, severity, step, instant, title, source, detail, line of the log), isObserved, allowed, bytesLost, isOtherBehaviour (recorded by \
      a core of another behaviour version: its outputs may rightly differ), error. Times are microseconds.

      EXAMPLES
        tapedeck check Traces/*.trace.jsonl
        tapedeck check field.trace --allow wait-reason-wrong
        tapedeck check field.trace --severity critical
        tapedeck check --list
        tapedeck check *.trace --json | jq 'select(.verdict == "issues")'
      """)

  @Argument(help: ArgumentHelp("Traces of either form; - is standard input.", valueName: "trace"))
  var traces: [String] = []

  @OptionGroup var selection: PropertySelection

  @Option(help: ArgumentHelp("Look only at properties that are at least so severe.", valueName: "severity"))
  var severity: SeverityArgument = .warning

  @Option(help: ArgumentHelp("List at most this many issues of one property and trace.", valueName: "count"))
  var limit = 10

  @Flag(
    help: "List every property: id, severity, what it needs, what must hold, the inputs that can break it, its source.")
  var list = false

  @Flag(help: "Print one JSON object for each trace, or property.")
  var json = false

  func validate() throws {
    guard list || !traces.isEmpty else {
      throw ValidationError("Missing expected argument '<trace> ...': give traces, or --list.")
    }
    guard limit >= 0 else { throw ValidationError("--limit is a count: give 0 or more.") }
    guard
      try selection.properties(among: PlayerProperty.all + PlayerProperty.observed).contains(where: {
        $0.severity >= severity.value
      })
    else {
      throw ValidationError("No property that was asked for is as severe as '\(severity.rawValue)': lower --severity.")
    }
  }

  func run() throws {
    let properties = try selection.properties(among: PlayerProperty.all + PlayerProperty.observed).filter {
      $0.severity >= severity.value
    }
    let output = DataStream()
    if list {
      for line in PropertyList(properties: properties, screen: .standardOutput).lines(json: json) {
        try output.line(line)
      }
      return try output.flush()
    }
    var checker = TraceChecker(PlayerModel(properties: PlayerPropertySet(ids: properties.map(\.id))))
    checker.issuesPerProperty = limit
    var observed = ObservedChecker()
    observed.properties.formIntersection(properties.map(\.id))
    observed.issuesPerProperty = limit
    var worst = Exit.ok
    var issueCount = 0
    for trace in traces {
      let outcome = CheckOutcome(of: trace, checker, observed)
      worst = worst.worse(outcome.exit)
      issueCount += outcome.report?.issueCount ?? 0
      if let error = outcome.error { Talk.error(error) }
      if json {
        try output.line(outcome.json(allowed: selection.allow).line)
      } else {
        for line in CheckText(outcome: outcome, screen: .standardOutput).lines { try output.line(line) }
      }
      try output.flush()
    }
    if traces.count > 1 {
      let count = NumberText.counted(Int64(issueCount), "issue")
      Talk.line("\(NumberText.counted(Int64(traces.count), "trace")): \(count)")
    }
    try worst.throwUnlessOK()
  }
}

/// A severity as an argument.
enum SeverityArgument: String, ExpressibleByArgument, CaseIterable {
  case warning, error, critical

  var value: PlayerProperty.Severity {
    switch self {
    case .warning: .warning
    case .error: .error
    case .critical: .critical
    }
  }
}
