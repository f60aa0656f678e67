import PlayerCore
import PlayerText

extension RunBlame {
  /// The findings for programs: for each input that decides the outcome, how the run ends without it, and the smallest
  /// shifts that flip the outcome, in microseconds, each with the arguments for `tapedeck what-if` that produce this
  /// run.
  package var report: JSONValue {
    let tried = stepsTried
    return .object([
      "outcome": recorded.report, "steps": .integer(Int64(inputs.count)), "complete": .flag(isComplete),
      "tried": .object(["without": .integer(Int64(tried.without)), "shifted": .integer(Int64(tried.shifted))]),
      "inputs": .list(verdicts.indices.compactMap { verdicts[$0].flips ? report(at: $0) : nil }),
    ])
  }

  private func report(at place: Int) -> JSONValue {
    let (verdict, step) = (verdicts[place], inputs[place])
    return .object([
      "step": .integer(firstStep + Int64(place)), "instant": .integer(step.instant.microseconds),
      "input": .text(TraceVocabulary.current.input(step.input.code)?.name ?? ""),
      "without": verdict.without.map {
        .object(["outcome": $0.report, "edits": .texts(["--skip", "\(firstStep + Int64(place))"])])
      },
      "earlier": verdict.earlier.map { report($0, of: place) }, "later": verdict.later.map { report($0, of: place) },
    ])
  }

  private func report(_ shift: Shift, of place: Int) -> JSONValue {
    .object([
      "by": .integer(shift.by), "outcome": shift.outcome.report, "edits": .texts(edits(shift, of: place)),
    ])
  }

  /// The arguments for `tapedeck what-if`, which keeps the order of the inputs that it moves: an input that passes
  /// others is removed from its old place and inserted at the new one.
  package func edits(_ shift: Shift, of place: Int) -> [String] {
    let number = firstStep + Int64(place)
    let instant = (inputs[place].instant + .microseconds(shift.by)).microseconds
    guard shift.place != place else { return ["--at", "\(number):instant=\(instant)"] }
    let behind = firstStep + Int64(shift.place) - (shift.place < place ? 1 : 0)
    return ["--skip", "\(number)", "--insert", "\(behind):\(line(of: inputs[place].input, at: instant))"]
  }

  /// An input as a line of a text trace.
  private func line(of input: Input, at instant: Int64) -> String {
    var writer = JSONWriter()
    let message = input.message
    let schema = TraceVocabulary.current.input(message.code)
    writer.raw("{\"t\":\(instant),\"e\":")
    writer.word(schema?.name ?? "")
    if let fields = schema?.fields, !fields.isEmpty {
      writer.raw(",\"a\":{")
      for (place, field) in fields.enumerated() {
        writer.key(field.name)
        writer.value(message[place], field.type, .current)
      }
      writer.raw("}")
    }
    writer.raw("}")
    return writer.text
  }
}
