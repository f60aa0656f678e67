import PlayerCore
import PlayerTrace

/// A trace as it was given: its bytes, and what the page calls it.
struct GivenTrace {
  let name: String
  let bytes: [UInt8]

  /// Reads the file. What is no trace is refused; a damaged one is not, since the page shows what there is.
  init(_ path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    bytes = try WholeTrace.bytes(of: path)
    _ = try TraceReader(bytes: bytes, name: path)
  }
}
