import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("A trace as a test")
struct TraceTestTests {
  private let folder = "\(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })/Traces/"

  private func test(_ bytes: [UInt8], _ name: String, in language: TestLanguage) throws -> String {
    String(
      decoding: try bytes.withUnsafeBytes { try TraceMemory($0, name: name).test(in: language) }, as: UTF8.self)
  }

  /// The literal of a Swift test, as a compiler reads it; `nil` when something in it would be more than text.
  private func literal(_ test: String) throws -> [UInt8]? {
    let lines = test.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("  let trace = #") })
    let hashes = lines[first].drop { $0 != "#" }.prefix { $0 == "#" }
    let last = try #require(lines.lastIndex { $0 == "    \"\"\"\(hashes)" })
    let body = lines[(first + 1)..<last]
    guard body.allSatisfy({ $0.hasPrefix("    ") && !$0.contains("\"\"\"\(hashes)") && !$0.contains("\\\(hashes)") })
    else { return nil }
    return body.flatMap { Array($0.dropFirst(4).utf8) + [UInt8(ascii: "\n")] }
  }

  @Test(
    "A Swift test has the inputs and outputs of the trace, and they replay",
    arguments: ["http-stall", "episode-sponsorblock", "retry-outage"])
  func swift(_ name: String) throws {
    let bytes = try WholeTrace.bytes(of: folder + name + ".trace.jsonl")
    let text = try test(bytes, "some/folder/\(name).trace.jsonl", in: .swift)
    #expect(text.contains("@Test(\"\(name)\")"))
    var reader = try TraceReader(bytes: #require(try literal(text)))
    let report = try TraceReplayer.replay(&reader)
    var original = try TraceReader(bytes: bytes)
    let expected = try TraceReplayer.replay(&original)
    #expect(report.difference == nil && report.steps == expected.steps && report.outputs == expected.outputs)
    #expect(text.contains("#expect(report.steps == \(expected.steps))"))
  }

  @Test("A JavaScript test has every input with its outputs")
  func javaScript() throws {
    let bytes = try WholeTrace.bytes(of: folder + "clip-pause.trace.jsonl")
    let text = try test(bytes, "clip-pause.trace.jsonl", in: .javascript)
    var reader = try TraceReader(bytes: bytes)
    let report = try TraceReplayer.replay(&reader)
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  step(") }.count == Int(report.steps))
    #expect(lines.filter { $0.hasPrefix("    { name: \"") }.count == Int(report.outputs))
    #expect(
      text.contains("test(\"clip-pause\", () => {") && text.contains("{ name: \"load\", request: 1, item: 1, \"start."))
  }

  @Test("Hostile names, texts and notes are plain text in the test")
  func hostile() throws {
    let hostile = [
      "\\#(fatalError())", "\"\"\"#", "\"\"\"###\n", "\\##(x)##", "*/ ` ${x} </script>", "\u{2028}\u{202E}",
    ]
    var encoder = TraceEncoder(.text, header: TraceHeader(engine: "e\nfatalError()", note: "n\n\"); fatalError() //"))
    for (number, words) in hostile.enumerated() {
      encoder.encode(.definition(.text(TextID(UInt32(number + 1)), words)))
      encoder.encode(.definition(.item(ItemID(UInt32(number + 1)), source: words)))
    }
    var player = Player()
    var outputs = Outputs()
    player.receive(.command(.play, RequestID(1)), at: .zero, into: &outputs)
    encoder.encodeStep(1, .command(.play, RequestID(1)), at: .zero, outputs: outputs)
    for name in ["a\"\n) { fatalError() }.trace.jsonl", "\\(fatalError())", ".trace", "…/ü"] {
      let text = try test(encoder.bytes, name, in: .swift)
      var reader = try TraceReader(bytes: #require(try literal(text)))
      var words: [String] = []
      while let record = try reader.next() {
        if case .definition(.text(_, let text)) = record { words.append(text) }
      }
      #expect(words == hostile)
      let outside = text.split(separator: "\n").filter { !$0.hasPrefix("    ") && !$0.hasPrefix("//") }
      #expect(!outside.contains { $0.hasPrefix("fatalError") } && outside.count == 10, "\(outside)")
      let script = try test(encoder.bytes, name, in: .javascript)
      #expect(!script.split(separator: "\n").contains { $0.hasPrefix("fatalError") || $0.hasPrefix(")") })
    }
  }

  @Test("A trace without outputs, or with a step left out, yields no test")
  func refused() throws {
    var header = TraceHeader()
    header.hasOutputs = false
    let silent = TraceEncoder(.text, header: header).bytes
    #expect(throws: TraceError.self) { try self.test(silent, "x", in: .swift) }
    header = TraceHeader()
    header.isExcerpt = true
    let excerpt = TraceEncoder(.text, header: header).bytes
    #expect(throws: TraceError.self) { try self.test(excerpt, "x", in: .javascript) }
  }
}
