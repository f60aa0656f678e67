import PlayerCore

/// Tracks the segments and chapters of a run as the player does.
package struct MediaParts {
  package struct Segment: Equatable {
    package var id: SegmentID
    package var start: MediaTime
    package var end: MediaTime
    package var isBlocked: Bool
    package var isHidden: Bool
    package var title: TextID
  }

  package struct Chapter: Equatable {
    package var start: MediaTime
    package var end: MediaTime
    package var title: TextID
  }

  /// The current segments.
  package private(set) var segments: [Segment] = []
  package private(set) var chapters: [Chapter] = []
  /// The titles of all current segments, by number. Segments by date are only here, because their places in the media
  /// are unknown.
  package private(set) var titles: [UInt32: TextID] = [:]
  private var staged: [Segment] = []
  private var stagedTitles: [UInt32: TextID] = [:]
  private let limit: Int

  /// At most `limit` segments, and as many chapters, are kept.
  package init(limit: Int) { self.limit = limit }

  /// The parts at the end of a run, which were tracked before.
  init(_ segments: [Segment], _ chapters: [Chapter], limit: Int) {
    self.init(limit: limit)
    (self.segments, self.chapters) = (segments, chapters)
  }

  /// Takes a step; returns true if it replaces the current segments.
  package mutating func take(_ input: Input, _ outputs: Outputs) -> Bool {
    for output in outputs {
      guard case .notification(.chapterFound(_, let start, let end, let title), _) = output else { continue }
      let chapter = Chapter(start: start, end: end, title: title)
      if chapters.count < limit, !chapters.contains(chapter) { chapters.append(chapter) }
    }
    switch input {
    case .command(.stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, let title), _):
      guard stagedTitles.count < limit else { return false }
      stagedTitles[id.rawValue] = title
      guard !isDated, staged.count < limit else { return false }
      staged.append(
        Segment(id: id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, title: title))
    case .command(.commitSegments, let request):
      let isDone = outputs.contains { output in
        guard case .completion(let completion) = output else { return false }
        return completion.request == request && completion.answer == .done
      }
      if isDone { (segments, titles) = (staged, stagedTitles) }
      (staged, stagedTitles) = ([], [:])
      return isDone
    default: break
    }
    return false
  }
}
