import PlayerCore
import PlayerSimulation
import ReducerTesting

/// The step distribution of a session of a world.
public struct WorldHabits: Hashable, Sendable {
  /// The weight of each kind of step; in a swarm many are zero.
  var weights: [Int]
  var sum: Int
  /// The maximum time between two steps in milliseconds.
  var pace: Int
  /// The maximum latency in milliseconds.
  var latency: Int
  var hasFaults: Bool
}

extension WorldModel {
  private enum Group: Int, CaseIterable {
    case load, play, pause, toggle, seek, skip, stop, reload, looks, segments, observers, renditions, stills, restart
    case environment, remote, network, fault, heal, wait

    var weight: Int {
      switch self {
      case .seek: 5
      case .play: 4
      case .toggle, .segments, .fault: 3
      case .load, .pause, .wait, .network, .environment: 2
      default: 1
      }
    }
  }

  /// The weight of each kind of event, some of them zero; faults only as ``faults`` allows.
  public func drawHabits(using random: inout SplitMix64) -> WorldHabits {
    let hasFaults = faults ?? random.bool()
    var habits = WorldHabits(
      weights: [], sum: 0, pace: random.pick([30, 300, 900, 5_000, 40_000]), latency: random.pick([0, 50, 400, 1_500]),
      hasFaults: hasFaults)
    for group in Group.allCases {
      var weight = group.weight << random.below(4)
      if random.once(in: 3), group != .load, group != .play { weight = 0 }
      if !hasFaults, group == .fault || group == .heal { weight = 0 }
      habits.weights.append(weight)
      habits.sum += weight
    }
    return habits
  }

  /// Two items, latencies and often a preset; with faults in one of three sessions a network slower than the media.
  public func drawSetup(_ habits: WorldHabits, using random: inout SplitMix64) -> WorldSetup {
    var setup = WorldSetup(
      random.pick(WorldSetup.Media.all), otherMedia: random.pick(WorldSetup.Media.all),
      player: PlayerSetup(random.bool() ? .defaults : random.pick(PlayerSetup.Preset.drawn)))
    if random.once(in: 4) { setup.player.changes.append(PlayerSetup.Change(.coalescesSeeks, 1)) }
    if habits.hasFaults, random.once(in: 3) {
      setup.bitsPerSecond = random.pick([60_000, 130_000, 400_000, 1_900_000])
    }
    func latency() -> TimeSpan { random.once(in: 3) ? .zero : .milliseconds(Int64(random.below(habits.latency + 1))) }
    setup.open = latency()
    setup.start = latency()
    setup.pause = latency()
    setup.seek = latency()
    setup.close = latency()
    setup.answer = latency()
    return setup
  }

  /// An event by its weight, now or at most the session's pace later; loading and playing are likelier while nothing
  /// plays.
  public func drawStep(_ habits: WorldHabits, in state: State, using random: inout SplitMix64) -> WorldStep {
    var pick = random.below(habits.sum)
    var group = Group.wait
    for (index, weight) in habits.weights.enumerated() {
      pick -= weight
      if pick < 0 {
        group = Group(rawValue: index) ?? .wait
        break
      }
    }
    // Without open media most events have no effect.
    let phase = state.world.player.phase
    if phase == .empty, random.bool() { group = .load }
    if phase == .idle || phase == .failed, random.bool() { group = .play }
    let now = state.world.now
    let instant = random.bool() ? now : now + .milliseconds(Int64(random.below(habits.pace)))
    return WorldStep(event(group, state, &random), at: instant)
  }

  private func event(_ group: Group, _ state: State, _ random: inout SplitMix64) -> WorldStep.Event {
    switch group {
    case .fault: .fault(fault(&random))
    case .heal: .heal
    case .wait: Self.wait(in: state)
    case .network:
      state.hasFaults && random.bool()
        ? .handOver(bitsPerSecond: random.pick([100_000, 1_000_000, 20_000_000]), random.pick(Self.paths))
        : .environment(.networkChanged(random.pick(Self.paths)))
    case .remote: .environment(.remoteControl(random.pick([.play, .pause, .toggle, .stop])))
    case .environment: .environment(environment(&random))
    default: .command(command(group, state, &random))
    }
  }

  /// In one of five the host sleeps. No random number decides it: the rest of a session is drawn as without sleeps.
  private static func wait(in state: State) -> WorldStep.Event {
    let (isWake, length) = (state.world.stepCount % 5 != 2, Int(state.world.stepCount / 5 % 4))
    return isWake ? .wait : .sleep([.seconds(2), .seconds(40), .seconds(700), .seconds(5_000)][length])
  }

  private static let paths: [NetworkPath] = [.none, .wifi, .cellular, .wired]

  private func environment(_ random: inout SplitMix64) -> EnvironmentEvent {
    switch random.below(8) {
    case 0: .interruptionBegan(stopsEngine: random.bool())
    case 1, 2: .interruptionEnded(mayResume: !random.once(in: 4))
    case 3: .enteredBackground(audioContinues: random.bool())
    case 4: .enteredForeground
    case 5: .routeChanged(.oldDeviceUnavailable)
    case 6: .externalPlaybackChanged(random.bool())
    default: .pictureInPictureChanged(random.bool())
    }
  }

  private func command(_ group: Group, _ state: State, _ random: inout SplitMix64) -> Command {
    let somewhere = MediaTime.milliseconds(Int64(random.below(70_000)))
    switch group {
    case .load:
      return .load(
        item: ItemID(UInt32(1 + random.below(2))), start: random.bool() ? .standard : .at(somewhere),
        autoplay: random.bool(), opens: true)
    case .play: return .play
    case .pause: return .pause
    case .toggle: return .toggle
    case .stop: return random.once(in: 4) ? .reset : .stop
    case .seek:
      return random.once(in: 6) ? .seek(.liveEdge(behind: .seconds(Int64(random.below(90))))) : .seek(.at(somewhere))
    case .skip: return .seek(.skip(.seconds(Int64(random.below(40)) - 20)))
    case .reload: return .reload(item: .none, flush: random.bool())
    case .looks:
      switch random.below(5) {
      case 0: return .setRate(.thousandths(random.pick([500, 1_000, 1_500, 2_000])))
      case 1: return .setLooping(!random.once(in: 3))
      case 2: return .setVolume(left: 300, right: 700)
      case 3: return .setRotation(degrees: 90)
      default: return .setMuted(random.bool())
      }
    case .segments:
      if state.lastCode == Kind.stageSegment, !random.once(in: 3) { return .commitSegments }
      if random.once(in: 5) {
        return .seek(Position(anchor: .segment, segment: SegmentID(UInt32(1 + random.below(4)))))
      }
      let start = MediaTime.seconds(Int64(random.below(13) * 5))
      return .stageSegment(
        SegmentID(UInt32(1 + random.below(4))), start: start, end: start + .seconds(Int64(random.below(30)) + 1),
        isBlocked: random.bool(), isHidden: false, isDated: false)
    case .observers:
      return random.bool()
        ? .addPeriodicObserver(ObserverID(UInt32(1 + random.below(2))), interval: .milliseconds(700))
        : .addBoundaryObserver(ObserverID(3), position: somewhere)
    case .renditions: return .selectTrack(.audio, random.bool() ? .automatic : TrackID(0))
    case .stills: return .captureStill
    default: return .restart(random.bool() ? .standard : .at(somewhere), autoplay: random.bool())
    }
  }

  private func fault(_ random: inout SplitMix64) -> EngineFault {
    let count = Int32(1 + random.below(4))
    let failure = Failure(random.pick([.connect, .io, .httpServerError, .httpNotFound, .nameResolution, .invalidData]))
    let kinds = ReportKinds(rawValue: 1 << UInt32(random.below(11)))
    switch random.below(22) {
    case 0, 1: return .openFails(failure, after: .milliseconds(Int64(random.below(900))), count: count)
    case 2: return .openHangs(count: count)
    case 3: return .openIsSlow(by: .seconds(Int64(random.below(20))), count: count)
    case 4: return .durationIsWrong(.seconds(Int64(random.below(90))), count: count)
    case 5: return .seekFails(count: count)
    case 6: return .seekHangs(count: count)
    case 7: return .startHangs(count: count)
    case 8: return .closeHangs(count: count)
    case 9: return .reportsAreLost(kinds, count: count)
    case 10: return .reportsComeTwice(kinds, count: count)
    case 11: return .reportsAreLate(kinds, by: .milliseconds(Int64(random.below(3_000))), count: count)
    case 12: return .readFails(failure, atByte: Int64(random.below(2_000_000)))
    case 13: return .decodingFails(Failure(.audioDecodeFailed), at: .seconds(Int64(random.below(60))))
    case 14: return .endsEarly(at: .seconds(Int64(random.below(60))))
    case 15: return .outage
    case 16:
      return .serverIsSlow(thousandths: Int32(random.below(100)), latency: .milliseconds(Int64(random.below(900))))
    case 17: return .fails(failure)
    case 18: return .stops
    case 19: return .losesBuffer
    case 20: return .freezes
    default: return .slips(by: .milliseconds(Int64(random.below(4_000)) - 2_000))
    }
  }
}

extension WorldSetup.Media {
  static let all = Array(allCases)
}
