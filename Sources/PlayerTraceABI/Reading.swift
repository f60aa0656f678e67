import PlayerCore
import PlayerText
import PlayerTrace

/// A place in a trace.
struct Reading {
  private var reader: TraceReader
  private var encoder: TraceEncoder
  /// A step that was read but for which there was no room.
  private var waiting: TraceRecord?
  /// The error that ends the reading.
  private var failure: TraceError?

  init(_ trace: TraceMemory) throws(TraceError) {
    reader = try trace.reader()
    encoder = TraceEncoder(.text, header: reader.header)
  }

  /// The header as a line of a text trace, at the beginning.
  var header: [UInt8] { Array(encoder.bytes.prefix { $0 != UInt8(ascii: "\n") }) }

  /// What to report after the last record.
  var conclusion: JSONValue { reader.conclusion }

  private mutating func take() throws(TraceError) -> TraceRecord? {
    if let failure { throw failure }
    if let record = waiting {
      waiting = nil
      return record
    }
    do { return try reader.next() } catch {
      failure = error
      throw error
    }
  }

  /// The next record as lines of a text trace, in the trace's vocabulary; `nil` after the last.
  mutating func lines() throws(TraceError) -> [UInt8]? {
    while let record = try take() {
      encoder.removeAll()
      encoder.encode(record)
      if encoder.count > 0 { return encoder.bytes }
    }
    return nil
  }

  /// The next step in this library's vocabulary; `nil` after the last. `isTaken` returns whether it was taken; if not,
  /// it is returned again.
  mutating func step(_ isTaken: (TraceStep) -> Bool) throws(TraceError) -> TraceStep? {
    while let record = try take() {
      do {
        guard case .step(let step) = try reader.known(record) else { continue }
        if !isTaken(step) { waiting = record }
        return step
      } catch {
        failure = error
        throw error
      }
    }
    return nil
  }
}
