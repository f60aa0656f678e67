@testable import PlayerCore
import Testing

@Suite("Every command in every situation")
struct CommandTableTests {
  @Test("answer, phase, state, intent and engine commands match the table", arguments: Situation.allCases)
  func table(situation: Situation) throws {
    let rows = Self.rows(of: situation)
    #expect(rows.map(\.command) == Self.commands.map(\.name))
    for (row, command) in zip(rows, Self.commands) {
      var harness = situation.harness
      let request = harness.ask(command.command)
      #expect(Self.answer(to: request, in: harness) == row.answer, "\(row.command) when \(situation)")
      #expect(harness.summary == row.summary, "\(row.command) when \(situation)")
    }
  }

  @Test("after any command, stop returns to a chosen item and waits only for the engine to close")
  func stopFromEverywhere() {
    for situation in Situation.allCases where situation != .empty {
      for (name, command) in Self.commands where name != "reset" {
        var harness = situation.harness
        harness.engine.closeLatency = .zero
        harness.ask(command)
        harness.ask(.stop)
        harness.run(seconds: 10)
        #expect(harness.player.phase == .idle && harness.player.state == .idle, "\(name) when \(situation)")
        #expect(harness.player.nextDeadline == .never, "\(name) when \(situation)")
        #expect(harness.player.bufferedUntil == .unknown && harness.position == .zero)
      }
    }
  }

  @Test("repeating an absolute command has no further effect (play, pause, stop, reset)")
  func idempotent() {
    for situation in Situation.allCases {
      for command in [Command.play, .pause, .stop, .reset] {
        var once = situation.harness
        once.ask(command)
        var twice = once
        twice.forget()
        twice.ask(command)
        #expect(twice.player == once.player, "\(command) when \(situation)")
        // Each attempt that the network forbids is announced.
        let said = twice.notifications.filter { if case .policyPrevented = $0 { false } else { true } }
        #expect(said.isEmpty && twice.commands.isEmpty, "\(command) when \(situation)")
      }
    }
  }

  @Test("a pause in any situation leaves nothing that could play by itself (BugZoo.md#7, BugZoo.md#21)")
  func pauseHolds() {
    for situation in Situation.allCases {
      var harness = situation.harness
      harness.ask(.pause)
      harness.engine.openLatency = .zero
      harness.engine.startLatency = .zero
      harness.report(.playbackStarted(position: .zero, rate: .normal))
      harness.report(.buffered(until: .seconds(60), bytesRead: 9, isSaturated: true))
      harness.environment(.interruptionEnded(mayResume: true))
      harness.environment(.enteredForeground)
      #expect(harness.player.state != .playing, "\(situation)")
      #expect(!harness.player.isMoving, "\(situation)")
    }
  }

  @Test("every situation fails in the same way: idle, with a reason, everything answered and the engine closed")
  func failureFromEverywhere() {
    for situation in Situation.allCases where situation != .replacing {
      var harness = situation.harness
      guard harness.player.loading.isEngineOpen else { continue }
      harness.report(.failed(Failure(.io, detail: 5)))
      #expect(harness.player.failure == Failure(.io, detail: 5), "\(situation)")
      #expect(harness.player.state == .idle, "\(situation)")
      #expect(harness.commands.last == .close, "\(situation)")
    }
  }

  private static let commands: [(name: String, command: Command)] = [
    ("play", .play), ("pause", .pause), ("toggle", .toggle), ("prepare", .prepare), ("stop", .stop),
    ("reset", .reset), ("seek", .seek(.at(.seconds(9)))), ("reload", .reload(item: .none, flush: true)),
    ("reloadKeeping", .reload(item: .none, flush: false)),
    ("load", .load(item: ItemID(2), start: .standard, autoplay: false, opens: true)), ("retry", .retry),
    ("captureStill", .captureStill),
  ]

  private static func rows(of situation: Situation) -> [Row] {
    switch situation {
    case .empty: CommandTableBefore.empty
    case .chosen: CommandTableBefore.chosen
    case .opening: CommandTableBefore.opening
    case .starting: CommandTableBefore.starting
    case .held: CommandTableBefore.held
    case .begun: CommandTableBefore.begun
    case .playing: CommandTableBefore.playing
    case .seeking: CommandTableRunning.seeking
    case .stalled: CommandTableRunning.stalled
    case .looping: CommandTableRunning.looping
    case .ended: CommandTableRunning.ended
    case .interrupted: CommandTableRunning.interrupted
    case .failed: CommandTableRunning.failed
    case .replacing: CommandTableRunning.replacing
    case .waiting: CommandTableWaiting.retry
    case .blocked: CommandTableWaiting.blocked
    }
  }

  private static func answer(to request: RequestID, in harness: Harness) -> String {
    guard let completion = harness.completions.first(where: { $0.request == request }) else { return "pending" }
    return completion.refusal == .none ? "\(completion.answer)" : "\(completion.answer) \(completion.refusal)"
  }
}
