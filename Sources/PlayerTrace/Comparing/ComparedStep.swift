import PlayerCore

/// A step of two traces, or of one of them.
public struct ComparedStep: Sendable {
  /// The step of the first trace; `nil` when only the second has it.
  public var a: RecordedStep?
  /// The step of the second trace; `nil` when only the first has it.
  public var b: RecordedStep?
  /// When both have it: what differs in the input, and when it happened (`instant`). Expected is the first trace, found
  /// the second.
  public var fields: [FieldDifference] = []
  /// The outputs of both in order.
  public var outputs: [ComparedOutput] = []

  /// A comparison of two steps, of which one may be missing.
  public init(a: RecordedStep?, b: RecordedStep?, fields: [FieldDifference] = [], outputs: [ComparedOutput] = []) {
    self.a = a
    self.b = b
    self.fields = fields
    self.outputs = outputs
  }

  /// True when both have it and it is equal in both.
  public var isEqual: Bool { a != nil && b != nil && fields.isEmpty && outputs.allSatisfy { $0.isEqual } }
}

/// An output of two steps, or of one of them.
public enum ComparedOutput: Hashable, Sendable {
  case same(TraceMessage, TraceMessage)
  case changed(TraceMessage, TraceMessage, [FieldDifference])
  case onlyA(TraceMessage)
  case onlyB(TraceMessage)

  /// True when both have it and it is equal in both.
  public var isEqual: Bool {
    if case .same = self { return true }
    return false
  }
}

/// The first place where the states of two runs differ.
public struct StateDifference: Sendable {
  /// The step after which it showed; 0 before the first.
  public var a: Int64
  /// The same in the second trace.
  public var b: Int64
  /// Expected is the first trace, found the second.
  public var fields: [FieldDifference]
  /// True when it follows from checkpoints of the traces, false when it follows from a replay of both with this core.
  public var isRecorded: Bool
}
