import PlayerCore
import Testing

@testable import PlayerRuntime

/// A real-time host that was held up: its main thread was busy, or its process was stopped.
@Suite("A late host")
struct LateHostTests {
  private let engine = PuppetEngine()

  /// A host whose media has played since 1 s. The probe interval is 10 s.
  private func playing() -> Conductor {
    engine.onCommand = { engine, command, epoch, now in
      switch command {
      case .open:
        engine.report(.opened(OpenedMedia(duration: .seconds(600))), epoch, at: now)
        engine.report(.buffered(until: .seconds(600), bytesRead: 1, isSaturated: true), epoch, at: now)
      case .play: engine.report(.playbackStarted(position: .zero, rate: .normal), epoch, at: now)
      default: break
      }
    }
    let library = IdentifierTable()
    let host = Conductor(configuration: Configuration(), engine: engine, library: library, isRealTime: true)
    host.send(.load(item: library.item(for: "a"), start: .standard, autoplay: true, opens: true), at: .seconds(1))
    #expect(host.player.state == .playing)
    return host
  }

  /// A host that was stopped for an hour right after it had commanded a start at 4 s, which the engine has not confirmed.
  private func startingBeforeSleep() -> Conductor {
    let host = playing()
    host.send(.pause, at: .seconds(5))
    engine.report(.playbackStopped(position: .seconds(4)), engine.epoch, at: .seconds(5))
    host.serve(upTo: .seconds(5))
    engine.onCommand = { _, _, _, _ in }
    host.send(.play, at: .seconds(6))
    host.serve(upTo: .seconds(3_600))
    return host
  }

  @Test("asks the engine for its position, and gives it time to answer")
  func answered() {
    let host = playing()
    host.serve(upTo: .seconds(39))
    #expect(engine.commands.filter { $0 == .reportPosition }.count == 1)
    #expect(host.player.state == .playing)
    engine.report(.positionReported(.seconds(38)), engine.epoch, at: .microseconds(39_100_000))
    host.serve(upTo: .microseconds(39_200_000))
    #expect(host.player.state == .playing)
    #expect(host.player.position(at: .microseconds(39_200_000)) == .milliseconds(38_100))
    #expect(host.nextInstant > .microseconds(39_200_000))
  }

  @Test("gives a command its time that comes late soon after another one, which keeps its own")
  func lateCommands() {
    let host = playing()
    host.send(.set(.seekTimeout, 5_000_000), at: .seconds(2))
    host.send(.seek(.at(.seconds(300))), at: .seconds(20))
    #expect(host.player.nextDeadline == .seconds(25))
    for (late, granted) in [(TimeSpan.seconds(4), Instant.seconds(29)), (.milliseconds(50), .microseconds(25_100_000))]
    {
      var grant = EngineGrant()
      grant.begin(at: .seconds(20), insteadOf: .microseconds(19_900_000))
      grant.begin(at: .seconds(20) + late, insteadOf: .seconds(20))
      #expect(grant.nextDeadline(of: host.player) == granted)
    }
  }

  @Test("takes the answer that came while it was held up again")
  func heldUpTwice() {
    let host = playing()
    host.serve(upTo: .seconds(39))
    engine.report(.positionReported(.seconds(38)), engine.epoch, at: .microseconds(39_100_000))
    host.serve(upTo: .seconds(90))
    #expect(host.player.state == .playing)
  }

  @Test("takes earlier engine reports before the deadlines that follow them")
  func inOrder() {
    let host = playing()
    engine.report(.starved(position: .seconds(4)), engine.epoch, at: .seconds(5))
    engine.report(.buffered(until: .seconds(60), bytesRead: 2, isSaturated: false), engine.epoch, at: .seconds(34))
    host.serve(upTo: .seconds(36))
    // Data came before the read timeout of 30 s expired.
    #expect(host.player.failure.kind == .none && host.player.phase == .prepared)
  }

  @Test("treats an engine that does not answer in time as stuck")
  func stuck() {
    let host = playing()
    host.serve(upTo: .seconds(39))
    #expect(host.nextInstant == .seconds(49))
    host.serve(upTo: .microseconds(48_999_000))
    #expect(host.player.phase == .prepared)
    host.serve(upTo: .seconds(49))
    #expect(host.player.failure.kind == .stuckPlaying)
  }

  @Test("lets a seek finish that was in progress when the process was stopped")
  func seekDuringSuspension() {
    let host = playing()
    host.send(.seek(.at(.seconds(300))), at: .seconds(5))
    #expect(host.player.state == .seeking)
    // The engine wakes before the host.
    engine.report(.durationChanged(.seconds(500)), engine.epoch, at: .microseconds(3_599_900_000))
    host.serve(upTo: .seconds(3_600))
    #expect(host.player.state == .seeking)
    engine.report(
      .seekCompleted(SeekSerial(1), position: .seconds(300), isFinished: true), engine.epoch, at: .seconds(3_601))
    host.serve(upTo: .seconds(3_601))
    #expect(host.player.phase == .prepared && host.player.failure.kind == .none)
    #expect(host.player.position(at: .seconds(3_601)) == .seconds(300))
  }

  @Test("gives up a seek that does not finish once the process runs again")
  func seekNeverFinishes() {
    let host = playing()
    host.send(.seek(.at(.seconds(300))), at: .seconds(5))
    host.serve(upTo: .seconds(3_600))
    #expect(host.nextInstant == .seconds(3_610))
    // Late again, but only briefly: the time is over.
    host.serve(upTo: .seconds(3_620))
    #expect(host.player.failure.kind == .stuckSeeking)
  }

  @Test("gives a start its time that was commanded right before the process was stopped")
  func startDuringSuspension() {
    let host = startingBeforeSleep()
    #expect(host.player.phase == .prepared)
    engine.report(.playbackStarted(position: .seconds(4), rate: .normal), engine.epoch, at: .seconds(3_601))
    host.serve(upTo: .seconds(3_601))
    #expect(host.player.state == .playing)
    #expect(host.player.failure.kind == .none)
  }

  @Test("lets a seek finish when the process is stopped again as soon as it ran")
  func twoSuspensions() {
    let host = playing()
    host.send(.seek(.at(.seconds(300))), at: .seconds(5))
    for waking in [3_600, 3_605, 7_200, 10_800] { host.serve(upTo: .seconds(Int64(waking))) }
    #expect(host.player.state == .seeking)
    // Of its ten seconds five were left.
    #expect(host.nextInstant == .seconds(10_805))
    engine.report(
      .seekCompleted(SeekSerial(1), position: .seconds(300), isFinished: true), engine.epoch, at: .seconds(10_801))
    host.serve(upTo: .seconds(10_801))
    #expect(host.player.phase == .prepared && host.player.failure.kind == .none)
  }

  @Test("gives up a start that does not come once the process runs again")
  func startNeverComes() {
    let host = startingBeforeSleep()
    host.serve(upTo: .seconds(3_611))
    #expect(host.player.failure.kind == .stuckPlaying)
  }

  @Test("sends each due notification with its own instant, however late")
  func ticks() {
    let host = playing()
    host.send(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)), at: .seconds(1))
    var ticks: [Instant] = []
    host.listener = { if case .tick = $0.notification { ticks.append($0.instant) } }
    host.serve(upTo: .microseconds(9_500_000))
    #expect(ticks == (2...9).map { .seconds($0) })
  }
}

extension PuppetEngine {
  fileprivate func report(_ event: EngineEvent, _ epoch: Epoch, at instant: Instant) {
    reports.append(EngineReport(event, epoch: epoch, at: instant))
  }
}
