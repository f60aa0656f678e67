import PlayerCore

/// Where two traces of the same inputs begin to differ.
public struct Bisection: Sendable {
  /// Pairs of checkpoints, or of states, that were compared, and steps that were compared one by one after them.
  public var comparisons = 0
  /// Steps that were compared one by one.
  public var stepsCompared: Int64 = 0
  /// How many pairs of checkpoints there were to choose from.
  public var checkpoints = 0
  /// The last step after which both states are known to be equal; 0 for the beginning. Never after ``step``.
  public var lastEqual: Int64 = 0
  /// The first step that differs; `nil` when none does, or when only the state after ``firstDifferent`` shows it.
  public var step: ComparedStep?
  /// The first checkpoint that differs, and in which fields; `nil` when none does.
  public var firstDifferent: Int64?
  /// The fields of the first checkpoint that differs; expected is the first trace, found the second.
  public var fields: [FieldDifference] = []
  /// The steps before ``step``, up to five, as the first trace has them.
  public var context: [RecordedStep] = []

  /// Nothing was compared yet.
  public init() {}

  /// True when nothing differs.
  public var isEqual: Bool { step == nil && firstDifferent == nil }
}

/// Finds the first step at which two traces of the same inputs differ, by their checkpoints.
///
/// It assumes that a state stays different once it differs: then each comparison rules out half of the checkpoints, and
/// only the steps of one interval are compared. When no checkpoint differs, all steps are compared.
public enum TraceBisector {
  /// `a` and `b` open the traces; each is called twice. Memory grows with the number of checkpoints.
  public static func bisect(
    _ a: () throws(TraceError) -> TraceReader, _ b: () throws(TraceError) -> TraceReader
  ) throws(TraceError) -> Bisection {
    let (first, second) = (try marks(a()), try marks(b()))
    var result = Bisection()
    // Digests of states with different fields cannot be compared.
    let pairs =
      first.layout == second.layout
      ? first.digests.compactMap { x in second.find(x.number).map { (x.number, x.digest, $0) } } : []
    result.checkpoints = pairs.count
    var (low, high) = (0, pairs.count)
    while low < high {
      let middle = (low + high) / 2
      result.comparisons += 1
      if pairs[middle].1 == pairs[middle].2 { low = middle + 1 } else { high = middle }
    }
    if low > 0 { result.lastEqual = pairs[low - 1].0 }
    if low < pairs.count { result.firstDifferent = pairs[low].0 }
    // If no state differs, an output still may, anywhere.
    let start = result.firstDifferent == nil ? 0 : result.lastEqual
    try compareSteps(from: start, a(), b(), &result)
    return result
  }

  private struct Marks {
    var layout: UInt64
    /// By step.
    var digests: [(number: Int64, digest: UInt64)] = []

    func find(_ number: Int64) -> UInt64? {
      var (low, high) = (0, digests.count)
      while low < high {
        let middle = (low + high) / 2
        if digests[middle].number < number { low = middle + 1 } else { high = middle }
      }
      return low < digests.count && digests[low].number == number ? digests[low].digest : nil
    }
  }

  private static func marks(_ reader: TraceReader) throws(TraceError) -> Marks {
    var reader = reader
    var marks = Marks(layout: reader.header.stateLayout)
    while let record = try reader.next() {
      switch record {
      case .checkpoint(let checkpoint): marks.digests.append((checkpoint.number, checkpoint.digest))
      case .end(let end) where marks.digests.last?.number != end.number:
        marks.digests.append((end.number, end.digest))
      case .definition, .step, .foreignStep, .mark, .end: break
      }
    }
    return marks
  }

  private static func compareSteps(
    from start: Int64, _ a: TraceReader, _ b: TraceReader, _ result: inout Bisection
  ) throws(TraceError) {
    let vocabulary = TraceVocabulary.union([.current, a.header.words, b.header.words])
    var (x, y) = (Steps(a, vocabulary), Steps(b, vocabulary))
    try x.reader.skip(toStep: start)
    try y.reader.skip(toStep: start)
    var comparer = MessageComparer(IgnoredFields(), countsMatter: true, vocabulary)
    while true {
      let (first, second) = (try x.next(&comparer.namesA, after: start), try y.next(&comparer.namesB, after: start))
      if let different = result.firstDifferent, let number = (first ?? second)?.number, number > different { break }
      guard first != nil || second != nil else { break }
      result.stepsCompared += 1
      if let first, let second, first == second {
        result.context.append(first)
        if result.context.count > 5 { result.context.removeFirst() }
        continue
      }
      let step = comparer.compare(first, second)
      if step.isEqual, first?.number == second?.number { continue }
      result.step = step
      // An output may differ where no state does: a later checkpoint that is equal proves nothing about this step.
      if let number = (first ?? second)?.number { result.lastEqual = min(result.lastEqual, number - 1) }
      return
    }
    if result.firstDifferent == nil { return result.context = [] }
    if let state = x.state(at: result.firstDifferent), let other = y.state(at: result.firstDifferent) {
      result.fields = TraceDiffer.differences(expected: state, found: other)
    }
  }

  /// The steps of a trace, and the checkpoint that was read last.
  private struct Steps {
    var reader: TraceReader
    private var checkpoint: TraceCheckpoint?
    private let sayer: StepSayer

    init(_ reader: TraceReader, _ vocabulary: TraceVocabulary) {
      self.reader = reader
      sayer = StepSayer(reader.header.words, in: vocabulary)
    }

    func state(at number: Int64?) -> Player? { checkpoint?.number == number ? checkpoint?.state : nil }

    mutating func next(_ names: inout DefinitionNames, after start: Int64) throws(TraceError) -> RecordedStep? {
      while let record = try reader.next() {
        switch record {
        case .definition(let definition): names.take(definition)
        case .step(let step) where step.number > start: return sayer(step)
        case .foreignStep(let step) where step.number > start: return sayer(step)
        case .checkpoint(let checkpoint): self.checkpoint = checkpoint
        case .step, .foreignStep, .mark, .end: break
        }
      }
      return nil
    }
  }
}

extension MessageComparer {
  /// Compares two steps at the same place.
  mutating func compare(_ a: RecordedStep?, _ b: RecordedStep?) -> ComparedStep {
    var step = ComparedStep(a: a, b: b, outputs: outputs(a?.outputs ?? [], b?.outputs ?? []))
    guard let a, let b else { return step }
    step.fields = fields(a.input, b.input)
    if a.instant != b.instant {
      step.fields.append(
        FieldDifference(field: "instant", expected: "\(a.instant.microseconds)", found: "\(b.instant.microseconds)"))
    }
    return step
  }
}
