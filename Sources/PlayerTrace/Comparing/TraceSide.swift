import PlayerCore

/// One of two compared traces: the steps that were read ahead, and the player after the steps that were taken.
struct TraceSide {
  struct Element {
    /// In the vocabulary of the comparison.
    var step: RecordedStep
    /// The input in this build's vocabulary; `nil` if this build lacks it.
    var input: Input?
    var key: UInt64
    /// The checkpoint after the step, when the trace has one there.
    var checkpoint: TraceCheckpoint?
  }

  private var reader: TraceReader
  /// Steps that were read; those before `taken` are used up.
  private var ahead: [Element] = []
  private var taken = 0
  private(set) var isAtEnd = false
  private(set) var end: TraceEnd?
  /// The state after the last step that was taken, from a replay of the available steps; `nil` for a trace that cannot
  /// be replayed from its beginning.
  private(set) var player: Player?
  private(set) var lastStep: Int64 = 0
  private var outputs = Outputs()
  private let sayer: StepSayer

  init(_ reader: TraceReader, _ vocabulary: TraceVocabulary) {
    self.reader = reader
    sayer = StepSayer(reader.header.words, in: vocabulary)
    player =
      reader.header.isExcerpt || reader.header.isObserved ? nil : Player(configuration: reader.header.configuration)
  }

  var offset: Int64 { reader.bytesRead }
  var waiting: ArraySlice<Element> { ahead[taken...] }

  /// Reads until `count` steps wait, or to the end.
  mutating func fill(
    _ count: Int, _ ignored: IgnoredFields, _ names: inout DefinitionNames
  ) throws(TraceError) {
    if taken == ahead.count {
      ahead.removeAll(keepingCapacity: true)
      taken = 0
    }
    // One step more, so that the checkpoint after the last one is known.
    while ahead.count - taken <= count, !isAtEnd {
      guard let record = try reader.next() else { return isAtEnd = true }
      switch record {
      case .definition(let definition): names.take(definition)
      case .step(let step): take(sayer(step), step.input, ignored, names)
      case .foreignStep(let step): take(sayer(step), step.input, ignored, names)
      case .checkpoint(let checkpoint): take(checkpoint)
      case .mark: break
      case .end(let end): self.end = end
      }
    }
  }

  private mutating func take(
    _ step: RecordedStep, _ input: Input?, _ ignored: IgnoredFields, _ names: DefinitionNames
  ) {
    if ignored.ignores(step.input) { return feed(step, input) }
    ahead.append(Element(step: step, input: input, key: MessageComparer.key(of: step.input, names, ignored)))
  }

  private mutating func take(_ checkpoint: TraceCheckpoint) {
    if taken < ahead.count {
      ahead[ahead.count - 1].checkpoint = checkpoint
    } else if lastStep == 0, let state = checkpoint.state {
      player = state.isRestorable ? state : nil
      lastStep = checkpoint.number
    }
  }

  /// Takes the first waiting step.
  mutating func takeFirst() -> Element {
    let element = ahead[taken]
    taken += 1
    if taken > TraceComparison.window {
      ahead.removeFirst(taken)
      taken = 0
    }
    feed(element.step, element.input)
    return element
  }

  private mutating func feed(_ step: RecordedStep, _ input: Input?) {
    lastStep = step.number
    // After an input that this build lacks, the state is unknown.
    guard let input else { return player = nil }
    player?.receive(input, at: step.instant, into: &outputs)
  }
}
