import Foundation

/// The vocabulary of the player in words, from the specification.
struct VocabularyWords: Decodable {
  struct Name: Decodable {
    var name: String
    var text: String
  }

  struct Cases: Decodable {
    var name: String
    var text: String
    var cases: [Name]
  }

  struct Message: Decodable {
    struct Field: Codable {
      var name: String
      var type: String
      var text: String
    }

    var name: String
    var family: String
    var text: String
    var fields: [Field]
  }

  struct Failure: Decodable {
    var name: String
    var text: String
    /// What usually causes it.
    var cause: String
    /// Who finds it: the player, the engine, or both.
    var reporter: String
    /// Whether a network that returns can heal it.
    var connectivity: Bool
  }

  struct Setting: Decodable {
    var name: String
    /// Such as span, flag or rate.
    var type: String
    var `default`: String
    var range: String
    var topic: String
    var text: String
  }

  struct Preset: Decodable {
    struct Value: Codable {
      var setting: String
      var value: String
      /// Empty if no reason is needed.
      var why: String
    }

    var name: String
    var text: String
    /// The settings that differ from the defaults.
    var settings: [Value]
  }

  var types: [Name]
  var enumerations: [Cases]
  var sets: [Cases]
  var inputs: [Message]
  var outputs: [Message]
  var failures: [Failure]
  var settings: [Setting]
  var presets: [Preset]

  /// Reads the generated text; a test does so, too.
  static func read() throws -> VocabularyWords { try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }
}
