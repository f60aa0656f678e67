import PlayerCore
import PlayerTrace

/// A run drawn in characters: a ruler of virtual time, and below it the lanes.
struct TextPicture {
  private let model: TimelineModel
  private let screen: Screen
  private let glyphs: PictureGlyphs
  /// Columns of the lanes, without the labels on their left.
  private let columns: Int
  private static let labelWidth = 10
  private static let plotRows = 6

  init(_ model: TimelineModel, _ screen: Screen) {
    self.model = model
    self.screen = screen
    glyphs = PictureGlyphs(hasUnicode: screen.hasUnicode)
    columns = max(20, screen.columns - Self.labelWidth - 1)
  }

  var lines: [String] {
    let title = Style.bold(glyphs.plain(model.title), screen)
    var lines = [([title] + model.facts).joined(separator: glyphs.separator), ""]
    guard model.inputs > 0 else { return [lines[0], "No inputs."] }
    lines += ruler + [row("state", states), row("supply", supply) + most]
    if !model.playedSegments.changes.isEmpty { lines.append(row("segment", playedSegments)) }
    lines += position
    if let marks { lines.append(row("events", marks)) }
    lines += ["", legend]
    return lines + (model.segments.isEmpty ? chapters : segments)
  }

  private func row(_ label: String, _ content: String) -> String { label.padded(to: Self.labelWidth) + content }

  /// When a column begins.
  private func instant(_ column: Int, of count: Int? = nil) -> Instant {
    .between(model.start, model.end, Int64(column), of: Int64(count ?? columns))
  }

  /// The column of an instant.
  private func column(_ instant: Instant, of count: Int? = nil) -> Int {
    let count = count ?? columns
    guard model.span > .zero else { return 0 }
    let share = Double((instant - model.start).microseconds) / Double(model.span.microseconds)
    return max(0, min(count - 1, Int(share * Double(count))))
  }

  // MARK: Ruler

  private var ruler: [String] {
    let ruler = Ruler(from: model.start.microseconds, to: model.end.microseconds, atMost: columns / 10)
    var labels = [Character](repeating: " ", count: columns)
    var ticks = [Character](repeating: glyphs.rule, count: columns)
    var free = 0
    for mark in ruler.marks {
      let place = column(Instant(microseconds: mark))
      ticks[place] = glyphs.tick
      let label = Array(ruler.label(mark))
      guard place >= free, place + label.count <= columns else { continue }
      labels.replaceSubrange(place..<place + label.count, with: label)
      free = place + label.count + 1
    }
    return [row("", trimmed(labels)), row("", Style.dim(String(ticks), screen))]
  }

  private func trimmed(_ characters: [Character]) -> String {
    var characters = characters
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }

  // MARK: States

  /// The state shown in each column: a stall if there is one, otherwise the longest.
  private var stateColumns: [PlaybackState?] {
    let spans = model.states.spans(from: model.start, to: model.end)
    var first = 0
    return (0..<columns).map { column in
      let (start, end) = (instant(column), instant(column + 1))
      while first < spans.count, spans[first].end <= start, spans[first].end < end { first += 1 }
      var best: (state: PlaybackState, length: TimeSpan)?
      for span in spans[first...].prefix(while: { $0.start < end || $0.start == start }) {
        let length = min(end, span.end) - max(start, span.start)
        if span.value == .stalled, length > .zero { return .stalled }
        if length > best?.length ?? TimeSpan(microseconds: -1) { best = (span.value, length) }
      }
      return best?.state
    }
  }

  private var states: String {
    let all = stateColumns
    var result = ""
    var start = 0
    while start < all.count {
      var end = start
      while end < all.count, all[end] == all[start] { end += 1 }
      result += block(all[start], end - start)
      start = end
    }
    return result
  }

  /// Consecutive columns with one state, with its name if there is room.
  private func block(_ state: PlaybackState?, _ length: Int) -> String {
    guard let state else { return String(repeating: " ", count: length) }
    let name = "\(state)"
    if screen.hasColor, state != .idle {
      let label = length >= name.count ? name : ""
      return "\u{1B}[\(glyphs.color(state))m\(label.padded(to: length))\u{1B}[0m"
    }
    let fill = glyphs.fill(state)
    guard length >= name.count + 4 else { return String(repeating: fill, count: length) }
    return "\(fill) \(name) " + String(repeating: fill, count: length - name.count - 3)
  }

  // MARK: Buffer

  private var aheadColumns: [TimeSpan?] { (0..<columns).map { model.ahead(at: instant($0 * 2 + 1, of: columns * 2)) } }

  private var mostAheadOfAll: TimeSpan { aheadColumns.compactMap { $0 }.max() ?? .zero }

  private var supply: String {
    let most = max(1, mostAheadOfAll.microseconds)
    let levels = glyphs.levels
    return String(
      zip(aheadColumns, stateColumns).map { ahead, state in
        if state == .stalled { return "!" }
        guard let ahead, ahead > .zero else { return " " }
        let level = Int(Double(ahead.microseconds) / Double(most) * Double(levels.count - 1) + 0.5)
        return levels[max(1, min(levels.count - 1, level))]
      })
  }

  /// The meaning of a full sparkline; on a separate line, so that lanes stay aligned.
  private var most: String {
    let most = mostAheadOfAll
    guard most > .zero else { return "" }
    return "\n" + row("", Style.dim("\(glyphs.mostAhead)\(TraceTime.span(most.rounded)) buffered ahead", screen))
  }

  // MARK: Position

  private var position: [String] {
    var canvas = DotCanvas(columns: columns, rows: Self.plotRows, hasUnicode: screen.hasUnicode)
    let range = model.positionRange
    func y(_ position: MediaTime) -> Int {
      let whole = Double((range.upperBound - range.lowerBound).microseconds)
      let share = Double((position - range.lowerBound).microseconds) / whole
      return Int(share * Double(canvas.height - 1) + 0.5)
    }
    for line in model.positionLines {
      canvas.line(column(line.start, of: canvas.width), y(line.from), column(line.end, of: canvas.width), y(line.to))
    }
    for jump in model.positions.jumps(from: model.start, to: model.end) {
      guard let before = jump.before, let after = jump.after else { continue }
      canvas.jump(column(jump.instant, of: canvas.width), y(before), y(after))
    }
    return canvas.lines.enumerated().map { index, line in
      let label =
        switch index {
        case 0: TraceTime.position(range.upperBound.rounded)
        case Self.plotRows - 1: TraceTime.position(range.lowerBound.rounded)
        case 1: "position"
        default: ""
        }
      return label.padded(to: Self.labelWidth - 1) + Style.dim(String(glyphs.axis), screen) + line
    }
  }

  // MARK: Events and legend

  /// The most important event of each column; nil when there is none.
  private var marks: String? {
    let events = model.visibleEvents
    guard !events.isEmpty else { return nil }
    var best = [TimelineEvent?](repeating: nil, count: columns)
    for event in events {
      let column = column(event.instant)
      if event.weight > best[column]?.weight ?? -1 { best[column] = event }
    }
    return best.map { event in
      guard let event else { return " " }
      return colored(String(glyphs.mark(event.kind)), glyphs.style(event.kind))
    }.joined()
  }

  private func colored(_ text: String, _ code: String) -> String {
    screen.hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private var legend: String {
    let states = Set(stateColumns.compactMap { $0 })
    var parts: [String] = []
    if !screen.hasColor {
      parts += PlaybackState.allCases.filter(states.contains).map { "\(glyphs.fill($0)) \($0)" }
    }
    let kinds = Set(model.visibleEvents.map(\.kind))
    parts += TimelineEvent.Kind.allCases.filter(kinds.contains)
      .map { "\(colored(String(glyphs.mark($0)), glyphs.style($0))) \($0)" }
    return wrapped(parts, separator: "   ")
  }

  /// The segment played in each column, with its name if there is room; skipped ones take no time.
  private var playedSegments: String {
    let all = (0..<columns).map { column in
      model.playedSegments.value(at: instant(column * 2 + 1, of: columns * 2)).flatMap { $0.isNone ? nil : $0 }
    }
    var result = ""
    var start = 0
    var isOdd = false
    while start < all.count {
      let end = all[start...].firstIndex { $0 != all[start] } ?? all.count
      result += segmentBlock(all[start], end - start, isOdd)
      if all[start] != nil { isOdd.toggle() }
      start = end
    }
    return result
  }

  private func segmentBlock(_ id: SegmentID?, _ length: Int, _ isOdd: Bool) -> String {
    guard let id else { return String(repeating: " ", count: length) }
    let segment = model.segments.first { $0.id == id }
    let name = glyphs.plain(segment?.name ?? "segment \(id.rawValue)")
    let room = screen.hasColor ? length : length - 2
    let label = room >= 3 ? Printable.fitted(name, room, ellipsis: glyphs.hasUnicode ? "…" : "~") : ""
    let padded = label + String(repeating: " ", count: max(0, room - Printable.width(label)))
    if screen.hasColor {
      let color = segment?.isHidden == true ? "30;47" : isOdd ? "30;46" : "30;44"
      return "\u{1B}[\(color)m\(padded)\u{1B}[0m"
    }
    return length < 2 ? String(glyphs.axis) : "[\(padded)]"
  }

  private var segments: [String] {
    var seen: Set<SegmentID> = []
    let list = model.segments.filter { seen.insert($0.id).inserted }.sorted { $0.start < $1.start }
    let parts = list.map { segment in
      let text = glyphs.plain("\(TraceTime.position(segment.start)) \(segment.name)")
      if let fate = segment.fate { return colored("\(text) (\(fate))", segment.isSkipped ? "35" : "31") }
      return segment.isHidden ? Style.dim(text, screen) : text
    }
    return [wrapped(["segments:"] + parts, separator: "   ")]
  }

  private var chapters: [String] {
    guard !model.chapters.isEmpty else { return [] }
    let parts = model.chapters.map { glyphs.plain("\(TraceTime.position($0.start)) \($0.title)") }
    return [wrapped(["chapters:"] + parts, separator: "   ")]
  }

  /// Parts one after the other, on as many lines as they need.
  private func wrapped(_ parts: [String], separator: String) -> String {
    var lines = [row("", "")]
    var used = 0
    for part in parts {
      let width = Printable.width(part.filter { $0 != "\u{1B}" })
      if used > 0, used + separator.count + width > columns {
        lines.append(row("", ""))
        used = 0
      }
      lines[lines.count - 1] += (used > 0 ? separator : "") + part
      used += (used > 0 ? separator.count : 0) + width
    }
    return lines.joined(separator: "\n")
  }
}

extension TimeSpan {
  /// To a tenth of a second.
  var rounded: TimeSpan { TimeSpan(microseconds: microseconds / 100_000 * 100_000) }
}

extension MediaTime {
  /// To a tenth of a second.
  var rounded: MediaTime { isKnown ? MediaTime(microseconds: microseconds / 100_000 * 100_000) : self }
}
