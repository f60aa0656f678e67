import PlayerCore
import PlayerRuntime

/// The media as a bar: played and buffered parts, chapter starts, skipped parts, and parts without sound.
struct PositionBar {
  private let content: PlayerScreen.Content
  private let style: ScreenStyle

  init(_ content: PlayerScreen.Content, style: ScreenStyle) {
    self.content = content
    self.style = style
  }

  /// The bar in `width` columns; empty if the extent of the media is unknown.
  func text(_ width: Int) -> String {
    let (start, end) = PlayerScreen.range(content.player)
    guard start < end else { return style.dim(String(repeating: style.glyphs.rest, count: width)) }
    func cell(_ time: MediaTime) -> Int { Self.cell(of: time, from: start, to: end, width) }
    let head = cell(content.position)
    let filled = content.player.bufferedUntil.isKnown ? cell(content.player.bufferedUntil) : head
    let marks = Set(ChapterMarks(content).list.map(\.start).filter { $0 > start && $0 < end }.map(cell))
    let special = special(from: start, to: end, width)
    var runs: [(text: String, part: ScreenStyle.Part)] = []
    for index in 0..<width {
      let plain: ScreenStyle.Part = index <= head ? .played : index <= filled ? .buffered : .rest
      let part = index == head ? plain : special[index] ?? plain
      let isMark = marks.contains(index) && part != .blocked
      let glyph = index == head ? style.glyphs.head : isMark ? style.glyphs.mark : style.glyphs[part]
      if runs.last?.part == part { runs[runs.count - 1].text += glyph } else { runs.append((glyph, part)) }
    }
    return runs.map { style.part($0.text, $0.part) }.joined()
  }

  /// The skipped and the silent parts, by cells.
  private func special(from start: MediaTime, to end: MediaTime, _ width: Int) -> [ScreenStyle.Part?] {
    func cell(_ time: MediaTime) -> Int { Self.cell(of: time, from: start, to: end, width) }
    var special = [ScreenStyle.Part?](repeating: nil, count: width)
    for staged in content.segments where staged.segment.isBlocked || staged.segment.mutes {
      for range in staged.ranges where range.lowerBound < end && range.upperBound > start {
        let first = cell(range.lowerBound)
        // A range's end is the beginning of the next one, unless it extends to the end of the media.
        let last = range.upperBound >= end ? width - 1 : max(first, cell(range.upperBound) - 1)
        let part: ScreenStyle.Part = staged.segment.isBlocked ? .blocked : .muted
        for index in first...last where special[index] != .blocked { special[index] = part }
      }
    }
    return special
  }

  /// The cell of a bar that contains a time: 0 ..< width. Divides before it multiplies, so that nothing overflows.
  static func cell(of time: MediaTime, from start: MediaTime, to end: MediaTime, _ width: Int) -> Int {
    let each = max(1, (end - start).microseconds / Int64(width))
    return Int(max(0, min(Int64(width) - 1, (time.clamped(from: start, to: end) - start).microseconds / each)))
  }
}

/// The titled places on the bar: the visible segments, or the chapters if there are none.
struct ChapterMarks {
  /// In the order of the media.
  let list: [(start: MediaTime, title: String)]

  init(_ content: PlayerScreen.Content) { self.init(content.chapters, content.segments) }

  /// - Parameter chapters: in the order of the media.
  init(_ chapters: [(start: MediaTime, title: String)], _ segments: [StagedSegment]) {
    let visible = segments.map(\.segment).filter { !$0.isHidden && !$0.isBlocked && !$0.name.isEmpty }
    list =
      visible.isEmpty ? chapters : visible.map { ($0.start, Printable.text($0.name)) }.sorted { $0.start < $1.start }
  }

  /// The chapter that contains a position: the last that begins there or before.
  func index(at position: MediaTime) -> Int? { list.lastIndex { $0.start <= position } }
}
