import PlayerCore
import PlayerRuntime

/// The screen of the terminal player as lines of a given width: a pure function.
struct PlayerScreen {
  /// Everything that can be shown.
  struct Content {
    var player = Player()
    var position = MediaTime.zero
    var source = ""
    var title = ""
    var chapters: [(start: MediaTime, title: String)] = []
    /// The parts of the media, as the player knows them; empty when it has none.
    var segments: [StagedSegment] = []
    /// The data received over the network.
    var transfer = TransferMeter.Reading()
    /// Whether pictures are shown if there is room for them.
    var hasPicture = false
    var isRecording = false
    var showsHelp = false
    /// Whether the log is open; nil if that depends on the room.
    var showsLog: Bool?
    /// The last message.
    var message = ""
    /// The newest announcements, oldest first.
    var log: [String] = []
    /// How many of the newest lines are hidden because the user reads older ones.
    var logOffset = 0
    var keys = KeyBindings.standard
  }

  /// The lines, and the places of their parts.
  struct Layout {
    /// At most as many lines as rows, none longer than the columns.
    var lines: [String] = []
    /// The place of the position bar.
    var bar: Place?
    /// The rows of the picture, whose lines are empty here.
    var picture = 0..<0
    /// The rows of the log.
    var log = 0..<0
    /// The places of the state and of the volume.
    var state: Place?
    var volume: Place?

    /// Some columns of a row, both from 0.
    struct Place: Hashable {
      var row: Int
      var columns: Range<Int>

      func contains(column: Int, row: Int) -> Bool { self.row == row && columns.contains(column) }
    }
  }

  var columns: Int
  var rows: Int
  var style: ScreenStyle

  /// At most ``rows`` lines of at most ``columns`` columns, the most important first.
  func lines(_ content: Content) -> [String] { layout(content).lines }

  func layout(_ content: Content) -> Layout {
    var layout = Layout()
    // In little room the bar and the state matter most.
    if rows < 3 || columns < 20 {
      addBar(content, to: &layout)
      if rows > 1 { addStatus(content, to: &layout) }
      return layout
    }
    if content.hasPicture, !content.showsHelp, rows >= 12 {
      addPicture(content, to: &layout)
      return layout
    }
    // A user who requests the key help needs it more than the rest.
    if content.showsHelp, rows - 5 < HelpTable(content.keys, columns: columns, rows: rows, style: style).least {
      addBar(content, to: &layout)
    } else {
      addState(content, to: &layout)
    }
    if content.showsHelp {
      layout.lines += HelpTable(content.keys, columns: columns, rows: rows - layout.lines.count, style: style).lines
    } else {
      addLog(content, to: &layout)
    }
    layout.lines = Array(layout.lines.prefix(rows))
    return layout
  }

  /// Title and picture; below them the state, the log if it is open, and the message or the keys.
  private func addPicture(_ content: Content, to layout: inout Layout) {
    let texts = [
      PlaceLine(content, style: style).text(columns: columns), SupplyLine(content, style: style).text(columns: columns),
    ]
    .filter { !$0.isEmpty }
    let log = content.showsLog == true ? max(3, rows / 4) : 0
    layout.lines.append(title(content))
    layout.picture = 1..<rows - 3 - texts.count - log
    layout.lines += [String](repeating: "", count: layout.picture.count)
    addBar(content, to: &layout)
    addStatus(content, to: &layout)
    layout.lines += texts.map(style.dim)
    if log > 0 {
      layout.log = layout.lines.count..<layout.lines.count + log
      let lines = self.log(content, log)
      layout.lines += lines + [String](repeating: "", count: log - lines.count)
    }
    let foot = content.message.isEmpty ? style.glyphs.plain(KeyHelp(content.keys).hint) : content.message
    layout.lines.append(style.dim(fit(foot, columns)))
  }

  /// Title, bar, state, and information about the place and the supply.
  private func addState(_ content: Content, to layout: inout Layout) {
    layout.lines.append(title(content))
    addBar(content, to: &layout)
    addStatus(content, to: &layout)
    let place = PlaceLine(content, style: style).text(columns: columns)
    layout.lines.append(style.dim(place))
    let supply = SupplyLine(content, style: style).text(columns: columns)
    // With few lines, the newest announcement is worth more.
    if !supply.isEmpty, rows >= 8 { layout.lines.append(style.dim(supply)) }
  }

  /// The message, the newest announcements, and the most important keys.
  private func addLog(_ content: Content, to layout: inout Layout) {
    layout.lines.append(style.dim(fit(content.message, columns)))
    let room = max(0, rows - layout.lines.count - 1)
    if content.showsLog ?? true {
      layout.log = layout.lines.count..<layout.lines.count + room
      layout.lines += log(content, room)
    }
    layout.lines += [String](repeating: "", count: max(0, rows - layout.lines.count - 1))
    layout.lines.append(style.dim(fit(style.glyphs.plain(KeyHelp(content.keys).hint), columns)))
  }

  private func log(_ content: Content, _ room: Int) -> [String] {
    // Scrolling back stops where the log still fills the rows.
    let offset = max(0, min(content.logOffset, content.log.count - room))
    return content.log.dropLast(offset).suffix(room).map { style.dim(fit(style.glyphs.plain($0), columns)) }
  }

  private func title(_ content: Content) -> String {
    let mark = content.isRecording ? style.glyphs.recording : ""
    let title = fit(content.title.isEmpty ? content.source : content.title, columns - Printable.width(mark) - 1)
    return style.bold(title) + spaces(columns - Printable.width(title) - Printable.width(mark)) + style.alert(mark)
  }

  private func addBar(_ content: Content, to layout: inout Layout) {
    let times = StatusText.times(content.player, at: content.position)
    let left = Printable.width(times.left)
    let width = columns - left - Printable.width(times.right) - 2
    guard width >= 4 else { return layout.lines.append(fit("\(times.left) \(times.right)", columns)) }
    layout.bar = Layout.Place(row: layout.lines.count, columns: left + 1..<left + 1 + width)
    layout.lines.append("\(times.left) \(PositionBar(content, style: style).text(width)) \(times.right)")
  }

  private func addStatus(_ content: Content, to layout: inout Layout) {
    let text = StatusText(glyphs: style.glyphs)
    var right = text.presentation(content.player)
    var left = text.state(content.player, at: content.position, columns: columns - Printable.width(right) - 2)
    if Printable.width(left) + 2 + Printable.width(right) > columns {
      left = text.state(content.player, at: content.position, columns: columns)
      right = fit(right, columns - Printable.width(left) - 2)
    }
    let row = layout.lines.count
    let (state, volume) = (Printable.width(left), Printable.width(right))
    layout.state = Layout.Place(row: row, columns: 0..<min(columns, state))
    if volume > 0 { layout.volume = Layout.Place(row: row, columns: columns - volume..<columns) }
    layout.lines.append(fit(left, columns) + spaces(columns - state - volume) + right)
  }

  private func fit(_ text: String, _ columns: Int) -> String {
    Printable.fitted(text, max(0, columns), ellipsis: style.glyphs.ellipsis)
  }
  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
