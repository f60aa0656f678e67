@testable import PlayerCore
import Testing

@Suite("Law 2: one deadline")
struct DeadlineTests {
  @Test("The next deadline is that of its slot, and no slot is due before it")
  func slots() {
    Sessions.play(200, from: 5_000) { step in
      let player = step.after
      let earliest = DeadlineSlot.allCases.map { player.deadline(of: $0) }.min()
      let isNext = player.nextSlot == .none || player.deadline(of: player.nextSlot) == player.nextDeadline
      let isRight = earliest == player.nextDeadline && isNext
      #expect(isRight, "\(player.nextSlot) is not the next slot after \(step.place)")
      return isRight
    }
  }

  @Test("Every slot has a name, in the order of its number")
  func slotNames() {
    let names = DeadlineSlot.names.description.split(separator: " ").map(String.init)
    #expect(names == DeadlineSlot.allCases.map { "\($0)" })
    #expect(DeadlineSlot.allCases.map { Int($0.rawValue) } == Array(names.indices))
  }

  @Test("(a) a deadline before its time changes nothing and says nothing")
  func early() {
    var outputs = Outputs()
    Sessions.play(600, from: 10_000) { step in
      var player = step.after
      let deadline = player.nextDeadline
      let early = deadline == .never ? Instant.never : deadline + .microseconds(-1)
      guard early < deadline || deadline == .never, deadline != .microseconds(.min) else { return true }
      player.receive(.deadline, at: early, into: &outputs)
      let isSame = player == step.after && outputs.isEmpty
      #expect(isSame, "an early deadline did something after \(step.place)")
      return isSame
    }
  }

  @Test("(b) a deadline at its time makes progress: something is said, or the next one is later")
  func progress() {
    var outputs = Outputs()
    Sessions.play(600, from: 20_000) { step in
      var player = step.after
      let deadline = player.nextDeadline
      guard deadline != .never else { return true }
      player.receive(.deadline, at: deadline, into: &outputs)
      // A boundary may be run over that nobody hears of.
      let isElsewhere = player.segments.lower != step.after.segments.lower
      let hasProgressed = player.nextDeadline > deadline || !outputs.isEmpty || isElsewhere
      #expect(hasProgressed, "no progress at the deadline \(step.after.nextSlot) after \(step.place)")
      return hasProgressed
    }
  }

  @Test("(b) without an engine the deadlines run out: no player is busy for ever with itself")
  func finite() {
    var outputs = Outputs()
    Sessions.play(120, from: 30_000) { step in
      var player = step.after
      var served = 0
      while player.nextDeadline != .never, served < 20 {
        let slot = player.nextSlot
        player.receive(.deadline, at: player.nextDeadline, into: &outputs)
        // Observers hear of the playhead, segments begin and end, and a stalled engine is kicked until a watchdog stops it.
        if slot != .interval, slot != .segment, slot != .kick { served += 1 }
      }
      #expect(served < 20, "endless deadlines after \(step.place)")
      return served < 20
    }
  }

  @Test("(c) splitting time is invisible: late is the same as on time, one deadline after the other")
  func splitting() {
    Sessions.play(160, from: 40_000) { step in
      let end = step.after.clock + .seconds(100)
      let atOnce = Self.serve(step.after, upTo: [end])
      let split = Self.serve(
        step.after, upTo: [end + .seconds(-77), end + .seconds(-50), end + .microseconds(-1), end])
      #expect(atOnce.said == split.said, "outputs depend on the splitting after \(step.place)")
      #expect(atOnce.player == split.player, "the state depends on the splitting after \(step.place)")
      return atOnce == split
    }
  }

  private struct Result: Equatable {
    var player: Player
    var said: [Output]
  }

  /// Asks for deadlines at each of `instants` until nothing is due.
  private static func serve(_ player: Player, upTo instants: [Instant]) -> Result {
    var result = Result(player: player, said: [])
    var outputs = Outputs()
    for instant in instants {
      repeat {
        result.player.receive(.deadline, at: instant, into: &outputs)
        result.said += outputs
      } while result.player.nextDeadline <= instant && result.player.nextDeadline != .never
    }
    return result
  }

  @Test("a deadline that comes late is served at its own instant")
  func late() {
    var stage = Stage()
    stage.engine.openLatency = nil
    stage.load()
    var outputs = Outputs()
    var player = stage.player
    player.receive(.deadline, at: .seconds(100), into: &outputs)
    #expect(player.failure.kind == .openTimeout)
    #expect(player.clock == .seconds(30))
  }

  @Test("the next deadline is a function of the state: asking changes nothing, equal players wait for the same")
  func pure() {
    Sessions.play(120, from: 50_000) { step in
      let copy = step.after
      let isPure = copy.nextDeadline == step.after.nextDeadline && copy == step.after
      #expect(isPure, "\(step.place)")
      return isPure
    }
  }
}
