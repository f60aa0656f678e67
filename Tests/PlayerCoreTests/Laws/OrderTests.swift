@testable import PlayerCore
import Testing

@Suite("Law 6: the order of outputs is a language")
struct OrderTests {
  @Test(
    "every session is a sentence of the grammar (BugZoo.md#17, BugZoo.md#22, BugZoo.md#23, BugZoo.md#25, BugZoo.md#30)")
  func sentences() {
    var grammar = Grammar()
    var seed: UInt64 = 0
    Sessions.play(800, length: 60, from: 700_000) { step in
      if step.seed != seed { (grammar, seed) = (Grammar(), step.seed) }
      grammar.beginInput()
      for output in step.outputs {
        if let error = grammar.read(output) {
          Issue.record("\(error): \(output) in \(step.place)")
          return false
        }
      }
      if let error = grammar.endInput() {
        Issue.record("\(error) after \(step.place)")
        return false
      }
      return true
    }
  }

  @Test("playing is shown only when the engine said so in this very step (BugZoo.md#17, BugZoo.md#34)")
  func playingNeedsTheEngine() {
    Sessions.play(480, from: 710_000) { step in
      guard step.before.state != .playing, step.after.state == .playing else { return true }
      let isConfirmed: Bool = if case .engine(.playbackStarted, _) = step.input { true } else { false }
      #expect(isConfirmed, "\(step.place)")
      return isConfirmed
    }
  }

  @Test("the drive follows its table: one input never leads from stopped to moving")
  func drive() {
    Sessions.play(480, from: 715_000) { step in
      let (before, after) = (step.before.transport.drive, step.after.transport.drive)
      let isRight = before == after || before.canBecome(after)
      #expect(isRight, "\(before) to \(after) at \(step.place)")
      return isRight
    }
  }

  @Test("the engine is told to play only what is prepared, wanted, supplied or stalled too long, and nothing hinders")
  func playCommands() {
    Sessions.play(480, from: 720_000) { step in
      for case .engine(.play, _) in step.outputs {
        let player = step.after
        let isKick = step.input == .deadline && player.supply == .stalled && player.buffering.kickedAt == player.clock
        let isRight =
          player.phase == .prepared && player.wantsPlay && (player.supply.allowsPlayback || isKick)
          && !player.isHindered && !player.seeking.isActive
        #expect(isRight, "\(step.place)")
        if !isRight { return false }
      }
      return true
    }
  }

  @Test("running dry while moving is a stall in the same step (BugZoo.md#24), or a reload where that is the policy")
  func starvationStalls() {
    Sessions.play(480, from: 730_000) { step in
      guard case .engine(.starved, let epoch) = step.input, step.before.isMoving, epoch == step.before.epoch else {
        return true
      }
      if step.before.configuration.reloadsOnStall { return true }
      #expect(step.after.state == .stalled, "\(step.place)")
      return step.after.state == .stalled
    }
  }

  @Test("media ends only where its declared duration says, within the tolerance (BugZoo.md#9)")
  func endsAtTheEnd() {
    Sessions.play(480, from: 740_000) { step in
      let player = step.after
      guard step.before.phase != .ended, player.phase == .ended, player.streamType == .onDemand,
        !player.timeline.isDurationEstimated, player.transport.waiting == .none
      else { return true }
      if case .engine(.seekCompleted, _) = step.input { return true }
      let tolerance = player.configuration.earlyEndTolerance
      let isAtEnd = tolerance == .never || player.duration - player.transport.anchor <= tolerance
      #expect(isAtEnd, "\(step.place)")
      return isAtEnd
    }
  }
}
