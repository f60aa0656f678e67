import PlayerCore

struct BinaryEncoder: Sendable {
  var bytes: [UInt8] = []
  var isBlockFull: Bool { false }
  init(_ header: TraceHeader) {}
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
  mutating func encodeStep(
    _ number: Int64, _ input: Input, at instant: Instant, outputs: some RandomAccessCollection<Output>
  ) {}
  mutating func encode(_ definition: Definition) {}
  mutating func encode(_ checkpoint: TraceCheckpoint) {}
  mutating func encode(_ mark: TraceMark) {}
  mutating func encode(_ end: TraceEnd) {}
}
