import PlayerCore

/// What the keys of the player do. The conventions are those of mpv and ffplay where the two agree: arrows seek, space
/// pauses, `/` and `*` change the volume, `[` and `]` the rate, the page keys move from chapter to chapter.
struct KeyBindings: Sendable {
  enum Meaning: Hashable, Sendable {
    case action(Action)
    case quit
    case help
    /// Opens or closes the log.
    case log
    /// Shows other lines of the log: positive for older ones.
    case scroll(Int)
  }

  struct Binding: Sendable {
    var key: Key
    var meaning: Meaning
    /// As in a key file: `seek -10s`.
    var text: String
  }

  /// In the order in which they were written; each key once.
  private(set) var list: [Binding] = []
  private var meanings: [Key: Meaning] = [:]

  static let standard: KeyBindings = {
    var bindings = KeyBindings()
    for (key, text) in defaults {
      // A test ensures that all of them can be parsed.
      guard let meaning = try? Meaning(parsing: text) else { continue }
      bindings.bind(key, to: meaning, text)
    }
    return bindings
  }()

  func meaning(of key: Key) -> Meaning? { meanings[key] }

  /// The keys with this meaning.
  func keys(for meaning: Meaning) -> [Key] { list.filter { $0.meaning == meaning }.map(\.key) }

  /// - Parameter meaning: nil for a key that does nothing.
  mutating func bind(_ key: Key, to meaning: Meaning?, _ text: String) {
    list.removeAll { $0.key == key }
    meanings[key] = meaning
    if let meaning { list.append(Binding(key: key, meaning: meaning, text: text)) }
  }

  static let defaults: [(key: Key, text: String)] =
    [
      (.character(" "), "toggle"), (.character("p"), "toggle"), (.left, "seek -10s"), (.right, "seek +10s"),
      (.shiftLeft, "seek -1s"), (.shiftRight, "seek +1s"), (.down, "seek -1m"), (.up, "seek +1m"),
      (.home, "seek 0"), (.end, "seek live"), (.pageDown, "chapter previous"), (.pageUp, "chapter next"),
      (.enter, "skip"), (.character("["), "rate -0.1"), (.character("]"), "rate +0.1"), (.backspace, "rate 1"),
      (.character("/"), "volume -5"), (.character("*"), "volume +5"), (.character("-"), "volume -5"),
      (.character("+"), "volume +5"), (.character("="), "volume +5"), (.character("m"), "mute toggle"),
      (.character("L"), "loop toggle"), (.character("a"), "audio next"), (.character("t"), "subtitle next"),
      (.character("s"), "still"), (.character("l"), "log"), (.character("?"), "help"), (.character("h"), "help"),
      (.character("q"), "quit"), (.character("Q"), "quit"),
    ] + (0..<10).map { (.character(Character("\($0)")), "seek \($0 * 10)%") }
}

extension KeyBindings.Meaning {
  /// The meanings that only keys can have.
  static let names = ["quit", "help", "log", "nothing"]

  /// Reads `seek -10s`, `volume +5`, `quit` and so on: a word, and its value after a space or an equals sign. `nil` for
  /// `nothing`.
  init?(parsing text: String) throws {
    let name = text.prefix { $0 != " " && $0 != "=" }
    let value = text[name.endIndex...].drop { $0 == " " || $0 == "=" }
    let isPlain = value.isEmpty
    switch name {
    case "quit" where isPlain: self = .quit
    case "help" where isPlain: self = .help
    case "log" where isPlain: self = .log
    case "nothing" where isPlain: return nil
    case _ where Self.names.contains(String(name)):
      throw ArgumentProblem("the action '\(name)' takes no value, and '\(value)' was given")
    default: self = .action(try Action(parsing: isPlain ? String(name) : "\(name)=\(value)"))
    }
  }
}
