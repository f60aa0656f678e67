import PlayerCore

/// The meaning of the mouse on the screen of the player: the bar seeks, the state and the picture pause, the volume
/// mutes, the wheel changes the volume.
struct MouseMeaning {
  let layout: PlayerScreen.Layout
  let player: Player

  func meaning(of mouse: MouseEvent) -> KeyBindings.Meaning? {
    switch mouse.kind {
    case .press: press(mouse.column, mouse.row)
    case .wheelUp: wheel(1, mouse.column, mouse.row)
    case .wheelDown: wheel(-1, mouse.column, mouse.row)
    }
  }

  private func press(_ column: Int, _ row: Int) -> KeyBindings.Meaning? {
    if let bar = layout.bar, bar.contains(column: column, row: row) {
      return place(column - bar.columns.lowerBound, of: bar.columns.count).map { .action(.seek($0, .exact)) }
    }
    let isState = layout.state?.contains(column: column, row: row) == true
    if isState || layout.picture.contains(row) { return .action(.toggle) }
    if layout.volume?.contains(column: column, row: row) == true { return .action(.toggleMuted) }
    return nil
  }

  /// The place that a cell of the bar represents; the last one of a live stream is the edge.
  private func place(_ cell: Int, of width: Int) -> Place? {
    let (start, end) = StatusText.range(player)
    guard start < end else { return nil }
    if player.streamType == .dvr, cell == width - 1 { return .liveEdge(behind: .zero) }
    return .time(PositionBar.time(of: cell, from: start, to: end, width))
  }

  /// Up is forward, louder, and older.
  private func wheel(_ direction: Int32, _ column: Int, _ row: Int) -> KeyBindings.Meaning {
    if let bar = layout.bar, bar.contains(column: column, row: row) {
      return .action(.seek(.skip(.seconds(Int64(direction) * 5)), .exact))
    }
    if layout.log.contains(row) { return .scroll(Int(direction) * 3) }
    return .action(.changeVolume(direction * 50))
  }
}
