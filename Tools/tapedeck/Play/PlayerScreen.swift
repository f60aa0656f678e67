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
    var isRecording = false
    var showsHelp = false
    var showsLog = true
    /// The last message.
    var message = ""
    /// The newest announcements, oldest first.
    var log: [String] = []
  }

  var columns: Int
  var rows: Int
  var style: ScreenStyle

  /// At most ``rows`` lines of at most ``columns`` columns, the most important first.
  func lines(_ content: Content) -> [String] {
    // In little room the bar and the state matter most.
    if rows < 3 || columns < 20 { return Array([bar(content), status(content)].prefix(rows)) }
    // A user who requests the key help needs it more than the rest.
    let isCrowded = content.showsHelp && rows - 5 < KeyHelp.leastLines
    let state = isCrowded ? [bar(content)] : state(content)
    let room = rows - state.count
    let rest =
      content.showsHelp ? KeyHelp(columns: columns, rows: room, style: style).lines : log(content, room)
    return Array((state + rest).prefix(rows))
  }

  /// Title, bar, state, and information about the place and the supply.
  private func state(_ content: Content) -> [String] {
    let supply = supply(content)
    // With few lines, the newest announcement is worth more.
    let hasSupply = !supply.isEmpty && rows >= 8
    return [title(content), bar(content), status(content), style.dim(place(content))]
      + (hasSupply ? [style.dim(supply)] : [])
  }

  /// The message, the newest announcements, and the most important keys.
  private func log(_ content: Content, _ room: Int) -> [String] {
    let log = content.showsLog ? content.log.suffix(max(0, room - 2)) : []
    let gap = [String](repeating: "", count: max(0, room - 2 - log.count))
    return [style.dim(fit(content.message, columns))]
      + log.map { style.dim(fit(style.glyphs.plain($0), columns)) } + gap
      + [style.dim(fit(style.glyphs.plain(KeyTable.hint), columns))]
  }

  private func title(_ content: Content) -> String {
    let mark = content.isRecording ? style.glyphs.recording : ""
    let title = fit(content.title.isEmpty ? content.source : content.title, columns - Printable.width(mark) - 1)
    return style.bold(title) + spaces(columns - Printable.width(title) - Printable.width(mark)) + style.alert(mark)
  }

  private func bar(_ content: Content) -> String {
    let times = Self.times(content.player, at: content.position)
    let width = columns - Printable.width(times.left) - Printable.width(times.right) - 2
    guard width >= 4 else { return fit("\(times.left) \(times.right)", columns) }
    return "\(times.left) \(PositionBar(content, style: style).text(width)) \(times.right)"
  }

  private func status(_ content: Content) -> String {
    var right = presentation(content.player)
    var left = state(content, columns: columns - Printable.width(right) - 2)
    if Printable.width(left) + 2 + Printable.width(right) > columns {
      left = state(content, columns: columns)
      right = fit(right, columns - Printable.width(left) - 2)
    }
    return fit(left, columns) + spaces(columns - Printable.width(left) - Printable.width(right)) + right
  }

  func fit(_ text: String, _ columns: Int) -> String {
    Printable.fitted(text, max(0, columns), ellipsis: style.glyphs.ellipsis)
  }
  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
