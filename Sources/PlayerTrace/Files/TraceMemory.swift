/// A trace in memory that its owner keeps unchanged as long as anything reads it.
package struct TraceMemory {
  /// The name in reports and errors.
  package let name: String
  private let bytes: UnsafeRawBufferPointer

  package init(_ bytes: UnsafeRawBufferPointer, name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// The same trace under another name.
  package func named(_ name: String) -> TraceMemory { TraceMemory(bytes, name: name) }

  /// A reader at the beginning of the trace.
  package func reader() throws(TraceError) -> TraceReader {
    #if hasFeature(Embedded)
    // Through a moving window, so that a long trace is not in memory twice.
    return try TraceReader(OpenFile(bytes, name: name))
    #else
    return try TraceReader(bytes: Array(bytes), name: name)
    #endif
  }

  /// The line that begins at a byte, from 1.
  func line(at offset: Int64) -> Int64 {
    bytes.prefix(Int(clamping: offset)).reduce(into: 1) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
  }
}
