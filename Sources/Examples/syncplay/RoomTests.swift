import PlayerTestingSupport
import ReducerTesting
import Testing

@Suite("SyncPlay, explored exhaustively")
struct RoomTests {
  /// If each player reports every change, the two can answer each other forever: each message reverts the change of the
  /// one before it. One person who presses twice in a row is enough.
  @Test("players that report every change echo each other, and never agree again")
  func echo() throws {
    let explorer = Explorer(RoomModel(), from: .reportEveryChange)
    #expect(explorer.run() == .complete)
    let stuck = explorer.stuckStates()
    #expect(explorer.progress.states == 2_634)
    #expect(stuck.count == 2_490, "states from which the messages never let them agree")
    let shortest = try #require(stuck.first)
    print(RoomModel().text(for: shortest))
    #expect(
      shortest.session.steps == [
        .press(.first, Room.View(isPlaying: true)), .press(.first, Room.View(isPlaying: false)),
      ])
  }

  @Test("when one player decides, both can agree from every state")
  func decision() {
    let progress = expectAll(exploring: RoomModel(), from: .oneDecides)
    #expect(progress.end == .complete)
    #expect(progress.states == 4_428)
  }
}
