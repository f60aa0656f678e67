import PlayerText
import PlayerTrace

// Traces.swift and Simulations.swift, and the viewer's files, are compiled together once; each module of WebAssembly is linked from that
// with the functions that its page calls. A call leaves bytes behind, to be fetched with `answerPlace` and `answerLength`: mostly JSON; with
// a result below 0, JSON about an error. An instance of a module serves one trace or one session.

/// What the last call has left behind.
nonisolated(unsafe) var answered: [UInt8] = []  // A module without shared memory has one thread.

/// Where the answer to the last call is.
@c public func answerPlace() -> UnsafePointer<UInt8>? { answered.withUnsafeBufferPointer { $0.baseAddress } }
/// How many bytes it has.
@c public func answerLength() -> Int { answered.count }

func answer(_ bytes: [UInt8]) -> Int32 {
  answered = bytes
  return 1
}

func answer(_ value: JSONValue) -> Int32 { answer(Array(value.line.utf8)) }

func answer(_ body: () throws(TraceError) -> [UInt8]) -> Int32 {
  do throws(TraceError) { return answer(try body()) } catch { return fail(error) }
}

func answer(_ body: () throws(TraceError) -> JSONValue) -> Int32 {
  do throws(TraceError) { return answer(try body()) } catch { return fail(error) }
}

func fail(_ error: TraceError) -> Int32 {
  _ = answer(error.report)
  return -1
}

func fail(misuse words: String) -> Int32 {
  _ = answer(.object(["kind": .text("misuse"), "message": .text(words)]))
  return -1
}

/// A trace whose bytes are in the module's memory, and stay there until the instance is discarded.
func trace(_ place: UnsafePointer<UInt8>, _ count: Int, name: String = "trace") -> TraceMemory {
  TraceMemory(UnsafeRawBufferPointer(start: place, count: count), name: name)
}

/// Bytes that JavaScript has copied into the module's memory.
func bytes(_ place: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: place, count: count))
}
func text(_ place: UnsafePointer<UInt8>, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: place, count: count), as: UTF8.self)
}
