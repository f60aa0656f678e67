import PlayerCore
import PlayerTrace

/// What libFuzzer calls with bytes of its own making: reads them as a trace, and does with what comes out all that can be
/// done with a trace. Nothing may trap; what is read must survive the way through both forms.
///
/// It is built by `Tools/fuzz-traces` with `FUZZING` defined: checks that bytes made by chance would never pass (the
/// check values and the hash of the vocabulary) are left out then, so that what follows them is reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  try? look(bytes)
  guard let records = try? read(bytes) else { return 0 }
  _ = try? replay(bytes)
  guard let text = try? convert(bytes, .text), let binary = try? convert(text, .binary) else {
    fatalError("a trace of \(records) records cannot be converted")
  }
  guard let back = try? convert(binary, .text), back == text else {
    fatalError("the way through binary changed a trace of \(records) records")
  }
  return 0
}

/// Reads everything; returns the number of records.
private func read(_ bytes: [UInt8]) throws -> Int {
  var reader = try TraceReader(bytes: bytes)
  var count = 0
  while try reader.next() != nil { count += 1 }
  if let loss = reader.loss, loss.offset + loss.bytes != Int64(bytes.count) { fatalError("a loss that is not the end") }
  return count
}

private func replay(_ bytes: [UInt8]) throws {
  var reader = try TraceReader(bytes: bytes)
  let report = try TraceReplayer.replay(&reader)
  if let difference = report.difference, difference.description.isEmpty { fatalError("a difference without words") }
}

/// Looks for a place by the index, which may contain anything. Which one depends on the bytes: each costs two more
/// readings.
private func look(_ bytes: [UInt8]) throws {
  let number = [0, 3, 256, Int64.max][bytes.count % 4]
  var reader = try TraceReader(bytes: bytes)
  if let report = try? TraceReplayer.state(in: &reader, at: number), report.lastStep > number {
    fatalError("the state is not the one before the requested step")
  }
  reader = try TraceReader(bytes: bytes)
  _ = try? TraceReplayer.state(in: &reader, at: .microseconds(number))
}

private func convert(_ bytes: [UInt8], _ form: TraceForm) throws -> [UInt8] {
  var reader = try TraceReader(bytes: bytes)
  let sink = MemorySink()
  _ = try TraceConverter.convert(&reader, to: form, into: sink)
  return sink.bytes
}
