extension Model {
  /// A finding as text: what broke, the steps as a script with what each is needed for, a test to paste, and where to
  /// continue.
  ///
  /// - Parameters:
  ///   - finding: What was found.
  ///   - lineLimit: Steps shown at most, in the script and in the test.
  public func text(for finding: CheckFinding<Setup, Step>, lineLimit: Int = 200) -> String {
    var parts = [headline(of: finding), script(of: finding, lineLimit)]
    var shown = finding.shrunk.session
    if shown.steps.count > lineLimit {
      shown.steps.removeLast(shown.steps.count - lineLimit)
      parts.append("The first \(lineLimit) of \(finding.shrunk.session.steps.count) steps; the rest is in the file.")
    } else {
      let test = SwiftCode.test(shown, breaking: finding.property, of: thorough(for: finding.property))
      parts.append("As a test:\n\n" + indented(test))
    }
    parts.append(destinations(of: finding))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func headline(of finding: CheckFinding<Setup, Step>) -> String {
    let shrunk = finding.shrunk
    let violation = shrunk.finding.violation
    let verdict =
      switch shrunk.verdict {
      case .minimal: "nothing can be left out or made simpler"
      case .budgetExhausted: "not proven minimal: the budget of \(shrunk.effort.steps) steps is used up"
      case .stopped where shrunk.effort.successes == 0: "not shrunk: stopped"
      case .stopped: "not proven minimal: stopped"
      case .notReproducible:
        "NOT REPRODUCIBLE: a second run gives a different result. The model depends on something besides its arguments: "
          + "look for a clock, a random number, a class, the order of a Set or Dictionary"
      }
    let count = shrunk.session.steps.count
    let left = count == 1 ? "1 step is left" : "\(count) steps are left"
    let detail = violation.detail.isEmpty ? "" : ": \(violation.detail)"
    return """
      \(violation.property) does not hold\(detail)
      Found by \(finding.source) after \(finding.originalStepCount) steps; \(left) (\(verdict)).
      """
  }

  private func script(of finding: CheckFinding<Setup, Step>, _ lineLimit: Int) -> String {
    if let explanation = finding.explanation, explanation.steps.count <= lineLimit {
      return indented(explanation.description)
    }
    // Only the shown steps: a session whose shrinking was stopped may be long.
    var shown = finding.shrunk.session
    shown.steps.removeLast(max(0, shown.steps.count - lineLimit))
    let steps = zip(stepNumbers(of: shown), shown.steps).map { number, step in
      "\(number.map { "\($0)" } ?? "–")  \(describe(step))"
    }
    return indented((["setup  \(describe(finding.shrunk.session.setup))"] + steps).joined(separator: "\n"))
  }

  private func destinations(of finding: CheckFinding<Setup, Step>) -> String {
    var lines: [String] = []
    if let path = finding.path {
      let note = finding.isUnshrunk ? " (not yet shrunk: the next run continues with it)" : ""
      lines.append("Stored:   \(path)\(note)")
      if let stored = self as? any StoredModel {
        if let trace = stored.companionPath(for: path) { lines.append("Trace:    \(trace)") }
        if let command = stored.replayCommand(for: path, breaking: finding.property) {
          lines.append("Replay:   \(command)")
        }
        if let command = stored.explainCommand(for: path) { lines.append("Explain:  \(command)") }
      }
    }
    if let failure = finding.storeFailure { lines.append("Not stored: \(failure)") }
    return lines.joined(separator: "\n")
  }

  func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
  }
}
