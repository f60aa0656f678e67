import PlayerCore
import PlayerRuntime

/// The place of the playhead in words, and what follows: `Talk (2 of 3)   skips 'Advert' in 0:12`.
struct PlaceLine {
  private let content: PlayerScreen.Content
  private let style: ScreenStyle

  init(_ content: PlayerScreen.Content, style: ScreenStyle) {
    self.content = content
    self.style = style
  }

  func text(columns: Int) -> String {
    let (current, next) = (current, next)
    let room = columns - Printable.width(current) - Printable.width(next)
    // The upcoming part is omitted before the current chapter is shortened.
    guard !next.isEmpty, room >= 2 else {
      return Printable.fitted(current.isEmpty ? next : current, columns, ellipsis: style.glyphs.ellipsis)
    }
    return current + String(repeating: " ", count: room) + next
  }

  private var current: String {
    let marks = ChapterMarks(content)
    guard let index = marks.index(at: content.position) else { return "" }
    let number = "(\(index + 1) of \(marks.list.count))"
    return style.glyphs.plain("\(marks.list[index].title) \(number)")
  }

  /// The next skip, or the next chapter if that is nearer.
  private var next: String {
    let skip =
      content.segments.filter { $0.segment.isBlocked && $0.segment.start > content.position }
      .min { $0.segment.start < $1.segment.start }
    let chapter = ChapterMarks(content).list.first { $0.start > content.position }
    // Chapters of a live stream, or of media whose end is not known yet, may lie beyond the end.
    let end = StatusText.range(content.player).1
    func isAhead(_ time: MediaTime?) -> Bool { time.map { $0 < end } ?? false }
    if let skip, isAhead(skip.segment.start), chapter.map({ skip.segment.start <= $0.start }) ?? true {
      let name = skip.segment.name.isEmpty ? "" : "'\(Printable.text(skip.segment.name))' "
      return style.glyphs.plain("skips \(name)in \(distance(skip.segment.start))")
    }
    guard let chapter, isAhead(chapter.start), !chapter.title.isEmpty else { return "" }
    return style.glyphs.plain("'\(chapter.title)' in \(distance(chapter.start))")
  }

  private func distance(_ time: MediaTime) -> String { TimeText.clock(.zero + (time - content.position)) }
}
