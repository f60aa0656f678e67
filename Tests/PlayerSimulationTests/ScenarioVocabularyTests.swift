import Testing

@testable import PlayerSimulation

@Suite("The words of scenarios")
struct ScenarioVocabularyTests {
  @Test("Every word has a sentence")
  func sentences() {
    for word in ScenarioWord.all { #expect(word.text.hasSuffix("."), "\(word.place) \(word.form)") }
  }

  @Test("No sentence describes a form that does not exist")
  func forms() {
    #expect(Set(ScenarioWord.actionTexts.keys) == Set(ActionPhrase.all.map(\.pattern)))
    #expect(Set(ScenarioWord.faultTexts.keys) == Set(FaultWords.entries.map(\.name)))
    #expect(Set(ScenarioWord.propertyTexts.keys) == Set(StateProperty.allCases.map(\.rawValue)))
  }

  @Test("The reader knows every listed key", arguments: ScenarioWord.keys)
  func keys(_ word: ScenarioWord) throws {
    let value = "[]"
    let inside = "scenario: x\nmedia: {duration: 1 min"
    let text =
      switch word.place {
      case .file: "\(word.form): \(value)"
      case .media: "scenario: x\nmedia: {\(word.form): \(value)}"
      case .track: "\(inside), tracks: [{\(word.form): \(value)}]}"
      case .range where word.form == "text": "\(inside), cues: [{\(word.form): \(value)}]}"
      case .range: "\(inside), chapters: [{\(word.form): \(value)}]}"
      case .network: "\(inside)}\nnetwork: {\(word.form): \(value)}"
      case .engine: "\(inside)}\nengine: {\(word.form): \(value)}"
      case .segment: "\(inside)}\nsegments: [{\(word.form): \(value)}]"
      default: "\(inside)}\nload: {\(word.form): \(value)}"
      }
    do { _ = try ScenarioFile(text: text) } catch {
      #expect(!"\(error)".contains("one of its keys, found '\(word.form)'"), "\(error)")
    }
  }
}
