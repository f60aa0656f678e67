@testable import PlayerCore
@testable import PlayerTesting
import Testing

/// Pairs of runs that a property must accept and reject. Where the two are close, a property is easily too strict, or
/// becomes too lenient.
@Suite("Properties tell right from wrong in close cases")
struct PropertyPairsTests {
  // MARK: recovery-unbounded

  /// What is played before the engine runs dry, which causes a reload.
  enum Stretch: CaseIterable {
    case second, almostSecond, secondBeforeJump, halfSecondAndJump

    var isProgress: Bool { self == .second || self == .secondBeforeJump }
    var played: TimeSpan {
      switch self {
      case .second, .secondBeforeJump: .seconds(1)
      case .almostSecond: .seconds(1) + .microseconds(-1)
      case .halfSecondAndJump: .milliseconds(500)
      }
    }
    var jump: TimeSpan { self == .second || self == .almostSecond ? .zero : .seconds(2) }
  }

  @Test("a second of playback allows another opening; less, or a jump, does not", arguments: Stretch.allCases)
  func openings(_ stretch: Stretch) {
    var configuration = Configuration()
    configuration.reloadsOnStall = true
    configuration.reloadLimit = 2
    configuration.retryLimit = 0
    var bench = PropertyBench.starting(configuration)
    bench.monitor.properties = PlayerPropertySet(ids: ["recovery-unbounded"])
    var found: Law?
    for _ in 0..<12 {
      let start = bench.player.position(at: bench.player.clock)
      bench.report(.playbackStarted(position: start, rate: .normal))
      let position = start + stretch.played
      let now = bench.player.clock + stretch.played
      if stretch.jump > .zero { bench.report(.positionReported(position + stretch.jump), at: now) }
      let starved = Input.engine(.starved(position: position + stretch.jump), bench.player.epoch)
      // A reducer that resets its count reopens without end.
      found = bench.falsify(starved, at: now, watching: .recoveryUnbounded) { player, _, _ in
        player.retrying.reloads = 0
      }
      if found != nil { break }
      bench.report(.opened(OpenedMedia(duration: .seconds(60))))
      bench.report(.seekCompleted(bench.player.seeking.inFlight, position: .unknown, isFinished: true))
      bench.report(.buffered(until: .seconds(120), bytesRead: 9, isSaturated: false))
    }
    #expect(found == (stretch.isProgress ? nil : .recoveryUnbounded))
  }

  // MARK: report-without-effect

  /// Stalled and kicked, then paused.
  private static var kickedAndPaused: PropertyBench {
    var configuration = Configuration()
    configuration.stallKick = .seconds(5)
    var bench = PropertyBench.playing(configuration)
    bench.report(.starved(position: .seconds(2)))
    bench.take(.deadline, at: .seconds(7))
    bench.ask(.pause)
    return bench
  }

  @Test("a kicked engine that starts while paused is told to pause, and its reported position is accepted")
  func kicked() {
    func found(_ falsify: @escaping PropertyBench.Falsifier) -> Law? {
      var bench = Self.kickedAndPaused
      let started = Input.engine(.playbackStarted(position: .seconds(2), rate: .normal), bench.player.epoch)
      return bench.falsify(started, watching: .reportWithoutEffect, falsify)
    }
    #expect(found { _, _, _ in } == nil)
    #expect(found { player, _, _ in player.transport.drive = .moving } == .reportWithoutEffect)
    #expect(found { player, _, _ in player.transport.anchor = .seconds(3) } == .reportWithoutEffect)
    // All other properties hold, too.
    var bench = Self.kickedAndPaused
    bench.report(.playbackStarted(position: .seconds(2), rate: .normal))
  }

  @Test("a kicked engine moves when playback is wanted")
  func kickedAndWanted() {
    var configuration = Configuration()
    configuration.stallKick = .seconds(5)
    var bench = PropertyBench.playing(configuration)
    bench.report(.starved(position: .seconds(2)))
    bench.take(.deadline, at: .seconds(7))
    let started = Input.engine(.playbackStarted(position: .seconds(2), rate: .normal), bench.player.epoch)
    var wrong = bench
    bench.take(started)
    let found = wrong.falsify(started, watching: .reportWithoutEffect) { player, _, _ in
      player.transport.drive = .stopped
    }
    #expect(found == .reportWithoutEffect)
  }
}
