/// The keys and what they do, for a screen.
struct HelpTable {
  var columns: Int
  var rows: Int
  var style: ScreenStyle

  private let entries: [KeyHelp.Entry]

  init(_ keys: KeyBindings, columns: Int, rows: Int, style: ScreenStyle) {
    self.columns = columns
    self.rows = rows
    self.style = style
    entries = KeyHelp(keys).entries
  }

  /// How many lines it needs at least, in two columns.
  var least: Int { (entries.count + 1) / 2 }

  /// The keys, in two columns when there are not enough lines for one.
  var lines: [String] {
    let room = rows - 1
    let isNarrow = entries.count <= room || columns < 60
    if isNarrow ? entries.count > room : least > room { return running }
    let lines = isNarrow ? entries.count : least
    let width = isNarrow ? columns : columns / 2
    let keys = min(width / 2, (entries.map { Printable.width(signs($0)) }.max() ?? 0) + 3)
    let isBrief = entries.contains { keys + Printable.width($0.meaning) >= width }
    let table = (0..<lines).map { line in
      stride(from: line, to: entries.count, by: lines).map { index in
        let meaning = style.glyphs.plain(isBrief ? entries[index].brief : entries[index].meaning)
        return pad(fit(" " + signs(entries[index]), keys - 1), keys)
          + style.dim(pad(fit(meaning, width - keys), width - keys))
      }.joined()
    }
    return table + [style.dim(fit(marks, columns))]
  }

  private func signs(_ entry: KeyHelp.Entry) -> String { style.glyphs.plain(KeyHelp.text(entry.keys)) }

  /// What the marks on the bar mean.
  private var marks: String {
    " bar:  \(style.glyphs.mark) chapter   \(style.glyphs.blocked) skipped   \(style.glyphs.muted) without sound"
  }

  /// The keys one after the other, where there is no room for a table.
  private var running: [String] {
    var lines = [""]
    for entry in entries {
      let item = "\(signs(entry)) \(style.glyphs.plain(entry.brief))"
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
    let text = style.glyphs.plain(text)
    return text + String(repeating: " ", count: max(0, columns - Printable.width(text)))
  }
}
