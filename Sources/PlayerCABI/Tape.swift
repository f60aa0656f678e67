import CTapeDeck
import PlayerCore
import PlayerTrace

/// Records a player as a binary trace, and passes the bytes to a callback.
struct Tape {
  private var encoder: BinaryEncoder
  private let write: td_write
  private let context: UnsafeMutableRawPointer?
  private let flushes: Bool
  private var step: Int64 = 0
  private var outputs: Int64 = 0
  private var sinceCheckpoint: Int64 = 0
  private(set) var hasFailed = false

  init(_ recording: td_recording, _ write: td_write, _ configuration: Configuration) {
    let header = TraceHeader(
      configuration: configuration, engine: Self.text(recording.engine), tool: Self.text(recording.tool),
      note: Self.text(recording.note), recordedAt: recording.recorded_at == .min ? nil : recording.recorded_at)
    encoder = BinaryEncoder(header)
    self.write = write
    context = recording.context
    flushes = recording.flushes != 0
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return Self.text(text, length(of: text, atMost: longestText))
  }

  static func text(_ bytes: UnsafePointer<CChar>, _ length: Int) -> String {
    let bytes = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  /// The same limit as in the recorder for hosts.
  static var longestText: Int { (TraceLimit.record - 256) / 6 }

  mutating func record(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: borrowing Player) {
    guard !hasFailed else { return }
    step += 1
    self.outputs += Int64(outputs.count)
    encoder.encodeStep(step, input, at: instant, outputs: outputs)
    sinceCheckpoint += 1
    if sinceCheckpoint == TraceLimit.checkpointInterval || encoder.isBlockFull {
      sinceCheckpoint = 0
      encoder.encode(TraceCheckpoint(number: step, instant: instant, state: copy player, digest: player.digest))
    }
    if flushes || encoder.count >= TraceLimit.buffer { flush() }
  }

  mutating func define(_ definition: TraceDefinition) {
    guard !hasFailed else { return }
    encoder.encode(definition)
    if flushes { flush() }
  }

  mutating func mark(_ text: String) {
    guard !hasFailed else { return }
    encoder.encode(TraceMark(number: step, text: text))
    if flushes { flush() }
  }

  mutating func finish(_ player: borrowing Player) {
    guard !hasFailed else { return }
    encoder.encode(
      TraceEnd(number: step, inputs: step, outputs: outputs, digest: player.digest, ending: .finished))
    flush()
  }

  mutating func flush() {
    guard !hasFailed, encoder.count > 0 else { return }
    let result = encoder.bytes.withUnsafeBytes { write(context, $0.baseAddress, $0.count) }
    if result != 0 { hasFailed = true }
    encoder.removeAll()
  }
}
