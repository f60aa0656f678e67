import Foundation
import PlayerCore
import Testing

@testable import tapedeck

@Suite("Key files")
struct KeyFileTests {
  private func read(_ text: String) throws -> KeyBindings { try KeyFile(path: "keys").bindings(of: text) }

  @Test("change what they name, and nothing else")
  func changesOnlyNamedKeys() throws {
    let keys = try read(
      """
      \u{FEFF}# a comment

      left = seek -5s
        right=seek=+5s
      = = volume +10
      shift+left=nothing
      hash = chapter previous
      Space = log
      é = audio-language de
      """)
    #expect(keys.meaning(of: .left) == .action(.seek(.skip(.seconds(-5)), .exact)))
    #expect(keys.meaning(of: .right) == .action(.seek(.skip(.seconds(5)), .exact)))
    #expect(keys.meaning(of: .character("=")) == .action(.changeVolume(100)))
    #expect(keys.meaning(of: .shiftLeft) == nil)
    #expect(keys.meaning(of: .character("#")) == .action(.chapter(.previous)))
    #expect(keys.meaning(of: .character(" ")) == .log)
    #expect(keys.meaning(of: .character("é")) == .action(.preferLanguage(.audio, "de")))
    #expect(keys.meaning(of: .up) == KeyBindings.standard.meaning(of: .up))
  }

  @Test(
    "with a mistake name the line, what was found, what is expected, and a suggestion",
    arguments: [
      ("x = sek -5s", 1, "found the action 'sek', expected an action", "Did you mean seek?"),
      ("\n\nlft = pause", 3, "found the key 'lft', expected one character, or a name", "Did you mean left?"),
      ("# a\npause", 2, "found 'pause', expected key = action", ""),
      ("x =", 1, "found no action", ""),
      ("x = seek soon", 1, "found 'seek soon'", "90, 1:30, 50%"),
      ("x = quit now", 1, "found 'quit now', expected 'quit' alone", ""),
      ("x = chapter 0", 1, "expected next, previous or its number", ""),
      ("x = log\ny = log\nx = help", 3, "found the key 'x' again, expected each key once; it is on line 1, too", ""),
      ("x = vol\u{1B}[2J", 1, #"vol\u{1b}[2J"#, ""),
    ] as [(String, Int, String, String)])
  func mistakes(_ text: String, _ line: Int, _ words: String, _ hint: String) {
    let error = #expect(throws: KeyFileError.self) { try read(text) }
    let sentence = error?.description ?? ""
    #expect(sentence.hasPrefix("keys, line \(line): found ") && sentence.contains(words), "\(sentence)")
    #expect(hint.isEmpty || sentence.contains(hint), "\(sentence)")
    #expect(Printable.text(sentence) == sentence)
  }

  @Test("The default keys can be read, and their help is complete")
  func standard() {
    #expect(KeyBindings.standard.list.count == KeyBindings.defaults.count)
    let entries = KeyHelp(.standard).entries
    #expect(Set(entries.flatMap(\.keys)) == Set(KeyBindings.defaults.map(\.key)))
    #expect(!entries.contains { $0.meaning == $0.keys.first?.sign })
    #expect(KeyHelp(.standard).hint.hasPrefix("? help   q quit   space pause   ← → 10 s"))
  }

  @Test("The help shows what a file changes, and the hint only what still applies")
  func help() throws {
    let keys = try read("left = seek -5s\nq = nothing\nQ = nothing\nx = seek 50%\n")
    let help = KeyHelp(keys)
    #expect(help.entries.contains { $0.keys == [.left] && $0.meaning == "seek -5s" })
    #expect(help.entries.contains { $0.keys.contains(.character("x")) })
    #expect(!help.hint.contains("quit") && !help.hint.contains("10 s"))
  }

  @Test("The file is in the user's configuration folder")
  func path() {
    #expect(KeyFile.standardPath(["HOME": "/home/a"]) == "/home/a/.config/tapedeck/keys")
    #expect(KeyFile.standardPath(["HOME": "/home/a", "XDG_CONFIG_HOME": "/c"]) == "/c/tapedeck/keys")
    #expect(KeyFile.standardPath(["HOME": "/home/a", "XDG_CONFIG_HOME": "c"]) == "/home/a/.config/tapedeck/keys")
    #expect(KeyFile.standardPath([:]) == nil)
  }

  @Test("Folders, missing files, invalid text and endless files are refused")
  func noText() throws {
    let scratch = try Scratch()
    try Data([0x78, 0xFF, 0xFE]).write(to: URL(filePath: scratch.file("bytes")))
    for path in [scratch.path, scratch.file("bytes"), "/dev/zero", scratch.file("none")] {
      #expect(throws: KeyFileError.self, "\(path)") { try KeyFile.read(path) }
    }
  }
}
