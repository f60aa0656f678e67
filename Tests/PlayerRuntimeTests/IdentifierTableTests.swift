import PlayerCore
import PlayerRuntime
import Testing

@Suite("The identifier table")
struct IdentifierTableTests {
  @Test("the same source gets the same item, the same text the same number")
  func numbers() {
    let library = IdentifierTable()
    let first = library.item(for: "a")
    #expect(library.item(for: "b") != first)
    #expect(library.item(for: "a") == first)
    #expect(library.source(of: first) == "a")
    #expect(library.text("x") == library.text("x"))
    #expect(library.text("") == .none)
    #expect(library.text(of: library.text("x")) == "x")
  }

  @Test("unknown numbers name nothing")
  func unknown() {
    let library = IdentifierTable()
    #expect(library.source(of: ItemID(7)) == nil)
    #expect(library.source(of: .none) == nil)
    #expect(library.text(of: TextID(.max)) == "")
  }

  @Test("each definition appears once, in the order of naming")
  func definitions() {
    let library = IdentifierTable()
    _ = library.item(for: "a")
    _ = library.text("t")
    _ = library.item(for: "a")
    #expect(library.definitions(after: 0) == [.item(ItemID(1), source: "a"), .text(TextID(1), "t")])
    #expect(library.definitions(after: 1) == [.text(TextID(1), "t")])
    #expect(library.definitions(after: 9).isEmpty)
  }

  @Test("a text as long as a book is cut between two characters")
  func longText() {
    let library = IdentifierTable()
    let book = "a" + String(repeating: "ä", count: 100_000)
    let kept = library.text(of: library.text(book))
    #expect(kept.utf8.count <= IdentifierTable.textLimit + 3)
    #expect(kept.hasPrefix("aää") && kept.hasSuffix("ää…"))
  }
}
