import PlayerText
import Testing

@Suite struct HarmlessTextTests {
  @Test func terminalsAreNotToldWhatMovesTheCursor() {
    #expect(
      TerminalText.harmless("a\u{1B}[2Jb\u{7}\u{8}\r\u{7F}\u{9B}1A\0")
        == #"a\u001b[2Jb\u0007\u0008\u000d\u007f\u009b1A\u0000"#)
    #expect(TerminalText.harmless("\u{1B}]0;title\u{7}") == #"\u001b]0;title\u0007"#)
    let plain = "naïve 漢字 \u{1F468}\u{200D}\u{1F469} é\tb\nc"
    #expect(TerminalText.harmless(plain) == plain)
    let coloured = "\u{1B}[1;31mred\u{1B}[0m\u{1B}[m"
    #expect(TerminalText.harmless(coloured) == coloured)
    #expect(TerminalText.harmless("\u{1B}[12") == #"\u001b[12"# && TerminalText.harmless("\u{1B}") == #"\u001b"#)
    // Not the end of a character of two bytes.
    #expect(TerminalText.harmless([0xC2]) == [0xC2] && TerminalText.harmless([0x9B]) == [0x9B])
  }

  @Test func aLineStaysOne() {
    #expect(LineText.of("\r\n\u{1B}[2Ja\r\nb\u{2028}c\u{85}d\u{9B}\n") == "[2Ja  b c d")
    #expect(LineText.of("\u{1B}\n") == "" && LineText.of("a\0b") == "a\u{FFFD}b")
    #expect(LineText.cue("<b>\n\n00:01 --> 00:02\n&\u{7}") == "&lt;b&gt;  00:01 --&gt; 00:02 &amp;")
  }
}
