extension ExplorableModel {
  /// A counterexample as human-readable text: what broke, a shortest session as a script with what each step is needed
  /// for, and a test to paste.
  public func text(for counterexample: Counterexample<Self>) -> String {
    let (session, violation) = (counterexample.session, counterexample.violation)
    let detail = violation.detail.isEmpty ? "" : ": \(violation.detail)"
    let count = session.steps.count
    var parts = [
      "\(violation.property) does not hold\(detail)\nA shortest session has \(count == 1 ? "1 step" : "\(count) steps")."
    ]
    // A stuck state breaks no property by itself.
    if let explanation = explain(session), explanation.property == violation.property {
      parts.append(indented(explanation.description))
      parts.append("As a test:\n\n" + indented(SwiftCode.test(session, breaking: violation.property, of: self)))
    } else {
      let steps = session.steps.enumerated().map { "\($0.offset + 1)  \(describe($0.element))" }
      parts.append(indented((["setup  \(describe(session.setup))"] + steps).joined(separator: "\n")))
    }
    return parts.joined(separator: "\n\n")
  }
}
