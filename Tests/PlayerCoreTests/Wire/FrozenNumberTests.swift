import Foundation
import PlayerCore
import Testing

/// Numbers of the vocabulary are assigned once and never reused: traces of older versions contain them. The number of a
/// preset that is gone is `reserved`: no trace contains its name.
@Suite("Frozen numbers")
struct FrozenNumberTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FrozenNumbers.txt")

  @Test("every number ever assigned keeps its name, and every current number is in the table")
  func frozen() throws {
    let frozen = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n").map(String.init)
    let gone = Self.numbers.filter { !frozen.contains($0) }
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      // Only adds lines, never removes or changes any.
      try ((frozen + gone).joined(separator: "\n") + "\n").write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(gone == [], "new: TAPEDECK_WRITE_TABLES=1 swift test --filter FrozenNumberTests adds them")
      let lost = frozen.filter { !Self.numbers.contains($0) && !$0.hasSuffix(" reserved") }
      #expect(lost == [], "a number that shipped has lost its meaning")
    }
    #expect(Set(frozen).count == frozen.count)
  }

  @Test("no number is assigned twice")
  func unique() throws {
    let frozen = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    let numbers = frozen.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(Set(numbers).count == numbers.count)
  }

  /// The kind of number, the number and its name.
  private static let numbers: [String] = {
    var lines = Vocabulary.inputs.map { "input \($0.code) \($0.name)" }
    lines += Vocabulary.outputs.map { "output \($0.code) \($0.name)" }
    lines += Configuration.Preset.allCases.map { "preset \($0.rawValue) \($0.wireName)" }
    for type in Vocabulary.FieldType.allCases {
      lines += type.cases.map { "\(type.name) \($0.number) \($0.name)" }
    }
    return lines
  }()
}
