import PlayerCore
import Backports

/// Records a run while it happens. It can be attached to any host, and used from any thread.
///
/// Bytes are only ever appended, so a process that is killed loses at most what was not flushed. When the sink fails,
/// the call during which it fails throws; what was written before stays, and the recorder does nothing from then on.
public final class TraceRecorder: Sendable {
  /// When bytes leave the recorder's own buffer.
  public enum Flushing: Sendable {
    /// After each record: a killed process loses nothing that was recorded.
    case everyRecord
    /// After 64 KiB, and when asked: for runs that can be repeated.
    case whenFull
  }

  private struct State {
    var encoder: TraceEncoder
    /// Replaces words; `nil` if everything is recorded.
    var redactor: TraceRedactor?
    var step: Int64 = 0
    var inputs: Int64 = 0
    var outputs: Int64 = 0
    var sinceCheckpoint: Int64 = 0
    var failure: TraceError? { didSet { isInert = true } }
    /// Nothing more is recorded: the recording is finished, or has failed.
    var isInert = false
  }

  private let sink: any TraceSink
  private let flushing: Flushing
  private let state: Lock<State>

  /// Begins a trace: writes the header, and a checkpoint when `player` already has a history. With `redacts`, nothing
  /// is ever written that a ``TraceRedactor`` removes.
  public init(
    sink: any TraceSink, form: TraceForm, header: TraceHeader, player: Player? = nil,
    flushing: Flushing = .everyRecord, redacts: Bool = false
  ) throws(TraceError) {
    self.sink = sink
    self.flushing = flushing
    var redactor = redacts ? TraceRedactor() : nil
    let written = redactor?.redact(header) ?? header
    state = Lock(State(encoder: TraceEncoder(form, header: written), redactor: redactor))
    try locked { state throws(TraceError) in
      if let player, player != Player(configuration: header.configuration) {
        state.encoder.encode(.checkpoint(Self.checkpoint(0, player.clock, player)))
      }
      try self.flush(&state)
    }
  }

  /// Begins a trace in a file; its name decides the form. An existing file is replaced.
  public convenience init(
    path: String, form: TraceForm? = nil, header: TraceHeader, player: Player? = nil,
    flushing: Flushing = .everyRecord, redacts: Bool = false
  ) throws(TraceError) {
    try self.init(
      sink: FileSink(path: path), form: form ?? TraceForm(path: path), header: header, player: player,
      flushing: flushing, redacts: redacts)
  }

  /// What made the recorder inert; `nil` while it works.
  public var failure: TraceError? { state.withLock { $0.failure } }

  /// The number of the last step that was recorded.
  public var lastStep: Int64 { state.withLock { $0.step } }

  /// Defines what a number identifies. Throws ``TraceError/tooLong(file:offset:what:)`` without recording anything when
  /// the text does not fit in a record; the recorder continues.
  public func define(_ definition: TraceDefinition) throws(TraceError) {
    switch definition {
    case .item(let item, let source): try checkLength(source, "the source of item \(item.rawValue)")
    case .text(let number, let text): try checkLength(text, "text \(number.rawValue)")
    }
    try record { $0.encoder.encode(.definition($0.redactor?.redact(definition) ?? definition)) }
  }

  /// Records one step: `player` is the state after it.
  public func record(
    _ input: Input, at instant: Instant, outputs: Outputs, player: Player
  ) throws(TraceError) {
    try record { state in
      state.step += 1
      state.inputs += 1
      state.outputs += Int64(outputs.count)
      state.encoder.encodeStep(state.step, input, at: instant, outputs: outputs)
      state.sinceCheckpoint += 1
      guard state.sinceCheckpoint == TraceLimit.checkpointInterval || state.encoder.wantsCheckpoint else { return }
      state.sinceCheckpoint = 0
      state.encoder.encode(.checkpoint(Self.checkpoint(state.step, instant, player)))
    }
  }

  /// Leaves a remark after the last step. Throws like ``define(_:)`` when it is too long.
  public func mark(_ text: String) throws(TraceError) {
    try checkLength(text, "the remark")
    try record { $0.encoder.encode(.mark(TraceMark(number: $0.step, text: $0.redactor?.remark(text) ?? text))) }
  }

  /// Ends the trace: `player` is the state after the last step. The recorder does nothing from then on.
  public func finish(_ ending: TraceEnding, player: Player) throws(TraceError) {
    try locked { state throws(TraceError) in
      guard !state.isInert else { return }
      let written = state.redactor?.redact(ending) ?? ending
      let end = TraceEnd(
        number: state.step, inputs: state.inputs, outputs: state.outputs, digest: player.digest, ending: written)
      state.encoder.encode(.end(end))
      try self.flush(&state)
      state.isInert = true
    }
  }

  /// Passes everything to the sink.
  public func flush() throws(TraceError) {
    try locked { state throws(TraceError) in
      guard !state.isInert else { return }
      try self.flush(&state)
    }
  }

  private func record(_ encode: (inout State) -> Void) throws(TraceError) {
    try locked { state throws(TraceError) in
      guard !state.isInert else { return }
      encode(&state)
      if self.flushing == .everyRecord || state.encoder.count >= TraceLimit.buffer { try self.flush(&state) }
    }
  }

  private func flush(_ state: inout State) throws(TraceError) {
    guard state.encoder.count > 0 else { return }
    do { try sink.append(state.encoder.bytes) } catch {
      state.failure = error
      state.encoder.removeAll()
      throw error
    }
    state.encoder.removeAll()
  }

  private func locked(_ body: (inout State) throws(TraceError) -> Void) throws(TraceError) {
    let result: Result<Void, TraceError> = state.withLock { state in
      do throws(TraceError) {
        try body(&state)
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  private func checkLength(_ text: String, _ what: String) throws(TraceError) {
    // In the text form a byte can take six; the rest of the line is short.
    guard text.utf8.count > (TraceLimit.record - 256) / 6 else { return }
    throw .tooLong(file: sink.name, offset: 0, what: what)
  }

  private static func checkpoint(_ number: Int64, _ instant: Instant, _ player: Player) -> TraceCheckpoint {
    TraceCheckpoint(number: number, instant: instant, state: player, digest: player.digest)
  }
}
