import ArgumentParser
import PlayerCore
import PlayerTesting
import PlayerTrace

/// `tapedeck check`: do all properties of a player hold?
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check every property of a player over recorded traces.",
    discussion: """
      Feeds the inputs of each trace to a new player and checks every property after each input: the grammar of \
      notifications, the laws of time, the answers to requests, and bugs found in other players. The outputs are also \
      compared with the recorded ones. Needs no media and no network.

      Each issue has the id of its property, a severity and the step. Severities: critical (playback goes wrong), \
      error (an app that relies on notifications is misled), warning (few will notice). --allow accepts an id as \
      known. --list shows all ids and what each property needs: a state, a transition (an input with its outputs and \
      the states around it), the session so far, a copy of the player, a simulated world, or a recording.

      A trace that 'tapedeck import' made from the log of another player has no inputs. Laws whose ids begin with \
      observed- judge what was observed; each issue names the line of the log.

      EXIT CODES
        0  no issue
        1  an issue
        2  a file that cannot be opened, or a trace without steps
        3  a damaged file; of several traces the worst code counts

      JSON
      One object per trace: trace, verdict (ok, issues, damaged, unusable), inputs, outputs, issueCount, issues \
      (property, severity, step, instant, title, source, detail, line of the log), isObserved (of an imported trace only), allowed, bytesLost, \
      isOtherBehaviour (recorded by a core with another behaviour version, whose outputs may differ), error. Times are \
      microseconds.

      EXAMPLES
        tapedeck check Traces/*.trace.jsonl
        tapedeck check field.trace --allow wait-reason-wrong
        tapedeck check field.trace --severity critical
        tapedeck check --list
        tapedeck check *.trace --json | jq 'select(.verdict == "issues")'
      """)

  @Argument(help: ArgumentHelp("Traces, text or binary; - is standard input.", valueName: "trace"), completion: .file())
  var traces: [String] = []

  @OptionGroup var selection: PropertySelection

  @Option(help: ArgumentHelp("Check only properties of at least this severity.", valueName: "severity"))
  var severity: SeverityArgument = .warning

  @Option(help: ArgumentHelp("List at most this many issues of one property and trace.", valueName: "count"))
  var limit = 10

  @Flag(
    help: "List every property: id, severity, what it needs, what must hold, the inputs that can break it, its source.")
  var list = false

  @Flag(help: "Print one JSON object per trace or property.")
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
      throw ValidationError("No selected property is as severe as '\(severity.rawValue)': lower --severity.")
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
