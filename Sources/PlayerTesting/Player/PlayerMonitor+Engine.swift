import PlayerCore
import ReducerTesting

// Commands to the engine, and the punctuality of deadlines.

extension PlayerMonitor {
  /// The commands to the engine of the current opening; the engine's actual state may differ.
  struct EngineModel: Sendable {
    var epoch = Epoch.none
    var rate = Rate.zero
    var left: Int32 = -1
    var right: Int32 = -1
    var rotation: Int32 = 0
    var scalingMode = ScalingMode.aspectFit
    var isMuted = false
    var isVideoEnabled = true
    /// Whether it was commanded to play, and has not stopped or been stopped since.
    var isDriven = false
    /// False when the opening was commanded before the monitor started.
    var isWhole = false
  }

  /// The start of everything that has a deadline.
  struct TimerStarts: Sendable {
    var opening = Instant.never
    /// When the media was open, while its start waits for what else is reported.
    var start = Instant.never
    var seek = Instant.never
    var close = Instant.never
    var retry = Instant.never
    var probe = Instant.never
  }

  // MARK: Commands to the engine

  @inline(__always)
  mutating func updateEngineModel(_ command: EngineCommand, _ epoch: Epoch) {
    switch command {
    case .play(let rate):
      // A play command while stalled is a kick: it moves the engine only if that has data.
      if inspection.shown.supply == .stalled { stepOutputs.kicks = true }
      stepOutputs.plays = true
      guard epoch == engineModel.epoch else { return }
      engineModel.rate = rate
      if inspection.shown.supply != .stalled { engineModel.isDriven = true }
    case .pause:
      stepOutputs.pauses &+= 1
      if epoch == engineModel.epoch { engineModel.isDriven = false }
    case .seek(_, let target, let before, let after):
      (stepOutputs.seekTarget, stepOutputs.seekBefore, stepOutputs.seekAfter) = (target, before, after)
      if epoch == engineModel.epoch { engineModel.isDriven = false }
    case .close: if epoch == engineModel.epoch { engineModel.isDriven = false }
    case .setVolume(let left, let right, let isMuted):
      if epoch == engineModel.epoch {
        (engineModel.left, engineModel.right, engineModel.isMuted) = (left, right, isMuted)
      }
    case .setPresentation(let mode, let degrees):
      if epoch == engineModel.epoch { (engineModel.scalingMode, engineModel.rotation) = (mode, degrees) }
    case .setVideoEnabled(let isEnabled): if epoch == engineModel.epoch { engineModel.isVideoEnabled = isEnabled }
    case .captureStill(let serial): stepOutputs.still = serial
    case .catchUp(let target): stepOutputs.catchUp = target
    case .selectTrack(let kind, let track):
      stepOutputs.selects |= 1 << kind.rawValue
      stepOutputs.tracks[kind] = track
    case .open, .reportPosition: break
    }
  }

  /// The engine does, or is about to do, what the player assumes.
  @inline(__always)
  mutating func checkEngineModel(_ code: UInt16, _ player: inout Player) {
    guard inspection.isEngineOpen, engineModel.isWhole, engineModel.epoch == inspection.epoch else { return }
    let shown = inspection.shown
    let knows =
      engineModel.left == shown.left && engineModel.right == shown.right && engineModel.isMuted == shown.isMuted
      && engineModel.scalingMode == shown.scalingMode && engineModel.rotation == shown.rotation
    expect(knows, .engineNotTold)
    if shown.isInBackground || !engineModel.isVideoEnabled || before.shown.isInBackground { checkVideo(code, &player) }
    if inspection.isStarting || inspection.isMoving {
      if before.shown.supply == .stalled, code == Kind.playbackStarted { engineModel.isDriven = true }
      expect(engineModel.isDriven && engineModel.rate == shown.effectiveRate, .engineNotTold)
    } else if engineModel.isDriven {
      // The engine stopped by itself, or the system stopped it.
      expect(code >= Kind.engine || code == Kind.interruptionBegan, .engineNotTold)
      engineModel.isDriven = false
    }
  }

  /// In the background no picture is presented, unless it is visible elsewhere (SRG.md#2, Contradictions.md#X-27).
  @inline(never)
  private mutating func checkVideo(_ code: UInt16, _ player: inout Player) {
    let shown = inspection.shown
    let isUnseen =
      shown.isInBackground && !shown.isPlayingExternally && !shown.isInPicture
      && player.configuration.disablesVideoInBackground
    expect(engineModel.isVideoEnabled == !isUnseen && inspection.isVideoEnabled == !isUnseen, .engineNotTold)
  }

  // MARK: Punctuality

  /// An action of a deadline comes at its time, to the microsecond; late only if it was due before.
  @inline(never)
  mutating func checkPunctuality() {
    var due = Instant.never
    switch before.nextSlot {
    case .close: due = Self.after(timerStarts.close, policies.closeTimeout)
    case .retry: due = timerStarts.retry
    case .open:
      // When a start waits no longer is checked where the deadline is set.
      if before.awaitsStart { return }
      due = Self.after(timerStarts.opening, policies.openTimeout)
    case .seek: due = Self.after(timerStarts.seek, policies.seekTimeout)
    case .probe: due = Self.after(timerStarts.probe, policies.probeInterval)
    case .read:
      guard memory.waitingSince != .never else { return }
      let since =
        memory.lastDataAt == .never ? memory.waitingSince : max(memory.waitingSince, memory.lastDataAt)
      due = Self.after(since, policies.readTimeout)
    case .bufferingLimit: due = Self.after(memory.waitingSince, policies.bufferingLimit)
    case .kick:
      due =
        memory.kickedAt == .never
        ? Self.after(before.stallSince, policies.stallKick) : Self.after(memory.kickedAt, .seconds(1))
      expect(stepOutputs.kicks, .notOnTime)
    case .pastEnd:
      guard inspection.clock > before.clock, before.movingRate == .normal else { return }
      due = before.anchoredAt + max(.zero, before.shown.duration + policies.pastEndTolerance - before.anchor)
    case .segment:
      guard inspection.clock > before.clock, before.isMoving, before.movingRate == .normal, !before.isSegmentDue else {
        return
      }
      due = before.anchoredAt + (before.placeEnd - before.anchor)
    case .interval:
      guard inspection.clock > before.clock, before.isMoving, before.movingRate == .normal, stepOutputs.tick.isKnown,
        before.anchor <= stepOutputs.tick,
        before.anchor > .seconds(-1_000_000_000)
      else { return }
      due = before.anchoredAt + (stepOutputs.tick - before.anchor)
    case .edge: return inspection.clock > before.clock ? checkEdgeDeadline() : ()
    case .none: return
    }
    // An action may be late when it is overdue, but never early.
    if due != .never {
      expect(inspection.clock > before.clock ? inspection.clock == due : due <= inspection.clock, .notOnTime)
    }
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
