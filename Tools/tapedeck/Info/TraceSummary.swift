import PlayerCore
import PlayerTrace

/// Everything that can be said of a trace by reading it once. Takes the same memory for a trace of any length.
struct TraceSummary {
  let trace: String
  let form: TraceForm
  let header: TraceHeader
  /// Of the file; nil for standard input.
  private(set) var bytes: Int64?
  private(set) var names = TraceNames()
  /// By number of the message.
  private(set) var inputs = [Int64](repeating: 0, count: Int(Vocabulary.codeLimit))
  private(set) var outputs = [Int64](repeating: 0, count: Int(Vocabulary.codeLimit))
  private(set) var checkpoints: Int64 = 0
  private(set) var marks: [TraceMark] = []
  private(set) var markCount: Int64 = 0
  private(set) var firstStep: Int64?
  private(set) var lastStep: Int64 = 0
  private(set) var firstInstant = Instant.zero
  private(set) var lastInstant = Instant.zero
  private(set) var end: TraceEnd?
  private(set) var loss: TraceLoss?
  /// What made reading stop in the middle; everything before it is counted.
  private(set) var damage: TraceError?

  /// Throws when not even the header can be read.
  init(path: String) throws(TraceError) {
    var reader = try TraceReader(path: path)
    trace = path
    form = reader.form
    header = reader.header
    bytes = FileSize.of(path)
    do { while let record = try reader.next() { take(record) } } catch { damage = error }
    reader.warnOfIndex()
    loss = reader.loss
  }

  private mutating func take(_ record: TraceRecord) {
    switch record {
    case .definition(let definition): names.take(definition)
    case .step(let step): take(step)
    case .checkpoint: checkpoints += 1
    case .mark(let mark):
      markCount += 1
      if marks.count < Self.markLimit { marks.append(mark) }
    case .end(let end): self.end = end
    }
  }

  private mutating func take(_ step: TraceStep) {
    if firstStep == nil { (firstStep, firstInstant) = (step.number, step.instant) }
    lastStep = step.number
    lastInstant = max(lastInstant, step.instant)
    inputs[Int(step.input.code)] += 1
    for output in step.outputs { outputs[Int(output.code)] += 1 }
  }

  private static let markLimit = 100

  var inputCount: Int64 { inputs.reduce(0, +) }
  var outputCount: Int64 { outputs.reduce(0, +) }

  /// How far the trace goes; nil when it is damaged.
  var extent: TraceExtent? {
    if damage != nil { return nil }
    if let end { return .ended(end.ending) }
    return loss.map { .torn($0) } ?? .unfinished
  }

  /// How many inputs or outputs are of a kind.
  func count(_ kind: MessageKind) -> Int64 {
    let counts = kind.isInput ? inputs : outputs
    return counts.enumerated().reduce(0) { sum, counted in
      MessageKind(code: UInt16(counted.offset), isInput: kind.isInput) == kind ? sum + counted.element : sum
    }
  }

  /// Messages that occur, most frequent first.
  func byName(isInput: Bool) -> [(name: String, count: Int64)] {
    let counts = isInput ? inputs : outputs
    let table = isInput ? MessageTable.shared.inputs : MessageTable.shared.outputs
    let found = counts.enumerated().filter { $0.element > 0 }
      .map { (name: table[$0.offset]?.name ?? "\($0.offset)", count: $0.element) }
    return found.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
