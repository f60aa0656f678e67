@testable import PlayerCore
import Testing

@Suite("Observers of the playhead")
struct IntervalStories {
  private static let observer = ObserverID(1)

  /// What was told to an observer, in milliseconds of the media.
  private static func ticks(_ stage: Stage, _ observer: ObserverID = observer) -> [Int64] {
    stage.notifications.compactMap {
      switch $0 {
      case .tick(observer, let position), .boundaryReached(observer, let position): position.microseconds / 1_000
      default: nil
      }
    }
  }

  private static func softEnds(_ stage: Stage) -> [MediaTime] {
    stage.notifications.compactMap { if case .softEndReached(let position) = $0 { position } else { nil } }
  }

  /// Playing from 0, with an observer of every second.
  private static func playing(_ configuration: Configuration = Configuration(), interval: TimeSpan = .seconds(1))
    -> Stage
  {
    var stage = Stage(configuration)
    stage.ask(.addPeriodicObserver(observer, interval: interval))
    stage.load(plays: true)
    stage.run()
    stage.forget()
    return stage
  }

  // MARK: Cadence

  @Test("every second of the media, at the very instant, from the first one after the start (PRX.md#9)")
  func everySecond() {
    var stage = Self.playing()
    #expect(Self.ticks(stage).isEmpty)
    stage.run(for: .microseconds(999_999))
    #expect(Self.ticks(stage).isEmpty)
    stage.run(for: .microseconds(1))
    #expect(Self.ticks(stage) == [1_000])
    stage.run(seconds: 3)
    #expect(Self.ticks(stage) == [1_000, 2_000, 3_000, 4_000])
  }

  @Test("stored 30: the first one at 31 (PRX.md#9)")
  func fromAStart() {
    var stage = Stage()
    stage.ask(.addPeriodicObserver(Self.observer, interval: .seconds(1)))
    stage.load(from: .at(.seconds(30)), plays: true)
    stage.run(seconds: 1)
    #expect(Self.ticks(stage) == [31_000])
  }

  @Test("media time is what counts: at double rate twice as often, at half rate half as often (PRX.md#9)")
  func rates() {
    var stage = Self.playing()
    stage.ask(.setRate(.thousandths(2_000)))
    stage.run(seconds: 2)
    #expect(Self.ticks(stage) == [1_000, 2_000, 3_000, 4_000])
    stage.ask(.setRate(.thousandths(500)))
    stage.run(seconds: 2)
    #expect(Self.ticks(stage).last == 5_000)
    #expect(Self.ticks(stage).count == 5)
  }

  @Test("a phase moves all positions; the long interval of ten seconds with phase nine (Contradictions.md#X-02)")
  func phases() {
    var stage = Stage()
    stage.ask(.addPeriodicObserver(Self.observer, interval: .seconds(10), phase: .seconds(9)))
    stage.ask(.addPeriodicObserver(ObserverID(2), interval: .seconds(10), phase: .seconds(-3)))
    stage.load(plays: true)
    stage.run(seconds: 30)
    #expect(Self.ticks(stage) == [9_000, 19_000, 29_000])
    #expect(Self.ticks(stage, ObserverID(2)) == [7_000, 17_000, 27_000])
  }

  @Test("nothing while paused, stalled or seeking, and nothing is awaited then (PRX.md#9)")
  func atRest() {
    var stage = Self.playing()
    stage.run(for: .milliseconds(2_500))
    stage.ask(.pause)
    stage.run()
    #expect(stage.player.nextDeadline == .never)
    stage.run(seconds: 20)
    #expect(Self.ticks(stage) == [1_000, 2_000])
    stage.ask(.play)
    stage.run(for: .milliseconds(500))
    #expect(Self.ticks(stage) == [1_000, 2_000, 3_000])
    stage.run(for: .milliseconds(200))
    stage.report(.starved(position: .milliseconds(3_200)))
    stage.run(seconds: 5)
    #expect(Self.ticks(stage).count == 3)
    stage.engine.seekLatency = nil
    stage.ask(.seek(.at(.seconds(9))))
    stage.run(seconds: 5)
    #expect(Self.ticks(stage).count == 3)
  }

  @Test("a pause on the very position loses nothing and repeats nothing")
  func pauseOnTheDot() {
    var stage = Self.playing()
    stage.run(for: .microseconds(999_999))
    stage.run(for: .microseconds(1))
    stage.ask(.pause)
    stage.run(seconds: 1)
    stage.ask(.play)
    stage.run(for: .milliseconds(999))
    #expect(Self.ticks(stage) == [1_000])
    // A host that pauses before it serves the deadline of the same instant.
    var late = Self.playing()
    late.run(for: .microseconds(999_999))
    var player = late.player
    var outputs = Outputs()
    player.receive(.command(.pause, RequestID(99)), at: .seconds(1), into: &outputs)
    #expect(outputs.contains(.notification(.tick(Self.observer, position: .seconds(1)), .command)))
    #expect(player.nextDeadline == .never)
  }

  @Test("the last position of the media is told, also when its end is told first")
  func atTheEnd() {
    var stage = Self.playing(interval: .seconds(30))
    stage.run(seconds: 90)
    #expect(Self.ticks(stage) == [30_000, 60_000])
    #expect(stage.player.phase == .ended)
  }

  @Test("a loop passes all of it again")
  func loops() {
    var stage = Self.playing(interval: .seconds(20))
    stage.ask(.addBoundaryObserver(ObserverID(2), position: .seconds(5)))
    stage.ask(.setLooping(true))
    stage.run(seconds: 119)
    #expect(Self.ticks(stage) == [20_000, 40_000, 60_000, 20_000, 40_000])
    #expect(Self.ticks(stage, ObserverID(2)) == [5_000, 5_000])
  }

  // MARK: Jumps

  @Test("a seek tells nothing of what it leaps over, and not its landing either")
  func seeks() {
    var stage = Self.playing()
    stage.ask(.addBoundaryObserver(ObserverID(2), position: .seconds(10)))
    stage.run(for: .milliseconds(1_500))
    stage.ask(.seek(.at(.seconds(40))))
    stage.run(seconds: 1)
    #expect(Self.ticks(stage) == [1_000, 41_000])
    stage.ask(.seek(.at(.milliseconds(9_900))))
    stage.run(for: .milliseconds(200))
    #expect(Self.ticks(stage).last == 10_000)
    #expect(Self.ticks(stage, ObserverID(2)) == [10_000])
  }

  @Test("with ticksOnJump the landing is told, also of a jump that the engine made (PRX.md#9, Contradictions.md#X-03)")
  func ticksOnJump() {
    var configuration = Configuration()
    configuration.ticksOnJump = true
    var stage = Self.playing(configuration)
    stage.ask(.addBoundaryObserver(ObserverID(2), position: .milliseconds(8_600)))
    stage.run(for: .milliseconds(2_500))
    stage.ask(.seek(.at(.milliseconds(8_600))))
    stage.run(for: .milliseconds(400))
    #expect(Self.ticks(stage) == [1_000, 2_000, 8_600, 9_000])
    #expect(Self.ticks(stage, ObserverID(2)).isEmpty)
    stage.report(.positionReported(.milliseconds(20_250)))
    stage.run()
    #expect(Self.ticks(stage).last == 20_250)
    stage.ask(.pause)
    stage.ask(.seek(.at(.seconds(3))))
    stage.run(seconds: 5)
    #expect(Self.ticks(stage).last == 3_000)
  }

  @Test("starts and loops are no jumps that anyone sees")
  func silentJumps() {
    var configuration = Configuration()
    configuration.ticksOnJump = true
    var stage = Stage(configuration)
    stage.ask(.addPeriodicObserver(Self.observer, interval: .seconds(30)))
    stage.ask(.setLooping(true))
    stage.load(from: .at(.seconds(10)), plays: true)
    stage.run(seconds: 60)
    #expect(Self.ticks(stage) == [30_000, 60_000])
  }

  @Test("with ticksAtStartAndStop both are told once; a seek in between is neither (Contradictions.md#X-04)")
  func ticksAtStartAndStop() {
    var configuration = Configuration()
    configuration.ticksAtStartAndStop = true
    var stage = Stage(configuration)
    stage.ask(.addPeriodicObserver(Self.observer, interval: .seconds(10)))
    stage.load(plays: true)
    stage.run(for: .milliseconds(1_500))
    #expect(Self.ticks(stage) == [0])
    stage.ask(.seek(.at(.seconds(5))))
    stage.run(for: .milliseconds(250))
    #expect(Self.ticks(stage) == [0])
    stage.ask(.pause)
    stage.run()
    #expect(Self.ticks(stage) == [0, 5_250])
    stage.ask(.play)
    stage.run()
    #expect(Self.ticks(stage) == [0, 5_250, 5_250])
  }

  @Test("a clock that is set right by a little repeats nothing and skips nothing")
  func corrections() {
    var stage = Self.playing()
    stage.run(for: .milliseconds(2_050))
    stage.report(.positionReported(.milliseconds(1_950)))
    stage.run(for: .milliseconds(200))
    #expect(Self.ticks(stage) == [1_000, 2_000])
    stage.run(for: .milliseconds(750))
    #expect(stage.position == .milliseconds(2_900))
    stage.report(.positionReported(.milliseconds(3_100)))
    stage.run()
    #expect(Self.ticks(stage) == [1_000, 2_000, 3_000])
  }

  @Test("who is late for many positions at once hears of the last one")
  func lateForMany() {
    var configuration = Configuration()
    configuration.jumpTolerance = .seconds(100)
    var stage = Self.playing(configuration)
    stage.report(.positionReported(.milliseconds(30_500)))
    stage.run()
    #expect(Self.ticks(stage) == [30_000])
  }

  // MARK: The gate

  private static var gated: Configuration {
    var configuration = Configuration()
    configuration.tickGate = .microseconds(333_333)
    configuration.ticksOnJump = true
    configuration.softEndFraction = .thousandths(950)
    return configuration
  }

  @Test("a seek over the gate before it is crossed keeps interval notifications off (PRX.md#9)")
  func seekOverTheGate() {
    var stage = Self.playing(Self.gated)
    stage.ask(.addBoundaryObserver(ObserverID(2), position: .seconds(42)))
    stage.run(for: .milliseconds(200))
    stage.ask(.seek(.at(.seconds(40))))
    stage.run(seconds: 25)
    #expect(Self.ticks(stage).isEmpty && Self.softEnds(stage).isEmpty)
    #expect(Self.ticks(stage, ObserverID(2)) == [42_000])
    #expect(stage.player.phase == .ended)
    // From the beginning the gate lies before it again.
    stage.ask(.play)
    stage.run(seconds: 1)
    #expect(Self.ticks(stage) == [1_000])
  }

  @Test("once crossed it stays open: seeks anywhere, also before it, are followed by ticks")
  func openGate() {
    var stage = Self.playing(Self.gated)
    stage.run(for: .milliseconds(334))
    stage.ask(.seek(.at(.seconds(40))))
    stage.run(seconds: 1)
    #expect(Self.ticks(stage) == [40_000, 41_000])
    stage.ask(.seek(.at(.zero)))
    stage.run(seconds: 1)
    #expect(Self.ticks(stage) == [40_000, 41_000, 0, 1_000])
  }

  @Test("every opening closes it again: load, reload, stop and play (PRX.md#2, ignoreTime)")
  func gateCloses() {
    for reopening in [
      Command.load(item: ItemID(2), start: .at(.milliseconds(9_800)), autoplay: true, opens: true),
      .reload(item: .none, flush: true), .stop,
    ] {
      var stage = Self.playing(Self.gated, interval: .milliseconds(100))
      stage.run(for: .milliseconds(9_800))
      #expect(Self.ticks(stage).first == 400)
      stage.forget()
      stage.ask(reopening)
      if reopening == .stop { stage.ask(.play) }
      stage.run()
      let start = stage.position.microseconds / 1_000
      stage.run(for: .milliseconds(300))
      #expect(Self.ticks(stage).isEmpty, "\(reopening)")
      stage.run(for: .milliseconds(100))
      #expect(Self.ticks(stage) == [start + 400], "\(reopening)")
    }
  }

  @Test("after an interruption the gate is armed anew (PRX.md#4, the play/hold step; PRX.md#11)")
  func gateAfterAnInterruption() {
    var stage = Self.playing(Self.gated, interval: .milliseconds(100))
    stage.run(for: .milliseconds(1_050))
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.run(seconds: 3)
    stage.environment(.interruptionEnded(mayResume: true))
    stage.forget()
    stage.run(for: .milliseconds(400))
    #expect(Self.ticks(stage) == [1_400])
  }

  @Test("the gate of a live stream lies behind where it is found to begin")
  func liveGate() {
    var stage = Stage(Self.gated)
    stage.ask(.addPeriodicObserver(Self.observer, interval: .seconds(1)))
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.startLatency = nil
    stage.load(plays: true)
    stage.run()
    stage.report(.playbackStarted(position: .milliseconds(5_000_900), rate: .normal))
    stage.run(seconds: 2)
    #expect(Self.ticks(stage) == [5_002_000])
  }

  // MARK: The soft end

  @Test("a part of the duration, truncated to seconds: 30.5 s gives 28 s (PRX.md#13)")
  func softEnd() {
    var configuration = Configuration()
    configuration.softEndFraction = .thousandths(950)
    var stage = Stage.open(OpenedMedia(duration: .milliseconds(30_500)), plays: true, configuration)
    stage.run(seconds: 28)
    #expect(Self.softEnds(stage) == [.seconds(28)])
    stage.ask(.seek(.at(.seconds(27))))
    stage.run(seconds: 1)
    #expect(Self.softEnds(stage) == [.seconds(28), .seconds(28)], "on each crossing")
    stage.ask(.seek(.at(.seconds(29))))
    stage.run(seconds: 10)
    #expect(Self.softEnds(stage).count == 2)
  }

  @Test("the fraction is a setting; 0, the default, and an unknown duration have none (PRX.md#13)")
  func softEndFraction() {
    for (fraction, duration, expected) in [
      (500, MediaTime.seconds(20), [MediaTime.seconds(10)]), (0, .seconds(20), []), (950, .unknown, []),
      (1_000, .seconds(20), [.seconds(20)]),
    ] {
      var stage = Stage.open(OpenedMedia(duration: duration), plays: true)
      stage.ask(.set(.softEndFraction, Int64(fraction)))
      stage.run(seconds: 25)
      #expect(Self.softEnds(stage) == expected, "\(fraction) \(duration)")
    }
  }

  // MARK: Many observers

  @Test("observers come and go at any time: before the media, while it plays, between two of one instant")
  func comeAndGo() {
    var stage = Stage()
    stage.ask(.addPeriodicObserver(Self.observer, interval: .seconds(1)))
    stage.run(seconds: 3)
    #expect(Self.ticks(stage).isEmpty && stage.player.nextDeadline == .never)
    stage.load(plays: true)
    stage.run(for: .milliseconds(1_700))
    stage.ask(.addPeriodicObserver(ObserverID(2), interval: .milliseconds(500)))
    stage.run(for: .milliseconds(800))
    #expect(Self.ticks(stage) == [1_000, 2_000])
    #expect(Self.ticks(stage, ObserverID(2)) == [2_000, 2_500])
    stage.ask(.removeObserver(Self.observer))
    stage.ask(.stop)
    stage.ask(.reset)
    stage.forget()
    stage.load(plays: true)
    stage.run(seconds: 1)
    #expect(Self.ticks(stage).isEmpty)
    #expect(Self.ticks(stage, ObserverID(2)) == [500, 1_000])
  }

  @Test("an identifier that is used again replaces; what is unknown or too fine is refused")
  func table() {
    var stage = Stage.open(plays: true)
    let unknown = stage.ask(.removeObserver(ObserverID(7)))
    #expect(stage.refusal(of: unknown) == .unknownSubject)
    for (command, refusal) in [
      (Command.addPeriodicObserver(ObserverID(1), interval: .microseconds(9_999)), Refusal.outOfRange),
      (.addPeriodicObserver(ObserverID(1), interval: .zero), .outOfRange),
      (.addPeriodicObserver(ObserverID(1), interval: .microseconds(.min)), .outOfRange),
      (.addPeriodicObserver(.none, interval: .seconds(1)), .unknownSubject),
      (.addBoundaryObserver(ObserverID(1), position: .unknown), .outOfRange),
      (.addPeriodicObserver(ObserverID(1), interval: .milliseconds(10)), .none),
      (.addPeriodicObserver(ObserverID(1), interval: .seconds(2)), .none),
    ] {
      let request = stage.ask(command)
      #expect(stage.refusal(of: request) == refusal, "\(command)")
    }
    stage.run(seconds: 2)
    #expect(Self.ticks(stage, ObserverID(1)) == [2_000])
    #expect(!stage.player.isRestorable)
    let removal = stage.ask(.removeObserver(ObserverID(1)))
    #expect(stage.answers(to: removal) == [.done])
    #expect(stage.player.isRestorable)
  }

  @Test("a hundred observers of one position are told in the order they came, within the bound of every input")
  func many() {
    var stage = Stage.open(plays: true)
    for number in 1...100 { stage.ask(.addPeriodicObserver(ObserverID(UInt32(number)), interval: .seconds(1))) }
    stage.run(for: .milliseconds(999))
    stage.forget()
    var outputs = Outputs()
    var told: [UInt32] = []
    while stage.player.nextDeadline == .seconds(1) {
      stage.player.receive(.deadline, at: .seconds(1), into: &outputs)
      #expect(outputs.count <= Outputs.maximumPerInput)
      for case .notification(.tick(let observer, let position), _) in outputs {
        #expect(position == .seconds(1))
        told.append(observer.rawValue)
      }
    }
    #expect(told == Array(1...100))
  }

  @Test("one that goes in the middle of a round takes nobody's turn")
  func removalWithinARound() {
    var stage = Stage.open(plays: true)
    for number in 1...40 { stage.ask(.addPeriodicObserver(ObserverID(UInt32(number)), interval: .seconds(1))) }
    stage.run(for: .milliseconds(999))
    var player = stage.player
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
