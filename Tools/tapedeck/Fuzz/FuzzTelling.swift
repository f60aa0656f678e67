import PlayerTesting
import ReducerTesting
import PlayerTrace

/// Reports the findings of a search as human-readable text or as JSON.
struct FuzzTelling<Subject: Model> {
  private let model: Subject
  private let command: Fuzz
  private let output = DataStream()

  init(_ model: Subject, _ command: Fuzz) {
    self.model = model
    self.command = command
  }

  /// Reports all findings, damaged files of the corpus included; returns the resulting exit code.
  func tell(_ report: Checker<Subject>.Report) throws -> Exit {
    for text in report.damagedFiles { Talk.error(text) }
    for finding in report.findings { try tell(finding) }
    for death in report.deaths { try tell(death) }
    for contradiction in report.contradictions { try tell(contradiction) }
    let isClean = report.findings.isEmpty && report.deaths.isEmpty && report.contradictions.isEmpty
    let exit: Exit = report.damagedFiles.isEmpty ? .ok : .damaged
    return isClean ? exit : exit.worse(.differs)
  }

  func tell(_ finding: Checker<Subject>.Finding) throws {
    try tell(FindingJSON(finding, of: model, command.model)) { model.text(for: finding) }
  }

  func tell(_ contradiction: Checker<Subject>.Contradiction) throws {
    try tell(ContradictionJSON(contradiction, of: model, command.model)) { model.text(for: contradiction) }
  }

  func tell(_ death: Checker<Subject>.Death) throws {
    try tell(DeathJSON(death, of: model, command.model)) { model.text(for: death) }
  }

  private func tell(_ object: some Encodable, _ text: () -> String) throws {
    if command.json {
      try output.line(try JSONLine.text(object))
    } else {
      for line in text().split(separator: "\n", omittingEmptySubsequences: false) {
        try output.line(Printable.text(String(line)))
      }
      try output.line()
    }
    try output.flush()
  }

  func tellFixed(_ report: Checker<Subject>.Report) {
    for entry in report.corpus {
      guard case .fixed(let isRemoved) = entry.outcome else { continue }
      let what =
        isRemoved ? "no longer breaks anything: deleted" : "no longer breaks anything (--remove-fixed deletes it)"
      Talk.line("\(Printable.text(entry.path)): \(what)")
    }
  }

  func finish(_ total: FuzzTotal, for elapsed: Duration) throws {
    if command.json {
      try output.line(try JSONLine.text(UnitJSON(total, command)))
      return try output.flush()
    }
    let seeds = command.seeds.range
    let end = seeds.lowerBound + total.sessions
    let found = total.findings == 0 ? "nothing found" : NumberText.counted(Int64(total.findings), "finding")
    var line = "\(found): \(NumberText.counted(Int64(total.sessions), "session")), "
    line += NumberText.counted(Int64(total.steps), "step")
    line += " in \(TraceTime.wall(elapsed.microseconds))"
    Talk.line(line)
    for (property, count) in total.known.others {
      let sessions = NumberText.counted(Int64(clamping: count), "more session")
      let end = total.exhausted[property].map { ", searched for up to seed \($0)" } ?? ""
      let more = min(64, command.findings * 2)
      let verb = count == 1 ? "breaks" : "break"
      Talk.line("\(sessions) \(verb) \(property)\(end); --findings \(more) distinguishes more of them")
    }
    guard let rest = SeedRange(seeds).following(end) else { return Talk.line("there are no further seeds") }
    Talk.line("\(total.isStopped ? "stopped; continue" : "continue") with --seeds '\(rest)'")
  }
}
