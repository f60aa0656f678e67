import PlayerCore

/// Feeds inputs to a player and looks at it after each.
struct RunStepper {
  var player: Player
  private(set) var outputs = Outputs()
  /// The player after the last input.
  private(set) var inspection = Player.Inspection()
  /// Where the playhead was just before it; unknown while nothing is open.
  private(set) var positionBefore = MediaTime.unknown

  init(_ player: Player) {
    self.player = player
    Player.readInspection(of: &self.player, into: &inspection)
  }

  mutating func feed(_ input: Input, at instant: Instant) {
    positionBefore = player.state == .idle ? .unknown : player.position(at: max(instant, player.clock))
    player.receive(input, at: instant, into: &outputs)
    Player.readInspection(of: &player, into: &inspection)
  }

  /// Where the playhead is after the last input; unknown while nothing is open.
  var position: MediaTime { inspection.shown.state == .idle ? .unknown : inspection.position }
}
