import Backports
import PlayerTrace

extension TraceForm {
  /// The form of output to this path: text on standard output, which another program reads.
  init(output path: String) { self = path == "-" ? .text : TraceForm(path: path) }
}

/// A trace that is read several times, for which standard input is kept in memory.
enum RepeatedTrace {
  private static let standardInput = Lock<[UInt8]?>(nil)

  /// Opens it at its beginning, as often as needed.
  static func open(_ path: String) throws(TraceError) -> TraceReader {
    guard path == "-" else { return try TraceReader(path: path) }
    if let bytes = standardInput.withLock({ $0 }) { return try TraceReader(bytes: bytes, name: "standard input") }
    let bytes = try WholeTrace.bytes(of: path)
    standardInput.withLock { $0 = bytes }
    return try TraceReader(bytes: bytes, name: "standard input")
  }
}
