import PlayerCore

/// The keys and what they do in words, for the help of the player, for pages, and for the last line of the screen.
struct KeyHelp {
  struct Entry {
    var keys: [Key]
    var meaning: String
    /// The short form for less room.
    var brief: String
  }

  private let bindings: KeyBindings
  /// The bindings, the default ones first; those from a file that are not default as they are written there.
  let entries: [Entry]

  init(_ bindings: KeyBindings) {
    self.bindings = bindings
    var rest = bindings.list
    var entries = Self.usual.compactMap { usual -> Entry? in
      // A row has one key per action; further keys for an action are listed separately.
      let isRow = usual.actions.count > Self.longest
      let keys = usual.actions.flatMap { action in
        rest.filter { $0.text == action }.map(\.key).prefix(isRow ? 1 : .max)
      }
      rest.removeAll { usual.actions.contains($0.text) && keys.contains($0.key) }
      return keys.isEmpty ? nil : Entry(keys: keys, meaning: usual.meaning, brief: usual.brief)
    }
    for text in rest.reduce(into: [String](), { if !$0.contains($1.text) { $0.append($1.text) } }) {
      let words = Printable.text(text)
      entries.append(Entry(keys: rest.filter { $0.text == text }.map(\.key), meaning: words, brief: words))
    }
    self.entries = entries
  }

  /// Always shown, as far as it fits.
  var hint: String {
    Self.hints.compactMap { hint in
      let keys = hint.actions.compactMap { action in bindings.list.first { $0.text == action }?.key.sign }
      return keys.count < hint.actions.count ? nil : (keys + [hint.word]).joined(separator: " ")
    }.joined(separator: "   ")
  }

  /// The keys as lines of a page. Manual pages have only ASCII: arrows are named.
  var page: String {
    entries.map { entry in
      let keys = Self.text(entry.keys, name: \.name)
      // A long list of keys gets a separate line, which keeps the meanings in one column.
      let column = keys.count < 20 ? keys.padding(toLength: 20, withPad: " ", startingAt: 0) : keys + "\n" + indent
      return "  \(column)\(entry.meaning)"
    }.joined(separator: "\n")
  }

  private var indent: String { String(repeating: " ", count: 22) }

  /// `← →`, or `0 - 9` for a long row of them.
  static func text(_ keys: [Key], name: (Key) -> String = \.sign) -> String {
    guard keys.count > longest, let first = keys.first, let last = keys.last else {
      return keys.map(name).joined(separator: " ")
    }
    return "\(name(first)) - \(name(last))"
  }

  /// More keys than this are a row from the first to the last.
  private static let longest = 5

  /// Actions as in ``KeyBindings/defaults``, and their common meaning.
  private static let usual: [(actions: [String], meaning: String, brief: String)] = [
    (["toggle"], "pause, play", "pause, play"),
    (["seek -10s", "seek +10s"], "back or forward 10 s", "10 s"),
    (["seek -1s", "seek +1s"], "back or forward 1 s", "1 s"),
    (["seek -1m", "seek +1m"], "back or forward 1 minute", "1 minute"),
    ((0..<10).map { "seek \($0 * 10)%" }, "to 0 % - 90 %", "to 0 % - 90 %"),
    (["seek 0", "seek live"], "to the beginning; to the live edge", "start; live edge"),
    (["chapter previous", "chapter next"], "previous or next chapter", "chapter"),
    (["skip"], "skip the rest of the segment", "skip segment"),
    (["rate -0.1", "rate +0.1"], "slower or faster by 0.1", "rate"),
    (["rate 1"], "normal rate", "rate 1"),
    (["volume -5", "volume +5"], "volume by 5 %", "volume"),
    (["mute toggle"], "mute", "mute"),
    (["loop toggle"], "loop", "loop"),
    (["audio next", "subtitle next"], "next audio track; next subtitles, or none", "audio; subtitles"),
    (["still"], "still picture beside the media", "still picture"),
    (["log"], "log", "log"),
    (["help"], "this help", "this help"),
    (["quit"], "quit", "quit"),
  ]

  private static let hints: [(actions: [String], word: String)] = [
    (["help"], "help"), (["quit"], "quit"), (["toggle"], "pause"), (["seek -10s", "seek +10s"], "10 s"),
    (["seek -1m", "seek +1m"], "1 min"), (["volume -5", "volume +5"], "volume"), (["log"], "log"),
    (["chapter previous", "chapter next"], "chapter"), (["skip"], "skip"), (["rate -0.1", "rate +0.1"], "rate"),
    (["mute toggle"], "mute"), (["loop toggle"], "loop"), (["audio next", "subtitle next"], "tracks"),
  ]
}
