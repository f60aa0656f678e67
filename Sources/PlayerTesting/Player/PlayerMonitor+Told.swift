import PlayerCore
import ReducerTesting

// What the engine was told, and when what was awaited has come.

extension PlayerMonitor {
  /// What the engine of the running opening was told; what it does may differ.
  struct Told: Sendable {
    var epoch = Epoch.none
    var rate = Rate.zero
    var left: Int32 = -1
    var right: Int32 = -1
    var rotation: Int32 = 0
    var scalingMode = ScalingMode.aspectFit
    var isMuted = false
    var isVideoEnabled = true
    /// Whether it was told to play, and neither told nor known to have stopped since.
    var isDriven = false
    /// False for an opening that was told before the watch began.
    var isWhole = false
  }

  /// When what has a deadline began.
  struct Beginnings: Sendable {
    var opening = Instant.never
    var seek = Instant.never
    var close = Instant.never
    var retry = Instant.never
    var probe = Instant.never
  }

  // MARK: What the engine was told

  @inline(__always)
  mutating func hearTold(_ command: EngineCommand, _ epoch: Epoch) {
    switch command {
    case .play(let rate):
      // A kick moves only an engine that has data.
      if facts.shown.supply == .stalled { said.kicks = true }
      said.plays = true
      guard epoch == told.epoch else { return }
      told.rate = rate
      if facts.shown.supply != .stalled { told.isDriven = true }
    case .pause:
      said.pauses &+= 1
      if epoch == told.epoch { told.isDriven = false }
    case .seek(_, let target, let before, let after):
      (said.seekTarget, said.seekBefore, said.seekAfter) = (target, before, after)
      if epoch == told.epoch { told.isDriven = false }
    case .close: if epoch == told.epoch { told.isDriven = false }
    case .setVolume(let left, let right, let isMuted):
      if epoch == told.epoch { (told.left, told.right, told.isMuted) = (left, right, isMuted) }
    case .setPresentation(let mode, let degrees):
      if epoch == told.epoch { (told.scalingMode, told.rotation) = (mode, degrees) }
    case .setVideoEnabled(let isEnabled): if epoch == told.epoch { told.isVideoEnabled = isEnabled }
    case .captureStill(let serial): said.still = serial
    case .catchUp(let target): said.catchUp = target
    case .selectTrack(let kind, let track):
      said.selects |= 1 << kind.rawValue
      said.tracks[kind] = track
    case .open, .reportPosition: break
    }
  }

  /// The engine does, or is about to do, what the player believes it does.
  @inline(__always)
  mutating func checkTold(_ code: UInt16, _ player: inout Player) {
    guard facts.isEngineOpen, told.isWhole, told.epoch == facts.epoch else { return }
    let shown = facts.shown
    let knows =
      told.left == shown.left && told.right == shown.right && told.isMuted == shown.isMuted
      && told.scalingMode == shown.scalingMode && told.rotation == shown.rotation
    expect(knows, .engineNotTold)
    if shown.isInBackground || !told.isVideoEnabled || before.shown.isInBackground { checkVideo(code, &player) }
    if facts.isStarting || facts.isMoving {
      if before.shown.supply == .stalled, code == Kind.playbackStarted { told.isDriven = true }
      expect(told.isDriven && told.rate == shown.effectiveRate, .engineNotTold)
    } else if told.isDriven {
      // It has stopped by itself, or the system has stopped it.
      expect(code >= Kind.engine || code == Kind.interruptionBegan, .engineNotTold)
      told.isDriven = false
    }
  }

  /// In the background no picture is presented, unless it is seen elsewhere (SRG.md#2, Contradictions.md#X-27).
  @inline(never)
  private mutating func checkVideo(_ code: UInt16, _ player: inout Player) {
    let shown = facts.shown
    let isUnseen =
      shown.isInBackground && !shown.isPlayingExternally && !shown.isInPicture
      && player.configuration.disablesVideoInBackground
    expect(told.isVideoEnabled == !isUnseen && facts.isVideoEnabled == !isUnseen, .engineNotTold)
  }

  // MARK: Punctuality

  /// What a deadline brought about came at its time, to the microsecond; late only where it was due before.
  @inline(never)
  mutating func checkPunctuality() {
    guard facts.clock > before.clock else { return }
    var due = Instant.never
    switch before.nextSlot {
    case .close: due = after(beginnings.close, policies.closeTimeout)
    case .retry: due = beginnings.retry
    case .open: due = after(beginnings.opening, policies.openTimeout)
    case .seek: due = after(beginnings.seek, policies.seekTimeout)
    case .probe: due = after(beginnings.probe, policies.probeInterval)
    case .read:
      guard senses.waitingSince != .never else { return }
      let since =
        senses.lastDataAt == .never ? senses.waitingSince : max(senses.waitingSince, senses.lastDataAt)
      due = after(since, policies.readTimeout)
    case .bufferingLimit: due = after(senses.waitingSince, policies.bufferingLimit)
    case .kick:
      due =
        senses.kickedAt == .never
        ? after(before.stallSince, policies.stallKick) : after(senses.kickedAt, .seconds(1))
      expect(said.kicks, .notOnTime)
    case .pastEnd:
      guard before.movingRate == .normal else { return }
      due = before.anchoredAt + max(.zero, before.shown.duration + policies.pastEndTolerance - before.anchor)
    case .segment:
      guard before.isMoving, before.movingRate == .normal, !before.isSegmentDue else { return }
      due = before.anchoredAt + (before.placeEnd - before.anchor)
    case .interval:
      guard before.isMoving, before.movingRate == .normal, said.tick.isKnown, before.anchor <= said.tick,
        before.anchor > .seconds(-1_000_000_000)
      else { return }
      due = before.anchoredAt + (said.tick - before.anchor)
    case .edge: return checkEdgeDeadline()
    case .none: return
    }
    if due != .never { expect(facts.clock == max(before.clock, due), .notOnTime) }
  }

  private func after(_ instant: Instant, _ span: TimeSpan) -> Instant {
    instant == .never || span == .never ? .never : instant + span
  }

  /// One microsecond within the distance that matters (SRG.md#1.9, SRG.md#1.10).
  private mutating func checkEdgeDeadline() {
    guard before.shown.streamType == .dvr, before.isMoving, before.movingRate == .normal else { return }
    let distance = before.windowEnd - expectedPosition
    let isThere =
      distance == policies.liveTolerance - .microseconds(1) || distance == policies.liveRateMargin - .microseconds(1)
    expect(isThere, .notOnTime)
  }
}
