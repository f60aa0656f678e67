import PlayerCore

/// Feeds inputs to a player and inspects it after each; or follows a player of which only observations are known.
struct RunStepper {
  var player: Player
  private(set) var outputs = RunOutputs()
  /// The player after the last input.
  private(set) var inspection = Player.Inspection()
  /// The playhead just before the last input; unknown while nothing is open.
  private(set) var positionBefore = MediaTime.unknown
  /// For a run without inputs.
  private(set) var observed: ObservedPlayer?

  init(_ player: Player) {
    self.player = player
    Player.readInspection(of: &self.player, into: &inspection)
  }

  /// Follows observations.
  init(_ observed: ObservedPlayer) {
    self.init(observed.player)
    self.observed = observed
  }

  mutating func feed(_ input: Input, at instant: Instant) {
    positionBefore = player.state == .idle ? .unknown : player.position(at: max(instant, player.clock))
    player.receive(input, at: instant, into: &outputs.fed)
    Player.readInspection(of: &player, into: &inspection)
  }

  mutating func observe(_ step: ObservedStep) {
    let isKnown = observed?.isPositionReported ?? false && player.state != .idle
    positionBefore = isKnown ? player.position(at: max(step.instant, player.clock)) : .unknown
    observed?.take(step)
    if let observed { player = observed.player }
    outputs.observed = step.outputs
    Player.readInspection(of: &player, into: &inspection)
    // This is the state of another player, which has none of our deadlines.
    inspection.nextDeadline = .never
    inspection.nextSlot = .none
  }

  /// The playhead after the last input; unknown while nothing is open.
  var position: MediaTime {
    if inspection.shown.state == .idle { return .unknown }
    if let observed, !observed.isPositionReported { return .unknown }
    return inspection.position
  }
}

/// A player's outputs for an input, or observations of a player.
struct RunOutputs: RandomAccessCollection {
  var fed = Outputs()
  var observed: [Output] = []

  var startIndex: Int { 0 }
  var endIndex: Int { observed.isEmpty ? fed.count : observed.count }
  subscript(place: Int) -> Output { observed.isEmpty ? fed[place] : observed[place] }
}
