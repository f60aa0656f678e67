import PlayerTrace

/// Lines for standard output, or for a file that is written completely or not at all.
final class LineSink {
  private let file: WholeFile?
  private let stream = DataStream()
  private var pending: [UInt8] = []

  init(_ path: String, sparing inputs: [String]) throws(TraceError) {
    file = path == "-" ? nil : try WholeFile(path: path, sparing: inputs)
  }

  func line(_ text: String) throws {
    guard file != nil else { return try stream.line(text) }
    pending += text.utf8
    pending.append(UInt8(ascii: "\n"))
    if pending.count >= TraceLimit.buffer { try flush() }
  }

  private func flush() throws {
    try reportingTraceErrors { try file?.append(pending) }
    pending.removeAll(keepingCapacity: true)
  }

  func finish() throws {
    guard let file else { return try stream.flush() }
    try flush()
    try reportingTraceErrors { try file.commit() }
  }
}
