/// The parsed and checked content of `player.yaml`.
struct Specification {
  static let path = "Sources/Specification/player.yaml"

  var types: [FieldType] = []
  var structures: [Structure] = []
  var enumerations: [Enumeration] = []
  var sets: [BitSet] = []
  var families: [Family] = []
  var failures: [FailureKind] = []
  var settings: [Setting] = []
  var presets: [Preset] = []
  var machines: [Machine] = []
  var transitions: [Transitions] = []
  /// Notifications of changes, in their order within one input.
  var order: [Place] = []
}

/// A type of fields that is neither an enumeration nor a set.
struct FieldType {
  var name: String
  var swift: String
  var text: String
  /// Whether messages can have it; otherwise only the state can.
  var isInMessages = true
  /// The number of bits of a value in a word of the canonical form.
  var bits = 64
}

/// A Swift structure that travels as several fields.
struct Structure {
  var name: String
  var swift: String
  var text: String
  var fields: [Field]
}

/// One field of a message or of a structure.
struct Field {
  /// Its name in messages.
  var name: String
  /// The property of a structure that holds it.
  var property: String
  /// The argument label in Swift; `nil` for none.
  var label: String?
  var type: String
  /// In Swift syntax; `nil` if callers must pass it.
  var standard: String?
  var text: String?
  var line: Int
}

struct Enumeration {
  struct Case {
    var number: Int
    var name: String
    var text: String
    var line: Int
  }

  var name: String
  var swift: String
  var text: String
  var isPublic = true
  /// Whether messages can contain it, so that the registry lists it.
  var isRegistered = true
  /// The case that replaces an unknown number; `nil` for the first.
  var placeholder: String?
  /// The section that contains the cases; `nil` if the enumeration itself does.
  var section: String?
  var cases: [Case]
}

struct BitSet {
  var name: String
  var swift: String
  var text: String
  /// The name and the sentence of the empty set.
  var empty: (name: String, text: String)
  var cases: [Enumeration.Case]
}

/// Messages that are the cases of one Swift enumeration.
struct Family {
  enum Direction: String { case input, output }

  struct Kind {
    var code: Int
    var name: String
    var text: String
    var fields: [Field]
    var line: Int
  }

  var name: String
  /// `nil` if the messages have no separate enumeration.
  var swift: String?
  var direction: Direction
  var codes: ClosedRange<Int>
  /// The prefix of the name in the registry.
  var prefix: String
  /// The type and name of the field with which all messages begin.
  var first: String?
  var text: String
  var kinds: [Kind]
}

/// A part of the state that is a separate Swift structure.
struct Machine {
  struct Field {
    /// As in checkpoints, without the name of the machine.
    var name: String
    /// The path from the machine to the property, or from the player if it begins with ``observable``.
    var path: String
    var type: String
    /// The number of values; more than one for a table.
    var count: Int
    /// The function that visits it; `nil` if the field is a property.
    var visitor: String?
    /// The notification that reports it; `nil` for a hidden field.
    var notification: String?
    var text: String
    var line: Int
    /// How it enters the canonical form; `nil`: unchanged.
    var canonical: CanonicalTreatment?
  }

  /// The property of the player.
  var name: String
  var swift: String
  var text: String
  var fields: [Field]

  /// Where observable fields of all machines are stored, with a full stop.
  static let observable = "shown."
}

/// Which case of an enumeration may follow which.
struct Transitions {
  /// The name of the enumeration.
  var name: String
  var text: String
  var rows: [(from: String, to: [String])]
  var line: Int
}

/// A place in the order of notifications.
struct Place {
  var names: [String]
  /// Whether several of them may follow each other.
  var isRepeated: Bool
  var line: Int
}

/// A kind of failure.
struct FailureKind {
  /// Stands for all kinds that a returning network can heal.
  static let connectivity = "connectivity"

  enum Reporter: String { case engine, player }

  var number: Int
  var name: String
  var text: String
  /// The usual cause.
  var cause: String?
  /// The component that detects it.
  var reporter: Reporter
  /// Whether a returning network can heal it.
  var isConnectivity: Bool
  var line: Int
}

/// A named configuration.
struct Preset {
  struct Value {
    var setting: Setting
    var value: Int64
    /// As written in the specification.
    var word: String
    var reason: String?
  }

  var number: Int
  var name: String
  var text: String
  /// The preset on which it is based; `nil` for the defaults.
  var base: String?
  var values: [Value]
  var line: Int
}

/// A value of the configuration.
struct Setting {
  enum Kind: String, CaseIterable { case flag, span, rate, fraction, volume, count, choice, failures, bits }

  var number: Int
  var name: String
  var type: Kind
  /// The options of a choice; `nil` for other types.
  var choice: Enumeration?
  var standard: Int64
  var range: ClosedRange<Int64>
  /// Its heading on the page of the settings.
  var topic = ""
  var text = ""
  var line: Int
}
