import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("Notes in a trace")
struct TraceNotesTests {
  private func converted(_ bytes: [UInt8], _ form: TraceForm, _ notes: [(Int64, String)]) throws -> [UInt8] {
    var all = TraceNotes()
    for (step, words) in notes { all.pin(words, to: step) }
    return try bytes.withUnsafeBytes { try TraceMemory($0, name: "trace").converted(to: form, with: all) }
  }

  private func marks(_ bytes: [UInt8]) throws -> [TraceMark] {
    var reader = try TraceReader(bytes: bytes)
    var marks: [TraceMark] = []
    while let record = try reader.next() { if case .mark(let mark) = record { marks.append(mark) } }
    return marks
  }

  private func replay(_ bytes: [UInt8]) throws -> ReplayReport {
    var reader = try TraceReader(bytes: bytes)
    return try TraceReplayer.replay(&reader)
  }

  @Test("Notes are marks after their steps, in either form; the trace replays as before", arguments: [1, 2])
  func notes(_ seed: UInt64) throws {
    let session = try randomSession(seed, steps: 700)
    let given: [(Int64, String)] = [
      (700, "the end"), (3, "look \"here\"\n\u{1F3AC}"), (0, "before"), (256, "a checkpoint"), (9_999, "nowhere"),
      (4, ""),
    ]
    let expected = [(0, "before"), (3, "look \"here\"\n\u{1F3AC}"), (256, "a checkpoint"), (700, "the end")]
      .map { TraceMark(number: $0.0, text: $0.1) }
    for bytes in [session.text, session.binary] {
      let before = try replay(bytes)
      for form in [TraceForm.text, .binary] {
        let noted = try converted(bytes, form, given)
        #expect(try marks(noted).filter { expected.contains($0) } == expected)
        #expect(try !marks(noted).contains { $0.number == 9_999 })
        let after = try replay(noted)
        #expect(after.difference == nil && after.end == before.end && after.end != nil)
        var view = try ViewedRun(TraceReader(bytes: noted))
        while view.read(atMost: 100) {}
        #expect(view.facts.marks.filter { expected.contains($0) } == expected && view.problem == nil)
        // Saving again replaces notes that were changed or removed; nothing else changes.
        let again = try converted(noted, form, [(3, "other"), (256, "")])
        #expect(try marks(again).map(\.text).filter { $0 == "other" }.count == 1)
        #expect(try !marks(again).contains { $0.number == 256 } && marks(again).contains(expected[0]))
        #expect(
          try converted(again, form, [(3, ""), (0, ""), (700, "")])
            == converted(bytes, form, [(3, ""), (0, ""), (256, ""), (700, "")]))
      }
    }
  }

  @Test("Without notes a conversion does not change; an unfinished trace keeps its notes")
  func unfinished() throws {
    let text = try randomSession(4, steps: 40).text
    #expect(try converted(text, .text, []) == text)
    let end = try #require(text.dropLast().lastIndex(of: UInt8(ascii: "\n")))
    let unfinished = Array(text[...end])
    #expect(try marks(converted(unfinished, .binary, [(40, "last")])).last == TraceMark(number: 40, text: "last"))
    let long = try converted(text, .binary, [(1, String(repeating: "é", count: TraceNotes.longest))])
    #expect(try marks(long).contains { $0.number == 1 && $0.text.utf8.count <= TraceNotes.longest + 3 })
  }
}
