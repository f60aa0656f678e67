import PlayerCore
import PlayerTrace

/// A trace as given: its bytes, and its name on the page.
struct GivenTrace {
  let name: String
  let bytes: [UInt8]
  /// What the page would find out by reading the whole trace; `nil` if that takes it no time, or if it has to read it.
  let index: [UInt8]?

  /// A trace of this length is read in the time in which an index is.
  private static let short = 64 << 10

  /// Reads the file. Anything but a trace is refused; a damaged trace is not, because the page shows what is readable.
  init(_ path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    bytes = try WholeTrace.bytes(of: path)
    _ = try TraceReader(bytes: bytes, name: path)
    index = bytes.count > Self.short ? Self.index(of: TraceMemory(bytes, name: path), ProgressMeter(path)) : nil
  }

  private static func index(of trace: TraceMemory, _ meter: ProgressMeter) -> [UInt8]? {
    guard var run = try? ViewedRun(trace), run.canHaveIndex else { return nil }
    while run.read(atMost: 10_000) { meter.show(run.reader.offset) }
    meter.clear()
    return run.index
  }
}
