#if hasFeature(Embedded)
import PlayerCore

/// Replaces files where there is no operating system: bytes that the program holds. Files cannot be created.
final class OpenFile {
  let name: String
  private let bytes: UnsafeRawBufferPointer
  private var next = 0

  init(_ bytes: UnsafeRawBufferPointer, name: String) {
    self.bytes = bytes
    self.name = name
  }

  var size: Int64? { Int64(bytes.count) }

  func read(upTo count: Int, into target: inout [UInt8]) throws(TraceError) -> Int {
    let part = part(count, at: next)
    target.append(contentsOf: part)
    next += part.count
    return part.count
  }

  func read(upTo count: Int, at offset: Int64) throws(TraceError) -> [UInt8] { Array(part(count, at: Int(offset))) }

  func seek(to offset: Int64) throws(TraceError) { next = Int(offset) }

  private func part(_ count: Int, at offset: Int) -> UnsafeRawBufferPointer {
    guard offset >= 0, offset < bytes.count else { return UnsafeRawBufferPointer(rebasing: bytes[..<0]) }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<min(bytes.count, offset + min(count, bytes.count - offset))])
  }
}

/// Takes the place of the recorder that writes files: a trace in memory, in binary form.
public final class TraceRecorder {
  private var encoder: TraceEncoder
  private var step: Int64 = 0
  private var outputCount: Int64 = 0

  package init(header: TraceHeader) { encoder = TraceEncoder(.binary, header: header) }

  /// The trace so far.
  package var bytes: [UInt8] { encoder.bytes }

  func define(_ definition: TraceDefinition) throws(TraceError) { encoder.encode(.definition(definition)) }

  func mark(_ text: String) throws(TraceError) { encoder.encode(.mark(TraceMark(number: step, text: text))) }

  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws(TraceError) {
    step += 1
    outputCount += Int64(outputs.count)
    encoder.encodeStep(step, input, at: instant, outputs: outputs)
    guard encoder.wantsCheckpoint else { return }
    encoder.encode(.checkpoint(TraceCheckpoint(number: step, instant: instant, state: player, digest: player.digest)))
  }

  func finish(_ ending: TraceEnding, player: Player) throws(TraceError) {
    let end = TraceEnd(number: step, inputs: step, outputs: outputCount, digest: player.digest, ending: ending)
    encoder.encode(.end(end))
  }
}
#endif
