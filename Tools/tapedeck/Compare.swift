import ArgumentParser
import Foundation
import PlayerTrace

/// `tapedeck compare`: two groups of sessions.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two groups of sessions: which metrics differ by more than chance?",
    discussion: """
      Prints the metrics of 'tapedeck stats' that differ between the sessions of groups A and B: two builds, two \
      settings, two networks. Groups are traces, folders and tar archives. With exactly two arguments the first is A \
      and the second is B; otherwise everything after --with is B.

      Each metric is tested by ranks (Mann-Whitney): by permutation up to 2,000 sessions, by the normal distribution \
      beyond. Because many metrics are tested, p is corrected (Holm): the chance of any false finding is at most \
      --level. P(B > A) is the probability that a session of B has a larger value than one of A; 0.5 means no \
      difference. The interval is that of the difference of the means, by bootstrap up to 4,000 sessions. Everything \
      is seeded: the same sessions give the same numbers. A metric needs 5 measured sessions in each group.

      EXIT CODES
        0  nothing is worse in B
        1  something is worse in B (with --any: something differs)
        2  wrong usage, a path that cannot be opened, or an empty group
        3  a trace that is not readable

      JSON
      One object: level, correction, worse, differences, metrics (metric, isDifferent, isWorse, p, pCorrected, test, \
      superiority, countA, countB, meanA, meanB, difference, interval), tooFew, constant. Times are microseconds.

      EXAMPLES
        tapedeck compare old/ new/
        tapedeck compare old/*.trace --with new/*.trace
        tapedeck compare main.tar branch.tar --any --json
      """)

  @Argument(
    help: ArgumentHelp("Group A: traces, folders, tar archives; or A and B, one of each.", valueName: "trace"),
    completion: .file())
  var first: [String]

  @Option(
    name: .customLong("with"), parsing: .upToNextOption, help: ArgumentHelp("Group B.", valueName: "trace"),
    completion: .file())
  var second: [String] = []

  @Option(help: ArgumentHelp("The highest accepted chance of any false finding.", valueName: "probability"))
  var level = 0.05

  @Option(help: ArgumentHelp("The seed of permutations and bootstrap.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Exit with 1 for any difference, not only if something is worse in B.")
  var any = false

  @Flag(help: "List all metrics that were tested.")
  var all = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard (first + second).filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("Standard input can be read once.")
    }
    guard level > 0, level < 1 else { throw ValidationError("--level is a probability: give 0.05, for example.") }
    guard !second.isEmpty || first.count == 2 else {
      throw ValidationError(
        "Two groups are compared: give A and B, or A… --with B…; found \(first.count) and no --with.")
    }
  }

  func run() throws {
    let groups = second.isEmpty ? ([first[0]], [first[1]]) : (first, second)
    var unreadable = 0
    let (a, b) = try (values(groups.0, &unreadable), values(groups.1, &unreadable))
    for (name, group) in [("A", a), ("B", b)] where group.isEmpty {
      Talk.error("group \(name) has no session that can be counted: give traces, folders or tar archives of them")
      throw Exit.usage.error
    }
    let comparison = GroupComparison(a, b, level: level, seed: seed)
    let text = ComparisonText(comparison: comparison, screen: .standardOutput)
    let output = DataStream()
    if json {
      try output.line(text.json)
    } else {
      try output.line(
        "A: \(NumberText.counted(Int64(a.count), "session")), B: \(NumberText.counted(Int64(b.count), "session"))")
      try output.line("")
      for line in text.lines(all: all) { try output.line(line) }
    }
    try output.flush()
    if unreadable > 0 { throw Exit.damaged.error }
    if any ? !comparison.differences.isEmpty : comparison.hasWorse { throw Exit.differs.error }
  }

  private func values(_ paths: [String], _ unreadable: inout Int) throws -> [[Int64?]] {
    var values: [[Int64?]] = []
    let counting = SessionCounting(cores: ProcessInfo.processInfo.activeProcessorCount)
    let sources = try reportingTraceErrors { try SessionSources(paths) }
    counting.forEach(sources) { rows in
      for row in rows {
        if row.isCounted {
          values.append(row.values)
        } else {
          unreadable += 1
          Talk.error(row.problem ?? "\(row.trace): unreadable")
        }
      }
    }
    return values
  }
}
