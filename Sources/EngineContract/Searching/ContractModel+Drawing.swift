import PlayerCore
import ReducerTesting

/// The habits of a session: how often it takes each of these, in addition to waiting.
public struct ContractHabits: Sendable {
  var play: Int
  var pause: Int
  var seek: Int
  var ask: Int
  var select: Int
  var adjust: Int
  var reopen: Int
  /// The longest waits, in milliseconds.
  var patience: Int
}

extension ContractModel {
  /// Draws the habits of one session: how long it waits and which steps it prefers.
  public func drawHabits(using random: inout SplitMix64) -> ContractHabits {
    func weight(_ most: Int) -> Int { random.once(in: 4) ? 0 : 1 + random.below(most) }
    return ContractHabits(
      play: 2 + random.below(8), pause: weight(4), seek: weight(8), ask: weight(6), select: weight(3),
      adjust: weight(3),
      reopen: weight(3), patience: random.pick(subject.clock == .virtual ? [200, 2_000, 20_000] : [20, 100, 400]))
  }

  /// One of the media.
  public func drawSetup(_ habits: ContractHabits, using random: inout SplitMix64) -> ContractSetup {
    ContractSetup(media: random.below(subject.media.count))
  }

  /// A command, or time that passes.
  public func drawStep(
    _ habits: ContractHabits, in state: ContractState, using random: inout SplitMix64
  ) -> ContractStep {
    guard let epoch = state.drive.newest, epoch.stage != .closing else {
      return random.once(in: 5) ? .wait(drawWait(habits, using: &random)) : .open(keepsBuffer: false)
    }
    switch epoch.stage {
    case .opening: return random.once(in: 8) ? .close(older: false) : random.bool() ? .settle : .wait(1)
    case .failed, .closing, .closed: return random.bool() ? .close(older: false) : .wait(100)
    case .open: break
    }
    // Where data arrives slowly or breaks off, most random draws would be over before that.
    if epoch.media.isPlayedOut, state.drive.stepCount < 12 || !random.once(in: 6) {
      return drawPlayingOut(epoch, in: state.drive, using: &random)
    }
    // More often than by chance, a seek replaces another, a resting playhead is queried, and the end is reached.
    if epoch.questions.seek != nil, random.once(in: 3) { return drawSeek(for: epoch, using: &random) }
    if let rest = epoch.unobservedRest, random.once(in: 4) {
      return state.drive.now - rest.since <= subject.limits.position ? .wait(150) : .reportPosition(older: false)
    }
    if epoch.isNearEnd(at: state.drive.now), random.bool() { return .untilRest(10_000) }
    if random.below(3) == 0 { return random.once(in: 4) ? .settle : .wait(drawWait(habits, using: &random)) }
    return drawCommand(habits, for: epoch, using: &random)
  }

  /// Steps on the way to a stall, over it, and to the end of what comes.
  private func drawPlayingOut(
    _ epoch: EpochWatch, in drive: EngineDrive, using random: inout SplitMix64
  ) -> ContractStep {
    guard epoch.questions.isEmpty else { return .settle }
    guard case .resting(let rest) = epoch.motion else { return .untilRest(30_000) }
    guard rest.isStarved else { return .play(rate: random.pick([1_000, 2_000, 2_000])) }
    // Alternates between no pause and a pause.
    let cases = drive.judge.cases
    let pausesNext = cases[.starvedRefilled, default: 0] > cases[.starvedPaused, default: 0]
    // Playback that resumes by itself does so when there is more; a moment later its position is requested.
    switch rest.refill {
    case .awaited where rest.reason == .starved && pausesNext: return .pause
    case .awaited: return .untilBuffered(20_000)
    case .reported: return drive.now - rest.refilled < .milliseconds(300) ? .wait(300) : .reportPosition(older: false)
    case .observed: return .play(rate: 2_000)
    }
  }

  private func drawWait(_ habits: ContractHabits, using random: inout SplitMix64) -> Int64 {
    Int64(random.once(in: 4) ? 0 : random.below(habits.patience))
  }

  private func drawCommand(
    _ habits: ContractHabits, for epoch: EpochWatch, using random: inout SplitMix64
  ) -> ContractStep {
    let weights = [
      habits.play, habits.pause, habits.seek, habits.ask, habits.select, habits.adjust, habits.reopen,
    ]
    var choice = random.below(weights.reduce(0, +))
    let kind = weights.firstIndex { weight in
      choice -= weight
      return choice < 0
    }
    switch kind {
    case 0: return .play(rate: random.pick([500, 1_000, 1_000, 1_000, 1_250, 2_000]))
    case 1: return .pause
    case 2: return drawSeek(for: epoch, using: &random)
    case 3: return random.once(in: 3) ? .captureStill : .reportPosition(older: random.once(in: 4))
    case 4: return drawSelection(for: epoch, using: &random)
    case 5: return drawAdjustment(for: epoch, using: &random)
    default: return random.once(in: 3) ? .close(older: random.bool()) : .open(keepsBuffer: !random.once(in: 3))
    }
  }

  private func drawSeek(for epoch: EpochWatch, using random: inout SplitMix64) -> ContractStep {
    let length = Int(clamping: (epoch.media.duration ?? .seconds(10)).microseconds / 1_000)
    let places = [0, max(0, length - 300), length, random.below(length + 1), random.below(length + 1)]
    let tolerance = Int64(random.pick([0, 0, 0, 500, 3_600_000]))
    return .seek(to: Int64(random.pick(places)), before: tolerance, after: random.bool() ? tolerance : 0)
  }

  private func drawSelection(for epoch: EpochWatch, using random: inout SplitMix64) -> ContractStep {
    let track = epoch.tracks.isEmpty ? nil : random.pick(epoch.tracks)
    let kind = track?.kind ?? .audio
    let other = kind == .subtitle && random.bool() ? TrackID.off : .automatic
    return .select(kind: kind.rawValue, track: random.once(in: 3) ? other.rawValue : track?.id.rawValue ?? -2)
  }

  private func drawAdjustment(for epoch: EpochWatch, using random: inout SplitMix64) -> ContractStep {
    switch random.below(epoch.duration.isKnown ? 3 : 4) {
    case 0: .setVolume(thousandths: random.pick([0, 500, 1_000]))
    case 1: .setVideo(isEnabled: random.bool())
    case 2: .rotate(degrees: random.pick([0, 90, 180]))
    default: .catchUp(to: Int64(random.below(20_000)))
    }
  }
}
