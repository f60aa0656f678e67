// Findings in one line, as a failed expectation of a test prints them. `Model.text(for:)` has the whole text.

extension PropertyViolation: CustomStringConvertible {
  /// The property and what was seen: `moves-with-open-door: from 0 to 1`.
  public var description: String { detail.isEmpty ? property : "\(property): \(detail)" }
}

extension Finding: CustomStringConvertible {
  /// The property, the step and what was seen: `moves-with-open-door at step 2: from 0 to 1`.
  public var description: String {
    PropertyViolation("\(violation.property) at step \(stepCount)", violation.detail).description
  }
}

extension CheckFinding: CustomStringConvertible {
  /// The shrunk finding and where it comes from: `moves-with-open-door at step 2: from 0 to 1 (seed 0)`.
  public var description: String { "\(shrunk.finding) (\(source))" }
}

extension CheckFinding.Source: CustomStringConvertible {
  /// `seed 7`, or the path of the file.
  public var description: String {
    switch self {
    case .seed(let seed): "seed \(seed)"
    case .file(let path): path
    }
  }
}

extension CheckReport: CustomStringConvertible {
  /// How many sessions ran, and the findings.
  public var description: String {
    let others = [
      ("contradictions", contradictions.count), ("deaths", deaths.count), ("damaged files", damagedFiles.count),
    ]
    var words = "\(sessions) sessions, findings: \(findings)"
    for (name, count) in others where count > 0 { words += ", \(name): \(count)" }
    return unreached.isEmpty ? words : words + ", never reached: \(unreached)"
  }
}
