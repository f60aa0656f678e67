import Testing

@testable import PlayerCore

/// A copy of a player is a value, although most of its machines are stored separately.
@Suite struct CopyTests {
  private static func opened() -> (Player, Outputs) {
    var player = Player()
    var outputs = Outputs()
    player.receive(
      .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)), at: .zero,
      into: &outputs)
    return (player, outputs)
  }

  @Test("an input to a copy does not change the original, and vice versa")
  func copiesAreIndependent() {
    var (player, outputs) = Self.opened()
    let digest = player.digest
    var copy = player
    #expect(copy == player)
    copy.receive(.command(.setPreferredLanguage(.audio, TextID(5)), RequestID(2)), at: .zero, into: &outputs)
    #expect(player.preferredLanguage(.audio) == .none && player.digest == digest)
    #expect(copy.preferredLanguage(.audio) == TextID(5) && copy != player)
    player.receive(.command(.setPreferredLanguage(.audio, TextID(6)), RequestID(2)), at: .zero, into: &outputs)
    #expect(copy.preferredLanguage(.audio) == TextID(5))
  }

  @Test("players that reach the same state independently are equal and have equal hashes")
  func equalWithoutSharing() {
    let (one, other) = (Self.opened().0, Self.opened().0)
    #expect(one == other && one.hashValue == other.hashValue)
  }

  @Test("a copy made in place is an ordinary copy, even if the place was a copy itself")
  func copiesInPlace() {
    var (player, outputs) = Self.opened()
    var place = Player()
    let shared = place
    place.copy(&player)
    #expect(place == player && shared == Player())
    place.receive(.command(.setPreferredLanguage(.audio, TextID(5)), RequestID(2)), at: .zero, into: &outputs)
    #expect(player.preferredLanguage(.audio) == .none && place != player)
    place.copy(&player)
    #expect(place == player)
  }
}
