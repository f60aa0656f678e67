import PlayerText
import Testing

/// Texts from outside, whose combining marks the standard library sorts when it compares them.
@Suite("Texts compared byte by byte")
struct ExactTextTests {
  /// Marks of two classes in turns, a million bytes of them.
  private static let marks = String(repeating: "\u{301}\u{316}", count: 250_000)

  @Test("texts are the same if their bytes are, and only then")
  func bytes() {
    #expect(ExactText("é") == ExactText("é"))
    #expect(ExactText("\u{E9}") != ExactText("e\u{301}"))
    #expect(Set(["\u{E9}", "e\u{301}", "e\u{301}"].map { ExactText($0) }).count == 2)
    #expect("a b".isExactly("a b") && !"a".isExactly("a b"))
    #expect("a b".begins(with: "a ") && !"a".begins(with: "a "))
  }

  @Test("hundreds of thousands of combining marks are compared and hashed at once")
  func marks() {
    let (one, other) = (ExactText(Self.marks), ExactText(Self.marks + "x"))
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
    #expect(!Self.marks.begins(with: "a"))
  }

  @Test("a letter has at most 128 combining marks")
  func endlessMarks() {
    #expect(Self.marks.hasEndlessMarks)
    #expect(!String(repeating: "e\u{301}\u{316}", count: 1_000).hasEndlessMarks)
    #expect(!("e" + String(repeating: "\u{301}", count: 128)).hasEndlessMarks)
    #expect(("e" + String(repeating: "\u{301}", count: 129)).hasEndlessMarks)
  }

  @Test("keys of JSON are compared and skipped at once")
  func keys() throws {
    let text = #"{"\#(Self.marks)":1,"\#(Self.marks)x":{"\#(Self.marks)":1}}"#
    var json = JSONCursor(ByteRange(text))
    try json.skipValue()
    let isRead = json.isAtEnd
    #expect(isRead)
  }

  @Test("members of nested objects are entered no deeper than the limit")
  func depth() throws {
    var json = JSONCursor(file: Array(String(repeating: #"{"a":"#, count: 100_000).utf8), rules: .file(depthLimit: 40))
    var depth = 0
    #expect(throws: Flaw.self) {
      while depth < 1_000 {
        var isFirst = true
        try json.expect(UInt8(ascii: "{"))
        _ = try json.enterMember(&isFirst)
        depth += 1
      }
    }
    #expect(depth == 40)
  }

  @Test("a key in the place of an error is cut")
  func longKey() throws {
    var json = JSONCursor(file: Array("{\"\(String(repeating: "k", count: 100_000))\":1}".utf8), rules: .file())
    var isFirst = true
    try json.expect(UInt8(ascii: "{"))
    _ = try json.enterMember(&isFirst)
    #expect(json.field.utf8.count < 1_000)
  }
}
