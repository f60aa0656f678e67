import PlayerCore

/// The first place where a replay differs from the trace.
public struct TraceDifference: Hashable, Sendable {
  /// What differs.
  public enum Kind: Hashable, Sendable {
    /// The output with this index, from 0, differs.
    case output(Int)
    /// The trace has an output with this index; the replay does not.
    case missingOutput(Int, expected: Output)
    /// The replay has an output with this index; the trace does not.
    case surplusOutput(Int, found: Output)
    /// The state of a checkpoint differs.
    case checkpoint
    /// A checkpoint's digest does not match its own state: the trace was changed.
    case inconsistentCheckpoint
    /// The end record's digest, or one of its counts.
    case end
  }

  /// What differs.
  public var kind: Kind
  /// The step at which it showed.
  public var number: Int64
  /// When the step happened, on the host's clock.
  public var instant: Instant
  /// Where the record begins in the file, in bytes.
  public var offset: Int64
  /// What was expected (the trace) and found (the replay), field by field.
  public var fields: [FieldDifference]
  /// The state of the replay before the step.
  public var before: Player
  /// The state of the replay after the step.
  public var after: Player
  /// The steps before, up to five, as the trace has them; the step itself; up to five after it.
  public var context: [TraceStep]
}

extension TraceDifference: CustomStringConvertible {
  /// A human-readable report of several lines.
  public var description: String {
    var lines = ["step \(number) at \(instant.microseconds) µs (byte \(offset)): \(summary)"]
    for field in fields { lines.append("  \(field)") }
    lines.append("what led to it:")
    for step in context {
      let sign = step.number == number ? ">" : " "
      lines.append("\(sign) \(step.number)  \(step.instant.microseconds)  \(TraceDiffer.describe(step.input))")
      for output in step.outputs { lines.append("\(sign)     → \(TraceDiffer.describe(output))") }
    }
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    switch kind {
    case .output(let index): "output \(index + 1) differs"
    case .missingOutput(let index, let expected):
      "output \(index + 1) is missing: expected \(TraceDiffer.describe(expected))"
    case .surplusOutput(let index, let found):
      "output \(index + 1) is not in the trace: got \(TraceDiffer.describe(found))"
    case .checkpoint: "the state differs from the checkpoint"
    case .inconsistentCheckpoint: "the checkpoint's digest does not match its state"
    case .end: "the end differs"
    }
  }
}
