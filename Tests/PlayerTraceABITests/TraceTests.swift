import CTapeDeck
import CTapeDeckTrace
import Foundation
import PlayerCore
import PlayerTesting
import PlayerTrace
import PlayerTraceABI
import Testing

/// The C interface reads from traces what Swift reads from them.
@Suite("The C library that reads traces")
struct TraceTests {
  /// A C trace, closed with the object.
  private final class Handle {
    let bytes: UnsafeMutableRawBufferPointer
    let trace: OpaquePointer

    init(_ content: [UInt8], name: String) throws {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, content.count), alignment: 1)
      bytes.copyBytes(from: content)
      self.bytes = bytes
      var options = td_trace_options()
      options.size = UInt32(MemoryLayout<td_trace_options>.size)
      options.abi = UInt32(TD_VERSION_MAJOR) << 16 | UInt32(TD_VERSION_MINOR)
      options.vocabulary = Vocabulary.hash
      var trace: OpaquePointer?
      let result = name.withCString { name in
        options.name = name
        return td_trace_open(bytes.baseAddress, content.count, &options, &trace)
      }
      try #require(result == 0)
      self.trace = try #require(trace)
    }

    deinit {
      td_trace_close(trace)
      bytes.deallocate()
    }

    func bytes(_ ask: (OpaquePointer, UnsafeMutablePointer<td_text>) -> td_result) -> [UInt8] {
      var text = td_text()
      guard ask(trace, &text) == 0 else { return [] }
      return Array(UnsafeRawBufferPointer(start: text.bytes, count: text.length))
    }

    func text(_ ask: (OpaquePointer, UnsafeMutablePointer<td_text>) -> td_result) -> (result: td_result, text: String) {
      var text = td_text()
      let result = ask(trace, &text)
      let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
      return (result, String(decoding: bytes, as: UTF8.self))
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Traces")
    .standardized

  private static var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.hasSuffix(".trace.jsonl") }
        .sorted { $0.path < $1.path }
    }
  }

  @Test("golden traces are read record by record, exactly as in their files", arguments: try files)
  func records(file: URL) throws {
    let content = try Array(Data(contentsOf: file))
    let handle = try Handle(content, name: file.lastPathComponent)
    var found = handle.text(td_trace_header).text + "\n"
    var next = handle.text(td_trace_next)
    while next.result == 0 {
      found += next.text
      next = handle.text(td_trace_next)
    }
    #expect(found == String(decoding: content, as: UTF8.self))
    #expect(Int(next.result) == Int(TD_TRACE_ENDED))
    #expect(next.text.hasPrefix(#"{"isFinished":true"#))
  }

  @Test("messages match the steps of the trace", arguments: try files)
  func messages(file: URL) throws {
    let handle = try Handle(Array(Data(contentsOf: file)), name: file.lastPathComponent)
    var messages = [td_message](repeating: td_message(), count: 256)
    var found: [td_message] = []
    var count = 0
    repeat {
      #expect(td_trace_messages(handle.trace, &messages, messages.count, &count) == 0)
      found += messages[..<count]
    } while count > 0
    var rest = found[...]
    var reader = try TraceReader(path: file.path)
    while let record = try reader.nextKnown() {
      guard case .step(let step) = record else { continue }
      let first = rest.popFirst()
      let input = try #require(first)
      #expect((input.code, input.time, input.reserved) == (step.input.code, step.instant.microseconds, 0))
      #expect(Int64(input.input) == step.number)
      for expected in step.outputs {
        let next = rest.popFirst()
        let output = try #require(next)
        let message = expected.message
        #expect((output.code, Int(output.count), output.reserved) == (message.code, message.count - 1, 1))
        #expect(Int64(output.context) == message[0])
        let fields = withUnsafeBytes(of: output.fields) { Array($0.bindMemory(to: Int64.self)) }
        #expect(Array(fields[..<(message.count - 1)]) == (1..<message.count).map { message[$0] })
      }
    }
    #expect(rest.isEmpty)
  }

  @Test("checks find what Swift's checker finds, at the same steps", arguments: try files)
  func checks(file: URL) throws {
    let golden = try String(contentsOf: file, encoding: .utf8)
    for content in [golden, golden.replacing("\"to\":\"playing\"", with: "\"to\":\"paused\"")] {
      let handle = try Handle(Array(content.utf8), name: file.lastPathComponent)
      let found = handle.text { td_trace_check($0, "phantom-stall never-plays", 3, $1) }
      var checker = TraceChecker(PlayerModel().allowing(["phantom-stall", "never-plays"]))
      checker.issuesPerProperty = 3
      var reader = try TraceReader(bytes: Array(content.utf8))
      let report = try checker.check(&reader)
      #expect(found.result == 0)
      let issues = try JSONDecoder().decode(Issues.self, from: Data(found.text.utf8))
      #expect(issues.issueCount == report.issueCount && issues.inputs == report.steps)
      #expect(issues.verdict == (report.issueCount == 0 ? "ok" : "issues"))
      #expect(issues.issues.map(\.property) == report.issues.map(\.property.id))
      #expect(issues.issues.map(\.step) == report.issues.map(\.step))
      #expect(issues.issues.map(\.detail) == report.issues.map(\.detail))
    }
  }

  private struct Issues: Decodable {
    struct Issue: Decodable {
      var property: String
      var step: Int64
      var detail: String
    }

    var verdict: String
    var inputs: Int64
    var issueCount: Int
    var issues: [Issue]
  }

  @Test("a trace converts to binary, and back to the same text", arguments: try files)
  func conversions(file: URL) throws {
    let content = try Array(Data(contentsOf: file))
    let handle = try Handle(content, name: file.lastPathComponent)
    let binary = handle.bytes { td_trace_convert($0, TD_TRACE_BINARY, $1) }
    #expect(binary.count < content.count)
    #expect(try Handle(binary, name: "binary").bytes { td_trace_convert($0, TD_TRACE_TEXT, $1) } == content)
  }

  @Test("an error has its kind and the trace's name")
  func errors() throws {
    let file = try #require(try Self.files.first)
    let handle = try Handle(Array(Data(contentsOf: file)), name: "näme")
    #expect(handle.text(td_trace_error).text == "{}")
    let explained = handle.text { td_trace_explain($0, .max, $1) }
    #expect(Int(explained.result) == Int(TD_ERROR_VALUE))
    let error = handle.text(td_trace_error).text
    #expect(error.hasPrefix(#"{"kind":"noSuchPlace","message":"there is no step 9223372036854775807"#))
    #expect(error.hasSuffix(#""trace":"näme"}"#))
  }
}
