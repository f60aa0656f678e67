import PlayerCore
import PlayerTrace

/// A trace as given: its bytes, and its name on the page.
struct GivenTrace {
  let name: String
  let bytes: [UInt8]

  /// Reads the file. Anything but a trace is refused; a damaged trace is not, because the page shows what is readable.
  init(_ path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    bytes = try WholeTrace.bytes(of: path)
    _ = try TraceReader(bytes: bytes, name: path)
  }
}
