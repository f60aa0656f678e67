@testable import PlayerCore
import Testing

@Suite("Intent is the app's")
struct IntentTests {
  @Test(
    "the wish to play changes by commands, buttons, a lost route or a long interruption, and by nothing else (BugZoo.md#19); a failure or the end may end it where that is the policy"
  )
  func intentChangesOnlyByCommand() {
    Sessions.play(400, from: 400_000) { step in
      guard step.before.wantsPlay != step.after.wantsPlay else { return true }
      let isAllowed: Bool =
        switch step.input {
        case .command: true
        case .environment(.remoteControl): true
        case .environment(.routeChanged(.oldDeviceUnavailable)): !step.after.wantsPlay
        case .environment(.interruptionEnded): !step.after.wantsPlay
        case .deadline, .engine, .environment: !step.after.wantsPlay && Self.endsWishes(step.before.configuration)
        }
      #expect(isAllowed, "\(step.place)")
      return isAllowed
    }
  }

  private static func endsWishes(_ configuration: Configuration) -> Bool {
    configuration.openFailureHolds || !configuration.retryKeepsIntent || configuration.emptiesOnFailure
      || configuration.endClearsIntent || configuration.readinessEndsInterruption
  }

  @Test("what is not wanted never plays (BugZoo.md#7, BugZoo.md#21)")
  func unwantedNeverPlays() {
    Sessions.play(400, from: 410_000) { step in
      let isKept = step.after.wantsPlay || step.after.state != .playing
      #expect(isKept, "\(step.place)")
      return isKept
    }
  }

  @Test("rate, volume, mute, looping, scaling and rotation survive everything but their own commands (SRG.md#1.10)")
  func wishesSurvive() {
    Sessions.play(600, from: 420_000) { step in
      switch step.input {
      case .command(.setRate, _), .command(.setVolume, _), .command(.setMuted, _), .command(.setLooping, _),
        .command(.setScalingMode, _), .command(.setRotation, _):
        return true
      case .deadline, .command, .engine, .environment: break
      }
      let (before, after) = (step.before, step.after)
      let isKept =
        before.rate == after.rate && before.volume == after.volume && before.isMuted == after.isMuted
        && before.isLooping == after.isLooping && before.scalingMode == after.scalingMode
        && before.rotation == after.rotation
      #expect(isKept, "\(step.place)")
      return isKept
    }
  }
}
