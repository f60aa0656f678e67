import PlayerCore
import PlayerText

/// Makes steps from messages in the vocabulary of a trace.
struct StepMaker: Sendable {
  let vocabulary: TraceVocabulary
  /// To this build's vocabulary; `nil` if the trace has it already.
  private let translator: MessageTranslator?
  private let states: StateTranslator?

  init(_ vocabulary: TraceVocabulary) {
    self.vocabulary = vocabulary
    let isOwn = vocabulary === TraceVocabulary.current
    translator = isOwn ? nil : MessageTranslator(from: vocabulary, to: .current)
    states = isOwn ? nil : StateTranslator(from: vocabulary, to: .current)
  }

  // MARK: Steps

  /// True if the steps of the trace need no translation for this build.
  var isOwn: Bool { translator == nil }

  /// An input in this build's vocabulary.
  func input(_ message: WireMessage) throws(Flaw) -> Input {
    if let input = Input(message) { return input }
    throw Self.outOfRange(message, vocabulary.input(message.code))
  }

  /// An output in this build's vocabulary.
  func output(_ message: WireMessage) throws(Flaw) -> Output {
    if let output = Output(message) { return output }
    throw Self.outOfRange(message, vocabulary.output(message.code))
  }

  /// Begins a step with its input.
  func step(_ number: Int64, _ message: WireMessage, at instant: Instant) throws(Flaw) -> PartialStep {
    guard let translator else {
      return PartialStep(TraceStep(number: number, instant: instant, input: try input(message)))
    }
    let translation = translator.input(message)
    let input = translation.lost.isEmpty ? translation.message.flatMap(Input.init) : nil
    let recorded = TraceMessage(message, isInput: true, in: vocabulary)
    let lost = input == nil && translation.lost.isEmpty ? [recorded.description] : translation.lost
    return PartialStep(
      ForeignStep(
        recorded: RecordedStep(number: number, instant: instant, input: recorded), input: input, lostOfInput: lost,
        outputs: []))
  }

  /// Adds an output to a step.
  func add(_ message: WireMessage, to step: inout PartialStep) throws(Flaw) {
    guard let translator else { return step.add(try output(message)) }
    let translation = translator.output(message)
    let recorded = TraceMessage(message, isInput: false, in: vocabulary)
    let known = translation.message.flatMap(Output.init)
    let lost = known == nil && translation.lost.isEmpty ? [recorded.description] : translation.lost
    step.add(.init(recorded: recorded, known: known, lost: lost, shared: translation.shared))
  }

  private static func outOfRange(_ message: WireMessage, _ schema: MessageSchema?) -> Flaw {
    let fields = (schema?.fields ?? []).enumerated().map { "\($1.name)=\(message[$0])" }.joined(separator: " ")
    return Flaw(field: schema?.name ?? "message", expected: "fields within the ranges of their types", found: fields)
  }

  // MARK: States

  /// A checkpoint with these fields, in the order of the trace's vocabulary.
  func checkpoint(
    _ number: Int64, at instant: Instant, _ values: [Int64], digest: UInt64, header: TraceHeader
  ) throws(Flaw) -> TraceCheckpoint {
    var invalid: Int?
    guard let states else {
      let player = Player.with(stateValues: values, invalid: &invalid)
      if let invalid { throw Self.invalid(vocabulary.state[invalid].name, values[invalid]) }
      return TraceCheckpoint(number: number, instant: instant, state: player, digest: digest)
    }
    let fresh = Player(configuration: header.configuration).stateValues
    let player = Player.with(stateValues: states.translate(values, fresh: fresh).values, invalid: &invalid)
    var checkpoint = TraceCheckpoint(number: number, instant: instant, state: player, digest: digest)
    if invalid != nil { checkpoint.state = nil }
    checkpoint.recorded = values
    return checkpoint
  }

  private static func invalid(_ field: String, _ value: Int64) -> Flaw {
    Flaw(field: field, expected: "a value of the field's type", found: "\(value)")
  }
}

/// A step whose outputs may still follow.
struct PartialStep {
  private var step: TraceStep?
  private var foreign: ForeignStep?

  init(_ step: TraceStep) { self.step = step }
  init(_ step: ForeignStep) { foreign = step }

  var outputCount: Int { step?.outputs.count ?? foreign?.outputs.count ?? 0 }
  var instant: Instant { step?.instant ?? foreign?.instant ?? .zero }

  mutating func add(_ output: Output) { step?.outputs.append(output) }

  mutating func add(_ output: ForeignStep.ForeignOutput) {
    foreign?.recorded.outputs.append(output.recorded)
    foreign?.outputs.append(output)
  }

  mutating func set(isWhole: Bool) {
    step?.isWhole = isWhole
    foreign?.recorded.isWhole = isWhole
  }

  /// A step in this build's vocabulary, if nothing of it would be lost.
  var record: TraceRecord? {
    if let step { return .step(step) }
    guard let foreign else { return nil }
    if foreign.outputs.allSatisfy({ $0.lost.isEmpty }), let known = foreign.known { return .step(known) }
    return .foreignStep(foreign)
  }
}
