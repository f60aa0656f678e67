import PlayerCore

/// Which records of a trace are kept.
public struct TraceFilter: Hashable, Sendable {
  /// Only steps with these numbers; all when `nil`.
  public var steps: ClosedRange<Int64>?
  /// Only steps at these instants; all when `nil`.
  public var instants: ClosedRange<Instant>?
  /// Only inputs and outputs with these names; a step stays when its input or one of its outputs does. All when `nil`.
  public var names: Set<String>?
  /// False: outputs are left out.
  public var keepsOutputs = true

  /// A filter; what is `nil` keeps everything.
  public init(
    steps: ClosedRange<Int64>? = nil, instants: ClosedRange<Instant>? = nil, names: Set<String>? = nil,
    keepsOutputs: Bool = true
  ) {
    self.steps = steps
    self.instants = instants
    self.names = names
    self.keepsOutputs = keepsOutputs
  }

  /// True when steps can be left out.
  public var makesExcerpt: Bool { steps != nil || instants != nil || names != nil }

  func keeps(_ step: TraceStep) -> TraceStep? {
    if let steps, !steps.contains(step.number) { return nil }
    if let instants, !instants.contains(step.instant) { return nil }
    var step = step
    if !keepsOutputs { step.outputs = [] }
    guard let names else { return step }
    let keepsInput = names.contains(TraceDiffer.name(of: step.input))
    let outputs = step.outputs.filter { names.contains(TraceDiffer.name(of: $0)) }
    guard keepsInput || !outputs.isEmpty else { return nil }
    if !keepsInput { step.outputs = outputs }
    return step
  }

  func keeps(_ step: ForeignStep) -> ForeignStep? {
    if let steps, !steps.contains(step.number) { return nil }
    if let instants, !instants.contains(step.instant) { return nil }
    let keepsInput = names?.contains(step.recorded.input.name) ?? true
    let kept = step.keepingOutputs { output in
      keepsOutputs && (keepsInput || names?.contains(output.recorded.name) ?? true)
    }
    return keepsInput || !kept.outputs.isEmpty ? kept : nil
  }
}

/// Turns one form of a trace into the other, whole or in part.
public enum TraceConverter {
  /// What a conversion did.
  public struct Report: Hashable, Sendable {
    /// Steps that were read, and steps that were written.
    public var read: Int64 = 0
    /// How many records were written.
    public var written: Int64 = 0
    /// What was lost at a truncated end of the trace that was read.
    public var loss: TraceLoss?
  }

  /// Writes everything that `filter` keeps to `sink`. Without a filter nothing is lost: converting back gives the same
  /// bytes, if they were canonical.
  ///
  /// A trace of another vocabulary keeps it. An excerpt keeps the definitions, but no checkpoints and no end record.
  public static func convert(
    _ reader: inout TraceReader, to form: TraceForm, into sink: any TraceSink, _ filter: TraceFilter = TraceFilter()
  ) throws(TraceError) -> Report {
    var header = reader.header
    if filter.makesExcerpt { header.isExcerpt = true }
    if !filter.keepsOutputs { header.hasOutputs = false }
    var encoder = TraceEncoder(form, header: header)
    var report = Report()
    while let record = try reader.next() {
      switch record {
      case .step(let step):
        report.read += 1
        guard let kept = filter.keeps(step) else { continue }
        report.written += 1
        encoder.encode(.step(kept))
      case .foreignStep(let step):
        report.read += 1
        guard let kept = filter.keeps(step) else { continue }
        report.written += 1
        encoder.encode(.foreignStep(kept))
      case .checkpoint, .end: if !filter.makesExcerpt { encoder.encode(withoutOutputs(record, filter)) }
      case .definition, .mark: encoder.encode(record)
      }
      guard encoder.count >= TraceLimit.buffer else { continue }
      try sink.append(encoder.bytes)
      encoder.removeAll()
    }
    if encoder.count > 0 { try sink.append(encoder.bytes) }
    report.loss = reader.loss
    return report
  }

  /// The end record of a trace without outputs counts none.
  private static func withoutOutputs(_ record: TraceRecord, _ filter: TraceFilter) -> TraceRecord {
    guard !filter.keepsOutputs, case .end(var end) = record else { return record }
    end.outputs = 0
    return .end(end)
  }
}
