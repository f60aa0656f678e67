import PlayerText
import PlayerTrace

// What JavaScript calls to read traces.

private nonisolated(unsafe) var reading: Reading?  // A module without shared memory has one thread.
/// The first trace of a comparison.
private nonisolated(unsafe) var first: TraceMemory?  // The same.

/// A trace that is read record by record.
private struct Reading {
  var reader: TraceReader
  var encoder: TraceEncoder

  init(_ trace: TraceMemory) throws(TraceError) {
    reader = try trace.reader()
    encoder = TraceEncoder(.text, header: reader.header)
  }

  /// The next record as lines of a text trace, in the words of the trace; `nil` after the last.
  mutating func next() throws(TraceError) -> [UInt8]? {
    encoder.removeAll()
    guard let record = try reader.next() else { return nil }
    encoder.encode(record)
    return encoder.bytes
  }
}

/// Opens a trace; the text is its header, as the line of a text trace.
@c public func openTrace(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  answer { () throws(TraceError) -> [UInt8] in
    let opened = try Reading(trace(place, count))
    reading = opened
    return opened.encoder.bytes
  }
}

/// The next record: 1 with lines of a text trace, or 0 after the last, with what a torn end cost.
@c public func next() -> Int32 {
  do throws(TraceError) {
    if let lines = try reading?.next() { return answer(lines) }
    if let conclusion = reading?.reader.conclusion { _ = answer(conclusion) }
    return 0
  } catch {
    return fail(error)
  }
}

/// Replays a trace: the findings, as `tapedeck replay --json` prints them.
@c public func replay(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  answer { () throws(TraceError) -> JSONValue in try trace(place, count).replay() }
}

/// Explains a step; below 1, the last one that failed or began a stall, or else the last one.
@c public func explainTrace(_ place: UnsafePointer<UInt8>, _ count: Int, _ step: Double) -> Int32 {
  answer { () throws(TraceError) -> JSONValue in try trace(place, count).explain(step < 1 ? nil : Int64(exactly: step))
  }
}

/// Keeps the first of two traces to compare.
@c public func keep(_ place: UnsafePointer<UInt8>, _ count: Int) { first = trace(place, count, name: "a") }

/// Compares the trace that was kept with another one.
@c public func diff(_ place: UnsafePointer<UInt8>, _ count: Int, _ limit: Int32) -> Int32 {
  guard let first else { return 0 }
  return answer { () throws(TraceError) -> JSONValue in
    try first.diff(trace(place, count, name: "b"), limit: Int(limit))
  }
}

/// Converts a trace to text, or with `isBinary` not 0 to the binary form: the bytes.
@c public func convertTrace(_ place: UnsafePointer<UInt8>, _ count: Int, _ isBinary: Int32) -> Int32 {
  answer { () throws(TraceError) -> [UInt8] in try trace(place, count).converted(to: isBinary == 0 ? .text : .binary) }
}
