import PlayerCore

/// What follows the header of a trace, in the order in which it happened.
///
/// Nearly all records are steps. Rare and large cases are stored indirectly, so that moving a record moves no more than
/// a step.
public enum TraceRecord: Hashable, Sendable {
  case definition(TraceDefinition)
  case step(TraceStep)
  #if !TRACE_ENCODER
  /// A step with parts that this build does not know: only in traces of another vocabulary.
  indirect case foreignStep(ForeignStep)
  #endif
  indirect case checkpoint(TraceCheckpoint)
  case mark(TraceMark)
  case end(TraceEnd)
}

/// One input and what the player answered.
public struct TraceStep: Hashable, Sendable {
  /// 1 for the first input of a run, then one more for each.
  public var number: Int64
  /// When the input happened, on the host's clock.
  public var instant: Instant
  /// What happened.
  public var input: Input
  /// In the order in which the player produced them.
  public var outputs: [Output]
  /// False when the file ends after this step, so that outputs may be missing. Only in text, and only for the last step
  /// of an unfinished trace.
  public var isWhole: Bool

  /// A step of a run.
  public init(number: Int64, instant: Instant, input: Input, outputs: [Output] = [], isWhole: Bool = true) {
    self.number = number
    self.instant = instant
    self.input = input
    self.outputs = outputs
    self.isWhole = isWhole
  }
}

/// The whole state after a step.
public struct TraceCheckpoint: Hashable, Sendable {
  /// The step after which this was the state; 0 before the first.
  public var number: Int64
  /// The instant of that step.
  public var instant: Instant
  /// For a trace with another vocabulary, the part that this build knows, by the names of the fields; `nil` when that
  /// part is not a valid state.
  public var state: Player?
  #if !TRACE_ENCODER
  /// Every field in the order of the trace's own vocabulary; `nil` when that is this build's.
  var recorded: [Int64]?
  #endif
  /// `Player.digest` as recorded; it differs from that of ``state`` when the trace was edited by hand.
  public var digest: UInt64

  /// The state after the step with this number.
  public init(number: Int64, instant: Instant, state: Player?, digest: UInt64) {
    self.number = number
    self.instant = instant
    self.state = state
    self.digest = digest
  }

  /// The fields of the state, in the form of a trace whose fresh state is `standard`; `nil` when they are not known.
  func values(like standard: [Int64]) -> [Int64]? {
    #if !TRACE_ENCODER
    if let recorded { return recorded.count == standard.count ? recorded : nil }
    #endif
    guard let values = state?.stateValues, values.count == standard.count else { return nil }
    return values
  }
}

/// A remark that was left while recording.
public struct TraceMark: Hashable, Sendable {
  /// The step after which it was left; 0 before the first.
  public var number: Int64
  /// The words.
  public var text: String

  /// Words after the step with this number.
  public init(number: Int64, text: String) {
    self.number = number
    self.text = text
  }
}

/// The last record. A trace without it is unfinished: the recording process was killed or is still running.
public struct TraceEnd: Hashable, Sendable {
  /// The number of the last step; 0 when there was none.
  public var number: Int64
  /// How many inputs the trace holds.
  public var inputs: Int64
  /// How many outputs the trace holds.
  public var outputs: Int64
  /// `Player.digest` after the last step.
  public var digest: UInt64
  /// How the run ended.
  public var ending: TraceEnding

  /// The end of a run, with its totals.
  public init(number: Int64, inputs: Int64, outputs: Int64, digest: UInt64, ending: TraceEnding) {
    self.number = number
    self.inputs = inputs
    self.outputs = outputs
    self.digest = digest
    self.ending = ending
  }
}

/// How a recording ended.
public enum TraceEnding: Hashable, Sendable {
  /// The run was over.
  case finished
  /// A signal ended the process; its name, for example `SIGINT`.
  case interrupted(by: String)
  /// The recording program failed; its reason.
  case failed(String)
}
