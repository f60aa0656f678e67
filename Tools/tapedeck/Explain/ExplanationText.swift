import PlayerCore
import PlayerTrace

/// An explanation as human-readable text: the step, and below it, indented, its causes.
struct ExplanationText {
  private let explanation: TraceExplanation
  private let trace: String
  private let words: CauseWords
  private let message: MessageText
  private let screen = Screen.standardOutput

  init(_ explanation: TraceExplanation, _ trace: String, _ names: TraceNames) {
    self.explanation = explanation
    self.trace = trace
    words = CauseWords(names.text)
    message = MessageText(names: names)
  }

  var lines: [String] {
    let root = explanation.root
    var lines = ["\(Printable.text(trace)): \(Style.bold(place(root), screen))"]
    lines += body(root, indent: "  ", showsAll: true)
    let summary = PlayerSummary(of: explanation.after, at: root.step.instant)
    lines += ["", "state after it: \(summary.sentence)"]
    guard !explanation.hindrances.isEmpty else { return lines }
    lines.append("not playing because")
    for hindrance in explanation.hindrances {
      let since = hindrance.since > 0 ? "  (since step \(hindrance.since))" : ""
      lines.append("  \(hindrance.axis.rawValue.padded(to: 14))\(words.words(hindrance, explanation.after))\(since)")
    }
    return lines
  }

  private func place(_ node: CauseNode) -> String {
    let slot = node.slot == .none ? "" : " '\(node.slot)'"
    return "step \(node.step.number)  \(TraceTime.stamp(node.step.instant))  \(message(node.step.input))\(slot)"
  }

  /// The lines below a step: what it caused, why, and its causes.
  private func body(_ node: CauseNode, indent: String, showsAll: Bool) -> [String] {
    var lines: [String] = []
    let arrow = screen.hasUnicode ? "→" : "->"
    let outputs = showsAll ? node.step.outputs : node.step.outputs.filter(isTelling)
    lines += outputs.map { "\(indent)\(arrow) \(style($0))" }
    if node.slot != .none {
      let late = node.step.instant > node.due ? ", served \(TraceTime.span(node.step.instant - node.due)) late" : ""
      lines.append("\(indent)due at \(TraceTime.stamp(node.due)): \(words.purpose(node.slot))\(late)")
    }
    if !node.settings.isEmpty {
      lines.append("\(indent)decided by \(node.settings.map { words.words($0) }.joined(separator: ", "))")
    }
    if node.causes.isEmpty {
      if node.omitted == 0 || node.role == .subject { lines.append("\(indent)\(words.origin(node.step.input))") }
      return lines
    }
    for (index, cause) in node.causes.enumerated() {
      let isLast = index == node.causes.count - 1
      let (branch, stem) = screen.hasUnicode ? (isLast ? "└─ " : "├─ ", isLast ? "   " : "│  ") : ("+- ", "   ")
      let omitted = cause.omitted > 0 ? " (… \(cause.omitted) steps like these further back)" : ""
      lines.append("\(indent)\(branch)\(words.words(cause.role, cause.step))\(omitted)")
      let above = cause.isRepeated ? "  (see above)" : ""
      lines.append("\(indent)\(stem)\(Style.bold(place(cause), screen))\(above)")
      if !cause.isRepeated { lines += body(cause, indent: indent + stem, showsAll: false) }
    }
    return lines
  }

  /// Outputs of earlier steps matter if they have consequences: commands to the engine, failures, warnings.
  private func isTelling(_ output: Output) -> Bool {
    switch output {
    case .engine(.setVolume, _), .completion: false
    case .engine, .diagnostic: true
    case .notification(.failed, _), .notification(.warned, _), .notification(.retryScheduled, _),
      .notification(.reloading, _), .notification(.willSkip, _), .notification(.stallBegan, _),
      .notification(.blockedPlaying, _):
      true
    case .notification: false
    }
  }

  private func style(_ output: Output) -> String {
    let text = message(output)
    if case .notification(.failed, _) = output { return Style.red(text, screen) }
    if case .diagnostic = output { return Style.yellow(text, screen) }
    return text
  }
}
