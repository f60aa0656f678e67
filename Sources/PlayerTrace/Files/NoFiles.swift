#if hasFeature(Embedded)
/// Stands for the files of an operating system where there is none: traces are in memory, and no file can be made.
final class OpenFile {
  let name = ""
  let size: Int64? = nil

  private init() {}

  func read(upTo count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int { 0 }
  func read(upTo count: Int, at offset: Int64) throws(TraceError) -> [UInt8] { [] }
  func seek(to offset: Int64) throws(TraceError) {}
}
#endif
