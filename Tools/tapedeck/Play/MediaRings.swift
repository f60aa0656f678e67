import PlayerCore
import PlayerRuntime

/// The renditions and chapters of the open media, for actions that move from one to the next.
struct MediaRings {
  private var tracks: [(kind: TrackKind, track: TrackID)] = []
  private var chapters: [(start: MediaTime, title: String)] = []

  /// After this much of a chapter, "previous" means its own beginning, as on a CD player.
  private static let fresh = TimeSpan.seconds(3)

  mutating func take(_ notification: Player.Notification) {
    switch notification {
    case .phaseChanged(_, .opening): (tracks, chapters) = ([], [])
    case .trackFound(let kind, let track, _, _, _, _): tracks.append((kind, track))
    case .chapterFound(_, let start, _, _):
      // Mostly they come in order.
      let place = chapters.lastIndex { $0.start <= start }.map { $0 + 1 } ?? 0
      chapters.insert((start, ""), at: place)
    default: break
    }
  }

  /// The command or seek that an action means at this position. Unchanged if there is no target.
  func resolve(_ action: Action, _ segments: [StagedSegment], at position: MediaTime, _ player: Player) -> Action {
    switch action {
    case .nextTrack(let kind): next(kind, player).map { .command(.selectTrack(kind, $0)) } ?? action
    case .chapter(let step): target(step, segments, at: position).map { .seek(.time($0), .exact) } ?? action
    case .skipSegment: end(segments, at: position, player).map { .seek(.time($0), .exact) } ?? action
    default: action
    }
  }

  /// `nil` if there is no choice.
  private func next(_ kind: TrackKind, _ player: Player) -> TrackID? {
    var ring = tracks.filter { $0.kind == kind }.map(\.track)
    if kind == .subtitle, !ring.isEmpty { ring.append(.off) }
    guard ring.count > 1 else { return nil }
    return ring[ring.firstIndex(of: player.selectedTrack(kind)).map { ($0 + 1) % ring.count } ?? 0]
  }

  private func target(_ step: Action.ChapterStep, _ segments: [StagedSegment], at position: MediaTime) -> MediaTime? {
    let starts = ChapterMarks(chapters, segments).list.map(\.start)
    switch step {
    case .number(let number): return 1...max(1, starts.count) ~= number && !starts.isEmpty ? starts[number - 1] : nil
    case .next: return starts.first { $0 > position }
    case .previous:
      guard let current = starts.last(where: { $0 <= position }) else { return starts.isEmpty ? nil : .zero }
      // Several may begin at one place, which must not hold the user there.
      return position - current > Self.fresh ? current : starts.last { $0 < current } ?? current
    }
  }

  /// The end of the segment that contains `position`, or of the shortest of several; otherwise the next chapter.
  private func end(_ segments: [StagedSegment], at position: MediaTime, _ player: Player) -> MediaTime? {
    let ends = segments.filter { !$0.segment.isBlocked }.map(\.segment).filter {
      $0.start <= position && $0.end.isKnown && $0.end > position
    }.map(\.end)
    let whole = player.duration.isKnown ? player.duration : MediaTime(microseconds: .max)
    return ends.min().map { min($0, whole) } ?? target(.next, segments, at: position)
  }
}
