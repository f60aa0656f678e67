/// A trace in memory. Where there are no files, its owner keeps the bytes unchanged as long as anything reads them.
package struct TraceMemory {
  #if hasFeature(Embedded)
  private typealias Bytes = UnsafeBufferPointer<UInt8>
  #else
  private typealias Bytes = [UInt8]
  #endif

  /// The name in reports and errors.
  package let name: String
  private let bytes: Bytes

  private init(name: String, _ bytes: Bytes) {
    self.name = name
    self.bytes = bytes
  }

  #if hasFeature(Embedded)
  package init(_ bytes: UnsafeRawBufferPointer, name: String) {
    self.init(name: name, bytes.assumingMemoryBound(to: UInt8.self))
  }
  #else
  package init(_ bytes: UnsafeRawBufferPointer, name: String) { self.init(name: name, Array(bytes)) }

  package init(_ bytes: [UInt8], name: String) { self.init(name: name, bytes) }
  #endif

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The checksum of all bytes.
  var checksum: UInt32 {
    var checksum = CRC32C()
    _ = bytes.withContiguousStorageIfAvailable { bytes in
      CRC32C.withTable { checksum.update(bytes, bytes.indices, $0) }
    }
    return checksum.value
  }

  /// The same trace under another name.
  package func named(_ name: String) -> TraceMemory { TraceMemory(name: name, bytes) }

  /// A reader at the beginning of the trace.
  package func reader() throws(TraceError) -> TraceReader {
    #if hasFeature(Embedded)
    // Through a moving window, so that a long trace is not in memory twice.
    return try TraceReader(OpenFile(UnsafeRawBufferPointer(bytes), name: name))
    #else
    return try TraceReader(bytes: bytes, name: name)
    #endif
  }

  /// The line that begins at a byte, from 1.
  func line(at offset: Int64) -> Int64 {
    bytes.prefix(Int(clamping: offset)).reduce(into: 1) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
  }
}
