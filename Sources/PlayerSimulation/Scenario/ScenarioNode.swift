import PlayerText

/// A value of a scenario as it was written, whatever the form of the text: what the reader sees of YAML and of JSON.
struct ScenarioNode: Sendable {
  /// What was found there.
  enum Content: Sendable {
    case scalar(Scalar)
    case sequence([ScenarioNode])
    /// In the order of the text.
    case mapping([(key: ScenarioNode, value: ScenarioNode)])
  }

  /// A word, a text or a number.
  struct Scalar: Hashable, Sendable {
    /// How it was written, where that makes a difference.
    enum Form: UInt8, Sendable {
      /// YAML without quotes: a word that may be a number, a text, a flag or nothing.
      case plain
      /// YAML in quotes or as a block: a text, and nothing else.
      case quoted
      /// A string of JSON, which has quotes around words, too.
      case string
      /// A number of JSON: its unit is that of the vocabulary, such as microseconds, because it is written without one.
      case number
      /// `true` or `false` of JSON.
      case flag
      /// `null` of JSON.
      case null
    }

    let string: String
    let form: Form

    /// Whether it is a text, also when it looks like a number.
    var isQuoted: Bool { form == .quoted || form == .string }

    /// Whether it is empty.
    var isNull: Bool {
      switch form {
      case .null: true
      case .plain: ["", "~", "null", "Null", "NULL"].contains(string)
      case .quoted, .string, .number, .flag: false
      }
    }

    /// Whether it means "none". A string of JSON does; in YAML, quotes make it a text.
    var isNone: Bool { string == "none" && form != .quoted }

    /// The value of a number of JSON, if it is a whole one.
    var integer: Int64? { form == .number ? FixedPoint.integer(string) : nil }
  }

  let place: ScenarioPlace
  let content: Content

  init(_ content: Content, at place: ScenarioPlace) {
    self.place = place
    self.content = content
  }

  /// How an error shows it.
  var excerpt: String {
    switch content {
    case .scalar(let scalar):
      switch scalar.form {
      case .number, .flag, .null: String(scalar.string.prefix(60))
      case .plain, .quoted, .string:
        scalar.string.isEmpty
          ? (scalar.isQuoted ? "\"\"" : "nothing")
          : "'\(scalar.string.prefix(60))\(scalar.string.count > 60 ? "…" : "")'"
      }
    case .mapping: "keys with values"
    case .sequence: "a list"
    }
  }
}
