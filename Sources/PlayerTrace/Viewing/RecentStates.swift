import PlayerCore

/// Players within the block of which steps were shown last: whoever steps through a run stays in a block for long.
final class RecentStates {
  /// The number of steps between two players.
  private static var stride: Int { 64 }

  private var block = -1
  /// Before the steps of the block whose places are multiples of ``stride``.
  private var players: [Player] = []

  /// The player nearest before a step of a block, and the place of the step that it takes next; `nil` if there is none.
  func nearest(in block: Int, before place: Int) -> (place: Int, player: Player)? {
    guard block == self.block, !players.isEmpty else { return nil }
    let number = min(place / Self.stride, players.count - 1)
    return (number * Self.stride, players[number])
  }

  /// Takes the player before a step of a block. Places of a block come in order.
  func take(_ player: borrowing Player, in block: Int, before place: Int) {
    guard place % Self.stride == 0 else { return }
    if block != self.block { (self.block, players) = (block, []) }
    if players.count == place / Self.stride { players.append(copy player) }
  }
}
