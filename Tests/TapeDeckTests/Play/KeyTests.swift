import PlayerCore
import Testing

@testable import tapedeck

@Suite("Keys")
struct KeyTests {
  @Test(
    "are decoded",
    arguments: [
      ("q", [.character("q")]), (" ", [.character(" ")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
      ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\u{1B}[1;2C", [.shiftRight]), ("\u{1B}[H\u{1B}[4~", [.home, .end]),
      ("\u{7F}", [.backspace]), ("é×", [.character("é"), .character("×")]), ("\u{1B}[15~q", [.character("q")]),
      ("\u{1B}q", [.escape, .character("q")]), ("\t\r\n", [.tab, .enter, .enter]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]), ("\u{0}\u{1}", []),
      ("\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<2;1;1M\u{1B}[<35;1;1Mq", [.character("q")]),
      ("\u{1B}[M q!q", [.character("q")]),
    ] as [(String, [Key])])
  func decode(_ text: String, _ keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array(text.utf8)) == keys)
    #expect(!decoder.isPending)
  }

  @Test("are decoded from pieces, cut anywhere")
  func pieces() {
    let bytes = Array("a\u{1B}[1;2Dé\u{1B}[B\u{1B}[<0;3;4M\u{1B}[5~z".utf8)
    for cut in 1..<bytes.count {
      var decoder = KeyDecoder()
      let keys = decoder.decode(Array(bytes[..<cut])) + decoder.decode(Array(bytes[cut...]))
      #expect(keys == ["a", .shiftLeft, "é", .down, .pageUp, "z"])
    }
  }

  @Test("An escape without a sequence is a key; half a sequence is not")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.decode(Array("\u{1B}[1".utf8)) == [])
    #expect(decoder.flush() == [])
  }

  @Test("Any bytes are accepted, and the next key is decoded")
  func anyBytes() {
    var decoder = KeyDecoder()
    // Knuth's multiplicative hash: the same bytes in every run.
    for start in stride(from: UInt32(0), to: 16_000, by: 8) {
      _ = decoder.decode((start..<start + 8).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 16) })
    }
    _ = decoder.flush()
    #expect(decoder.decode([UInt8(ascii: "q")]) == [.character("q")])
  }

  @Test("have the documented meanings")
  func standardBindings() {
    #expect(KeyTable.meaning(of: .character(" ")) == .action(.command(.toggle)))
    #expect(KeyTable.meaning(of: .left) == .action(.seek(.skip(.seconds(-10)), .exact)))
    #expect(KeyTable.meaning(of: .up) == .action(.seek(.skip(.seconds(60)), .exact)))
    #expect(KeyTable.meaning(of: .character("7")) == .action(.seek(.part(700), .exact)))
    #expect(KeyTable.meaning(of: .character("q")) == .quit)
    #expect(KeyTable.meaning(of: .character("t")) == .action(.nextTrack(.subtitle)))
    #expect(KeyTable.meaning(of: .character("x")) == nil)
  }

  @Test("The hint and the page name keys as they are labelled")
  func help() {
    #expect(KeyTable.hint.hasPrefix("? help   q quit   space pause   ← → 10 s"))
    let signs = Set(KeyTable.rows.flatMap(\.bindings).map(\.key.sign))
    for entry in KeyTable.hint.split(separator: "   ") {
      #expect(signs.contains(String(entry.prefix { $0 != " " })), "\(entry)")
    }
    let lines = KeyTable.page.split(separator: "\n")
    #expect(lines.contains("  left right          back or forward 10 s"))
    #expect(lines.contains("  0 - 9               to 0 % - 90 %"))
    #expect(lines.contains("  / - * + =           volume by 5 %"))
  }

  @Test("Changes of rate and volume stay within the limits")
  func changes() {
    let player = Player()
    func command(_ action: Action) -> Action.Order {
      action.order(for: player, item: { _ in .none }, text: { _ in .none })
    }
    #expect(command(.changeRate(100)) == .command(.setRate(.thousandths(1_100))))
    #expect(command(.changeRate(.max)) == .command(.setRate(.thousandths(2_000))))
    #expect(command(.changeRate(-900)) == .command(.setRate(.thousandths(500))))
    #expect(command(.changeVolume(50)) == .command(.setVolume(left: 1_000, right: 1_000)))
    #expect(command(.toggleMuted) == .command(.setMuted(true)))
  }
}
