import PlayerCore
import PlayerTrace

/// Values derived from a state: what a player shows, and what it waits for.
struct PlayerSummary {
  var state: PlaybackState
  var phase: Phase
  var wantsPlay: Bool
  var position: MediaTime
  var duration: MediaTime
  var rate: Rate
  var isMoving: Bool
  var supply: BufferState
  /// How much is buffered ahead of the position; nil if that is unknown.
  var bufferedAhead: TimeSpan?
  var failure: Failure
  var nextDeadline: Instant
  /// The outputs of the next deadline if nothing else happens before.
  var deadlineOutputs: [Output]

  init(of player: Player, at instant: Instant) {
    let now = max(instant, player.clock)
    state = player.state
    phase = player.phase
    wantsPlay = player.wantsPlay
    position = player.position(at: now)
    duration = player.duration
    rate = player.effectiveRate
    isMoving = player.isMoving
    supply = player.supply
    bufferedAhead = player.bufferedUntil.isKnown ? max(.zero, player.bufferedUntil - position) : nil
    failure = player.failure
    nextDeadline = player.nextDeadline
    deadlineOutputs = Self.serveDeadline(of: player)
  }

  /// A player is a value: a copy shows what it would do.
  private static func serveDeadline(of player: Player) -> [Output] {
    guard player.nextDeadline != .never else { return [] }
    var copy = player
    var outputs = Outputs()
    copy.receive(.deadline, at: player.nextDeadline, into: &outputs)
    return Array(outputs)
  }

  /// In one line: `playing at 0:12.5 of 1:30, supply playable, 4 s ahead, next deadline 00:20.000`.
  var sentence: String {
    var parts = ["\(state) at \(TraceTime.position(position))"]
    if duration.isKnown { parts[0] += " of \(TraceTime.position(duration))" }
    if phase != .prepared { parts.append("phase \(phase)") }
    if failure.kind != .none { parts.append("failure \(failure.kind)") }
    parts.append("supply \(supply.words)")
    if let bufferedAhead { parts.append("\(TraceTime.span(bufferedAhead)) ahead") }
    if nextDeadline != .never { parts.append("next deadline \(TraceTime.stamp(nextDeadline))") }
    return parts.joined(separator: ", ")
  }

  /// What the next deadline would cause, in words: the first of its outputs that is visible from outside.
  func deadlineText(_ message: MessageText) -> String {
    guard nextDeadline != .never else { return "none" }
    let isFailure = deadlineOutputs.first { output in
      if case .notification(.failed, _) = output { return true }
      return false
    }
    let first = isFailure ?? deadlineOutputs.first
    return "\(TraceTime.stamp(nextDeadline))" + (first.map { " (would cause: \(message($0)))" } ?? "")
  }
}
