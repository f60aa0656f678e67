@testable import PlayerCore
import Testing

@Suite("Closing")
struct ClosingStories {
  @Test(
    "a stop is done at once; the engine's confirmation is announced when it comes (KSYManual.md#6.2, Contradictions.md#X-17)"
  )
  func confirmation() {
    var stage = Stage.open(plays: true)
    stage.engine.closeLatency = .seconds(1)
    let stop = stage.ask(.stop)
    #expect(stage.answers(to: stop) == [.done])
    #expect(!stage.notifications.contains(.closed(Epoch(1))))
    stage.run(seconds: 1)
    #expect(stage.notifications.last == .closed(Epoch(1)))
  }

  @Test("an engine that does not confirm is not waited for: announced after five seconds, with a diagnostic")
  func unconfirmed() {
    var stage = Stage.open()
    stage.engine.closeLatency = nil
    stage.ask(.stop)
    stage.forget()
    stage.run(for: .microseconds(4_999_999))
    #expect(stage.said.isEmpty)
    stage.run(for: .microseconds(1))
    #expect(stage.oddities == [.unanswered] && stage.notifications == [.closed(Epoch(1))])
    stage.report(.closed, epoch: Epoch(1))
    #expect(stage.oddities == [.unanswered, .staleEpoch])
  }

  @Test("several closes at once are each confirmed, in whatever order")
  func several() {
    var stage = Stage()
    stage.engine.openLatency = nil
    stage.engine.closeLatency = nil
    for item in 1...4 { stage.load(UInt32(item)) }
    stage.forget()
    for epoch in [2, 1, 3] as [UInt32] { stage.report(.closed, epoch: Epoch(epoch)) }
    #expect(stage.notifications == [.closed(Epoch(2)), .closed(Epoch(1)), .closed(Epoch(3))])
    #expect(stage.oddities.isEmpty)
  }

  @Test("every close is announced exactly once, however many the engine leaves unanswered")
  func everyCloseOnce() {
    var stage = Stage()
    stage.engine.openLatency = nil
    stage.engine.closeLatency = nil
    for item in 1...30 { stage.load(UInt32(item)) }
    stage.ask(.reset)
    stage.run(seconds: 10)
    for epoch in 1...30 {
      #expect(stage.notifications.filter { $0 == .closed(Epoch(UInt32(epoch))) }.count == 1, "epoch \(epoch)")
    }
    #expect(stage.player.nextDeadline == .never)
  }
}
