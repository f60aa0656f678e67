import PlayerSimulation
import Testing

/// Scenarios that would cost more than their length.
@Suite("Hostile scenarios")
struct ScenarioGuardTests {
  private static func problems(_ text: String) -> [ScenarioProblem] {
    do throws(ScenarioError) {
      _ = try ScenarioFile(text: text)
      return []
    } catch {
      if case .damaged(_, let problems) = error { return problems }
      return []
    }
  }

  private static let media = "scenario: a\nmedia: {duration: 1 min}\n"

  @Test(
    "no line end hides an anchor or a reference",
    arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"])
  func references(_ end: String) {
    let anchor = Self.problems("scenario: a\(end)source: &name value\(end)")
    #expect(anchor.first?.expected == "no anchors" && anchor.first?.place.line == 2)
    let reference = Self.problems("scenario: a\(end)source: *name\(end)")
    #expect(reference.first?.expected == "no references" && reference.first?.place.line == 2)
  }

  @Test("an '&' in a text, in quotes or in a comment is none")
  func ampersands() throws {
    let texts = ["Tom & Jerry", "'&Tom'", "\"&Tom\"", "Tom&Jerry # &a", "R&B", "'- &a [&b]'"]
    for text in texts { #expect(Self.problems("\(Self.media)source: \(text)\n").isEmpty, "\(text)") }
    #expect(try ScenarioFile(text: "\(Self.media)source: '*a &b'\n").scenario.origin == "*a &b")
  }

  @Test("keys that are references of references are refused before they are compared")
  func aliasKeys() {
    var text = "a0: &a0 {x: 1}\r"
    for level in 1...40 { text += "a\(level): &a\(level) {? *a\(level - 1) : *a\(level - 1)}\r" }
    #expect(Self.problems(text).first?.expected == "no anchors")
  }

  @Test(
    "directives, many values, deep nesting",
    arguments: [
      ("%TAG !a! b\n---\nscenario: a", "no directives"),
      (
        "scenario: a\nsource: [" + String(repeating: ",a", count: 1).dropFirst()
          + String(repeating: ",a", count: 300_000), "at most 200000 values"
      ),
      ("a:\n" + (1...40).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), "at most 32 levels"),
      (String(repeating: "[", count: 500_000), "at most 32 levels"),
      (String(repeating: "? ", count: 250_000), "at most 32 levels"),
    ])
  func bounds(_ text: String, _ expected: String) { #expect(Self.problems(text).first?.expected == expected) }

  @Test(
    "letters with hundreds of marks are refused, however they are written",
    arguments: [
      "source: a" + String(repeating: "\u{316}\u{301}", count: 100_000),
      "source: \"a" + String(repeating: "\\u0316\\u0301", count: 40_000) + "\"",
      "? a" + String(repeating: "\u{316}\u{301}", count: 100_000) + "\n: 1",
    ])
  func marks(_ line: String) {
    #expect(Self.problems(Self.media + line).first?.expected == "at most 128 combining marks in a row")
  }

  @Test("of many unknown words the first twenty are shown, with what was meant")
  func unknownWords() {
    let steps = [String](repeating: "- at 1 s: pauze", count: 4_000)
    let problems = Self.problems(Self.media + "expect:\n- playng\nsteps:\n" + steps.joined(separator: "\n"))
    #expect(problems.count == ScenarioLimit.problems)
    // Expectations are read after steps, and stand before them.
    #expect(problems.map(\.place.line) == [4] + Array(6...24))
    #expect(problems.allSatisfy { $0.advice.hasPrefix("Did you mean") })
    let words = (0..<8_000).map { "wrd\($0): 1" }.joined(separator: "\n")
    #expect(Self.problems(Self.media + words).map(\.place.line) == Array(3...22))
  }

  @Test("a line of comparisons")
  func comparisons() {
    #expect(!Self.problems(Self.media + "expect: [" + String(repeating: ">,", count: 300_000)).isEmpty)
  }

  @Test("ten thousand texts, each used again")
  func texts() throws {
    let texts = (0..<8_000).map { "- text \($0)" }.joined(separator: "\n")
    let steps = (0..<8_000).map { "- at 1 s: prefer audio 'text \(7_999 - $0)'" }.joined(separator: "\n")
    #expect(Self.problems(Self.media + "texts:\n\(texts)\nsteps:\n\(steps)").count == ScenarioLimit.problems)
    let titles = (0..<8_000).map { "- {from: \($0) s, to: \($0 + 1) s, title: \"text \($0 / 2)\"}" }
    let scenario = try ScenarioFile(
      text: "scenario: a\nmedia:\n  duration: 3 h\n  chapters:\n" + titles.map { "  \($0)\n" }.joined()
    ).scenario
    #expect(scenario.texts.count == 4_000)
  }

  @Test("a step with a text too many says so")
  func tooManyTexts() {
    let steps = (1...10_001).map { "- at 1 s: prefer audio qaa-x\($0)" }.joined(separator: "\n")
    let problems = Self.problems(Self.media + "steps:\n" + steps)
    #expect(problems.count == 1 && problems[0].place.line == 10_004)
    #expect(problems.first?.expected == "at most 10,000 texts, each of at most 4,096 bytes")
  }

  @Test("a language among a hundred thousand tracks")
  func languages() {
    let tracks = "audio: [" + String(repeating: "de,", count: 20_000) + "]"
    let steps = String(repeating: "- at 1 s: audio fr\n", count: 10_000)
    let problems = Self.problems("scenario: a\nmedia: {duration: 1 min, \(tracks)}\nsteps:\n\(steps)")
    #expect(problems.count == ScenarioLimit.problems && problems[0].advice.contains("de"))
  }
}
