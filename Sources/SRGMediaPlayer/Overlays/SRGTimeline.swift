import Foundation

/// A time slider that marks the beginnings of segments; a tap on a mark goes there (SRGGuide.md#segments).
public struct SRGTimelineSlider: Hashable, Sendable {
  /// A mark on the slider.
  public struct Mark: Hashable, Sendable {
    /// The place of the segment among the visible ones.
    public var segment: Int
    /// Where it begins, 0…1.
    public var fraction: Double
    /// What is drawn.
    public var icon: Character
    /// Whether it contains the position.
    public var isCurrent: Bool
  }

  /// The underlying slider.
  public let slider: SRGTimeSlider
  /// In the order of the list; segments that begin outside the slider have none.
  public let marks: [Mark]
  /// The parts that are never played, 0…1.
  public let blocked: [ClosedRange<Double>]

  /// - Parameters:
  ///   - state: what the overlay shows.
  ///   - icon: what is drawn for a segment; `nil` for the standard mark.
  public init(_ state: SRGOverlayState, icon: (SRGOverlayState.Segment) -> Character? = { _ in nil }) {
    let slider = SRGTimeSlider(state)
    self.slider = slider
    let range = SRGTimeRange(start: slider.minimumValue, end: slider.maximumValue)
    marks = state.segments.filter { range.contains($0.range.start) && !$0.range.isEmpty }.map { segment in
      Mark(
        segment: segment.index, fraction: slider.fraction(of: segment.range.start),
        icon: icon(segment) ?? (segment.isBlocked ? "╳" : "┃"), isCurrent: segment.index == state.currentSegment)
    }
    blocked = state.segments.filter { $0.isBlocked && $0.range.end > range.start && $0.range.start < range.end }
      .map { slider.fraction(of: $0.range.start)...slider.fraction(of: $0.range.end) }
  }

  /// The mark nearest to a fraction of the slider, if it is within `reach`; the later one of two at the same place.
  public func mark(at fraction: Double, reach: Double = 0.02) -> Mark? {
    marks.filter { abs($0.fraction - fraction) <= reach }
      .min { abs($0.fraction - fraction) < abs($1.fraction - fraction) }
  }

  /// The track with its marks, in `width` columns; the knob is drawn over them.
  public func text(width: Int) -> String {
    var track = slider.track(max(0, width))
    guard !track.isEmpty else { return "" }
    func column(_ fraction: Double) -> Int { Int((fraction * Double(width - 1)).rounded()) }
    let knob = slider.column(of: slider.value, width)
    for part in blocked {
      for column in column(part.lowerBound)...column(part.upperBound) where column != knob { track[column] = "░" }
    }
    for mark in marks where column(mark.fraction) != knob { track[column(mark.fraction)] = mark.icon }
    return String(track)
  }

  /// Goes to the segment of the mark that was tapped; false when there is none.
  @MainActor
  @discardableResult
  public func tap(at fraction: Double, _ controller: SRGMediaPlayerController) -> Bool {
    guard let mark = mark(at: fraction), let segments = controller.visibleSegments,
      segments.indices.contains(mark.segment)
    else { return false }
    controller.seek(in: segments[mark.segment])
    return true
  }
}

/// A list of segments, the current one marked (SRGGuide.md#segments).
public struct SRGTimelineView: Hashable, Sendable {
  /// A line of the list.
  public struct Cell: Hashable, Sendable {
    /// The place of the segment among the visible ones.
    public var segment: Int
    /// The name of the segment, or its number.
    public var title: String
    /// Where it begins: `00:42`.
    public var startLabel: String
    /// How long it is: `1:05`.
    public var durationLabel: String
    /// Whether it contains the position.
    public var isCurrent: Bool
    /// Whether it is never played.
    public var isBlocked: Bool
    /// How much of it has been played, 0…1.
    public var progress: Double
  }

  /// In the order of the list.
  public let cells: [Cell]

  /// The values for a state.
  public init(_ state: SRGOverlayState) {
    cells = state.segments.map { segment in
      let range = segment.range
      let isCurrent = segment.index == state.currentSegment
      let progress = range.isEmpty ? 0 : max(0, min((state.time - range.start) / range.duration, 1))
      return Cell(
        segment: segment.index, title: segment.name.isEmpty ? "Segment \(segment.index + 1)" : segment.name,
        startLabel: SRGTimeText.duration(range.start - (state.timeRange?.start ?? 0)),
        durationLabel: SRGTimeText.duration(range.duration), isCurrent: isCurrent, isBlocked: segment.isBlocked,
        progress: isCurrent ? progress : state.time >= range.end ? 1 : 0)
    }
  }

  /// The place of the current cell.
  public var currentCell: Int? { cells.firstIndex { $0.isCurrent } }

  /// `rows` lines of `width` columns, the current one among them: `▸ 00:42 Weather            01:10`.
  public func text(width: Int, rows: Int) -> [String] {
    guard rows > 0, width > 0, !cells.isEmpty else { return [] }
    let first = max(0, min((currentCell ?? 0) - rows / 2, cells.count - rows))
    return cells.dropFirst(first).prefix(rows).map { cell in
      let mark = cell.isBlocked ? "╳" : cell.isCurrent ? "▸" : " "
      let left = "\(mark) \(cell.startLabel) "
      let room = width - left.count - cell.durationLabel.count - 1
      guard room >= 4 else { return "\(mark) \(cell.title)".fitted(to: width) }
      return left + cell.title.fitted(to: room) + " " + cell.durationLabel
    }
  }

  /// Goes to a segment and selects it; false when it is blocked or does not exist.
  @MainActor
  @discardableResult
  public func select(_ cell: Int, _ controller: SRGMediaPlayerController) -> Bool {
    guard cells.indices.contains(cell), !cells[cell].isBlocked, let segments = controller.visibleSegments,
      segments.indices.contains(cells[cell].segment)
    else { return false }
    controller.seek(in: segments[cells[cell].segment])
    return true
  }
}
