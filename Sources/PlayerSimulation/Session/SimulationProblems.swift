import PlayerText

/// What is wrong with JSON that a session or a simulation was asked with.
package struct SimulationProblems: Error, Sendable {
  /// In the order in which they were found; at least one, and the first ``ScenarioLimit/problems``.
  package let problems: [ScenarioProblem]

  static func root(of json: [UInt8]) throws(SimulationProblems) -> ScenarioNode {
    do throws(ScenarioProblem) { return try ScenarioJSON.root(of: json) } catch { throw Self(problems: [error]) }
  }

  /// Throws what the reader did not understand.
  static func check(_ reader: inout ScenarioReader) throws(SimulationProblems) {
    let problems = reader.takeProblems()
    if !problems.isEmpty { throw Self(problems: problems) }
  }

  /// `{"problems": [{"path", "field", "expected", "found", "advice", "text"}, …]}`.
  package var json: [UInt8] {
    let values = problems.map { problem in
      JSONValue.object([
        "path": .text(problem.place.path), "field": .text(problem.field), "expected": .text(problem.expected),
        "found": .text(problem.found), "advice": .text(problem.advice), "text": .text(problem.sentence),
      ])
    }
    return Array(JSONValue.object(["problems": .list(values)]).line.utf8)
  }
}

extension ScenarioProblem: Error {}
