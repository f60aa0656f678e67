@testable import PlayerCore
import Testing

@Suite("Closing")
struct ClosingStories {
  @Test(
    "a stop completes at once; the engine's confirmation is announced later (KSYManual.md#6.2, Contradictions.md#X-17)"
  )
  func confirmation() {
    var harness = Harness.open(plays: true)
    harness.engine.closeLatency = .seconds(1)
    let stop = harness.ask(.stop)
    #expect(harness.answers(to: stop) == [.done])
    #expect(!harness.notifications.contains(.closed(Epoch(1))))
    harness.run(seconds: 1)
    #expect(harness.notifications.last == .closed(Epoch(1)))
  }

  @Test("a close that the engine does not confirm is announced after five seconds, with a diagnostic")
  func unconfirmed() {
    var harness = Harness.open()
    harness.engine.closeLatency = nil
    harness.ask(.stop)
    harness.forget()
    harness.run(for: .microseconds(4_999_999))
    #expect(harness.said.isEmpty)
    harness.run(for: .microseconds(1))
    #expect(harness.oddities == [.unanswered] && harness.notifications == [.closed(Epoch(1))])
    harness.report(.closed, epoch: Epoch(1))
    #expect(harness.oddities == [.unanswered, .staleEpoch])
  }

  @Test("several concurrent closes are each confirmed, in any order")
  func several() {
    var harness = Harness()
    harness.engine.openLatency = nil
    harness.engine.closeLatency = nil
    for item in 1...4 { harness.load(UInt32(item)) }
    harness.forget()
    for epoch in [2, 1, 3] as [UInt32] { harness.report(.closed, epoch: Epoch(epoch)) }
    #expect(harness.notifications == [.closed(Epoch(2)), .closed(Epoch(1)), .closed(Epoch(3))])
    #expect(harness.oddities.isEmpty)
  }

  @Test("every close is announced exactly once, however many the engine leaves unanswered")
  func everyCloseOnce() {
    var harness = Harness()
    harness.engine.openLatency = nil
    harness.engine.closeLatency = nil
    for item in 1...30 { harness.load(UInt32(item)) }
    harness.ask(.reset)
    harness.run(seconds: 10)
    for epoch in 1...30 {
      #expect(harness.notifications.filter { $0 == .closed(Epoch(UInt32(epoch))) }.count == 1, "epoch \(epoch)")
    }
    #expect(harness.player.nextDeadline == .never)
  }
}
