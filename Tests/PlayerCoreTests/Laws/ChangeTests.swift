@testable import PlayerCore
import Testing

@Suite("Law 5: changes come from comparing")
struct ChangeTests {
  @Test("who only listens knows everything: nothing forgotten, nothing announced twice (BugZoo.md#16)")
  func mirror() {
    var mirror = Mirror()
    var seed: UInt64 = 0
    Sessions.play(480, from: 300_000) { step in
      if step.seed != seed { (mirror, seed) = (Mirror(), step.seed) }
      for case .notification(let notification, _) in step.outputs {
        let isNews = mirror.hear(notification)
        #expect(isNews, "\(notification) is no news: \(step.place)")
        if !isNews { return false }
      }
      let truth = Mirror(of: step.after)
      // An equivalent segment takes over silently (SRG.md#3.6).
      if case .command(.commitSegments, _) = step.input {
        mirror.segment = truth.segment
        mirror.selectedSegment = truth.selectedSegment
      }
      #expect(mirror == truth, "a change was not announced: \(step.place)")
      return mirror == truth
    }
  }

  @Test("what is compared as memory has no gaps between its fields")
  func observableHasNoGaps() {
    func size(of value: Any) -> Int {
      func width<Value>(_ value: Value) -> Int { MemoryLayout<Value>.size }
      let fields = Swift.Mirror(reflecting: value).children
      return fields.isEmpty ? width(value) : fields.reduce(0) { $0 + size(of: $1.value) }
    }
    let fields = size(of: Player.Observable())
    #expect(fields > 100 && fields == MemoryLayout<Player.Observable>.size)
  }

  @Test("no notification that says from … to names the same twice")
  func fromDiffersFromTo() {
    Sessions.play(400, from: 310_000) { step in
      for case .notification(let notification, _) in step.outputs {
        let isChange =
          switch notification {
          case .itemChanged(let from, let to): from != to
          case .phaseChanged(let from, let to): from != to
          case .supplyChanged(let from, let to): from != to
          case .playbackStateChanged(let from, let to): from != to
          case .positionJumped(let from, let to): from != to
          default: true
          }
        #expect(isChange, "\(notification): \(step.place)")
        if !isChange { return false }
      }
      return true
    }
  }

  @Test("every change carries the reason of its step: the input, or the policy that the input called up")
  func reasons() {
    Sessions.play(400, from: 320_000) { step in
      for case .notification(_, let reason) in step.outputs {
        let expected: Reason =
          switch step.input {
          case .deadline: step.before.nextSlot == .segment ? .segment : .deadline
          case .command: .command
          case .engine: .engine
          case .environment(.networkChanged): .reachability
          case .environment(.interruptionBegan), .environment(.interruptionEnded): .interruption
          case .environment: .environment
          }
        let isRight = reason == expected || reason == .retry && Self.isByPolicy(step.outputs)
        #expect(isRight, "\(reason) after \(step.place)")
        if !isRight { return false }
      }
      return true
    }
  }

  /// Whether a retry was due or scheduled, or running dry led to a reload or to the end of the reloads.
  private static func isByPolicy(_ outputs: [Output]) -> Bool {
    outputs.contains {
      switch $0 {
      case .notification(.retryScheduled, _), .notification(.reloading, _), .engine(.open, _),
        .notification(.failed(Failure(.retriesExhausted), _), _), .notification(.policyPrevented, _):
        true
      default: false
      }
    }
  }

  @Test("notifications show the finished state: they carry post-state values (BugZoo.md#28)")
  func postState() {
    Sessions.play(400, from: 330_000) { step in
      for case .notification(let notification, _) in step.outputs {
        let isTrue =
          switch notification {
          case .prepared(let duration): duration == step.after.duration
          case .playbackStateChanged(_, let to): to == step.after.state
          case .stallBegan(let count): count == step.after.statistics.stallCount
          case .failed(let failure, _): failure == step.after.failure || step.after.phase == .empty
          case .ended(let position): position == step.after.position(at: step.after.clock)
          case .seekBegan(_, _, let target): target == step.after.seekTarget
          case .settingChanged(let setting, let value): value == step.after.configuration[setting]
          default: true
          }
        #expect(isTrue, "\(notification): \(step.place)")
        if !isTrue { return false }
      }
      return true
    }
  }
}
