import PlayerCore
import PlayerTrace

/// The first difference of a replay as human-readable text: what differs, the state around it, and the steps that led
/// to it.
struct DifferenceText {
  private let difference: TraceDifference
  private let report: ReplayReport
  private let outcome: ReplayOutcome
  private let screen: Screen
  private let message: MessageText

  init(_ difference: TraceDifference, _ report: ReplayReport, _ outcome: ReplayOutcome, _ screen: Screen) {
    self.difference = difference
    self.report = report
    self.outcome = outcome
    self.screen = screen
    message = MessageText(names: outcome.names)
  }

  var lines: [String] {
    var lines = ["  \(place): step \(difference.number) at \(TraceTime.stamp(difference.instant)): \(what)"]
    lines += difference.fields.prefix(Self.fieldLimit).map { field in
      "    \(field.field): expected \(Style.green(field.expected, screen)), got \(Style.red(field.found, screen))"
    }
    let rest = difference.fields.count - Self.fieldLimit
    if rest > 0 { lines.append("    and \(rest) more") }
    let before = PlayerSummary(of: difference.before, at: difference.instant)
    let after = PlayerSummary(of: difference.after, at: difference.instant)
    lines.append("  state before the step: \(before.sentence)")
    lines.append("  state after the step:  \(after.sentence)")
    lines.append("  what led to it:")
    for step in difference.context { lines += context(step) }
    if report.isOtherBehaviour {
      lines.append(
        "  The trace was recorded by another version of the core (\(outcome.header?.behaviour ?? 0), this is "
          + "\(Vocabulary.behaviourVersion)), so differences are expected: record it again.")
    }
    return lines
  }

  private static let fieldLimit = 12

  private var place: String {
    let trace = Printable.text(outcome.trace)
    return outcome.line.map { "\(trace):\($0)" } ?? "\(trace): byte \(difference.offset)"
  }

  private var what: String {
    switch difference.kind {
    case .output(let index): "output \(index + 1) differs"
    case .missingOutput(let index, let expected):
      "output \(index + 1) is missing: expected \(message(expected)), got nothing"
    case .surplusOutput(let index, let found):
      "output \(index + 1) is not in the trace: expected nothing, got \(message(found))"
    case .checkpoint: "the state differs from the checkpoint"
    case .inconsistentCheckpoint: "the checkpoint's digest does not match its state: the trace was changed by hand"
    case .end: "the end record differs"
    }
  }

  /// A step as recorded; for the one that differs, also the outputs of the replay.
  private func context(_ step: TraceStep) -> [String] {
    let isHere = step.number == difference.number
    let sign = isHere ? ">" : " "
    var lines = ["  \(sign) \(step.number)  \(TraceTime.stamp(step.instant))  \(message(step.input))"]
    guard isHere, differsInOutputs else {
      return lines + step.outputs.map { "  \(sign)     \(arrow) \(message($0))" }
    }
    let got = answers(to: step)
    for index in 0..<max(got.count, step.outputs.count) {
      let expected = index < step.outputs.count ? step.outputs[index] : nil
      let found = index < got.count ? got[index] : nil
      if expected == found, let found {
        lines.append("  \(sign)     \(arrow) \(message(found))")
      } else {
        if let expected { lines.append("  \(sign)   - \(arrow) \(Style.green(message(expected), screen))") }
        if let found { lines.append("  \(sign)   + \(arrow) \(Style.red(message(found), screen))") }
      }
    }
    return lines
  }

  private var arrow: String { screen.hasUnicode ? "→" : "->" }

  private var differsInOutputs: Bool {
    switch difference.kind {
    case .output, .missingOutput, .surplusOutput: true
    case .checkpoint, .inconsistentCheckpoint, .end: false
    }
  }

  /// The outputs of the player for this step, replayed again.
  private func answers(to step: TraceStep) -> [Output] {
    var player = difference.before
    var outputs = Outputs()
    player.receive(step.input, at: step.instant, into: &outputs)
    return Array(outputs)
  }
}
