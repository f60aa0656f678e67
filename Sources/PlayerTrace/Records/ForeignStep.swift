import PlayerCore

/// A step in the vocabulary of its own trace, whether or not this build knows it.
public struct RecordedStep: Hashable, Equatable, Sendable {
  /// 1 for the first input of a run, then one more for each.
  public var number: Int64
  /// When the input happened, on the host's clock.
  public var instant: Instant
  /// The input as the trace has it.
  public var input: TraceMessage
  /// In the order in which the player produced them.
  public var outputs: [TraceMessage]
  /// As ``TraceStep/isWhole``.
  public var isWhole: Bool

  /// A step in the vocabulary of its messages.
  public init(
    number: Int64, instant: Instant, input: TraceMessage, outputs: [TraceMessage] = [], isWhole: Bool = true
  ) {
    self.number = number
    self.instant = instant
    self.input = input
    self.outputs = outputs
    self.isWhole = isWhole
  }

  /// A step in this build's vocabulary.
  public init(_ step: TraceStep) {
    self.init(
      number: step.number, instant: step.instant, input: TraceMessage(step.input),
      outputs: step.outputs.map { TraceMessage($0) }, isWhole: step.isWhole)
  }
}

/// A step of another vocabulary, with parts that this build does not know.
public struct ForeignStep: Hashable, Sendable {
  /// An output of the step.
  public struct ForeignOutput: Hashable, Sendable {
    /// As the trace has it.
    public var recorded: TraceMessage
    /// The output in this build's vocabulary: fields are matched by name, fields that this build lacks are left out,
    /// and fields that the trace lacks, or whose value has no name here, are empty. `nil` for a message that this build
    /// does not have.
    public var known: Output?
    /// What could not be translated: names of fields and, after an equals sign, of values; empty when nothing was lost.
    public var lost: [String]
    /// A bit for each field of ``known`` that the trace has.
    var shared: UInt16 = 0
  }

  /// The step as the trace has it.
  public var recorded: RecordedStep
  /// The input in this build's vocabulary; `nil` when this build does not have it.
  public var input: Input?
  /// The parts of the input that this build does not know: its name, names of fields, or of values after an equals
  /// sign.
  public var lostOfInput: [String]
  /// The outputs, in the order in which the player produced them.
  public var outputs: [ForeignOutput]

  /// The number of the step in its run.
  public var number: Int64 { recorded.number }
  /// When the input happened, on the host's clock.
  public var instant: Instant { recorded.instant }

  /// What this build can replay: the input, and the outputs that it has whole. `nil` when it does not have the input.
  public var known: TraceStep? {
    input.map { input in
      TraceStep(
        number: number, instant: instant, input: input,
        outputs: outputs.compactMap { $0.lost.isEmpty ? $0.known : nil }, isWhole: recorded.isWhole)
    }
  }
}

extension ForeignStep {
  /// The step with some of its outputs.
  public func keepingOutputs(_ isKept: (ForeignOutput) -> Bool) -> ForeignStep {
    var result = self
    result.outputs = outputs.filter(isKept)
    result.recorded.outputs = result.outputs.map { $0.recorded }
    return result
  }
}

extension TraceRecord {
  /// The number and the instant of the record's step; `nil` for a record that is not a step.
  public var stepPlace: (number: Int64, instant: Instant)? {
    switch self {
    case .step(let step): (step.number, step.instant)
    case .foreignStep(let step): (step.number, step.instant)
    case .definition, .checkpoint, .mark, .end: nil
    }
  }

  /// The step of the record in the vocabulary of its trace; `nil` for a record that is not a step.
  public var recordedStep: RecordedStep? {
    switch self {
    case .step(let step): RecordedStep(step)
    case .foreignStep(let step): step.recorded
    case .definition, .checkpoint, .mark, .end: nil
    }
  }
}
