import Foundation
import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

@Suite struct VocabularyTests {
  /// The hashes in the headers of the archive.
  @Test func baseVocabularyMatchesFirstTraces() throws {
    #expect(hexadecimal(TraceVocabulary.base.hash) == "84e51b677c691dd1")
    #expect(hexadecimal(TraceVocabulary.base.layout) == "3b6b5a462d2efe49")
    #expect(TraceVocabulary.base.changes.isEmpty)
  }

  @Test func currentVocabularyMatchesCore() {
    #expect(TraceVocabulary.current.hash == Vocabulary.hash)
    #expect(TraceVocabulary.current.layout == TraceHeader.currentStateLayout)
    #expect(TraceVocabulary.current.freshState(settings: TraceHeader().settingValues) == Player().stateValues)
  }

  /// A build without strings has them as a constant.
  @Test func embeddedChangesMatchCore() throws {
    let changes = TraceVocabulary.current.changes.joined(separator: "\n")
    guard ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] == nil else { return try write(changes) }
    #expect(
      VocabularyChanges.text == changes,
      "the vocabulary changed: TAPEDECK_WRITE_TABLES=1 swift test --filter VocabularyTests writes the changes anew")
  }

  private func write(_ changes: String) throws {
    let file = Archive.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/PlayerTrace/Schema/VocabularyChanges.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "static var text: String {"))
    let end = try #require(text.range(of: "\n  #if hasFeature(Embedded)"))
    let literal = changes.isEmpty ? " \"\" }\n" : "\n    \"\"\"\n\(indented(changes))\n    \"\"\"\n  }\n"
    let replaced = text[..<start.upperBound] + literal + text[end.lowerBound...]
    try String(replaced).write(to: file, atomically: true, encoding: .utf8)
  }

  private func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }

  /// Changes turn one vocabulary into another, whichever two they are.
  @Test(arguments: 0..<60) func changesConvertVocabularies(seed: UInt64) throws {
    var random = Seeded(seed)
    var (a, b) = (VocabularyLines.base, VocabularyLines.base)
    for _ in 0..<random.below(12) { Self.alter(&a, &random) }
    for _ in 0..<random.below(12) { Self.alter(&b, &random) }
    var made = a
    for line in b.changes(from: a) { try made.apply(line) }
    #expect(made == b)
    #expect(try TraceVocabulary(made).hash == TraceVocabulary(b).hash)
  }

  /// Adds, removes or changes something.
  private static func alter(_ lines: inout VocabularyLines, _ random: inout Seeded) {
    let name = "x\(random.below(1_000_000))"
    switch random.below(12) {
    case 0: lines.inputs[UInt8(random.below(40) + 27)] = "\(name) request:request gain:int"
    case 1: lines.inputs[UInt8(random.below(27))] = nil
    case 2: lines.outputs[UInt8(random.below(40) + 60)] = "\(name) reason:reason level:long"
    case 3: lines.outputs[UInt8(random.below(53) + 1)] = nil
    case 4: lines.outputs[18] = "stallBegan reason:reason count:int \(name):time"
    case 5: lines.enumerations.append("\(name) one two")
    case 6: lines.enumerations[5] += " \(name)"
    case 7: lines.settings[UInt8(random.below(100) + 78)] = "\(name) bool 1"
    case 8: lines.settings[UInt8(random.below(78))] = nil
    case 9:
      lines.state.insert(.init(name: "transport.\(name)", rest: "int 7"), at: random.below(lines.state.count + 1))
    case 10: if !lines.state.isEmpty { lines.state.remove(at: random.below(lines.state.count)) }
    default: lines.state.swapAt(random.below(lines.state.count), random.below(lines.state.count))
    }
  }

  /// Each of these is an error that names the line, and never a crash.
  @Test(arguments: [
    "", "input", "input 300 a", "input -1 a", "input x a", "input  9 a", "noun 9 a", "enum 40 a b", "enum 0 anchor",
    "state", "state nowhere", "state a b c d", "state a int x after -", "state new int 0 after nowhere",
    "state transport.rate int 0 after -", "setting 90 a", "setting 90 a bool", "setting 90 a bool yes", "input 40 a b",
    "input 40 a b:", "input 40 play request:request", "input 40 a x:int x:int", "setting 90 autoplay bool 0",
    "input 40 a\"b", "output 60 " + String(repeating: "a", count: 100), "enum 17 e \u{1b}", "enum 17 é a",
    "state x in\nt 0 after -",
    "input 40 a a:int b:int c:int d:int e:int f:int g:int h:int i:int j:int k:int l:int m:int",
  ])
  func invalidChangesAreRefused(line: String) {
    #expect(throws: Flaw.self) { try TraceVocabulary.with(changes: [line]) }
  }

  @Test func tooManyFieldsAreRefused() {
    let lines = (0..<300).map { "state x.f\($0) int 0 after -" }
    #expect(throws: Flaw.self) { try TraceVocabulary.with(changes: lines) }
  }
}

extension Seeded {
  fileprivate mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }
}
