#if !hasFeature(Embedded)
/// A file that has to be in memory as a whole.
package enum WholeTrace {
  /// Larger traces do not fit into a page.
  static var limit: Int { 512 << 20 }

  /// All bytes of a file, or of the standard input for the path `-`.
  package static func bytes(of path: String) throws(TraceError) -> [UInt8] {
    let file = path == "-" ? OpenFile(descriptor: 0, name: "standard input") : try OpenFile.reading(path)
    var bytes: [UInt8] = []
    while try file.read(upTo: TraceLimit.buffer, into: &bytes) > 0 {
      guard bytes.count <= limit else {
        throw .notReplayable(
          file: file.name,
          reason: "it has more than \(limit >> 20) MiB, too large for a page. Use 'tapedeck timeline' instead")
      }
    }
    return bytes
  }
}
#endif
