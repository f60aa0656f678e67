import PlayerCore
import ReducerTesting

// Automatic actions: retries, reloads, the network policy, watchdogs.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkPolicies(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if inspection.shown.preparedCount != before.shown.preparedCount { checkPrepared() }
    if stepOutputs.schedulesRetry { checkRetry(code, &player) }
    if stepOutputs.reloads || stepOutputs.hasFailed || stepOutputs.schedulesRetry || code == Kind.failed {
      checkFailure(input, code, &player)
    }
    if before.nextEpoch == inspection.epoch, before.epoch != inspection.epoch, !inspection.epoch.isNone {
      checkHandOver()
    }
    if code == Kind.playbackStopped || code == Kind.positionReported { checkWatchdog(input, code, &player) }
    if inspection.setback != before.setback || inspection.setback.isKnown { checkSetback(code) }
    if code == Kind.seek, before.shown.phase == .prepared { checkRunBeforeSeek() }
    // A pending retry needs no network before it is due.
    if code == Kind.set, before.isWaitingToRetry { expect(inspection.isWaitingToRetry, .networkPolicyBroken) }
    if inspection.shown.streamType == .dvr || inspection.shown.streamType == .live { checkEdge(code, &player) }
  }

  // MARK: Retries

  /// The count is the number of attempts, and the delay is that of the setting, at most shortened by its jitter
  /// (`Setting.retryDelayKind`, Contradictions.md#X-10).
  @inline(never)
  private mutating func checkRetry(_ code: UInt16, _ player: inout Player) {
    let attempt = stepOutputs.retryAttempt
    if before.retryCount < .max {
      expect(attempt >= 1 && attempt <= before.retryCount &+ 1, .countedWrongly)
      if code == Kind.failed || code == Kind.deadline, memory.knowsRetries {
        let isNew = hasAdvanced && policies.retryResetsOnProgress
        expect(attempt == (isNew ? 0 : before.retryCount) &+ 1, .countedWrongly)
        if code == Kind.failed { checkSetbackOfFailure() }
      }
    }
    let configuration = player.configuration
    var delay = configuration.retryDelay
    switch configuration.retryDelayKind {
    case .none: delay = .zero
    case .exponential:
      for _ in 1..<max(1, min(attempt, 64)) { delay = delay + delay }
      delay = min(delay, configuration.retryDelayMaximum)
    case .fixed: delay = min(delay, configuration.retryDelayMaximum)
    }
    // A delay that the server requests is not shortened.
    let expected = max(Self.shortened(delay, attempt, configuration), stepOutputs.wait)
    expectSame("delay", stepOutputs.retryDelay, expected, .retriedOtherwise)
    expect(stepOutputs.wait <= configuration.retryDelayMaximum, .retriedOtherwise)
    let waits = stepOutputs.retryDelay > .zero
    let isOpening =
      inspection.isPrevented ? inspection.shown.phase == .blocked : stepOutputs.opens && !inspection.isWaitingToRetry
    expect(waits ? inspection.isWaitingToRetry && !stepOutputs.opens : isOpening, .retriedOtherwise)
  }

  /// The delay without its jitter: a fraction determined by the seed and the number of the attempt, with SplitMix64
  /// (Steele, Lea and Flood, 2014).
  private static func shortened(_ delay: TimeSpan, _ attempt: Int32, _ configuration: Configuration) -> TimeSpan {
    let most = Rate(thousandths: Int32(configuration.retryJitter.thousandths)).advance(during: delay).microseconds
    guard most > 0, delay != .never, configuration.retryDelayKind != .none else { return delay }
    let number = UInt64(bitPattern: configuration.seed) &+ UInt64(UInt32(bitPattern: attempt))
    var random = SplitMix64(seed: (number &- 1) &* 0x9E37_79B9_7F4A_7C15)
    return delay - .microseconds(Int64(random.next() % (UInt64(most) + 1)))
  }

  /// A failure is retried exactly where the policy requires it; settings decide about the intent and the content
  /// (PRX.md#5, PRX.md#7).
  @inline(never)
  private mutating func checkFailure(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let configuration = player.configuration
    if stepOutputs.reloads {
      let count = hasAdvanced ? 0 : before.reloadCount
      if code == Kind.networkChanged, memory.knowsRetries {
        expect(stepOutputs.reloadAttempt == count &+ 1, .countedWrongly)
      }
      expect(inspection.reloadCount == stepOutputs.reloadAttempt, .countedWrongly)
    }
    if stepOutputs.hasFailed { checkEmptied(configuration, isByPolicy: code != Kind.failed) }
    guard code == Kind.failed, case .engine(.failed(let failure), let epoch) = input, before.isEngineOpen,
      epoch == (before.nextEpoch.isNone ? before.epoch : before.nextEpoch)
    else { return }
    let kind = failure.kind == .none ? Failure.Kind.unknown : failure.kind
    guard let isOpen = wasConnected else { return }
    let count = hasAdvanced && policies.retryResetsOnProgress ? 0 : Int64(before.retryCount)
    let wait = PlayerMonitor.wait(after: failure)
    let isTooLong =
      configuration.retryDelayKind != .none
      && inspection.clock + min(configuration.retryDelay, configuration.retryDelayMaximum) == .never
      || wait > .zero && inspection.clock + wait == .never
    var mayRetry = (isOpen || configuration.retriesOpening) && count < configuration.retryLimit
    mayRetry = mayRetry && configuration.retryableFailures.includes(kind)
    mayRetry = mayRetry && isUnderWay(configuration) && wait <= configuration.retryDelayMaximum
    if !isTooLong,
      configuration.retryDelayKind != .exponential || inspection.clock + configuration.retryDelayMaximum != .never,
      memory.knowsRetries
    {
      expect(stepOutputs.schedulesRetry == mayRetry, .retriedOtherwise)
    }
    var wants = before.shown.wantsPlay && (isOpen || !configuration.openFailureHolds)
    if stepOutputs.schedulesRetry { wants = wants && configuration.retryKeepsIntent }
    let isEmptied =
      !stepOutputs.schedulesRetry && configuration.emptiesOnFailure && (isOpen || configuration.retriesOpening)
    if isEmptied { wants = wants && configuration.stopKeepsIntent }
    expect(inspection.shown.wantsPlay == wants, .retriedOtherwise)
    if !stepOutputs.schedulesRetry {
      expect(inspection.shown.phase == (isEmptied ? .empty : .failed), .retriedOtherwise)
    }
    if !stepOutputs.schedulesRetry, !isEmptied { expect(inspection.failure == kind, .retriedOtherwise) }
  }

  /// Failed media is dropped where a setting asks for it: open media, media that policies have opened too often, and
  /// media that could not be opened and would be retried.
  private mutating func checkEmptied(_ configuration: Configuration, isByPolicy: Bool) {
    guard let wasConnected else { return }
    let isExhausted = isByPolicy && stepOutputs.failed.kind == .retriesExhausted
    let counts = wasConnected || configuration.retriesOpening || isExhausted
    expect((inspection.shown.phase == .empty) == (configuration.emptiesOnFailure && counts), .retriedOtherwise)
  }

  /// Whether what has failed had been connected: a standby opening, where there is one; `nil` when that is not known.
  private var wasConnected: Bool? {
    if before.nextEpoch.isNone { return before.isConnected }
    return memory.upcoming.isWhole ? memory.upcoming.isConnected : nil
  }

  /// The delay that a server asks for after too many requests.
  static func wait(after failure: Failure) -> TimeSpan {
    failure.kind == .httpTooManyRequests ? .seconds(Int64(max(0, failure.detail))) : .zero
  }

  /// Whether something is left to play: media that failed at its end would start again from the beginning. A report
  /// that ends playback has the position.
  mutating func isUnderWay(_ configuration: Configuration, at position: MediaTime? = nil) -> Bool {
    switch before.shown.phase {
    case .ended: return false
    case .prepared:
      guard before.shown.streamType == .onDemand else { return true }
      let duration = before.shown.duration
      let here: MediaTime = if let position { position } else { expectedPosition }
      return here < duration + (.zero - tolerance(configuration, of: duration - .zero))
    case .empty, .idle, .blocked, .opening, .failed: return true
    }
  }

  /// Readiness restores the start position of the app for the next opening (SRG.md#1.6), and resets the retry count,
  /// but not endlessly without playback (Contradictions.md#X-10, BugZoo.md#26).
  @inline(never)
  private mutating func checkPrepared() {
    guard inspection.shown.phase == .prepared else { return }
    if memory.initialStart.isKnown {
      let isInitial =
        inspection.startAnchor == memory.initialStart.anchor && inspection.startOffset == memory.initialStart.offset
      expect(isInitial, .positionLostOnRetry)
    }
    guard before.retryCount != 0 else { return }
    let ends = policies.retryResetsOnReady && memory.resets < policies.reloadLimit
    if memory.knowsResets, before.nextEpoch.isNone {
      expect(inspection.retryCount == (ends ? 0 : before.retryCount), .countedWrongly)
    }
    if inspection.retryCount == 0 { memory.resets = memory.resets &+ 1 }
  }

  // MARK: The network

  private func effective(_ path: NetworkPath, _ configuration: Configuration) -> NetworkPath {
    path == .cellular && !configuration.allowsCellular ? .none : path
  }

  /// The table of PRX.md#8, with the baseline of Contradictions.md#X-30.
  @inline(never)
  mutating func checkNetwork(from old: NetworkPath, to new: NetworkPath, _ player: inout Player) {
    let configuration = player.configuration
    let (from, to) = (effective(old, configuration), effective(new, configuration))
    let phase = before.shown.phase
    guard from != to else { return expect(!stepOutputs.opens && !stepOutputs.reloads, .networkPolicyBroken) }
    let needsTime = to == .none && policies.backgroundTime > .zero && phase != .empty
    expect(stepOutputs.asksForTime == needsTime, .networkPolicyBroken)
    guard !before.isLocal, phase != .empty else { return expect(!stepOutputs.reloads, .networkPolicyBroken) }
    let isWired = to == .wifi || to == .wired
    let reloads: Bool
    switch from {
    case .none: reloads = isWired || to == .cellular
    case .wifi, .wired: reloads = to == .cellular
    case .cellular: reloads = isWired
    case .unknown: reloads = isWired && configuration.firstNetworkReportCounts
    }
    let mustReload = reloads && configuration.reloadsOnNetworkChange
    let returns =
      to != .none && to != .unknown && (from == .none || from == .unknown && configuration.firstNetworkReportCounts)
    switch phase {
    case .blocked: expect(stepOutputs.opens == (to != .none), .networkPolicyBroken)
    case .prepared, .opening:
      if before.isWaitingToRetry, configuration.resumesOnReconnect, returns {
        return expect(stepOutputs.opens && !stepOutputs.reloads, .networkPolicyBroken)
      }
      if configuration.checksPolicyWhilePlaying, to == .none, !before.isWaitingToRetry {
        return expect(inspection.shown.phase == .blocked, .networkPolicyBroken)
      }
      // A pending retry needs no network before it is due.
      if before.isWaitingToRetry {
        expect(inspection.shown.phase != .blocked || stepOutputs.reloads, .networkPolicyBroken)
      }
      guard mustReload else { return expect(!stepOutputs.opens && !stepOutputs.reloads, .networkPolicyBroken) }
      let isWorthIt = hasAdvanced || Int64(before.reloadCount) < policies.reloadLimit
      if memory.knowsRetries {
        expect(stepOutputs.reloads == (isWorthIt && policies.reloadLimit > 0), .networkPolicyBroken)
      }
      // Without a reload, media fails only if playback is requested; paused media needs no recovery.
      if !stepOutputs.reloads { expect(stepOutputs.hasFailed == before.shown.wantsPlay, .networkPolicyBroken) }
    case .failed:
      let heals = configuration.resumesOnReconnect && before.failure.healsWithNetwork && returns
      if !heals, !mustReload { expect(!stepOutputs.opens && !stepOutputs.reloads, .networkPolicyBroken) }
      // Media that failed at its end has nothing left to play.
      guard let wasUnderWay = ledger.wasUnderWay, ledger.budgets.isKnown else { return }
      let isAllowed = Int64(ledger.budgets.reloads) < policies.reloadLimit
      expect(stepOutputs.reloads == (wasUnderWay && (heals || mustReload) && isAllowed), .networkPolicyBroken)
    case .empty, .idle, .ended: expect(!stepOutputs.opens && !stepOutputs.reloads, .networkPolicyBroken)
    }
  }

  // MARK: Watchdogs

  /// An engine that keeps stopping by itself, or does not move, is stuck (Architecture.md#law-10).
  @inline(never)
  private mutating func checkWatchdog(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard case .engine(let event, let epoch) = input, epoch == before.epoch, before.isEngineOpen, memory.knowsDrive,
      before.shown.phase == .prepared, !before.isSeeking
    else { return }
    switch event {
    case .playbackStopped(let position):
      guard before.isMoving || before.isStarting, memory.pendingStops == 0 else {
        return expect(stepOutputs.failure != .stuckPlaying, .watchdogWrong)
      }
      guard ledger.budgets.isKnown else { return }
      var budgets = ledger.budgets
      budgets.reach(position.isKnown ? position : expectedPosition, stops: true)
      let isStuck = budgets.stops > player.configuration.unexpectedStopLimit
      expect((stepOutputs.failure == .stuckPlaying) == isStuck, .watchdogWrong)
    case .positionReported(let position):
      guard position.isKnown else { return }
      let standsStill = memory.awaitsProbe && memory.probedPosition == position
      let isAtEnd = before.shown.duration > .zero && position >= before.shown.duration
      expect((stepOutputs.failure == .stuckPlaying) == (standsStill && !isAtEnd), .watchdogWrong)
      if standsStill, isAtEnd, before.nextEpoch.isNone {
        expect(inspection.shown.phase == .ended || stepOutputs.loops, .watchdogWrong)
      }
    default: break
    }
  }

  // MARK: Memory

  @inline(__always)
  mutating func rememberDrive(_ input: Input, _ code: UInt16) {
    memory.pendingStopsBefore = memory.pendingStops
    let isOver =
      inspection.epoch != before.epoch || inspection.shown.phase != .prepared && inspection.shown.phase != .ended
      || stepOutputs.opens && inspection.nextEpoch.isNone
    // A playback run ends with a failure, a reload or a seek, or when the media is closed.
    if isOver || stepOutputs.commandsSeek || stepOutputs.reloads || stepOutputs.hasFailed || stepOutputs.schedulesRetry
    {
      if memory.origin.isKnown, memory.resets != 0 { memory.knowsResets = false }
      memory.origin = .unknown
    }
    if inspection.isMoving, !memory.origin.isKnown { memory.origin = inspection.anchor }
    if code > 0, code < Kind.engine, code < Kind.environment || code == Kind.remoteControl { forgetResets(code) }
    if stepOutputs.kicks { memory.kickedAt = inspection.clock }
    rememberProbe(code)
    if isOver {
      (memory.pendingStops, memory.awaitsProbe, memory.knowsDrive) = (0, false, true)
      ledger.budgets.forgetMedia()
      if inspection.epoch != before.epoch { memory.bytesRead = 0 }
    } else {
      if code == Kind.playbackStopped || code == Kind.playbackStarted { rememberStops(input) }
      memory.pendingStops &+= stepOutputs.pauses
      if memory.pendingStops > 250 || stepOutputs.catchUp.isKnown { memory.knowsDrive = false }
    }
    if stepOutputs.retriesSeek {
      memory.seekAttempts = memory.seekAttempts &+ 1
    } else if inspection.newestSeek != before.newestSeek || !inspection.isSeeking {
      memory.seekAttempts = 0
    }
    if stepOutputs.opens || inspection.epoch != before.epoch { rememberOpening() }
  }

  /// Media that is jumped over is not played.
  mutating func leaveOut(_ span: TimeSpan) {
    countPlayed(upTo: expectedPosition)
    if memory.origin.isKnown { memory.origin = memory.origin + span }
    if playedFrom.isKnown { playedFrom = playedFrom + span }
  }

  /// Commands that open or ask for playback reset all counts of automatic actions.
  private mutating func forgetResets(_ code: UInt16) {
    if code == Kind.load, !stepOutputs.isRefused { (memory.resets, memory.knowsResets) = (0, true) }
    if memory.resets != 0 { memory.knowsResets = false }
  }

  @inline(__always)
  private mutating func rememberProbe(_ code: UInt16) {
    if inspection.isStarting {
      (memory.awaitsProbe, memory.probedPosition) = (false, .unknown)
    } else if !inspection.isMoving {
      memory.awaitsProbe = false
    } else if !before.isMoving {
      memory.probedPosition = anchorBeforeCatchUp
    }
    if stepOutputs.probes { memory.awaitsProbe = true }
    if code == Kind.positionReported, !stepOutputs.diagnosesIgnored, memory.awaitsProbe {
      (memory.awaitsProbe, memory.probedPosition) = (false, anchorBeforeCatchUp)
    }
  }

  /// The engine's reported position, before a live stream catches up in the same step.
  private var anchorBeforeCatchUp: MediaTime {
    guard stepOutputs.catchUp.isKnown else { return inspection.anchor }
    return stepOutputs.catchUpJump.to.isKnown ? stepOutputs.catchUpJump.from : stepOutputs.jump.from
  }

  private mutating func rememberStops(_ input: Input) {
    guard case .engine(let event, let epoch) = input, epoch == before.epoch else { return }
    switch event {
    case .playbackStopped(let position):
      let wasCommanded = memory.pendingStops > 0
      if wasCommanded { memory.pendingStops &-= 1 }
      guard before.isMoving || before.isStarting else { return }
      if wasCommanded { return }
      ledger.budgets.reach(position.isKnown ? position : expectedPosition, stops: true)
    case .playbackStarted(let position, _):
      if !stepOutputs.diagnosesIgnored {
        ledger.budgets.reach(position.isKnown ? position : expectedPosition, stops: false)
      }
    default: break
    }
  }

  @inline(never)
  private mutating func rememberOpening() {
    if stepOutputs.opens, !inspection.nextEpoch.isNone {
      memory.upcoming = Upcoming()
      memory.upcoming.isWhole = true
      memory.tracks.settleUpcoming(takesOver: false)
    } else if stepOutputs.opens {
      memory.tracks.removeAll()
    } else if inspection.epoch == before.nextEpoch {
      memory.tracks.settleUpcoming(takesOver: true)
      memory.upcoming = Upcoming()
    }
  }
}

extension PlayerMonitor {
  // MARK: Live streams

  /// The rate near the edge (SRG.md#1.10), and the maximum buffer of a live stream (KSYManual.md#6.3, bufferTimeMax).
  @inline(never)
  private mutating func checkEdge(_ code: UInt16, _ player: inout Player) {
    let (old, shown) = (before.shown, inspection.shown)
    if stepOutputs.catchUp.isKnown {
      let target = inspection.bufferedUntil + (.zero - player.configuration.liveBufferMaximum)
      expectSame("catch-up", stepOutputs.catchUp, target, .catchUpWrong)
      // What an engine repeats is no progress.
      let origin = stepOutputs.catchUpJump.to.isKnown ? stepOutputs.catchUpJump.from : stepOutputs.jump.from
      expect(origin >= caughtUpTo, .catchUpWrong)
      caughtUpTo = stepOutputs.catchUp
    }
    guard shown.streamType == .dvr, inspection.isEngineOpen, !inspection.isSeeking, shown.rate > .normal,
      !stepOutputs.changesSettings
    else { return checkCaughtUp(&player) }
    let distance = inspection.windowEnd - inspection.position
    if distance < policies.liveRateMargin {
      expect(shown.effectiveRate == .normal, .rateNotAllowed)
    } else if distance > policies.liveRateMargin + policies.liveTolerance {
      expect(shown.effectiveRate == shown.rate, .rateNotAllowed)
    } else if old.streamType == .dvr, old.rate > .normal || code == Kind.setRate, inspection.epoch == before.epoch {
      // Between the two limits the rate does not change.
      expect((shown.effectiveRate == .normal) == (old.effectiveRate == .normal), .rateNotAllowed)
    }
  }

  /// The buffer does not exceed the setting while playback is requested and runs.
  private mutating func checkCaughtUp(_ player: inout Player) {
    guard inspection.shown.streamType == .live, inspection.isMoving, inspection.bufferedUntil.isKnown,
      inspection.nextEpoch.isNone,
      inspection.nextDeadline > inspection.clock, inspection.clock != .never
    else { return }
    let maximum = player.configuration.liveBufferMaximum
    guard maximum >= .zero, inspection.clock - caughtUpAt >= .seconds(1),
      caughtUpIn != inspection.epoch || inspection.position >= caughtUpTo
    else {
      return
    }
    expect(inspection.bufferedUntil + (.zero - maximum) <= inspection.position, .catchUpWrong)
  }
}
