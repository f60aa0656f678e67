import PlayerCore
import PlayerText

extension ReplayReport {
  /// The outcome of a replay as JSON. Times are microseconds, digests 16 hexadecimal digits. `line` is the line of the
  /// record that differs or cannot be followed, in a text trace.
  package func values(_ header: TraceHeader, line: Int64?) -> [String: JSONValue?] {
    var values: [String: JSONValue?] = [
      "inputs": .integer(steps), "outputs": .integer(outputs), "checkpoints": .integer(checkpoints),
      "start": .integer(start), "lastStep": .integer(lastStep), "lastInstant": .integer(lastInstant.microseconds),
      "digest": .text(hexadecimal(player.digest)), "digestsCompared": .flag(!isOtherState),
      "bytesLost": loss.map { .integer($0.bytes) },
    ]
    if header.origin != nil {
      // What was not compared, by name, with its number of occurrences. Settings are listed separately.
      values["uncompared"] = .object(uncompared.mapValues { .integer($0) })
      var settings: [String: JSONValue?] = [:]
      for setting in foreignSettings { settings[setting.name] = .integer(setting.value) }
      values["foreignSettings"] = .object(settings)
    }
    values["unfollowed"] = unfollowed.map {
      .object([
        "step": .integer($0.step), "instant": .integer($0.instant.microseconds), "offset": .integer($0.offset),
        "line": line.map { .integer($0) }, "input": .text($0.message.description), "lacks": .texts($0.lacks),
      ])
    }
    values["difference"] = difference.map { $0.report(line: line) }
    return values
  }
}

extension TraceDifference {
  /// In the text form each output of a step has a separate line after the input.
  package var linesBehindInput: Int64 {
    switch kind {
    case .output(let index), .missingOutput(let index, _): Int64(index) + 1
    case .surplusOutput(let index, _): Int64(index)
    case .checkpoint, .inconsistentCheckpoint, .end: 0
    }
  }
}

extension TraceDifference {
  fileprivate func report(line: Int64?) -> JSONValue {
    var values: [String: JSONValue?] = [
      "step": .integer(number), "instant": .integer(instant.microseconds),
      // Where the record begins: a byte of the file, and in the text form a line.
      "offset": .integer(offset), "line": line.map { .integer($0) },
      "fields": .list(
        fields.map {
          .object(["field": .text($0.field), "expected": .text($0.expected), "got": .text($0.found)])
        }),
      "context": .list(
        context.map {
          .object([
            "step": .integer($0.number), "instant": .integer($0.instant.microseconds),
            "input": .text(TraceDiffer.describe($0.input)),
            "outputs": .texts($0.outputs.map { TraceDiffer.describe($0) }),
          ])
        }),
    ]
    // Outputs are counted from 1.
    switch kind {
    case .output(let index):
      values["kind"] = .text("output")
      values["output"] = .integer(Int64(index + 1))
    case .missingOutput(let index, let missing):
      values["kind"] = .text("missingOutput")
      values["output"] = .integer(Int64(index + 1))
      values["expected"] = .text(TraceDiffer.describe(missing))
    case .surplusOutput(let index, let found):
      values["kind"] = .text("surplusOutput")
      values["output"] = .integer(Int64(index + 1))
      values["got"] = .text(TraceDiffer.describe(found))
    case .checkpoint: values["kind"] = .text("checkpoint")
    case .inconsistentCheckpoint: values["kind"] = .text("inconsistentCheckpoint")
    case .end: values["kind"] = .text("end")
    }
    return .object(values)
  }
}
