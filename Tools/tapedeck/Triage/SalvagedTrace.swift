import Foundation
import PlayerCore
import PlayerTrace

/// The readable part of a trace, in memory, so that standard input and damaged files are treated like any other.
struct SalvagedTrace {
  /// The name in messages.
  let name: String
  /// The header of the read part.
  private(set) var header: TraceHeader
  private(set) var bytes: [UInt8]
  private(set) var names = TraceNames()
  private(set) var steps: Int64 = 0
  private(set) var span = TimeSpan.zero
  /// Why reading stopped before the end of the file.
  private(set) var damage: TraceError?
  /// The loss at a torn end.
  private(set) var loss: TraceLoss?

  /// The limit of what is kept: the findings in this much are enough.
  private static let limit = 256 << 20

  /// Throws if not even the header can be read. With `redacts`, nothing derived from it contains its words.
  init(path: String, redacts: Bool) throws(TraceError) {
    var reader = try TraceReader(path: path)
    var redactor = redacts ? TraceRedactor() : nil
    name = path
    header = redactor?.redact(reader.header) ?? reader.header
    var encoder = TraceEncoder(.binary, header: header)
    var first: Instant?
    let meter = ProgressMeter(path)
    do {
      while encoder.count < Self.limit, let read = try reader.next() {
        // A version that lacks an input cannot follow the trace beyond it.
        _ = try reader.known(read)
        let record = redactor?.redact(read) ?? read
        if case .definition(let definition) = record { names.take(definition) }
        if let step = record.stepPlace {
          steps += 1
          if steps % 4_096 == 0 { meter.show(reader.bytesRead) }
          span = max(span, step.instant - (first ?? step.instant))
          first = first ?? step.instant
        }
        encoder.encode(record)
      }
    } catch { damage = error }
    meter.clear()
    loss = reader.loss
    bytes = encoder.bytes
  }

  /// Opens what was read; can be called any number of times.
  func open() throws(TraceError) -> TraceReader { try TraceReader(bytes: bytes, name: name) }

  /// The name of the file without folder and ending: `field` for `traces/field.trace.jsonl`.
  var stem: String {
    guard name != "-" else { return "standard-input" }
    var stem = URL(filePath: name).lastPathComponent
    for ending in [".jsonl", ".trace"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    return stem.isEmpty ? "trace" : stem
  }
}
