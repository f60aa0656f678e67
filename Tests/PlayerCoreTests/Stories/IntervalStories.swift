@testable import PlayerCore
import Testing

@Suite("Observers of the playhead")
struct IntervalStories {
  private static let observer = ObserverID(1)

  /// The ticks an observer received, in milliseconds of the media.
  private static func ticks(_ harness: Harness, _ observer: ObserverID = observer) -> [Int64] {
    harness.notifications.compactMap {
      switch $0 {
      case .tick(observer, let position), .boundaryReached(observer, let position): position.microseconds / 1_000
      default: nil
      }
    }
  }

  private static func softEnds(_ harness: Harness) -> [MediaTime] {
    harness.notifications.compactMap { if case .softEndReached(let position) = $0 { position } else { nil } }
  }

  /// Playing from 0, with an observer of every second.
  private static func playing(_ configuration: Configuration = Configuration(), interval: TimeSpan = .seconds(1))
    -> Harness
  {
    var harness = Harness(configuration)
    harness.ask(.addPeriodicObserver(observer, interval: interval))
    harness.load(plays: true)
    harness.run()
    harness.forget()
    return harness
  }

  // MARK: Cadence

  @Test("each full second of the media ticks at its exact instant, from the first one after the start (PRX.md#9)")
  func everySecond() {
    var harness = Self.playing()
    #expect(Self.ticks(harness).isEmpty)
    harness.run(for: .microseconds(999_999))
    #expect(Self.ticks(harness).isEmpty)
    harness.run(for: .microseconds(1))
    #expect(Self.ticks(harness) == [1_000])
    harness.run(seconds: 3)
    #expect(Self.ticks(harness) == [1_000, 2_000, 3_000, 4_000])
  }

  @Test("with a stored position of 30 the first tick is at 31 (PRX.md#9)")
  func firstTickAfterStart() {
    var harness = Harness()
    harness.ask(.addPeriodicObserver(Self.observer, interval: .seconds(1)))
    harness.load(from: .at(.seconds(30)), plays: true)
    harness.run(seconds: 1)
    #expect(Self.ticks(harness) == [31_000])
  }

  @Test("ticks follow media time: twice as often at double rate, half as often at half rate (PRX.md#9)")
  func rates() {
    var harness = Self.playing()
    harness.ask(.setRate(.thousandths(2_000)))
    harness.run(seconds: 2)
    #expect(Self.ticks(harness) == [1_000, 2_000, 3_000, 4_000])
    harness.ask(.setRate(.thousandths(500)))
    harness.run(seconds: 2)
    #expect(Self.ticks(harness).last == 5_000)
    #expect(Self.ticks(harness).count == 5)
  }

  @Test("a phase shifts all positions; the long interval is ten seconds with phase nine (Contradictions.md#X-02)")
  func phases() {
    var harness = Harness()
    harness.ask(.addPeriodicObserver(Self.observer, interval: .seconds(10), phase: .seconds(9)))
    harness.ask(.addPeriodicObserver(ObserverID(2), interval: .seconds(10), phase: .seconds(-3)))
    harness.load(plays: true)
    harness.run(seconds: 30)
    #expect(Self.ticks(harness) == [9_000, 19_000, 29_000])
    #expect(Self.ticks(harness, ObserverID(2)) == [7_000, 17_000, 27_000])
  }

  @Test("no ticks while paused, stalled or seeking, and nothing is pending then (PRX.md#9)")
  func atRest() {
    var harness = Self.playing()
    harness.run(for: .milliseconds(2_500))
    harness.ask(.pause)
    harness.run()
    #expect(harness.player.nextDeadline == .never)
    harness.run(seconds: 20)
    #expect(Self.ticks(harness) == [1_000, 2_000])
    harness.ask(.play)
    harness.run(for: .milliseconds(500))
    #expect(Self.ticks(harness) == [1_000, 2_000, 3_000])
    harness.run(for: .milliseconds(200))
    harness.report(.starved(position: .milliseconds(3_200)))
    harness.run(seconds: 5)
    #expect(Self.ticks(harness).count == 3)
    harness.engine.seekLatency = nil
    harness.ask(.seek(.at(.seconds(9))))
    harness.run(seconds: 5)
    #expect(Self.ticks(harness).count == 3)
  }

  @Test("a pause exactly on a position neither loses nor repeats its tick")
  func pauseOnTheDot() {
    var harness = Self.playing()
    harness.run(for: .microseconds(999_999))
    harness.run(for: .microseconds(1))
    harness.ask(.pause)
    harness.run(seconds: 1)
    harness.ask(.play)
    harness.run(for: .milliseconds(999))
    #expect(Self.ticks(harness) == [1_000])
    // A host that pauses before it serves the deadline of the same instant.
    var late = Self.playing()
    late.run(for: .microseconds(999_999))
    var player = late.player
    var outputs = Outputs()
    player.receive(.command(.pause, RequestID(99)), at: .seconds(1), into: &outputs)
    #expect(outputs.contains(.notification(.tick(Self.observer, position: .seconds(1)), .command)))
    #expect(player.nextDeadline == .never)
  }

  @Test("the last position of the media ticks, even if its end is reported first")
  func atTheEnd() {
    var harness = Self.playing(interval: .seconds(30))
    harness.run(seconds: 90)
    #expect(Self.ticks(harness) == [30_000, 60_000])
    #expect(harness.player.phase == .ended)
  }

  @Test("a loop passes every position again")
  func loops() {
    var harness = Self.playing(interval: .seconds(20))
    harness.ask(.addBoundaryObserver(ObserverID(2), position: .seconds(5)))
    harness.ask(.setLooping(true))
    harness.run(seconds: 119)
    #expect(Self.ticks(harness) == [20_000, 40_000, 60_000, 20_000, 40_000])
    #expect(Self.ticks(harness, ObserverID(2)) == [5_000, 5_000])
  }

  // MARK: Jumps

  @Test("a seek ticks neither for the positions it skips nor for its landing")
  func seeks() {
    var harness = Self.playing()
    harness.ask(.addBoundaryObserver(ObserverID(2), position: .seconds(10)))
    harness.run(for: .milliseconds(1_500))
    harness.ask(.seek(.at(.seconds(40))))
    harness.run(seconds: 1)
    #expect(Self.ticks(harness) == [1_000, 41_000])
    harness.ask(.seek(.at(.milliseconds(9_900))))
    harness.run(for: .milliseconds(200))
    #expect(Self.ticks(harness).last == 10_000)
    #expect(Self.ticks(harness, ObserverID(2)) == [10_000])
  }

  @Test("with ticksOnJump a landing ticks, even after a jump of the engine (PRX.md#9, Contradictions.md#X-03)")
  func ticksOnJump() {
    var configuration = Configuration()
    configuration.ticksOnJump = true
    var harness = Self.playing(configuration)
    harness.ask(.addBoundaryObserver(ObserverID(2), position: .milliseconds(8_600)))
    harness.run(for: .milliseconds(2_500))
    harness.ask(.seek(.at(.milliseconds(8_600))))
    harness.run(for: .milliseconds(400))
    #expect(Self.ticks(harness) == [1_000, 2_000, 8_600, 9_000])
    #expect(Self.ticks(harness, ObserverID(2)).isEmpty)
    harness.report(.positionReported(.milliseconds(20_250)))
    harness.run()
    #expect(Self.ticks(harness).last == 20_250)
    harness.ask(.pause)
    harness.ask(.seek(.at(.seconds(3))))
    harness.run(seconds: 5)
    #expect(Self.ticks(harness).last == 3_000)
  }

  @Test("starts and loops do not count as jumps")
  func silentJumps() {
    var configuration = Configuration()
    configuration.ticksOnJump = true
    var harness = Harness(configuration)
    harness.ask(.addPeriodicObserver(Self.observer, interval: .seconds(30)))
    harness.ask(.setLooping(true))
    harness.load(from: .at(.seconds(10)), plays: true)
    harness.run(seconds: 60)
    #expect(Self.ticks(harness) == [30_000, 60_000])
  }

  @Test("with ticksAtStartAndStop each ticks once; a seek in between is neither (Contradictions.md#X-04)")
  func ticksAtStartAndStop() {
    var configuration = Configuration()
    configuration.ticksAtStartAndStop = true
    var harness = Harness(configuration)
    harness.ask(.addPeriodicObserver(Self.observer, interval: .seconds(10)))
    harness.load(plays: true)
    harness.run(for: .milliseconds(1_500))
    #expect(Self.ticks(harness) == [0])
    harness.ask(.seek(.at(.seconds(5))))
    harness.run(for: .milliseconds(250))
    #expect(Self.ticks(harness) == [0])
    harness.ask(.pause)
    harness.run()
    #expect(Self.ticks(harness) == [0, 5_250])
    harness.ask(.play)
    harness.run()
    #expect(Self.ticks(harness) == [0, 5_250, 5_250])
  }

  @Test("a small correction of the position neither repeats nor skips a tick")
  func corrections() {
    var harness = Self.playing()
    harness.run(for: .milliseconds(2_050))
    harness.report(.positionReported(.milliseconds(1_950)))
    harness.run(for: .milliseconds(200))
    #expect(Self.ticks(harness) == [1_000, 2_000])
    harness.run(for: .milliseconds(750))
    #expect(harness.position == .milliseconds(2_900))
    harness.report(.positionReported(.milliseconds(3_100)))
    harness.run()
    #expect(Self.ticks(harness) == [1_000, 2_000, 3_000])
  }

  @Test("an observer that is late for many positions receives only the last one")
  func lateObserverGetsLastTick() {
    var configuration = Configuration()
    configuration.jumpTolerance = .seconds(100)
    var harness = Self.playing(configuration)
    harness.report(.positionReported(.milliseconds(30_500)))
    harness.run()
    #expect(Self.ticks(harness) == [30_000])
  }

  // MARK: The gate

  private static var gated: Configuration {
    var configuration = Configuration()
    configuration.tickGate = .microseconds(333_333)
    configuration.ticksOnJump = true
    configuration.softEndFraction = .thousandths(950)
    return configuration
  }

  @Test("a seek past the gate before playback crosses it keeps interval notifications off (PRX.md#9)")
  func seekPastTheGate() {
    var harness = Self.playing(Self.gated)
    harness.ask(.addBoundaryObserver(ObserverID(2), position: .seconds(42)))
    harness.run(for: .milliseconds(200))
    harness.ask(.seek(.at(.seconds(40))))
    harness.run(seconds: 25)
    #expect(Self.ticks(harness).isEmpty && Self.softEnds(harness).isEmpty)
    #expect(Self.ticks(harness, ObserverID(2)) == [42_000])
    #expect(harness.player.phase == .ended)
    // After a replay the gate lies ahead again.
    harness.ask(.play)
    harness.run(seconds: 1)
    #expect(Self.ticks(harness) == [1_000])
  }

  @Test("once crossed the gate stays open: ticks follow every seek, even one to before the gate")
  func openGate() {
    var harness = Self.playing(Self.gated)
    harness.run(for: .milliseconds(334))
    harness.ask(.seek(.at(.seconds(40))))
    harness.run(seconds: 1)
    #expect(Self.ticks(harness) == [40_000, 41_000])
    harness.ask(.seek(.at(.zero)))
    harness.run(seconds: 1)
    #expect(Self.ticks(harness) == [40_000, 41_000, 0, 1_000])
  }

  @Test("every opening closes the gate again: load, reload, and play after a stop (PRX.md#2, ignoreTime)")
  func gateCloses() {
    for reopening in [
      Command.load(item: ItemID(2), start: .at(.milliseconds(9_800)), autoplay: true, opens: true),
      .reload(item: .none, flush: true), .stop,
    ] {
      var harness = Self.playing(Self.gated, interval: .milliseconds(100))
      harness.run(for: .milliseconds(9_800))
      #expect(Self.ticks(harness).first == 400)
      harness.forget()
      harness.ask(reopening)
      if reopening == .stop { harness.ask(.play) }
      harness.run()
      let start = harness.position.microseconds / 1_000
      harness.run(for: .milliseconds(300))
      #expect(Self.ticks(harness).isEmpty, "\(reopening)")
      harness.run(for: .milliseconds(100))
      #expect(Self.ticks(harness) == [start + 400], "\(reopening)")
    }
  }

  @Test("after an interruption the gate is rearmed (PRX.md#4, the play/hold step; PRX.md#11)")
  func gateAfterAnInterruption() {
    var harness = Self.playing(Self.gated, interval: .milliseconds(100))
    harness.run(for: .milliseconds(1_050))
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.run(seconds: 3)
    harness.environment(.interruptionEnded(mayResume: true))
    harness.forget()
    harness.run(for: .milliseconds(400))
    #expect(Self.ticks(harness) == [1_400])
  }

  @Test("the gate of a live stream lies after the position where playback begins")
  func liveGate() {
    var harness = Harness(Self.gated)
    harness.ask(.addPeriodicObserver(Self.observer, interval: .seconds(1)))
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.startLatency = nil
    harness.load(plays: true)
    harness.run()
    harness.report(.playbackStarted(position: .milliseconds(5_000_900), rate: .normal))
    harness.run(seconds: 2)
    #expect(Self.ticks(harness) == [5_002_000])
  }

  // MARK: The soft end

  @Test("the soft end is a fraction of the duration, truncated to seconds: 30.5 s gives 28 s (PRX.md#13)")
  func softEnd() {
    var configuration = Configuration()
    configuration.softEndFraction = .thousandths(950)
    var harness = Harness.open(OpenedMedia(duration: .milliseconds(30_500)), plays: true, configuration)
    harness.run(seconds: 28)
    #expect(Self.softEnds(harness) == [.seconds(28)])
    harness.ask(.seek(.at(.seconds(27))))
    harness.run(seconds: 1)
    #expect(Self.softEnds(harness) == [.seconds(28), .seconds(28)], "on each crossing")
    harness.ask(.seek(.at(.seconds(29))))
    harness.run(seconds: 10)
    #expect(Self.softEnds(harness).count == 2)
  }

  @Test("the fraction is a setting; with 0, the default, or an unknown duration there is no soft end (PRX.md#13)")
  func softEndFraction() {
    for (fraction, duration, expected) in [
      (500, MediaTime.seconds(20), [MediaTime.seconds(10)]), (0, .seconds(20), []), (950, .unknown, []),
      (1_000, .seconds(20), [.seconds(20)]),
    ] {
      var harness = Harness.open(OpenedMedia(duration: duration), plays: true)
      harness.ask(.set(.softEndFraction, Int64(fraction)))
      harness.run(seconds: 25)
      #expect(Self.softEnds(harness) == expected, "\(fraction) \(duration)")
    }
  }

  // MARK: Many observers

  @Test("observers come and go at any time: before the media, during playback, between two ticks of one instant")
  func comeAndGo() {
    var harness = Harness()
    harness.ask(.addPeriodicObserver(Self.observer, interval: .seconds(1)))
    harness.run(seconds: 3)
    #expect(Self.ticks(harness).isEmpty && harness.player.nextDeadline == .never)
    harness.load(plays: true)
    harness.run(for: .milliseconds(1_700))
    harness.ask(.addPeriodicObserver(ObserverID(2), interval: .milliseconds(500)))
    harness.run(for: .milliseconds(800))
    #expect(Self.ticks(harness) == [1_000, 2_000])
    #expect(Self.ticks(harness, ObserverID(2)) == [2_000, 2_500])
    harness.ask(.removeObserver(Self.observer))
    harness.ask(.stop)
    harness.ask(.reset)
    harness.forget()
    harness.load(plays: true)
    harness.run(seconds: 1)
    #expect(Self.ticks(harness).isEmpty)
    #expect(Self.ticks(harness, ObserverID(2)) == [500, 1_000])
  }

  @Test("a reused identifier replaces its observer; unknown identifiers and too fine intervals are refused")
  func table() {
    var harness = Harness.open(plays: true)
    let unknown = harness.ask(.removeObserver(ObserverID(7)))
    #expect(harness.refusal(of: unknown) == .unknownSubject)
    for (command, refusal) in [
      (Command.addPeriodicObserver(ObserverID(1), interval: .microseconds(9_999)), Refusal.outOfRange),
      (.addPeriodicObserver(ObserverID(1), interval: .zero), .outOfRange),
      (.addPeriodicObserver(ObserverID(1), interval: .microseconds(.min)), .outOfRange),
      (.addPeriodicObserver(.none, interval: .seconds(1)), .unknownSubject),
      (.addBoundaryObserver(ObserverID(1), position: .unknown), .outOfRange),
      (.addPeriodicObserver(ObserverID(1), interval: .milliseconds(10)), .none),
      (.addPeriodicObserver(ObserverID(1), interval: .seconds(2)), .none),
    ] {
      let request = harness.ask(command)
      #expect(harness.refusal(of: request) == refusal, "\(command)")
    }
    harness.run(seconds: 2)
    #expect(Self.ticks(harness, ObserverID(1)) == [2_000])
    #expect(!harness.player.isRestorable)
    let removal = harness.ask(.removeObserver(ObserverID(1)))
    #expect(harness.answers(to: removal) == [.done])
    #expect(harness.player.isRestorable)
  }

  @Test("a hundred observers of one position tick in order of registration, within the output bound of each input")
  func many() {
    var harness = Harness.open(plays: true)
    for number in 1...100 { harness.ask(.addPeriodicObserver(ObserverID(UInt32(number)), interval: .seconds(1))) }
    harness.run(for: .milliseconds(999))
    harness.forget()
    var outputs = Outputs()
    var told: [UInt32] = []
    while harness.player.nextDeadline == .seconds(1) {
      harness.player.receive(.deadline, at: .seconds(1), into: &outputs)
      #expect(outputs.count <= Outputs.maximumPerInput)
      for case .notification(.tick(let observer, let position), _) in outputs {
        #expect(position == .seconds(1))
        told.append(observer.rawValue)
      }
    }
    #expect(told == Array(1...100))
  }

  @Test("an observer removed in the middle of a round does not cost another its turn")
  func removalWithinARound() {
    var harness = Harness.open(plays: true)
    for number in 1...40 { harness.ask(.addPeriodicObserver(ObserverID(UInt32(number)), interval: .seconds(1))) }
    harness.run(for: .milliseconds(999))
    var player = harness.player
    var outputs = Outputs()
    var told: [UInt32] = []
    player.receive(.deadline, at: .seconds(1), into: &outputs)
    for case .notification(.tick(let observer, _), _) in outputs { told.append(observer.rawValue) }
    for gone in [UInt32(2), 30] {
      player.receive(.command(.removeObserver(ObserverID(gone)), RequestID(1)), at: .seconds(1), into: &outputs)
    }
    let newcomer = Command.addPeriodicObserver(ObserverID(50), interval: .seconds(1))
    player.receive(.command(newcomer, RequestID(1)), at: .seconds(1), into: &outputs)
    while player.nextDeadline == .seconds(1) {
      player.receive(.deadline, at: .seconds(1), into: &outputs)
      for case .notification(.tick(let observer, _), _) in outputs { told.append(observer.rawValue) }
    }
    #expect(told == (1...40).filter { $0 != 30 })
    player.receive(.deadline, at: player.nextDeadline, into: &outputs)
    #expect(player.clock == .seconds(2))
  }
}
