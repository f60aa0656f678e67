import Foundation
import PlayerTesting
import ReducerTesting
import Testing

@Suite("Commands to copy")
struct ShellWordTests {
  @Test("a quoted word survives a shell, whatever it contains", arguments: ShellWordTests.words)
  func roundTrip(_ word: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "printf %s \(ShellWord.quoted(word))"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // A word that looks like an option becomes a path to the same file.
    #expect(output == (word.hasPrefix("-") && !word.contains("\n") ? "./" + word : word))
  }

  static let words = [
    "", "found/plain-1.trace.jsonl", "My Music/a b.trace", "it's", "\"quoted\"", "$HOME/`x`", "a;b&c|d>e<f", "*?[x]",
    "-n",
    "-n a", "é ü 日本", "tab\tand\nline", "\u{1B}[2J", "\u{202E}turned", "0..<100", "back\\slash",
  ]

  @Test("a path that needs no quotes has none, and no invisible character stays in a command")
  func plain() {
    #expect(ShellWord.quoted("/tmp/found/a-1.trace.jsonl") == "/tmp/found/a-1.trace.jsonl")
    #expect(ShellWord.quoted("a b") == "'a b'")
    #expect(ShellWord.quoted("it's") == "'it'\\''s'")
    #expect(!ShellWord.quoted("\u{1B}[2J").unicodeScalars.contains("\u{1B}"))
    #expect(PlayerModel().explainCommand(for: "a b/c.trace.jsonl") == "tapedeck explain 'a b/c.trace.jsonl'")
    #expect(
      WorldModel().replayCommand(for: "$x.world.yaml", breaking: "any") == "tapedeck simulate --check '$x.world.yaml'")
  }
}
