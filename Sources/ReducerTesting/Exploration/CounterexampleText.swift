extension ExplorableModel {
  /// A counterexample for a person: what broke, a shortest session as a script with what each step is needed for, and a test
  /// to paste.
  public func text(for counterexample: Counterexample<Self>) -> String {
    let (session, breach) = (counterexample.session, counterexample.breach)
    let detail = breach.detail.isEmpty ? "" : ": \(breach.detail)"
    let count = session.steps.count
    var parts = [
      "\(breach.property) does not hold\(detail)\nA shortest session has \(count == 1 ? "1 step" : "\(count) steps")."
    ]
    // A state that is stuck breaks nothing by itself.
    if let explanation = explain(session), explanation.property == breach.property {
      parts.append(indented(explanation.description))
      parts.append("As a test:\n\n" + indented(SwiftCode.test(session, breaking: breach.property, of: self)))
    } else {
      let steps = session.steps.enumerated().map { "\($0.offset + 1)  \(describe($0.element))" }
      parts.append(indented((["setup  \(describe(session.setup))"] + steps).joined(separator: "\n")))
    }
    return parts.joined(separator: "\n\n")
  }
}
