import PlayerCore
import PlayerTesting
import PlayerTrace

/// Which inputs decide how a run ends, as human-readable text.
struct BlameText {
  private let blame: RunBlame
  private let view: ViewedRun
  private let trace: String
  private let screen = Screen.standardOutput

  init(_ blame: RunBlame, _ view: ViewedRun, _ trace: String) {
    self.blame = blame
    self.view = view
    self.trace = trace
  }

  var lines: [String] {
    let found = blame.verdicts.indices.filter { blame.verdicts[$0].flips }
    var lines = ["\(Style.bold(Printable.text(trace), screen)): \(words(blame.recorded, all: true))"]
    if found.isEmpty, blame.isComplete { lines.append("no single input decides the outcome") }
    for place in found {
      lines.append("")
      lines += self.lines(at: place)
    }
    if let place = found.first(where: { blame.verdicts[$0].earlier != nil || blame.verdicts[$0].later != nil }),
      let shift = blame.verdicts[place].earlier ?? blame.verdicts[place].later
    {
      let arguments = ([trace] + blame.edits(shift, of: place)).map { $0.hasPrefix("--") ? $0 : ShellWord.quoted($0) }
      lines += ["", "see one  tapedeck what-if \(Printable.text(arguments.joined(separator: " ")))"]
    }
    if !blame.isComplete {
      let tried = blame.stepsTried
      lines += [
        "",
        "not complete: of \(NumberText.counted(Int64(blame.verdicts.count), "step")), \(NumberText.grouped(Int64(tried.without))) "
          + "were left out and \(NumberText.grouped(Int64(tried.shifted))) shifted. Give more --budget",
      ]
    }
    return lines
  }

  private func lines(at place: Int) -> [String] {
    let verdict = blame.verdicts[place]
    let step = view.firstStep + Int64(place)
    guard let (input, instant) = view.input(of: step) else { return [] }
    var lines = [
      "\(Style.bold("step \(step)", screen))  \(TraceTime.stamp(instant))  \(Printable.text(TraceDiffer.describe(input)))"
    ]
    func add(_ edit: String, _ outcome: RunOutcome?) {
      guard let outcome else { return }
      lines.append("  \(edit.padded(to: 18))  \(words(outcome, all: false))")
    }
    add("without it", verdict.without)
    add(verdict.earlier.map { "\(length($0.by)) earlier" } ?? "", verdict.earlier?.outcome)
    add(verdict.later.map { "\(length($0.by)) later" } ?? "", verdict.later?.outcome)
    return lines
  }

  private func length(_ microseconds: Int64) -> String {
    abs(microseconds) < 1_000_000 && microseconds % 1_000 == 0
      ? "\(abs(microseconds) / 1_000) ms" : TraceTime.span(.microseconds(abs(microseconds)))
  }

  /// An outcome in words: all of it, or only where it differs from the recording.
  private func words(_ outcome: RunOutcome, all: Bool) -> String {
    let recorded = blame.recorded
    var words: [String] = []
    if all || outcome.state != recorded.state { words.append("state \(outcome.state.wireName)") }
    if all || outcome.phase != recorded.phase { words.append("phase \(outcome.phase.wireName)") }
    if all ? outcome.failure != .none : outcome.failure != recorded.failure {
      words.append(outcome.failure == .none ? "no failure" : "failure \(outcome.failure.wireName)")
    }
    if all || outcome.stallCount != recorded.stallCount {
      words.append(
        outcome.stallCount == 0 ? "no stalls" : NumberText.counted(Int64(outcome.stallCount), "stall"))
    }
    return "ends with " + words.joined(separator: ", ")
  }
}
