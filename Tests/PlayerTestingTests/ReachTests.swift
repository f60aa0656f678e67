@testable import PlayerCore
@testable import PlayerTesting
import Testing

/// A law proves nothing about states that no session reaches, so the sessions that test the laws must reach everything.
@Suite("Reach of random sessions")
struct ReachTests {
  @Test("random sessions reach every phase, state, answer, refusal, diagnostic, failure of the core and output")
  func everywhere() {
    let seen = Self.play(sessions: 2_000)
    #expect(seen.missing == [])
    // The core serves every command.
    #expect(!seen.refusals.contains(.notAvailable))
    #expect(seen.longestList > 24)
    #expect(seen.sessionsWithOneLanguageTwice > 30)
    #expect(seen.simultaneousDeadlines > 1_000)
  }

  private static func play(sessions: UInt64) -> Seen {
    let model = PlayerModel()
    var seen = Seen()
    for seed in 600_000..<600_000 + sessions {
      let session = model.explore(seed: seed, length: 60).session
      var state = model.begin(session.setup)
      var repeatsLanguage = false
      for step in session.steps {
        let before = (state.player.nextDeadline, state.player.clock)
        _ = model.take(step, in: &state) { _, _, state in
          seen.look(at: state)
          // Kind and language of each rendition that has one.
          let languages = state.player.renditionWords.map { ($0 >> 32) << 2 | ($0 & 3) }.filter { $0 > 3 }
          repeatsLanguage = repeatsLanguage || Set(languages).count < languages.count
          // A deadline was served, and another is due at its instant.
          if state.player.nextDeadline == before.0, before.0 <= state.player.clock { seen.simultaneousDeadlines += 1 }
        }
      }
      if repeatsLanguage { seen.sessionsWithOneLanguageTwice += 1 }
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
    var longestList: Int32 = 0
    var sessionsWithOneLanguageTwice = 0
    var simultaneousDeadlines = 0
    var wasReplacing = false
    var wasLooping = false
    var wasWaiting = false

    private static let expectedFailures: Set<Failure.Kind> = [
      .openTimeout, .readTimeout, .endedEarly, .stuckPlaying, .stuckSeeking, .unknown, .io, .retriesExhausted,
    ]

    /// What no session has reached yet.
    var missing: [String] {
      func words<Element>(_ all: [Element], _ seen: Set<Element>) -> [String] {
        all.filter { !seen.contains($0) }.map { "\(Element.self).\($0)" }
      }
      let flags = [("replacing", wasReplacing), ("looping", wasLooping), ("waiting", wasWaiting)]
      return words(Phase.allCases, phases) + words(PlaybackState.allCases, states) + words(Answer.allCases, answers)
        + words(Refusal.allCases.filter { $0 != .notAvailable }, refusals) + words(DiagnosticCode.allCases, oddities)
        + words(Array(Self.expectedFailures), failures) + words(Vocabulary.outputs.map(\.code), codes)
        + flags.filter { !$0.1 }.map(\.0)
    }

    mutating func look(at state: borrowing PlayerModel.State) {
      let player = state.player
      phases.insert(player.phase)
      longestList = max(longestList, player.segments.table.count)
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
