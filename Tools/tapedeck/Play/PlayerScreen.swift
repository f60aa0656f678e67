import PlayerCore
import PlayerRuntime

/// What the terminal player shows, as lines of a given width: a pure function.
struct PlayerScreen {
  /// Everything there is to show.
  struct Content {
    var player = Player()
    var position = MediaTime.zero
    var source = ""
    var title = ""
    var chapters: [(start: MediaTime, title: String)] = []
    /// The parts of the media, as the player knows them; empty when it has none.
    var segments: [StagedSegment] = []
    var isRecording = false
    var showsHelp = false
    /// The last message.
    var message = ""
    /// Where a browser can look at the run; empty when it cannot.
    var address = ""
    /// The newest announcements, oldest first.
    var log: [String] = []
  }

  var columns: Int
  var rows: Int
  var style: ScreenStyle

  /// At most ``rows`` lines of at most ``columns`` columns; what matters most comes first.
  func lines(_ content: Content) -> [String] {
    // Without room the bar and the state matter most.
    if rows < 3 || columns < 20 { return Array([bar(content), status(content)].prefix(max(1, rows))) }
    var lines = [title(content), bar(content), status(content), chapter(content)]
    // A user who asks for the keys needs them more than the rest.
    if content.showsHelp, rows - lines.count < (KeyBindings.help.count + 1) / 2 { lines = [bar(content)] }
    if content.showsHelp {
      lines += help(rows - lines.count)
    } else {
      lines.append(style.dim(fit(content.message.isEmpty ? content.address : content.message, columns)))
      let room = rows - lines.count - 1
      lines += content.log.suffix(max(0, room)).map { style.dim(fit($0, columns)) }
      lines += [String](repeating: "", count: max(0, rows - lines.count - 1))
      lines.append(style.dim(fit(style.glyphs.plain(KeyBindings.hint), columns)))
    }
    return Array(lines.prefix(max(1, rows)))
  }

  private func title(_ content: Content) -> String {
    let mark = content.isRecording ? style.glyphs.recording : ""
    let title = fit(content.title.isEmpty ? content.source : content.title, columns - Printable.width(mark) - 1)
    return style.bold(title) + spaces(columns - Printable.width(title) - Printable.width(mark)) + style.alert(mark)
  }

  private func status(_ content: Content) -> String {
    let text = StatusText(glyphs: style.glyphs)
    let right = text.presentation(content.player)
    let room = columns - Printable.width(right) - 2
    let left = text.state(content.player, at: content.position, columns: room)
    guard room >= Printable.width(left) else { return fit("\(left)  \(right)", columns) }
    return left + spaces(columns - Printable.width(left) - Printable.width(right)) + right
  }

  private func chapter(_ content: Content) -> String {
    let chapters = marks(content)
    guard let index = chapters.lastIndex(where: { $0.start <= content.position }) else { return "" }
    let number = "(\(index + 1) of \(chapters.count))"
    return style.dim(fit("\(chapters[index].title) \(number)", columns))
  }

  /// What has a place on the bar and a title: the visible segments, or the chapters when there are none.
  private func marks(_ content: Content) -> [(start: MediaTime, title: String)] {
    let visible = content.segments.map(\.segment).filter { !$0.isHidden && !$0.isBlocked && !$0.name.isEmpty }
    if visible.isEmpty { return content.chapters }
    return visible.map { ($0.start, Printable.text($0.name)) }.sorted { $0.start < $1.start }
  }

  /// The keys, in two columns when there are not enough lines for one.
  private func help(_ rows: Int) -> [String] {
    let keys = KeyBindings.help
    let isNarrow = keys.count <= rows || columns < 60
    if isNarrow, keys.count > rows { return running(rows) }
    let lines = isNarrow ? keys.count : (keys.count + 1) / 2
    let width = isNarrow ? columns : columns / 2
    let isBrief = keys.contains { 10 + Printable.width($0.meaning) >= width }
    return (0..<lines).map { line in
      stride(from: line, to: keys.count, by: lines).map { index in
        let meaning = isBrief ? keys[index].brief : keys[index].meaning
        return pad(" " + keys[index].keys, 10) + style.dim(pad(fit(meaning, width - 10), width - 10))
      }.joined()
    }
  }

  /// The keys one after the other, where there is no room for a table.
  private func running(_ rows: Int) -> [String] {
    var lines = [""]
    for (keys, _, brief) in KeyBindings.help {
      let item = style.glyphs.plain("\(keys) \(brief)")
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

  // MARK: The position bar

  private func bar(_ content: Content) -> String {
    let times = StatusText.times(content.player, at: content.position)
    let width = columns - Printable.width(times.left) - Printable.width(times.right) - 2
    guard width >= 4 else { return fit("\(times.left) \(times.right)", columns) }
    return "\(times.left) \(track(content, width)) \(times.right)"
  }

  private func track(_ content: Content, _ width: Int) -> String {
    let (start, end) = StatusText.range(content.player)
    guard start < end else { return style.dim(String(repeating: style.glyphs.rest, count: width)) }
    func cell(_ time: MediaTime) -> Int { Self.cell(of: time, from: start, to: end, width) }
    let head = cell(content.position)
    let filled = content.player.bufferedUntil.isKnown ? cell(content.player.bufferedUntil) : head
    let marks = Set(marks(content).map(\.start).filter { $0 > start && $0 < end }.map(cell))
    var special = [ScreenStyle.Part?](repeating: nil, count: width)
    for staged in content.segments where staged.segment.isBlocked || staged.segment.mutes {
      for range in staged.ranges where range.lowerBound < end && range.upperBound > start {
        let first = cell(range.lowerBound)
        let part: ScreenStyle.Part = staged.segment.isBlocked ? .blocked : .muted
        for index in first...max(first, cell(range.upperBound) - 1) where special[index] != .blocked {
          special[index] = part
        }
      }
    }
    var runs: [(text: String, part: ScreenStyle.Part)] = []
    for index in 0..<width {
      let plain: ScreenStyle.Part = index <= head ? .played : index <= filled ? .buffered : .rest
      let part = index == head ? plain : special[index] ?? plain
      let glyph = index == head ? style.glyphs.head : marks.contains(index) ? style.glyphs.mark : style.glyphs[part]
      if runs.last?.part == part { runs[runs.count - 1].text += glyph } else { runs.append((glyph, part)) }
    }
    return runs.map { style.part($0.text, $0.part) }.joined()
  }

  /// The cell of a bar that a time falls into: 0 ..< width. Divided before it is multiplied, so that nothing overflows.
  static func cell(of time: MediaTime, from start: MediaTime, to end: MediaTime, _ width: Int) -> Int {
    let each = max(1, (end - start).microseconds / Int64(width))
    return Int(max(0, min(Int64(width) - 1, (time.clamped(from: start, to: end) - start).microseconds / each)))
  }

  private func fit(_ text: String, _ columns: Int) -> String {
    Printable.fitted(text, columns, ellipsis: style.glyphs.ellipsis)
  }
  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
  private func pad(_ text: String, _ columns: Int) -> String {
    let text = style.glyphs.plain(text)
    return text + spaces(columns - Printable.width(text))
  }
}
