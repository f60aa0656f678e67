import PlayerCore
import Testing

@testable import PlayerTrace

/// Texts in traces whose letters have so many marks that comparing them by their meaning would never end.
@Suite("Long texts in traces")
struct LongTextTests {
  private static let marks = String(repeating: "\u{316}\u{301}", count: 100_000)

  private static func bytes(_ form: TraceForm, _ definitions: [TraceDefinition]) -> [UInt8] {
    var encoder = TraceEncoder(form, header: TraceHeader(engine: marks, note: "redacted" + marks))
    for definition in definitions { encoder.encode(.definition(definition)) }
    encoder.encode(.mark(TraceMark(number: 0, text: marks)))
    return encoder.bytes
  }

  @Test("they are read, compared and redacted", arguments: [TraceForm.text, .binary])
  func redaction(_ form: TraceForm) throws {
    let definitions: [TraceDefinition] = [
      .text(TextID(1), Self.marks), .text(TextID(1), Self.marks), .item(ItemID(1), source: "http://a/\(Self.marks)"),
    ]
    var reader = try TraceReader(bytes: Self.bytes(form, definitions))
    var redactor = TraceRedactor()
    #expect(!reader.header.isRedacted)
    #expect(redactor.redact(reader.header).note == "redacted: text-1")
    var found: [TraceRecord] = []
    while let record = try reader.next() { found.append(redactor.redact(record)) }
    #expect(found.count == 4)
    #expect(found.first == .definition(.text(TextID(1), "text-2")))
    #expect(found.last == .mark(TraceMark(number: 0, text: "text-2")))
  }

  @Test("a second definition with other bytes of the same letter is a mistake")
  func definitions() throws {
    let definitions: [TraceDefinition] = [.text(TextID(1), "\u{E9}"), .text(TextID(1), "e\u{301}")]
    var reader = try TraceReader(bytes: Self.bytes(.text, definitions))
    #expect(throws: TraceError.self) { while try reader.next() != nil {} }
  }

  @Test("keys of marks are refused")
  func keys() throws {
    let line = "{\"k\":\"m\",\"\(Self.marks)\":1,\"n\":0,\"x\":\"\"}\n"
    var reader = try TraceReader(bytes: Self.bytes(.text, []) + Array(line.utf8))
    #expect(throws: TraceError.self) { while try reader.next() != nil {} }
  }

  @Test("the name of a source ends at its last slash")
  func titles() {
    let slashes = String(repeating: "/", count: 100_000)
    #expect(SourceTitle.of("http://host/" + Self.marks + slashes + "name.mp4?x") == "name.mp4")
    #expect(SourceTitle.address("http://ann@host/a/b?c") == "http://host/a/b")
  }
}
