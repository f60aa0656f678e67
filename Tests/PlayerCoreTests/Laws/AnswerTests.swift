@testable import PlayerCore
import Testing

@Suite("Law 3: every command gets exactly one answer")
struct AnswerTests {
  @Test("over whole sessions that end with a reset, each request is answered once (SRG.md#5.6, BugZoo.md#6)")
  func exactlyOnce() {
    var outputs = Outputs()
    var asked: Set<RequestID> = []
    var answered: [RequestID: Int] = [:]
    let length = 60
    var taken = 0
    Sessions.play(600, length: length, from: 100_000) { step in
      if case .command(_, let request) = step.input { asked.insert(request) }
      Self.count(step.outputs, &answered)
      taken += 1
      guard taken == length else { return true }
      var player = step.after
      player.receive(.command(.reset, RequestID(.max)), at: player.clock, into: &outputs)
      Self.count(Array(outputs), &answered)
      asked.insert(RequestID(.max))
      #expect(answered.count == asked.count, "unanswered or invented requests in session \(step.seed)")
      #expect(answered.values.allSatisfy { $0 == 1 }, "answered twice in session \(step.seed)")
      let isKept = answered.count == asked.count && answered.values.allSatisfy { $0 == 1 }
      (asked, answered, taken) = ([], [:], 0)
      return isKept
    }
  }

  private static func count(_ outputs: [Output], _ answered: inout [RequestID: Int]) {
    for case .completion(let completion) in outputs { answered[completion.request, default: 0] += 1 }
  }

  @Test("an answer is refused with a reason, or not refused without one")
  func refusalsHaveReasons() {
    Sessions.play(400, from: 110_000) { step in
      for case .completion(let completion) in step.outputs {
        let isConsistent = (completion.answer == .refused) == (completion.refusal != .none)
        #expect(isConsistent, "\(completion) after \(step.place)")
        if !isConsistent { return false }
      }
      return true
    }
  }

  @Test("a refused command changes nothing but the clock")
  func refusalsChangeNothing() {
    Sessions.play(600, from: 120_000) { step in
      guard case .command(let command, let request) = step.input else { return true }
      let isRefused = step.outputs.contains {
        if case .completion(let completion) = $0 {
          completion.request == request && completion.answer == .refused
        } else {
          false
        }
      }
      guard isRefused else { return true }
      var before = step.before
      before.clock = step.after.clock
      // What was due before it comes to pass with it.
      if step.before.nextDeadline <= step.after.clock { return true }
      // The PRX way to remember a play without content is a setting, and off here.
      if case .play = command, step.before.configuration.playWithoutContentSetsIntent { return true }
      if case .toggle = command, step.before.configuration.playWithoutContentSetsIntent { return true }
      #expect(before == step.after, "refused, and yet something changed: \(step.place)")
      return before == step.after
    }
  }

  @Test("stop, reset and another load answer what was pending: cancelled, cancelled, superseded")
  func replacedLoads() {
    for (command, answer) in [
      (Command.stop, Answer.cancelled), (.reset, .cancelled),
      (.load(item: ItemID(2), start: .standard, autoplay: false, opens: true), .superseded),
    ] {
      var stage = Stage()
      stage.engine.openLatency = nil
      let load = stage.load()
      stage.ask(command)
      #expect(stage.answers(to: load) == [answer])
    }
  }
}
