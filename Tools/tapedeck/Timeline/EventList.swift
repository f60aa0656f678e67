import PlayerCore
import PlayerTrace

/// What happened, one line each.
struct EventList {
  private let model: TimelineModel
  private let screen: Screen
  private let limit: Int

  init(_ model: TimelineModel, _ screen: Screen, limit: Int) {
    self.model = model
    self.screen = screen
    self.limit = limit
  }

  var lines: [String] {
    guard limit > 0, !model.visibleEvents.isEmpty else { return [] }
    let glyphs = PictureGlyphs(hasUnicode: screen.hasUnicode)
    let events = model.visibleEvents
    var lines = [""]
    var last = ""
    for event in events.prefix(limit) {
      let stamp = TraceTime.stamp(event.instant.rounded)
      let time = stamp == last ? String(repeating: " ", count: stamp.count) : stamp
      last = stamp
      let text = Printable.fitted(
        glyphs.plain(event.text), max(20, screen.columns - stamp.count - 5), ellipsis: screen.hasUnicode ? "…" : "~")
      let mark = String(glyphs.mark(event.kind))
      lines.append("\(Style.dim(time, screen))  \(mark) \(styled(event.kind, text))")
    }
    let rest = Int64(max(0, events.count - limit)) + model.eventsOmitted
    if rest > 0 { lines.append("and \(NumberText.counted(rest, "event")) more: --events COUNT, or tapedeck cat") }
    return lines
  }

  private func styled(_ kind: TimelineEvent.Kind, _ text: String) -> String {
    switch kind {
    case .failure: Style.red(text, screen)
    case .stall, .oddity: Style.yellow(text, screen)
    case .command, .seek, .mark: Style.bold(text, screen)
    case .media, .environment: text
    }
  }
}
