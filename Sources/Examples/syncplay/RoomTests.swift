import PlayerTestingSupport
import ReducerTesting
import Testing

@Suite("SyncPlay, explored whole")
struct RoomTests {
  /// Where each player reports every change, the two can answer each other for ever: each message changes what the
  /// message before it has changed. One person who presses twice in a row is enough.
  @Test("reporting every change: the players echo each other, and never agree again")
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

  @Test("one player decides: from every state both get to see the same")
  func decision() {
    let progress = expectAll(exploring: RoomModel(), from: .oneDecides)
    #expect(progress.end == .complete)
    #expect(progress.states == 4_428)
  }
}
