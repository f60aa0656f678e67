import PlayerCore
import PlayerRuntime

/// A list of segments as a human-readable table.
struct SegmentTable {
  private let list: SegmentList
  private let file: String
  private let screen: Screen

  init(_ list: SegmentList, file: String, _ screen: Screen) {
    self.list = list
    self.file = file
    self.screen = screen
  }

  var lines: [String] {
    let count = NumberText.counted(Int64(list.segments.count), "segment")
    let skipped = list.segments.count { $0.isBlocked }
    let format = list.format.map { ", \($0.title)" } ?? ""
    let title = "\(Printable.text(file))\(format): \(count)\(skipped > 0 ? ", \(skipped) to skip" : "")"
    return [Style.bold(title, screen)] + rows
  }

  private var rows: [String] {
    let cells = list.segments.map(Self.cells)
    let widths = (0..<4).map { column in cells.map { Printable.width($0[column]) }.max() ?? 0 }
    return cells.map { cells in
      var line = ""
      for (cell, width) in zip(cells, widths) where width > 0 {
        line += cell + String(repeating: " ", count: width - Printable.width(cell)) + "  "
      }
      line += cells[4]
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func cells(_ segment: MediaSegment) -> [String] {
    let range = segment.isPoint ? "" : segment.end.isKnown ? TimeText.exact(segment.end) : "end"
    return [TimeText.exact(segment.start), range, action(segment), segment.category, segment.title]
      .map(Printable.text)
  }

  private static func action(_ segment: MediaSegment) -> String {
    if segment.isPoint { return "point" }
    if segment.isBlocked { return "skip" }
    if segment.mutes { return "mute" }
    return segment.isHidden ? "hide" : ""
  }
}

/// A list of segments as JSON.
struct SegmentListJSON: Encodable {
  struct Segment: Encodable {
    var start: StateValue
    var end: StateValue
    var title: String
    var category: String
    var isBlocked: Bool
    var isHidden: Bool
    var mutes: Bool
    var skippedBy: String?
    var line: Int?
  }

  var file: String
  var format: String?
  var segments: [Segment]

  init(_ list: SegmentList, file: String) {
    self.file = file
    format = list.format?.rawValue
    segments = list.segments.map { segment in
      Segment(
        start: Self.value(segment.start), end: Self.value(segment.end), title: segment.title,
        category: segment.category, isBlocked: segment.isBlocked, isHidden: segment.isHidden, mutes: segment.mutes,
        skippedBy: segment.blockedBy?.pattern, line: segment.line)
    }
  }

  private static func value(_ time: MediaTime) -> StateValue {
    time.isKnown ? .number(time.microseconds) : .nothing
  }
}
