import PlayerText
import PlayerTrace

// What JavaScript calls to read traces. Each call leaves a JSON text behind, to be fetched with `answerPlace` and
// `answerLength`; with a result below 0 the text describes an error.
//
// The bytes of a trace are in the module's memory and stay there until the instance is discarded.

/// An instance of the module reads one trace, on a single thread.
private struct Instance {
  var answer: [UInt8] = []
  var reading: Reading?
  /// The first trace of a comparison.
  var other: TraceMemory?
}

private nonisolated(unsafe) var instance = Instance()  // A module without shared memory has one thread.

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

private func trace(_ place: UnsafePointer<UInt8>, _ count: Int, name: String = "trace") -> TraceMemory {
  TraceMemory(UnsafeRawBufferPointer(start: place, count: count), name: name)
}

private func answer(_ body: () throws(TraceError) -> JSONValue) -> Int32 {
  do throws(TraceError) {
    instance.answer = Array(try body().line.utf8)
    return 1
  } catch {
    return fail(error)
  }
}

private func fail(_ error: TraceError) -> Int32 {
  instance.answer = Array(error.report.line.utf8)
  return -1
}

/// Where the text of the last call is.
@c public func answerPlace() -> UnsafePointer<UInt8>? { instance.answer.withUnsafeBufferPointer { $0.baseAddress } }
/// How many bytes it has.
@c public func answerLength() -> Int { instance.answer.count }

/// Opens a trace; the text is its header, as the line of a text trace.
@c public func open(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  do throws(TraceError) {
    let reading = try Reading(trace(place, count))
    instance.reading = reading
    instance.answer = reading.encoder.bytes
    return 1
  } catch {
    return fail(error)
  }
}

/// The next record: 1 with lines of a text trace, or 0 after the last, with what a torn end cost.
@c public func next() -> Int32 {
  guard instance.reading != nil else { return 0 }
  do throws(TraceError) {
    if let lines = try instance.reading?.next() {
      instance.answer = lines
      return 1
    }
    if let conclusion = instance.reading?.reader.conclusion { instance.answer = Array(conclusion.line.utf8) }
    return 0
  } catch {
    return fail(error)
  }
}

/// Replays a trace: the findings, as `tapedeck replay --json` prints them.
@c public func replay(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  answer { () throws(TraceError) in try trace(place, count).replay() }
}

/// Explains a step; below 1, the last one that failed or began a stall, or else the last one.
@c public func explain(_ place: UnsafePointer<UInt8>, _ count: Int, _ step: Double) -> Int32 {
  answer { () throws(TraceError) in try trace(place, count).explain(step < 1 ? nil : Int64(exactly: step)) }
}

/// Keeps the first of two traces to compare.
@c public func keep(_ place: UnsafePointer<UInt8>, _ count: Int) { instance.other = trace(place, count, name: "a") }

/// Compares the trace that was kept with another one.
@c public func diff(_ place: UnsafePointer<UInt8>, _ count: Int, _ limit: Int32) -> Int32 {
  guard let first = instance.other else { return 0 }
  return answer { () throws(TraceError) in try first.diff(trace(place, count, name: "b"), limit: Int(limit)) }
}

/// Converts a trace to text, or with `isBinary` not 0 to the binary form: the bytes.
@c public func convert(_ place: UnsafePointer<UInt8>, _ count: Int, _ isBinary: Int32) -> Int32 {
  do throws(TraceError) {
    instance.answer = try trace(place, count).converted(to: isBinary == 0 ? .text : .binary)
    return 1
  } catch {
    return fail(error)
  }
}
