import PlayerCore
import PlayerTrace

/// Everything that reading a trace once reveals. Needs the same memory for a trace of any length.
struct TraceSummary {
  let trace: String
  let form: TraceForm
  let header: TraceHeader
  /// The size of the file; nil for standard input.
  private(set) var bytes: Int64?
  private(set) var names = TraceNames()
  /// The words of the trace.
  let vocabulary: TraceVocabulary
  /// By number of the message.
  private(set) var inputs = [Int64](repeating: 0, count: Int(Vocabulary.codeLimit))
  private(set) var outputs = [Int64](repeating: 0, count: Int(Vocabulary.codeLimit))
  /// Messages in steps that this version does not know completely.
  private(set) var foreign: [ForeignName: Int64] = [:]

  /// A message of another version.
  struct ForeignName: Hashable {
    var name: String
    var kind: MessageFamily
  }
  private(set) var checkpoints: Int64 = 0
  private(set) var marks: [TraceMark] = []
  private(set) var markCount: Int64 = 0
  private(set) var firstStep: Int64?
  private(set) var lastStep: Int64 = 0
  private(set) var firstInstant = Instant.zero
  private(set) var lastInstant = Instant.zero
  private(set) var end: TraceEnd?
  private(set) var loss: TraceLoss?
  /// The damage that ended the reading early; everything before it is counted.
  private(set) var damage: TraceError?

  /// Throws if not even the header can be read.
  init(path: String) throws(TraceError) {
    var reader = try TraceReader(path: path)
    trace = path
    form = reader.form
    header = reader.header
    vocabulary = reader.vocabulary
    bytes = FileSize.of(path)
    do { while let record = try reader.next() { take(record) } } catch { damage = error }
    reader.warnOfIndex()
    loss = reader.loss
  }

  private mutating func take(_ record: TraceRecord) {
    switch record {
    case .definition(let definition): names.take(definition)
    case .step(let step):
      note(step.number, step.instant)
      inputs[Int(step.input.code)] += 1
      for output in step.outputs { outputs[Int(output.code)] += 1 }
    case .foreignStep(let step):
      note(step.number, step.instant)
      for message in [step.recorded.input] + step.recorded.outputs {
        foreign[ForeignName(name: message.name, kind: MessageFamily(message)), default: 0] += 1
      }
    case .checkpoint: checkpoints += 1
    case .mark(let mark):
      markCount += 1
      if marks.count < Self.markLimit { marks.append(mark) }
    case .end(let end): self.end = end
    }
  }

  private mutating func note(_ step: Int64, _ instant: Instant) {
    if firstStep == nil { (firstStep, firstInstant) = (step, instant) }
    lastStep = step
    lastInstant = max(lastInstant, instant)
  }

  private static let markLimit = 100

  var inputCount: Int64 { inputs.reduce(0, +) + foreign.filter(\.key.kind.isInput).values.reduce(0, +) }
  var outputCount: Int64 { outputs.reduce(0, +) + foreign.filter { !$0.key.kind.isInput }.values.reduce(0, +) }

  /// What the trace's vocabulary has and this version's lacks, and vice versa.
  var unknownHere: [String] { vocabulary.differences(from: .current) }
  var unknownThere: [String] { TraceVocabulary.current.differences(from: vocabulary) }

  /// How far the trace goes; nil when it is damaged.
  var extent: TraceExtent? {
    if damage != nil { return nil }
    if let end { return .ended(end.ending) }
    return loss.map { .torn($0) } ?? .unfinished
  }

  /// The number of inputs or outputs of a kind.
  func count(_ kind: MessageFamily) -> Int64 {
    let counts = kind.isInput ? inputs : outputs
    var known: Int64 = 0
    for (code, count) in counts.enumerated() {
      let family = kind.isInput ? MessageFamily(input: UInt16(code)) : MessageFamily(output: UInt16(code))
      if family == kind { known += count }
    }
    return known + foreign.filter { $0.key.kind == kind }.values.reduce(0, +)
  }

  /// Messages that occur, most frequent first.
  func byName(isInput: Bool) -> [(name: String, count: Int64)] {
    var found: [String: Int64] = [:]
    for (code, count) in (isInput ? inputs : outputs).enumerated() where count > 0 {
      let words = TraceVocabulary.current
      found[(isInput ? words.inputName(UInt16(code)) : words.outputName(UInt16(code))) ?? "\(code)"] = count
    }
    for (message, count) in foreign where message.kind.isInput == isInput { found[message.name, default: 0] += count }
    return found.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
