@testable import PlayerCore
import Testing

/// A law that holds in states nobody reaches says nothing: the sessions that the laws are tried on get everywhere.
@Suite("Random sessions get around")
struct ReachTests {
  @Test("every phase, state, answer, refusal, oddity, failure of the core, and every output this version knows")
  func everywhere() {
    var seen = Seen()
    Sessions.play(5_000, from: 600_000) { step in
      seen.look(at: step)
      return true
    }
    #expect(Set(Phase.allCases).subtracting(seen.phases).isEmpty)
    #expect(Set(PlaybackState.allCases).subtracting(seen.states).isEmpty)
    #expect(Set(Answer.allCases).subtracting(seen.answers).isEmpty)
    // Every command is served.
    #expect(Set(Refusal.allCases).subtracting(seen.refusals) == [.notAvailable])
    #expect(Set(Oddity.allCases).subtracting(seen.oddities) == [])
    let failures: Set<Failure.Kind> = [
      .openTimeout, .readTimeout, .endedEarly, .stuckPlaying, .stuckSeeking, .unknown, .io, .retriesExhausted,
    ]
    #expect(failures.subtracting(seen.failures).isEmpty)
    #expect(seen.wasReplacing && seen.wasLooping && seen.wasWaiting)
    let all = Set((0..<Vocabulary.codeLimit).filter { Vocabulary.output($0) != nil })
    // Every output is said by somebody.
    let later: Set<UInt16> = []
    #expect(all.subtracting(seen.codes) == later)
  }

  private struct Seen {
    var phases: Set<Phase> = []
    var states: Set<PlaybackState> = []
    var answers: Set<Answer> = []
    var refusals: Set<Refusal> = []
    var oddities: Set<Oddity> = []
    var failures: Set<Failure.Kind> = []
    var codes: Set<UInt16> = []
    var wasReplacing = false
    var wasLooping = false
    var wasWaiting = false

    mutating func look(at step: Step) {
      phases.insert(step.after.phase)
      states.insert(step.after.state)
      failures.insert(step.after.failure.kind)
      if step.after.isReplacing { wasReplacing = true }
      if step.after.transport.waiting == .loop { wasLooping = true }
      if step.after.isWaitingToRetry { wasWaiting = true }
      for output in step.outputs {
        codes.insert(output.code)
        switch output {
        case .completion(let completion):
          answers.insert(completion.answer)
          refusals.insert(completion.refusal)
        case .diagnostic(let diagnostic): oddities.insert(diagnostic.oddity)
        case .engine, .notification: break
        }
      }
    }
  }
}
