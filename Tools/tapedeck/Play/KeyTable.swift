import PlayerCore

/// The meaning of a key.
enum KeyMeaning: Hashable, Sendable {
  case action(Action)
  case quit
  case help
  /// Opens or closes the log.
  case log
}

/// What the keys of the player do, in rows for its help. The conventions are those of mpv and ffplay where the two
/// agree: arrows seek, space pauses, `/` and `*` change the volume, `[` and `]` the rate, the page keys move from
/// chapter to chapter.
enum KeyTable {
  struct Row: Sendable {
    let bindings: [(key: Key, meaning: KeyMeaning)]
    let text: String
    /// The short form for less room.
    let brief: String

    init(_ text: String, brief: String? = nil, _ bindings: [(key: Key, meaning: KeyMeaning)]) {
      self.text = text
      self.brief = brief ?? text
      self.bindings = bindings
    }

    /// `left right`, or `0 - 9` for a long row.
    func keys(_ label: (Key) -> String) -> String {
      let labels = bindings.map { label($0.key) }
      return labels.count > 5 ? "\(labels[0]) - \(labels[labels.count - 1])" : labels.joined(separator: " ")
    }
  }

  static let rows = [
    Row("pause, play", [(" ", .action(.command(.toggle))), ("p", .action(.command(.toggle)))]),
    Row("back or forward 10 s", brief: "10 s", [(.left, skip(-10)), (.right, skip(10))]),
    Row("back or forward 1 s", brief: "1 s", [(.shiftLeft, skip(-1)), (.shiftRight, skip(1))]),
    Row("back or forward 1 minute", brief: "1 minute", [(.down, skip(-60)), (.up, skip(60))]),
    Row("to 0 % - 90 %", (0..<10).map { (.character(Character("\($0)")), seek(.part($0 * 100))) }),
    Row(
      "to the beginning; to the live edge", brief: "start; live edge",
      [(.home, seek(.time(.zero))), (.end, seek(.liveEdge(behind: .zero)))]),
    Row(
      "previous or next chapter", brief: "chapter",
      [(.pageDown, .action(.chapter(.previous))), (.pageUp, .action(.chapter(.next)))]),
    Row("skip the rest of the segment", brief: "skip segment", [(.enter, .action(.skipSegment))]),
    Row(
      "slower or faster by 0.1", brief: "rate", [("[", .action(.changeRate(-100))), ("]", .action(.changeRate(100)))]),
    Row("normal rate", brief: "rate 1", [(.backspace, .action(.command(.setRate(.normal))))]),
    Row(
      "volume by 5 %", brief: "volume",
      [("/", volume(-50)), ("-", volume(-50)), ("*", volume(50)), ("+", volume(50)), ("=", volume(50))]),
    Row("mute", [("m", .action(.toggleMuted))]),
    Row("loop", [("L", .action(.toggleLooping))]),
    Row(
      "next audio track; next subtitles, or none", brief: "audio; subtitles",
      [("a", .action(.nextTrack(.audio))), ("t", .action(.nextTrack(.subtitle)))]),
    Row("still picture beside the media", brief: "still picture", [("s", .action(.still(file: nil)))]),
    Row("log", [("l", .log)]),
    Row("this help", [("?", .help), ("h", .help)]),
    Row("quit", [("q", .quit), ("Q", .quit)]),
  ]

  /// Always on the screen, as far as it fits.
  static let hint = """
    ? help   q quit   space pause   ← → 10 s   ↓ ↑ 1 min   / * volume   l log   PgDn PgUp chapter   enter skip   \
    [ ] rate   m mute   L loop   a t tracks
    """

  private static let meanings = Dictionary(
    uniqueKeysWithValues: rows.flatMap(\.bindings).map { ($0.key, $0.meaning) })

  static func meaning(of key: Key) -> KeyMeaning? { meanings[key] }

  private static func seek(_ place: Place) -> KeyMeaning { .action(.seek(place, .exact)) }
  private static func skip(_ seconds: Int64) -> KeyMeaning { seek(.skip(.seconds(seconds))) }
  private static func volume(_ thousandths: Int32) -> KeyMeaning { .action(.changeVolume(thousandths)) }

  /// The keys as lines of a page. Manual pages have only ASCII: arrows are named.
  static var page: String {
    let indent = String(repeating: " ", count: 22)
    return rows.map { row in
      let keys = row.keys(\.name)
      // A long list of keys gets a separate line, which keeps the meanings in one column.
      let column = keys.count < 20 ? keys.padding(toLength: 20, withPad: " ", startingAt: 0) : keys + "\n" + indent
      return "  \(column)\(row.text)"
    }.joined(separator: "\n")
  }
}

/// The table of keys on a screen.
struct KeyHelp {
  var columns: Int
  var rows: Int
  var style: ScreenStyle

  /// How many lines the table needs at least, in two columns.
  static let leastLines = (KeyTable.rows.count + 1) / 2

  /// The keys, in two columns when there are not enough lines for one.
  var lines: [String] {
    let table = KeyTable.rows
    let room = rows - 1
    let isNarrow = table.count <= room || columns < 60
    let count = isNarrow ? table.count : Self.leastLines
    if count > room { return running }
    let width = isNarrow ? columns : columns / 2
    let keys = min(width / 2, (table.map { Printable.width(signs($0)) }.max() ?? 0) + 3)
    let isBrief = table.contains { keys + Printable.width($0.text) >= width }
    let lines = (0..<count).map { line in
      stride(from: line, to: table.count, by: count).map { index in
        let text = style.glyphs.plain(isBrief ? table[index].brief : table[index].text)
        return pad(fit(" " + signs(table[index]), keys - 1), keys)
          + style.dim(pad(fit(text, width - keys), width - keys))
      }.joined()
    }
    return lines + [style.dim(fit(marks, columns))]
  }

  private func signs(_ row: KeyTable.Row) -> String { style.glyphs.plain(row.keys(\.sign)) }

  /// What the marks on the bar mean.
  private var marks: String {
    " bar:  \(style.glyphs.mark) chapter   \(style.glyphs.blocked) skipped   \(style.glyphs.muted) without sound"
  }

  /// The keys one after the other, where there is no room for a table.
  private var running: [String] {
    var lines = [""]
    for row in KeyTable.rows {
      let item = "\(signs(row)) \(style.glyphs.plain(row.brief))"
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = item
      } else if Printable.width(last) + 3 + Printable.width(item) <= columns {
        lines[lines.count - 1] = "\(last)   \(item)"
      } else {
        lines.append(item)
      }
    }
    return lines.prefix(rows).map { style.dim(fit($0, columns)) }
  }

  private func fit(_ text: String, _ columns: Int) -> String {
    Printable.fitted(text, columns, ellipsis: style.glyphs.ellipsis)
  }
  private func pad(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - Printable.width(text)))
  }
}
