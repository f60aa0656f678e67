import PlayerCore

/// Turns records into the bytes of a trace, in either form. It knows no files: a caller takes ``bytes`` when it likes.
public struct TraceEncoder: Sendable {
  // One of the two. They are changed in place, so that the bytes are never copied.
  private var text: TextEncoder?
  private var binary: BinaryEncoder?

  /// Begins a trace: the header is encoded at once.
  public init(_ form: TraceForm, header: TraceHeader) {
    switch form {
    case .text:
      text = TextEncoder(configuration: header.configuration)
      text?.encode(header)
    case .binary: binary = BinaryEncoder(header)
    }
  }

  /// What was encoded since ``removeAll()``.
  public var bytes: [UInt8] { text?.writer.bytes ?? binary?.bytes ?? [] }

  /// How many bytes ``bytes`` are.
  public var count: Int { text?.writer.bytes.count ?? binary?.bytes.count ?? 0 }

  /// Forgets ``bytes`` and keeps their storage.
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
    binary?.encodeStep(number, input, at: instant, outputs: outputs, isWhole: isWhole)
    guard text != nil else { return }
    text?.encodeInput(input, number: number, at: instant)
    for output in outputs { text?.encodeOutput(output, number: number) }
  }

  /// Appends one record.
  public mutating func encode(_ record: TraceRecord) {
    switch record {
    case .definition(let definition):
      text?.encode(definition)
      binary?.encode(definition)
    case .step(let step):
      encodeStep(step.number, step.input, at: step.instant, outputs: step.outputs, isWhole: step.isWhole)
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
