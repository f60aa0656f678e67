import PlayerCore
import PlayerText

/// Turns records into the bytes of a trace, in either form. It does not write files: the caller takes ``bytes`` at any
/// time.
///
/// The records are written in the vocabulary of the header: that of this build, unless the header was read from a trace
/// of another one.
public struct TraceEncoder: Sendable {
  // One of the two is set. They are changed in place, so the bytes are never copied.
  private var text: TextEncoder?
  private var binary: BinaryEncoder?
  /// From this build's vocabulary to that of the header; `nil` when they are the same.
  private let translator: MessageTranslator?

  /// Begins a trace: the header is encoded at once.
  public init(_ form: TraceForm, header: TraceHeader) {
    translator = header.origin.map { MessageTranslator(from: .current, to: $0.vocabulary) }
    switch form {
    case .text: text = TextEncoder(header)
    case .binary: binary = BinaryEncoder(header)
    }
  }

  /// What was encoded since ``removeAll()``.
  public var bytes: [UInt8] { text?.writer.bytes ?? binary?.bytes ?? [] }

  /// How many bytes ``bytes`` are.
  public var count: Int { text?.writer.bytes.count ?? binary?.count ?? 0 }

  /// Removes all ``bytes`` and keeps their storage.
  public mutating func removeAll() {
    text?.writer.bytes.removeAll(keepingCapacity: true)
    binary?.removeAll()
  }

  /// True when a checkpoint should come next, because the block of a binary trace is full.
  public var wantsCheckpoint: Bool { binary?.isBlockFull ?? false }

  /// Appends one step. `outputs` must be those of `input`; a binary trace keeps at most ``TraceLimit/outputs``.
  public mutating func encodeStep(
    _ number: Int64, _ input: Input, at instant: Instant, outputs: some RandomAccessCollection<Output>,
    isWhole: Bool = true
  ) {
    guard translator == nil else {
      return encodeTranslated(number, input, at: instant, outputs: outputs, isWhole: isWhole)
    }
    binary?.encodeStep(number, input, at: instant, outputs: outputs, isWhole: isWhole)
    guard text != nil else { return }
    text?.encodeInput(input.message, number: number, at: instant)
    for output in outputs { text?.encodeOutput(output.message, number: number) }
  }

  /// A step in the header's vocabulary. Anything that this cannot express was not in the header's trace, either.
  private mutating func encodeTranslated(
    _ number: Int64, _ input: Input, at instant: Instant, outputs: some RandomAccessCollection<Output>, isWhole: Bool
  ) {
    guard let translator, let message = translator.input(input.message).message else { return }
    let translated = outputs.compactMap { translator.output($0.message).message }
    encodeMessages(number, message, at: instant, outputs: translated, isWhole: isWhole)
  }

  private mutating func encodeMessages(
    _ number: Int64, _ input: WireMessage, at instant: Instant, outputs: [WireMessage], isWhole: Bool
  ) {
    binary?.encodeStep(number, input, at: instant, outputs: outputs, isWhole: isWhole)
    guard text != nil else { return }
    text?.encodeInput(input, number: number, at: instant)
    for output in outputs { text?.encodeOutput(output, number: number) }
  }

  /// Appends one record. A ``TraceRecord/foreignStep(_:)`` belongs to a header that was read from the same trace.
  public mutating func encode(_ record: TraceRecord) {
    switch record {
    case .definition(let definition):
      text?.encode(definition)
      binary?.encode(definition)
    case .step(let step):
      encodeStep(step.number, step.input, at: step.instant, outputs: step.outputs, isWhole: step.isWhole)
    case .foreignStep(let step):
      let recorded = step.recorded
      encodeMessages(
        step.number, recorded.input.message, at: step.instant, outputs: recorded.outputs.map { $0.message },
        isWhole: recorded.isWhole)
    case .checkpoint(let checkpoint):
      text?.encode(checkpoint)
      binary?.encode(checkpoint)
    case .mark(let mark):
      text?.encode(mark)
      binary?.encode(mark)
    case .end(let end):
      text?.encode(end)
      binary?.encode(end)
    }
  }
}
