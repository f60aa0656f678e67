import PlayerCore
import PlayerText
import PlayerTrace

/// The first difference of two runs as human-readable text.
struct BisectionText {
  let bisection: Bisection
  private let a: String
  private let b: String
  private let text: StepDifferenceText
  private let screen = Screen.standardOutput
  private let isByBuild: Bool

  init(_ bisection: Bisection, _ a: String, _ b: String, _ names: TraceNames, isByBuild: Bool) {
    self.bisection = bisection
    self.isByBuild = isByBuild
    self.a = isByBuild ? "this program, \(a)" : a
    self.b = b
    let messages = MessageText(names: names)
    text = StepDifferenceText(screen: screen, messagesA: messages, messagesB: messages)
  }

  var lines: [String] {
    var lines = [
      "\(Style.red("- A", screen))  \(Printable.text(a))", "\(Style.green("+ B", screen))  \(Printable.text(b))",
    ]
    guard !bisection.isEqual else { return lines + ["equal: \(effort)"] }
    lines.append(headline)
    for step in bisection.context { lines.append(text.context(ComparedStep(a: step, b: step))) }
    if let step = bisection.step, let a = step.a, isByBuild {
      lines += text.lines(ComparedStep(a: a, b: a, outputs: step.outputs))
      lines += step.fields.map { "    \($0.field): A \($0.expected), B \($0.found)" }
    } else if let step = bisection.step {
      lines += text.lines(step)
    }
    if !bisection.fields.isEmpty { lines.append("the states differ after step \(bisection.firstDifferent ?? 0):") }
    for field in bisection.fields.prefix(12) {
      lines.append(
        "  \(field.field): A \(Style.red(field.expected, screen)), B \(Style.green(field.found, screen))")
    }
    if bisection.fields.count > 12 { lines.append("  and \(bisection.fields.count - 12) more") }
    return lines + [effort]
  }

  private var headline: String {
    if let number = (bisection.step?.a ?? bisection.step?.b)?.number {
      return Style.bold("first difference: step \(number); equal after step \(bisection.lastEqual)", screen)
    }
    return Style.bold(
      "the states diverge between steps \(bisection.lastEqual + 1) and \(bisection.firstDifferent ?? 0), but no input or "
        + "output there shows it: try --against with the two builds that recorded them", screen)
  }

  private var effort: String {
    let compared = NumberText.counted(Int64(bisection.comparisons), "comparison")
    if isByBuild { return "\(compared) of states, \(NumberText.counted(Int64(bisection.checkpoints), "call"))" }
    return
      "\(compared) of \(NumberText.counted(Int64(bisection.checkpoints), "checkpoint")), "
      + "\(NumberText.counted(bisection.stepsCompared, "step")) compared"
  }
}

extension Bisection {
  /// Where two runs diverge, as JSON. Times are microseconds.
  func report(_ a: String, _ b: String) -> JSONValue {
    .object([
      "a": .text(a), "b": .text(b), "equal": .flag(isEqual), "comparisons": .integer(Int64(comparisons)),
      "stepsCompared": .integer(stepsCompared), "checkpoints": .integer(Int64(checkpoints)),
      "lastEqual": .integer(lastEqual), "step": step.map { $0.report },
      "state": firstDifferent.map {
        .object(["behind": .integer($0), "fields": .list(fields.map { $0.report })])
      },
    ])
  }
}
