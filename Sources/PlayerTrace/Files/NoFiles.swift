#if hasFeature(Embedded)
/// Stands for the files of an operating system where there is none: bytes that the program holds. No file can be made.
final class OpenFile {
  let name: String
  private let bytes: UnsafeRawBufferPointer
  private var next = 0

  init(_ bytes: UnsafeRawBufferPointer, name: String) {
    self.bytes = bytes
    self.name = name
  }

  var size: Int64? { Int64(bytes.count) }

  func read(upTo count: Int, into target: inout [UInt8]) throws(TraceError) -> Int {
    let part = part(count, at: next)
    target.append(contentsOf: part)
    next += part.count
    return part.count
  }

  func read(upTo count: Int, at offset: Int64) throws(TraceError) -> [UInt8] { Array(part(count, at: Int(offset))) }

  func seek(to offset: Int64) throws(TraceError) { next = Int(offset) }

  private func part(_ count: Int, at offset: Int) -> UnsafeRawBufferPointer {
    guard offset >= 0, offset < bytes.count else { return UnsafeRawBufferPointer(rebasing: bytes[..<0]) }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<min(bytes.count, offset + min(count, bytes.count - offset))])
  }
}
#endif
