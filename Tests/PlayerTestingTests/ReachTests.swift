@testable import PlayerCore
@testable import PlayerTesting
import Testing

/// A law proves nothing about states that no session reaches, so the sessions that test the laws must reach everything.
@Suite("Reach of random sessions")
struct ReachTests {
  @Test("random sessions reach every phase, state, answer, refusal, diagnostic, failure of the core and output")
  func everywhere() {
    let seen = Self.play(sessions: 2_000)
    #expect(Set(Phase.allCases).subtracting(seen.phases) == [])
    #expect(Set(PlaybackState.allCases).subtracting(seen.states) == [])
    #expect(Set(Answer.allCases).subtracting(seen.answers) == [])
    // The core serves every command.
    #expect(Set(Refusal.allCases).subtracting(seen.refusals) == [.notAvailable])
    #expect(Set(DiagnosticCode.allCases).subtracting(seen.oddities) == [])
    let failures: Set<Failure.Kind> = [
      .openTimeout, .readTimeout, .endedEarly, .stuckPlaying, .stuckSeeking, .unknown, .io, .retriesExhausted,
    ]
    #expect(failures.subtracting(seen.failures) == [])
    #expect(seen.wasReplacing && seen.wasLooping && seen.wasWaiting)
    #expect(Set(Vocabulary.outputs.map(\.code)).subtracting(seen.codes) == [])
  }

  private static func play(sessions: UInt64) -> Seen {
    let model = PlayerModel()
    var seen = Seen()
    for seed in 600_000..<600_000 + sessions {
      let session = model.explore(seed: seed, length: 60).session
      var state = model.begin(session.setup)
      for step in session.steps { _ = model.take(step, in: &state) { _, _, state in seen.look(at: state) } }
    }
    return seen
  }

  private struct Seen {
    var phases: Set<Phase> = []
    var states: Set<PlaybackState> = []
    var answers: Set<Answer> = []
    var refusals: Set<Refusal> = []
    var oddities: Set<DiagnosticCode> = []
    var failures: Set<Failure.Kind> = []
    var codes: Set<UInt16> = []
    var wasReplacing = false
    var wasLooping = false
    var wasWaiting = false

    mutating func look(at state: borrowing PlayerModel.State) {
      let player = state.player
      phases.insert(player.phase)
      states.insert(player.state)
      failures.insert(player.failure.kind)
      if player.isReplacing { wasReplacing = true }
      if player.transport.waiting == .loop { wasLooping = true }
      if player.isWaitingToRetry { wasWaiting = true }
      for output in state.outputs {
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
