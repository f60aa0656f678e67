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
    /// Why it was presented although it is blocked; `nil` if it was not.
    package var presented: Presented?
  }

  package enum Presented: UInt8 {
    case sourceCannotSeek
    case cannotBeSkipped

    /// For readers, after the name of the segment.
    package var words: String {
      switch self {
      case .sourceCannotSeek: "played: the source cannot seek"
      case .cannotBeSkipped: "played: it cannot be skipped"
      }
    }
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

  /// Takes a step; returns true if it changes the current segments.
  package mutating func take(_ input: Input, _ outputs: Outputs) -> Bool {
    var isChanged = enter(input, outputs)
    for output in outputs {
      switch output {
      case .notification(.chapterFound(_, let start, let end, let title), _):
        let chapter = Chapter(start: start, end: end, title: title)
        if chapters.count < limit, !chapters.contains(chapter) { chapters.append(chapter) }
      case .notification(.blockedPlaying(let id, let isSeekable), _):
        guard let index = segments.firstIndex(where: { $0.id == id && $0.isBlocked }) else { continue }
        segments[index].presented = isSeekable ? .cannotBeSkipped : .sourceCannotSeek
        isChanged = true
      default: break
      }
    }
    return isChanged
  }

  private mutating func enter(_ input: Input, _ outputs: Outputs) -> Bool {
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
