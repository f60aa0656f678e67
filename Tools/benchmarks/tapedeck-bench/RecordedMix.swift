import PlayerCore

extension Mix {
  /// What happens to a player that somebody uses: items are loaded, opened, played, sought in, paused, sped up; the
  /// network stalls, calls come in, headphones are pulled.
  static func recorded(count: Int) -> Mix {
    var session = ScriptedSession()
    while session.recorder.steps.count < count { session.useItem() }
    return Mix(name: "recorded", steps: session.recorder.steps)
  }

  /// An hour of playback without anybody touching it, from load to the last second.
  static func hour() -> Mix {
    var session = ScriptedSession()
    for _ in 0..<6 { session.playThrough() }
    return Mix(name: "hour", steps: session.recorder.steps)
  }
}

extension Mix {
  /// The same with every machine at work: retries, a network policy, rates near the edge, observers of positions, and
  /// `segments` segments, every tenth of them blocked, over media of ten minutes.
  static func everything(_ name: String, count: Int, segments: Int) -> Mix {
    var configuration = Configuration.standard
    configuration.reloadsOnNetworkChange = true
    configuration.checksPolicyWhilePlaying = true
    configuration.softEndFraction = .thousandths(950)
    configuration.tickGate = .microseconds(333_333)
    configuration.ticksOnJump = true
    var session = ScriptedSession(configuration: configuration)
    session.prepare(segments: segments)
    let setup = session.recorder.takeSteps()
    session.use(until: count)
    return Mix(
      name: name, configuration: configuration, setup: setup, steps: session.recorder.steps)
  }
}

/// A player, a scripted engine and a user, in virtual time.
struct ScriptedSession {
  var recorder: MixRecorder
  private var engine = ScriptedEngine()
  private var random = Random(seed: 1)
  private var request = RequestID.none
  private var item: UInt32 = 0

  init(configuration: Configuration = Configuration()) { recorder = MixRecorder(configuration: configuration) }

  /// Loads an item with segments, and observers.
  mutating func prepare(segments: Int) {
    load()
    let length = ScriptedEngine.duration.microseconds / Int64(max(1, segments))
    for index in 0..<Int64(segments) {
      command(
        .stageSegment(
          SegmentID(UInt32(index + 1)), start: .microseconds(index * length),
          end: .microseconds((index + 1) * length), isBlocked: index % 10 == 9, isHidden: false, isDated: false))
    }
    command(.commitSegments)
    command(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)))
    command(.addPeriodicObserver(ObserverID(2), interval: .seconds(10), phase: .seconds(9)))
    for position in 1...20 as ClosedRange<Int64> {
      command(.addBoundaryObserver(ObserverID(UInt32(100 + position)), position: .seconds(position * 29)))
    }
  }

  /// Uses what is loaded, until there are so many steps.
  mutating func use(until count: Int) {
    while recorder.steps.count < count {
      pass(.milliseconds(Int64(500 + random.below(30_000))))
      act()
    }
  }

  /// Loads an item and uses it for a while.
  mutating func useItem() {
    load()
    for _ in 0..<(4 + random.below(12)) {
      pass(.milliseconds(Int64(500 + random.below(30_000))))
      act()
    }
  }

  /// Loads an item and plays it to its end.
  mutating func playThrough() {
    load()
    pass(.seconds(601))
  }

  private mutating func load() {
    item += 1
    command(.load(item: ItemID(item), start: .standard, autoplay: true, opens: true))
  }

  private mutating func act() {
    switch random.below(16) {
    case 0...2: pauseForAWhile()
    case 3...5: command(.seek(.at(.seconds(Int64(random.below(590))))))
    case 6: skip()
    case 7: command(.setRate(.thousandths([750, 1_000, 1_250, 1_500, 2_000][random.below(5)])))
    case 8: command(.setVolume(left: Int32(random.below(1_001)), right: 1_000))
    case 9: command(.setMuted(!recorder.player.isMuted))
    case 10: engine.block(at: recorder.now)
    case 11: takeCall()
    case 12: give(.environment(.networkChanged(random.oneIn(2) ? .wifi : .cellular)))
    case 13: give(.environment(.routeChanged(.oldDeviceUnavailable)))
    case 14: visitBackground()
    default: command(.play)
    }
    if !recorder.player.wantsPlay { command(.play) }
  }

  private mutating func pauseForAWhile() {
    command(.pause)
    pass(.milliseconds(Int64(300 + random.below(20_000))))
    command(.play)
  }

  /// Several skips in a row, as people do.
  private mutating func skip() {
    for _ in 0...random.below(4) {
      command(.seek(.skip(.seconds(15))))
      pass(.milliseconds(15))
    }
  }

  private mutating func takeCall() {
    give(.environment(.interruptionBegan(stopsEngine: false)))
    pass(.seconds(20))
    give(.environment(.interruptionEnded(mayResume: true)))
  }

  private mutating func visitBackground() {
    give(.environment(.enteredBackground(audioContinues: true)))
    pass(.seconds(12))
    give(.environment(.enteredForeground))
  }
}

extension ScriptedSession {
  private mutating func command(_ command: Command) {
    request = RequestID(request.rawValue + 1)
    give(.command(command, request))
  }

  private mutating func give(_ input: Input) { give(input, at: recorder.now) }

  private mutating func give(_ input: Input, at instant: Instant) {
    recorder.give(input, at: instant)
    for output in recorder.outputs {
      if case .engine(let command, let epoch) = output { engine.perform(command, epoch, at: recorder.now) }
    }
  }

  /// Lets time pass: reports and deadlines happen, each at its instant.
  private mutating func pass(_ span: TimeSpan) {
    let end = recorder.now + span
    while true {
      let deadline = recorder.player.nextDeadline
      guard min(engine.nextEvent, deadline) <= end else { break }
      if engine.nextEvent <= deadline {
        let (instant, input) = engine.takeReport()
        give(input, at: instant)
      } else {
        give(.deadline, at: deadline)
      }
    }
    recorder.wait(until: end)
  }
}
