import PlayerCore

/// A word, or a form of several words, that scenario files understand.
public struct ScenarioWord: Hashable, Sendable {
  /// Where words are used.
  public enum Place: String, CaseIterable, Sendable {
    /// Keys of the whole file.
    case file
    /// Keys of `media` and `live`.
    case media
    /// Keys of a track.
    case track
    /// Keys of a chapter or a cue.
    case range
    /// Keys of a network.
    case network
    /// Keys of `engine`.
    case engine
    /// Keys of a segment.
    case segment
    /// Keys of `load`.
    case load
    /// When a step happens.
    case when
    /// What a step does.
    case action
    /// What can go wrong, by name and fields: `{fault: NAME, …}`.
    case fault
    /// What is expected.
    case expectation
    /// What is expected of the state at an instant.
    case property
  }

  /// Where it is used.
  public var place: Place
  /// The word, or the form: values are in braces.
  public var form: String
  /// The form of its value; empty where there is none.
  public var takes: String
  /// Its default; empty where there is none.
  public var standard: String
  /// What it means, in a sentence.
  public var text: String

  init(_ place: Place, _ form: String, _ takes: String, standard: String = "", _ text: String) {
    (self.place, self.form, self.takes, self.standard, self.text) = (place, form, takes, standard, text)
  }

  /// Words without a value.
  init(_ place: Place, _ form: String, _ text: String) { self.init(place, form, "", text) }

  /// Every word, by its place.
  public static let all: [ScenarioWord] =
    keys + when + ActionPhrase.all.map(action) + dependentActions + FaultWords.entries.map(fault) + expectations
    + StateProperty.allCases.map(property)

  /// The keys of a place, in the order in which they are explained.
  static func keys(of place: Place) -> [String] { keys.filter { $0.place == place }.map { $0.form } }

  private static func action(_ phrase: ActionPhrase) -> ScenarioWord {
    // In patterns a comma is a separate word.
    let form = phrase.pattern.split(separator: " ").reduce("") { form, word in
      form + (form.isEmpty || word == "," ? "" : " ") + word
    }
    return ScenarioWord(.action, form, actionTexts[phrase.pattern] ?? "")
  }

  private static func fault(_ entry: MessageWords.Entry) -> ScenarioWord {
    let fields = entry.fields.map { "\($0.name): \(MessageWords.shared.expectation($0.type))" }
    return ScenarioWord(.fault, entry.name, fields.joined(separator: "; "), faultTexts[entry.name] ?? "")
  }

  private static func property(_ property: StateProperty) -> ScenarioWord {
    ScenarioWord(
      .property, property.rawValue, MessageWords.shared.expectation(property.type),
      propertyTexts[property.rawValue] ?? "")
  }
}
