import PlayerCore

/// The renditions of the open media, for keys that move from one to the next.
struct TrackRing {
  private var found: [(kind: TrackKind, track: TrackID)] = []

  mutating func take(_ notification: Player.Notification) {
    switch notification {
    case .phaseChanged(_, .opening): found = []
    case .trackFound(let kind, let track, _, _, _, _): found.append((kind, track))
    default: break
    }
  }

  /// The action of a key with a track's number. Unchanged if there is no choice.
  func resolve(_ action: Action, for player: Player) -> Action {
    guard case .nextTrack(let kind) = action else { return action }
    var ring = found.filter { $0.kind == kind }.map(\.track)
    if kind == .subtitle, !ring.isEmpty { ring.append(.off) }
    guard ring.count > 1 else { return action }
    let index = ring.firstIndex(of: player.selectedTrack(kind)).map { ($0 + 1) % ring.count } ?? 0
    return .selectTrack(kind, ring[index])
  }
}
