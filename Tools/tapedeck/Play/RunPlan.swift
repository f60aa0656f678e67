import PlayerCore

/// The remaining actions of a run, and when it ends: the same for both hosts.
struct RunPlan: Hashable, Sendable {
  /// By instant; those for the same one in the order in which they were given.
  private(set) var actions: [ScheduledAction]
  /// Actions that wait until the media is ready.
  var whenPrepared: [Action] = []
  /// The run ends when its clock reaches this instant.
  var limit = Instant.never
  /// The run ends when the playhead reaches this place.
  var until: Place?
  /// Where playback was to begin, if that was given as a time.
  var start: MediaTime?
  /// Playback was to begin elsewhere than at the source's default position.
  var startsElsewhere = false
  /// Whether commands can still follow: a run that is paused continues.
  var hasKeys = false

  init(actions: [ScheduledAction] = []) {
    self.actions = actions.enumerated()
      .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
  }

  /// When the next action is due without a command of the user.
  func nextInstant(_ player: Player) -> Instant {
    min(actions.first?.instant ?? .never, min(limit, untilInstant(player)))
  }

  /// Takes the due actions. Those that wait until the media is ready wait for `mayBegin`, too.
  mutating func takeDue(at now: Instant, _ player: Player, mayBegin: Bool = true) -> [Action] {
    var due: [Action] = []
    if player.phase == .prepared, mayBegin {
      due += whenPrepared
      whenPrepared = []
    }
    while let first = actions.first, first.instant <= now { due.append(actions.removeFirst().action) }
    return due
  }

  /// Why the run has ended; nil if it has not. `openRequests` is the number of unanswered requests.
  func ending(_ player: Player, at now: Instant, openRequests: Int) -> RunEnding? {
    if let start, player.phase == .prepared || player.phase == .ended, player.duration.isKnown, start > player.duration
    {
      return .startOutside(duration: player.duration)
    }
    if now >= limit || hasReachedUntil(player, now) { return .reached }
    guard actions.isEmpty, openRequests == 0 else { return nil }
    switch player.phase {
    case .failed: return .failed(player.failure)
    case .ended: return .ended
    case .opening: return nil
    case .empty, .idle, .blocked: return mayWait ? nil : .nothingLeft
    case .prepared:
      let holds = (!player.wantsPlay || player.isInterrupted) && !player.seekTarget.isKnown && whenPrepared.isEmpty
      return holds && !mayWait ? .nothingLeft : nil
    }
  }

  private var mayWait: Bool { hasKeys || limit != .never }

  private func untilTime(_ player: Player) -> MediaTime? {
    switch until {
    case nil, .skip, .liveEdge: nil
    case .time(let time): time
    case .part(let part): player.duration.isKnown ? Place.share(part, of: player.duration) : nil
    }
  }

  private func hasReachedUntil(_ player: Player, _ now: Instant) -> Bool {
    guard let time = untilTime(player), player.phase == .prepared, !player.seekTarget.isKnown else { return false }
    return player.position(at: max(now, player.clock)) >= time
  }

  private func untilInstant(_ player: Player) -> Instant {
    guard player.isMoving, let time = untilTime(player) else { return .never }
    let rest = time - player.position(at: player.clock)
    return rest <= .zero ? player.clock : player.clock + player.effectiveRate.span(for: rest)
  }
}
