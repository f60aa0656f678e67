@testable import PlayerCore
import Testing

@Suite("Observers of the playhead, whatever happens")
struct IntervalTests {
  /// A theatre with observers; hands every step that told something to `visit`.
  private static func play(
    _ configuration: Configuration = Configuration(), from firstSeed: UInt64, interval: TimeSpan = .milliseconds(700),
    _ visit: (_ seed: UInt64, _ theatre: Theatre, _ said: [Output]) -> Bool
  ) {
    for seed in firstSeed..<firstSeed + UInt64(120 * Sessions.factor) {
      var theatre = Theatre(seed: seed)
      theatre.stage.player.configuration.tickGate = configuration.tickGate
      theatre.stage.player.configuration.ticksOnJump = configuration.ticksOnJump
      theatre.stage.ask(.addPeriodicObserver(ObserverID(1), interval: interval))
      for _ in 0..<40 {
        theatre.stage.forget()
        theatre.act()
        if !visit(seed, theatre, theatre.stage.said) { break }
      }
    }
  }

  @Test("ticks of one observer are neighbours on its grid, unless the playhead was set down in between")
  func spacing() {
    var count = 0
    var last: MediaTime?
    var lastSeed: UInt64 = 0
    Self.play(from: 1) { seed, theatre, said in
      if seed != lastSeed { (last, lastSeed) = (nil, seed) }
      for case .notification(let notification, _) in said {
        switch notification {
        case .tick(_, let position):
          count += 1
          #expect(position.microseconds % 700_000 == 0, "seed \(seed)")
          if let last { #expect(position - last == .milliseconds(700), "seed \(seed): \(theatre.script.suffix(8))") }
          last = position
        case .prepared, .seekEnded, .seekBegan, .positionJumped, .looped, .itemChanged, .phaseChanged: last = nil
        default: break
        }
      }
      return true
    }
    #expect(count > 5_000)
  }

  @Test("a tick is told where the playhead is, when it moves there or stops there")
  func onlyWhileMoving() {
    var told = 0
    var outputs = Outputs()
    Sessions.play(400, from: 900_000) { step in
      var player = step.after
      // What is due is served before anything else is asked.
      while player.nextDeadline <= player.clock, player.nextDeadline != .never {
        player.receive(.deadline, at: player.clock, into: &outputs)
      }
      let command = Command.addPeriodicObserver(ObserverID(9), interval: .seconds(1))
      player.receive(.command(command, RequestID(1)), at: player.clock, into: &outputs)
      let end = player.clock + .seconds(5)
      while player.nextDeadline <= end, player.nextDeadline != .never {
        let wasMoving = player.isMoving
        player.receive(.deadline, at: end, into: &outputs)
        for case .notification(.tick(ObserverID(9), let position), _) in outputs {
          told += 1
          let playhead = player.seeking.isActive ? player.transport.anchor : player.position(at: player.clock)
          let isRight = wasMoving && position <= playhead && playhead - position < .milliseconds(1)
          #expect(isRight || player.isOutOfThisWorld, "\(position) at \(playhead) after \(step.place)")
          if !isRight, !player.isOutOfThisWorld { return false }
        }
      }
      return true
    }
    #expect(told > 300)
  }

  @Test("before the gate is crossed nothing is told, and a seek leaves it as it was")
  func gate() {
    var configuration = Configuration()
    configuration.tickGate = .milliseconds(400)
    configuration.ticksOnJump = true
    Self.play(configuration, from: 40_000, interval: .milliseconds(100)) { seed, theatre, said in
      var isSilent = false
      for case .notification(let notification, _) in said {
        if case .prepared = notification { isSilent = true }
        if case .tick(_, let position) = notification, isSilent {
          // The first one after an opening lies behind the gate.
          #expect(position >= .milliseconds(400), "seed \(seed): \(theatre.script.suffix(6))")
          isSilent = false
        }
      }
      return true
    }
  }

  @Test("the table and its digest go together, and nobody is told beyond a round")
  func table() {
    Sessions.play(400, from: 910_000) { step in
      let intervals = step.after.intervals
      let isKept =
        intervals.observers.isEmpty == (intervals.digest == 0) && intervals.served <= intervals.count
        && Int(intervals.count) <= max(Int(step.before.intervals.count), intervals.observers.count)
        && Set(intervals.observers.map(\.id)).count == intervals.observers.count
      #expect(isKept, "\(step.place)")
      return isKept
    }
  }
}

extension Player {
  /// Faster than a second of media in a millisecond, or where positions saturate, as only an engine out of its mind
  /// reports.
  fileprivate var isOutOfThisWorld: Bool {
    transport.movingRate > .thousandths(100_000) || transport.anchor < .seconds(-1_000_000_000)
  }
}
