import Foundation
import PlayerCore
import PlayerLogs
import PlayerTesting
import PlayerTrace

/// A log, imported in memory.
struct Imported {
  var traces: [[UInt8]]
  var summary: LogSummary

  init(_ log: some Sequence<UInt8>, format: LogFormat? = nil, chunk: Int = 4_096) throws {
    let bytes = Array(log)
    var offset = 0
    var importer = LogImporter()
    importer.form = .text
    importer.format = format
    var sink = Sink()
    summary = try importer.run(
      { limit in
        let end = min(bytes.count, offset + min(limit, chunk))
        defer { offset = end }
        return Array(bytes[offset..<end])
      }, into: &sink)
    traces = sink.traces
  }

  init(_ log: String, format: LogFormat? = nil) throws { try self.init(log.utf8, format: format) }

  /// One of the logs beside the tests.
  init(file: String) throws { try self.init(Self.bytes(of: file)) }

  static func bytes(of file: String) throws -> [UInt8] {
    [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Logs/\(file)")))
  }

  /// The notifications of a session, as text.
  func told(_ session: Int = 0) throws -> [String] {
    var reader = try TraceReader(bytes: traces[session])
    var words: [String] = []
    while let record = try reader.nextKnown() {
      guard case .step(let step) = record else { continue }
      for output in step.outputs { words.append(TraceMessage(output).description) }
    }
    return words
  }

  /// The ids of the laws that a session breaks.
  func broken(_ session: Int = 0) throws -> Set<String> {
    var reader = try TraceReader(bytes: traces[session])
    return Set(try ObservedChecker().check(&reader).issues.map(\.property.id))
  }

  private struct Sink: LogTraceSink {
    var traces: [[UInt8]] = []

    mutating func begin(session: Int) { traces.append([]) }
    mutating func append(_ bytes: [UInt8], session: Int) { traces[session - 1] += bytes }
    mutating func end(session: Int) {}
  }
}
