import PlayerCore
import ReducerTesting

// What a player does by itself: retries, reloads, what the network allows, what a watchdog bites.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkPolicies(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if facts.shown.preparedCount != before.shown.preparedCount { checkPrepared() }
    if said.schedulesRetry { checkRetry(code, &player) }
    if said.reloads || said.hasFailed || said.schedulesRetry || code == Kind.failed {
      checkFailure(input, code, &player)
    }
    if before.nextEpoch == facts.epoch, before.epoch != facts.epoch, !facts.epoch.isNone { checkHandOver() }
    if code == Kind.playbackStopped || code == Kind.positionReported { checkWatchdog(input, code, &player) }
    if facts.setback != before.setback || facts.setback.isKnown { checkSetback(code) }
    if code == Kind.seek, before.shown.phase == .prepared { checkStretchBeforeSeek() }
    if facts.shown.streamType == .dvr || facts.shown.streamType == .live { checkEdge(code, &player) }
  }

  // MARK: Retries

  /// The count is that of the attempts, and the delay that of the setting, at most shortened by its jitter
  /// (`Setting.retryDelayKind`, Contradictions.md#X-10).
  @inline(never)
  private mutating func checkRetry(_ code: UInt16, _ player: inout Player) {
    let attempt = said.retryAttempt
    if before.retryCount < .max {
      expect(attempt >= 1 && attempt <= before.retryCount &+ 1, .countedWrongly)
      if code == Kind.failed || code == Kind.deadline, senses.knowsRetries {
        let isNew = hasGotOn && policies.retryResetsOnProgress
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
    // The server's own wish is not shortened.
    let expected = max(Self.shortened(delay, attempt, configuration), said.wait)
    expectSame("delay", said.retryDelay, expected, .retriedOtherwise)
    expect(said.wait <= configuration.retryDelayMaximum, .retriedOtherwise)
    let waits = said.retryDelay > .zero
    let isOpening = facts.isPrevented ? facts.shown.phase == .blocked : said.opens && !facts.isWaitingToRetry
    expect(waits ? facts.isWaitingToRetry && !said.opens : isOpening, .retriedOtherwise)
  }

  /// The delay without its jitter: a part of it that the seed and the number of the attempt decide, as SplitMix64 draws
  /// numbers (Steele, Lea and Flood, 2014).
  private static func shortened(_ delay: TimeSpan, _ attempt: Int32, _ configuration: Configuration) -> TimeSpan {
    let most = Rate(thousandths: Int32(configuration.retryJitter.thousandths)).advance(during: delay).microseconds
    guard most > 0, delay != .never, configuration.retryDelayKind != .none else { return delay }
    let number = UInt64(bitPattern: configuration.seed) &+ UInt64(UInt32(bitPattern: attempt))
    var random = SplitMix64(seed: (number &- 1) &* 0x9E37_79B9_7F4A_7C15)
    return delay - .microseconds(Int64(random.next() % (UInt64(most) + 1)))
  }

  /// A failure is retried exactly where the policy says so; what becomes of the wish and of the content is a setting, too
  /// (PRX.md#5, PRX.md#7).
  @inline(never)
  private mutating func checkFailure(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let configuration = player.configuration
    if said.reloads {
      let count = hasGotOn ? 0 : before.reloadCount
      if code == Kind.networkChanged, senses.knowsRetries {
        expect(said.reloadAttempt == count &+ 1, .countedWrongly)
      }
      expect(facts.reloadCount == said.reloadAttempt, .countedWrongly)
    }
    guard code == Kind.failed, case .engine(.failed(let failure), let epoch) = input, epoch == before.epoch,
      before.nextEpoch.isNone, before.isEngineOpen
    else { return }
    let kind = failure.kind == .none ? Failure.Kind.unknown : failure.kind
    let isOpen = before.isConnected
    let count = hasGotOn && policies.retryResetsOnProgress ? 0 : Int64(before.retryCount)
    let wait = PlayerMonitor.wait(after: failure)
    let isTooLong =
      configuration.retryDelayKind != .none
      && facts.clock + min(configuration.retryDelay, configuration.retryDelayMaximum) == .never
      || wait > .zero && facts.clock + wait == .never
    var mayRetry = (isOpen || configuration.retriesOpening) && count < configuration.retryLimit
    mayRetry = mayRetry && configuration.retryableFailures.includes(kind)
    mayRetry = mayRetry && isUnderWay(configuration) && wait <= configuration.retryDelayMaximum
    if !isTooLong,
      configuration.retryDelayKind != .exponential || facts.clock + configuration.retryDelayMaximum != .never,
      senses.knowsRetries
    {
      expect(said.schedulesRetry == mayRetry, .retriedOtherwise)
    }
    var wants = before.shown.wantsPlay && (isOpen || !configuration.openFailureHolds)
    if said.schedulesRetry { wants = wants && configuration.retryKeepsIntent }
    let isEmptied = !said.schedulesRetry && configuration.emptiesOnFailure && (isOpen || configuration.retriesOpening)
    if isEmptied { wants = wants && configuration.stopKeepsIntent }
    expect(facts.shown.wantsPlay == wants, .retriedOtherwise)
    if !said.schedulesRetry { expect(facts.shown.phase == (isEmptied ? .empty : .failed), .retriedOtherwise) }
    if !said.schedulesRetry, !isEmptied { expect(facts.failure == kind, .retriedOtherwise) }
  }

  /// How long a server that has had too many requests asks to wait.
  static func wait(after failure: Failure) -> TimeSpan {
    failure.kind == .httpTooManyRequests ? .seconds(Int64(max(0, failure.detail))) : .zero
  }

  /// Whether something is left to play: what failed at its end would begin again from the beginning.
  /// A report that ends playback says where that is.
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

  /// Being prepared goes back to where the app wanted to begin, for the next time (SRG.md#1.6), and ends the count of
  /// retries, though not for ever without playback (Contradictions.md#X-10, BugZoo.md#26).
  @inline(never)
  private mutating func checkPrepared() {
    guard facts.shown.phase == .prepared else { return }
    if senses.initialStart.isKnown {
      let isInitial =
        facts.startAnchor == senses.initialStart.anchor && facts.startOffset == senses.initialStart.offset
      expect(isInitial, .positionLostOnRetry)
    }
    guard before.retryCount != 0 else { return }
    let ends = policies.retryResetsOnReady && senses.resets < policies.reloadLimit
    if senses.knowsResets, before.nextEpoch.isNone {
      expect(facts.retryCount == (ends ? 0 : before.retryCount), .countedWrongly)
    }
    if facts.retryCount == 0 { senses.resets = senses.resets &+ 1 }
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
    guard from != to else { return expect(!said.opens && !said.reloads, .networkPolicyBroken) }
    let asks = to == .none && policies.backgroundTime > .zero && phase != .empty
    expect(said.asksForTime == asks, .networkPolicyBroken)
    guard !before.isLocal, phase != .empty else { return expect(!said.reloads, .networkPolicyBroken) }
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
    case .blocked: expect(said.opens == (to != .none), .networkPolicyBroken)
    case .prepared, .opening:
      if before.isWaitingToRetry, configuration.resumesOnReconnect, returns {
        return expect(said.opens && !said.reloads, .networkPolicyBroken)
      }
      if configuration.checksPolicyWhilePlaying, to == .none, !before.isWaitingToRetry {
        return expect(facts.shown.phase == .blocked, .networkPolicyBroken)
      }
      // A retry that waits needs no network before its time.
      if before.isWaitingToRetry { expect(facts.shown.phase != .blocked || said.reloads, .networkPolicyBroken) }
      guard mustReload else { return expect(!said.opens && !said.reloads, .networkPolicyBroken) }
      let isWorthIt = hasGotOn || Int64(before.reloadCount) < policies.reloadLimit
      if senses.knowsRetries { expect(said.reloads == (isWorthIt && policies.reloadLimit > 0), .networkPolicyBroken) }
    case .failed:
      let heals = configuration.resumesOnReconnect && before.failure.isConnectivity && returns
      if !heals, !mustReload { expect(!said.opens && !said.reloads, .networkPolicyBroken) }
      // What has failed at its end has nothing left to play.
      guard let wasUnderWay = ledger.wasUnderWay, ledger.budgets.isKnown else { return }
      let isAllowed = Int64(ledger.budgets.reloads) < policies.reloadLimit
      expect(said.reloads == (wasUnderWay && (heals || mustReload) && isAllowed), .networkPolicyBroken)
    case .empty, .idle, .ended: expect(!said.opens && !said.reloads, .networkPolicyBroken)
    }
  }

  // MARK: Watchdogs

  /// An engine that stops by itself again and again, or does not move, is stuck (Architecture.md#law-10).
  @inline(never)
  private mutating func checkWatchdog(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard case .engine(let event, let epoch) = input, epoch == before.epoch, before.isEngineOpen, senses.knowsDrive,
      before.shown.phase == .prepared, !before.isSeeking
    else { return }
    switch event {
    case .playbackStopped(let position):
      guard before.isMoving || before.isStarting, senses.pendingStops == 0 else {
        return expect(said.failure != .stuckPlaying, .watchdogWrong)
      }
      let stops = (position > before.anchor ? 0 : senses.stops) &+ 1
      expect((said.failure == .stuckPlaying) == (stops > player.configuration.unexpectedStopLimit), .watchdogWrong)
    case .positionReported(let position):
      guard position.isKnown else { return }
      let standsStill = senses.awaitsProbe && senses.probedPosition == position
      let isAtEnd = before.shown.duration > .zero && position >= before.shown.duration
      expect((said.failure == .stuckPlaying) == (standsStill && !isAtEnd), .watchdogWrong)
      if standsStill, isAtEnd, before.nextEpoch.isNone {
        expect(facts.shown.phase == .ended || said.loops, .watchdogWrong)
      }
    default: break
    }
  }

  // MARK: Memory

  @inline(__always)
  mutating func rememberDrive(_ input: Input, _ code: UInt16) {
    senses.pendingStopsBefore = senses.pendingStops
    let isOver =
      facts.epoch != before.epoch || facts.shown.phase != .prepared && facts.shown.phase != .ended
      || said.opens && facts.nextEpoch.isNone
    // A stretch of playback ends with a failure, a reload, a seek, or with what is open.
    if isOver || said.commandsSeek || said.reloads || said.hasFailed || said.schedulesRetry {
      if senses.origin.isKnown, senses.resets != 0 { senses.knowsResets = false }
      senses.origin = .unknown
    }
    if facts.isMoving, !senses.origin.isKnown { senses.origin = facts.anchor }
    if code > 0, code < Kind.engine, code < Kind.environment || code == Kind.remoteControl { forgetResets(code) }
    if said.kicks { senses.kickedAt = facts.clock }
    rememberProbe(code)
    if isOver {
      (senses.pendingStops, senses.stops, senses.awaitsProbe, senses.knowsDrive) = (0, 0, false, true)
      if facts.epoch != before.epoch { senses.bytesRead = 0 }
    } else {
      if code == Kind.playbackStopped || code == Kind.playbackStarted { rememberStops(input) }
      senses.pendingStops &+= said.pauses
      if senses.pendingStops > 250 || said.catchUp.isKnown { senses.knowsDrive = false }
    }
    if said.retriesSeek {
      senses.seekAttempts = senses.seekAttempts &+ 1
    } else if facts.newestSeek != before.newestSeek || !facts.isSeeking {
      senses.seekAttempts = 0
    }
    if said.opens || facts.epoch != before.epoch { rememberOpening() }
  }

  /// What is jumped over is not played.
  mutating func leaveOut(_ span: TimeSpan) {
    countPlayed(upTo: expectedPosition)
    if senses.origin.isKnown { senses.origin = senses.origin + span }
    if playedFrom.isKnown { playedFrom = playedFrom + span }
  }

  /// Commands that open or want to play end every count of what is by policy.
  private mutating func forgetResets(_ code: UInt16) {
    if code == Kind.load, !said.isRefused { (senses.resets, senses.knowsResets) = (0, true) }
    if senses.resets != 0 { senses.knowsResets = false }
  }

  @inline(__always)
  private mutating func rememberProbe(_ code: UInt16) {
    if facts.isStarting {
      (senses.awaitsProbe, senses.probedPosition) = (false, .unknown)
    } else if !facts.isMoving {
      senses.awaitsProbe = false
    } else if !before.isMoving {
      senses.probedPosition = facts.anchor
    }
    if said.probes { senses.awaitsProbe = true }
    if code == Kind.positionReported, !said.diagnosesIgnored, senses.awaitsProbe {
      (senses.awaitsProbe, senses.probedPosition) = (false, facts.anchor)
    }
  }

  private mutating func rememberStops(_ input: Input) {
    guard case .engine(let event, let epoch) = input, epoch == before.epoch else { return }
    switch event {
    case .playbackStopped(let position):
      let wasAsked = senses.pendingStops > 0
      if wasAsked { senses.pendingStops &-= 1 }
      guard before.isMoving || before.isStarting else { return }
      if wasAsked { return }
      senses.stops = (position > before.anchor ? 0 : senses.stops) &+ 1
    case .playbackStarted(let position, _): if !said.diagnosesIgnored, position > before.anchor { senses.stops = 0 }
    default: break
    }
  }

  @inline(never)
  private mutating func rememberOpening() {
    if said.opens, !facts.nextEpoch.isNone {
      senses.upcoming = Upcoming()
      senses.upcoming.isWhole = true
      senses.tracks.settleUpcoming(takesOver: false)
    } else if said.opens {
      senses.tracks.removeAll()
    } else if facts.epoch == before.nextEpoch {
      senses.tracks.settleUpcoming(takesOver: true)
      senses.upcoming = Upcoming()
    }
  }
}

extension PlayerMonitor {
  // MARK: Live streams

  /// How fast near the edge (SRG.md#1.10), and how much of a live stream is kept (KSYManual.md#6.3, bufferTimeMax).
  @inline(never)
  private mutating func checkEdge(_ code: UInt16, _ player: inout Player) {
    let (old, shown) = (before.shown, facts.shown)
    if said.catchUp.isKnown {
      let target = before.bufferedUntil + (.zero - player.configuration.liveBufferMaximum)
      let isNew = facts.bufferedUntil != before.bufferedUntil || said.changesSettings
      expect(isNew || said.catchUp == target, .catchUpWrong)
    }
    guard shown.streamType == .dvr, facts.isEngineOpen, !facts.isSeeking, shown.rate > .normal, !said.changesSettings
    else { return checkCaughtUp(&player) }
    let distance = facts.windowEnd - facts.position
    if distance < policies.liveRateMargin {
      expect(shown.effectiveRate == .normal, .rateNotAllowed)
    } else if distance > policies.liveRateMargin + policies.liveTolerance {
      expect(shown.effectiveRate == shown.rate, .rateNotAllowed)
    } else if old.streamType == .dvr, old.rate > .normal || code == Kind.setRate, facts.epoch == before.epoch {
      // In between it stays as it is.
      expect((shown.effectiveRate == .normal) == (old.effectiveRate == .normal), .rateNotAllowed)
    }
  }

  /// No more is kept than the setting says, while playback is wanted and runs.
  private mutating func checkCaughtUp(_ player: inout Player) {
    guard facts.shown.streamType == .live, facts.isMoving, facts.bufferedUntil.isKnown, facts.nextEpoch.isNone,
      facts.nextDeadline > facts.clock, facts.clock != .never
    else { return }
    let maximum = player.configuration.liveBufferMaximum
    guard maximum >= .zero, facts.clock - caughtUpAt >= .seconds(1) else { return }
    expect(facts.bufferedUntil + (.zero - maximum) <= facts.position, .catchUpWrong)
  }
}
