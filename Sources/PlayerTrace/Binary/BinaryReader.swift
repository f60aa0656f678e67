import PlayerCore

final class BinaryReader {
  private(set) var header = TraceHeader()
  private(set) var loss: TraceLoss?
  private(set) var isFinished = false
  private(set) var recordOffset: Int64 = 0
  init(_ source: TraceBytes) throws(TraceError) {}
  func next() throws(TraceError) -> TraceRecord? { nil }
}
