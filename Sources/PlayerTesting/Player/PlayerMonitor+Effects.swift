import PlayerCore

// What is done has been done: commands and reports have their effect, and the engine knows of it. The rules that a law
// compares with are worked out anew here, from the input and the state before it.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkEffects(
    _ input: Input, _ code: UInt16, at now: Instant, _ outputs: inout Outputs, _ player: inout Player
  ) {
    if senses.owesTicks, !said.changesSettings, facts.nextDeadline > facts.clock { senses.owesTicks = false }
    if now < before.clock, code != Kind.deadline { checkBackwards(&outputs) }
    if code > 0, code < Kind.environment {
      if case .command(let command, let request) = input { checkCommand(command, code, request, &player) }
    } else if code >= Kind.engine {
      if case .engine(let event, let epoch) = input { checkEngineEvent(event, code, epoch, &outputs, &player) }
    } else if code >= Kind.environment, case .environment(let event) = input {
      checkEffect(event, &player)
    }
    checkTold(code, &player)
    if code == Kind.deadline { checkPunctuality() }
    if said.opens || facts.shown.phase != before.shown.phase { checkForgotten() }
    checkStatistics(code)
    checkPolicies(input, code, &player)
    remember(input, code, &player)
    if facts.isHindered || facts.shown.isInterrupted || facts.shown.isInBackground { checkHindrance(&player) }
    if !policies.ticksAreRegular, isListenedTo { followTicks(input, code, &player) }
    if isListenedTo { checkObservers(input, code) }
    if facts.segmentCount > 0 { checkSegmentPlace(code, &player) }
    if isAboutSegments || code == Kind.load { checkSegmentsTold(input, code, &player) }
  }

  @inline(never)
  private mutating func checkBackwards(_ outputs: inout Outputs) {
    guard case .diagnostic(let diagnostic)? = outputs.first, diagnostic.oddity == .clockRanBackwards else {
      return flag(.droppedSilently)
    }
  }

  // MARK: Commands

  /// A command is refused where the rules say so and nowhere else; and what was done has happened.
  @inline(never)
  private mutating func checkCommand(
    _ command: Command, _ code: UInt16, _ request: RequestID, _ player: inout Player
  ) {
    if let mustRefuse = isRefused(command, &player) { expect(mustRefuse == said.isRefused, .refusedWrongly) }
    if said.isRefused { return }
    expect(hasHappened(command, request, &player), .commandWithoutEffect)
    switch code {
    case Kind.seek, Kind.restart: checkTarget(of: command, &player)
    case Kind.selectTrack, Kind.setPreferredLanguage: checkTracks(command, &player)
    case Kind.commitSegments: checkSegmentTable(&player, isNew: true)
    case Kind.set: if Self.changesSegments(command) { checkSegmentTable(&player, isNew: false) }
    default: break
    }
  }

  private static func changesSegments(_ command: Command) -> Bool {
    switch command {
    case .set(.resolvesOverlaps, _), .set(.skipLandingMargin, _): true
    default: false
    }
  }

  /// Whether the rules refuse a command; `nil` where that depends on more than can be told from outside.
  private mutating func isRefused(_ command: Command, _ player: inout Player) -> Bool? {
    let old = before.shown
    let isEmpty = old.phase == .empty
    switch command {
    case .load(let item, _, _, _, _): return item.isNone
    case .prepare, .play, .reload: return isEmpty
    case .toggle: return isEmpty && !togglesToHold
    case .pause, .stop, .reset, .setMuted, .setLooping, .setScalingMode, .setPreferredLanguage, .commitSegments:
      return false
    case .seek:
      switch old.phase {
      case .empty: return true
      case .idle, .blocked, .failed: return false
      case .prepared, .ended: return before.canSeek ? nil : true
      case .opening: return nil
      }
    case .setRate(let rate):
      return rate < player.configuration.minimumRate || rate > player.configuration.maximumRate
    case .setVolume(let left, let right):
      let range = 0...player.configuration.maximumVolume.thousandths
      return !range.contains(Int64(left)) || !range.contains(Int64(right))
    case .setRotation(let degrees): return ![0, 90, 180, 270].contains(degrees)
    case .selectTrack(_, let track): return track.rawValue < 0 && track != .off && track != .automatic
    case .set(let setting, let value): return !setting.specification.range.contains(value)
    case .captureStill: return old.phase != .prepared && old.phase != .ended
    case .retry: return old.phase != .failed && old.phase != .blocked && !before.isWaitingToRetry
    case .restart: return old.phase != .prepared && old.phase != .ended ? true : nil
    case .addPeriodicObserver(let id, let interval, _): return interval < .milliseconds(10) || id.isNone
    case .addBoundaryObserver(let id, let position): return !position.isKnown || id.isNone
    case .removeObserver(let id): return senses.observers.isWhole ? !senses.observers.contains(id) : nil
    case .stageSegment(let id, _, _, _, _, _, _): return id.isNone
    }
  }

  private var togglesToHold: Bool {
    guard policies.togglesByIntent else { return before.isMoving || before.isStarting }
    let isOpen = before.shown.phase == .opening || before.shown.phase == .prepared
    return before.shown.wantsPlay && isOpen && !before.shown.isInterrupted
  }

  /// Opened, or blocked by the policy of the network.
  private var isOpeningNow: Bool {
    facts.isPrevented ? facts.shown.phase == .blocked : facts.shown.phase == .opening && said.opens
  }

  /// Explicit commands end the count of what is by policy; of retries where that is wished (Contradictions.md#X-10).
  private var hasResetRetries: Bool {
    facts.reloadCount == 0 && (!policies.retryResetsOnCommand || facts.retryCount == 0)
  }

  private mutating func hasHappened(_ command: Command, _ request: RequestID, _ player: inout Player) -> Bool {
    let (old, shown) = (before.shown, facts.shown)
    switch command {
    case .load(let item, let start, let autoplay, let opens, let isLocal):
      return hasLoaded(item, start, autoplay: autoplay, opens: opens, isLocal: isLocal)
    case .prepare:
      switch old.phase {
      case .prepared, .ended: return shown.phase == old.phase
      case .opening: return shown.phase == .opening && facts.pendingLoad == request
      default:
        return isOpeningNow && hasResetRetries && shown.wantsPlay == (old.wantsPlay || player.configuration.autoplay)
      }
    case .play:
      let isPause =
        player.configuration.playWhilePlayingPauses && old.wantsPlay && old.phase == .prepared && !old.isInterrupted
      return isPause ? isHeld : isWished(&player)
    case .toggle: return togglesToHold ? isHeld : isWished(&player)
    case .pause: return isHeld
    case .stop:
      return old.phase == .empty
        || shown.phase == .idle && shown.item == old.item && hasClosed
          && startsAgain(senses.initialStart)
    case .reset: return shown.phase == .empty && shown.item.isNone && facts.segmentCount == 0 && hasClosed
    case .setRate(let rate): return shown.rate == rate
    case .setVolume(let left, let right): return shown.left == left && shown.right == right
    case .setMuted(let isMuted): return shown.isMuted == isMuted
    case .setLooping(let isLooping): return shown.isLooping == isLooping
    case .setScalingMode(let mode): return shown.scalingMode == mode
    case .setRotation(let degrees): return shown.rotation == degrees
    case .set(let setting, let value):
      return player.configuration[setting] == value && player.configuration == ledger.configuration
    case .setPreferredLanguage(let kind, let language): return player.preferredLanguage(kind) == language
    case .restart(_, let autoplay):
      // After a long interruption it holds (PRX.md#4, play/hold step).
      let wants = shown.wantsPlay == autoplay || old.isInterrupted && !shown.wantsPlay
      return wants && !shown.isInterrupted || shown.phase == .failed || shown.phase == .blocked
    case .seek(let position): return old.phase == .opening && before.isSeeking || hasAimed(at: position)
    case .retry: return isOpeningNow && hasResetRetries
    case .reload(let item, let flush, let isLocal): return hasReloaded(item, flush: flush, isLocal: isLocal)
    case .captureStill:
      return facts.pendingStill == request && facts.newestStill.rawValue == before.newestStill.rawValue &+ 1
        && said.still == facts.newestStill
    case .removeObserver: return facts.observerCount == before.observerCount &- 1
    case .addPeriodicObserver(let id, _, _), .addBoundaryObserver(let id, _):
      guard senses.observers.isWhole else { return true }
      return facts.observerCount == before.observerCount &+ (senses.observers.contains(id) ? 0 : 1)
    case .commitSegments: return facts.segmentCount == senses.stagedCount || !senses.isStagedWhole
    case .selectTrack, .stageSegment: return true
    }
  }

  /// A pause ends an interruption as well: nobody waits for it any more (PRX.md#6).
  private var isHeld: Bool { !facts.shown.wantsPlay && !facts.shown.isInterrupted }

  private var hasClosed: Bool {
    let keepsWish = policies.stopKeepsIntent || before.shown.phase == .empty && facts.shown.phase != .empty
    return !facts.isEngineOpen && facts.shown.wantsPlay == (keepsWish && before.shown.wantsPlay)
  }

  /// Playback is wanted: what is not open is opened, what has ended starts over.
  private mutating func isWished(_ player: inout Player) -> Bool {
    guard facts.shown.wantsPlay, !facts.shown.isInterrupted, hasResetRetries else { return false }
    switch before.shown.phase {
    case .empty: return true
    case .idle, .blocked, .failed:
      return player.configuration.playOpens ? isOpeningNow : facts.shown.phase == before.shown.phase
    case .ended:
      guard player.configuration.replaysOnPlay else { return facts.shown.phase == .ended }
      guard before.canSeek else { return isOpeningNow }
      if player.configuration.checksPolicyWhilePlaying, facts.isPrevented { return facts.shown.phase == .blocked }
      return facts.shown.phase == .prepared && facts.isSeeking && (facts.isReturning || facts.isHindered)
    case .opening, .prepared: return facts.shown.phase == before.shown.phase
    }
  }

  private mutating func hasLoaded(_ item: ItemID, _ start: Position, autoplay: Bool, opens: Bool, isLocal: Bool) -> Bool
  {
    let shown = facts.shown
    let isCounted = shown.stallCount == 0 && shown.loopCount == 0 && facts.stallTime == .zero && facts.reloadCount == 0
    let anchor = start.anchor == .playhead ? .start : start.anchor
    let isNew = policies.retryResetsOnItem && item != before.shown.item
    let isReset = !isNew && !policies.retryResetsOnCommand || facts.retryCount == 0
    let isAimed = facts.startAnchor == anchor && facts.startOffset == start.offset
    let isThere = facts.position == (anchor == .start ? max(MediaTime.zero, MediaTime.zero + start.offset) : .zero)
    return shown.item == item && shown.wantsPlay == autoplay && facts.isLocal == isLocal && isCounted && isReset
      && isAimed && isThere && (opens ? isOpeningNow : shown.phase == .idle)
      && shown.isInterrupted == (before.shown.isInterrupted && !autoplay)
      // A list that was committed without content was meant for what comes.
      && facts.segmentCount == (before.shown.phase == .empty ? before.segmentCount : 0)
  }

  private mutating func hasReloaded(_ item: ItemID, flush: Bool, isLocal: Bool) -> Bool {
    let shown = facts.shown
    let keepsBuffer = !flush && before.shown.phase == .prepared && !before.isSeeking
    if keepsBuffer, said.isPrevented { return shown.item == before.shown.item && facts.nextEpoch == before.nextEpoch }
    guard shown.item == (item.isNone ? before.shown.item : item), hasResetRetries,
      facts.isLocal == (item.isNone ? before.isLocal : isLocal)
    else { return false }
    let isOpen = before.shown.phase == .prepared || before.shown.phase == .ended
    if isOpen, before.shown.streamType == .onDemand, before.canSeek {
      guard startsAgain(Start(.start, expectedPosition - .zero)) else { return false }
    }
    return keepsBuffer ? shown.phase == .prepared && said.opens && !facts.nextEpoch.isNone : isOpeningNow
  }

  private mutating func startsAgain(_ start: Start) -> Bool {
    !start.isKnown || facts.startAnchor == start.anchor && facts.startOffset == start.offset
  }

  /// Before playback a seek sets where it will begin (KSYManual.md#6.4, Contradictions.md#X-18); an offset from the
  /// playhead counts from where it would have begun.
  private mutating func hasAimed(at position: Position) -> Bool {
    switch before.shown.phase {
    case .prepared, .ended, .empty: return true
    case .idle, .blocked, .failed, .opening: break
    }
    var expected = Start(position.anchor, position.offset)
    if position.anchor == .playhead {
      expected = Start(before.startAnchor, before.startOffset + position.offset)
      if expected.anchor == .start { expected.offset = max(.zero, expected.offset) }
    }
    return startsAgain(expected)
      && facts.position == (expected.anchor == .start ? max(MediaTime.zero, MediaTime.zero + expected.offset) : .zero)
  }

  // MARK: Surroundings

  @inline(never)
  private mutating func checkEffect(_ event: EnvironmentEvent, _ player: inout Player) {
    let (old, shown) = (before.shown, facts.shown)
    let holds: Bool
    switch event {
    case .networkChanged(let path):
      holds = shown.network == path
      checkNetwork(from: old.network, to: path, &player)
    case .interruptionBegan:
      let asks = policies.backgroundTime > .zero && old.phase != .empty && !old.isInterrupted
      holds = shown.isInterrupted == (old.phase != .empty || old.isInterrupted) && said.asksForTime == asks
    case .interruptionEnded(let mayResume):
      // After a long one nothing resumes (Contradictions.md#X-31: 240 s, inclusive).
      let isShort = facts.clock - senses.interruptedSince <= policies.interruptionResumeLimit
      let stays = !old.isInterrupted || mayResume && (isShort || senses.interruptedSince == .never)
      let isKnown = senses.interruptedSince != .never || !old.isInterrupted || !mayResume
      holds = !shown.isInterrupted && (!isKnown || shown.wantsPlay == (old.wantsPlay && stays))
    case .routeChanged(.oldDeviceUnavailable): holds = isHeld
    case .routeChanged: holds = shown.wantsPlay == old.wantsPlay
    case .remoteControl(let button): holds = hasHappened(button, &player)
    case .enteredBackground: holds = shown.isInBackground && shown.wantsPlay == old.wantsPlay
    case .enteredForeground:
      let pauses = old.isInBackground && player.configuration.pausesOnReturn
      holds = !shown.isInBackground && (pauses ? isHeld : shown.wantsPlay == old.wantsPlay)
    case .externalPlaybackChanged(let isActive): holds = shown.isPlayingExternally == isActive
    case .pictureInPictureChanged(let isActive): holds = shown.isInPicture == isActive
    case .wallClock:
      senses.knowsDate = true
      return checkDates(&player)
    }
    expect(holds, .commandWithoutEffect)
  }

  /// Buttons are the commands they stand for; what is not there says so (SRG.md#2, Comparison.md#5).
  private mutating func hasHappened(_ button: RemoteControl, _ player: inout Player) -> Bool {
    let isEmpty = before.shown.phase == .empty
    switch button {
    case .play: return isEmpty ? said.diagnostics > 0 : isWished(&player)
    case .toggle: return togglesToHold ? isHeld : isEmpty ? said.diagnostics > 0 : isWished(&player)
    case .pause: return isHeld
    case .stop: return isEmpty || facts.shown.phase == .idle && hasClosed
    case .next, .previous: return said.diagnostics > 0
    }
  }

  /// What holds playback back without changing the wish (Contradictions.md#X-27 and Contradictions.md#X-31; PRX.md#11).
  @inline(never)
  private mutating func checkHindrance(_ player: inout Player) {
    let shown = facts.shown
    guard senses.knowsHindrance else { return }
    let isSeenElsewhere = shown.isPlayingExternally || shown.isInPicture
    let isHindered =
      shown.isInterrupted && senses.interruptionHolds
      || shown.isInBackground
        && (player.configuration.pausesInBackground && !isSeenElsewhere
          || !senses.audioContinues && !shown.isPlayingExternally)
    expect(facts.isHindered == isHindered, .hinderedWrongly)
  }

  // MARK: What is forgotten

  /// What is not open is not known, and what opens anew knows nothing of what was open (Architecture.md#law-9).
  @inline(never)
  private mutating func checkForgotten() {
    let shown = facts.shown
    let isNew = said.opens && shown.phase == .opening && facts.nextEpoch.isNone && before.nextEpoch.isNone
    guard isNew || shown.phase == .empty || shown.phase == .idle || shown.phase == .blocked || facts.isWaitingToRetry
    else { return }
    let isUnknown =
      !shown.duration.isKnown && shown.streamType == .unknown && shown.supply == .unknown && shown.segment.isNone
      && facts.bufferedUntil == .unknown && facts.windowEnd == .zero && !facts.isSeeking && !facts.isMoving
      && shown.skipped.isNone
    let isUnseen =
      shown.naturalWidth == 0 && shown.naturalHeight == 0 && shown.subtitle.isNone && !shown.hasShownAudio
      && !shown.hasShownVideo && !shown.isLive
    let isUntracked =
      shown.audioTracks == 0 && shown.videoTracks == 0 && shown.subtitleTracks == 0 && shown.audioTrack == .off
      && shown.videoTrack == .off && shown.subtitleTrack == .off
    expect(isUnknown && isUnseen && isUntracked, .mediaNotForgotten)
    guard shown.phase != .empty, shown.phase != .idle else { return }
    // Before it is open the playhead is shown where it will begin.
    let start: MediaTime = facts.startAnchor == .start ? max(MediaTime.zero, MediaTime.zero + facts.startOffset) : .zero
    expect(facts.position == start, .mediaNotForgotten)
  }

  // MARK: Counters

  @inline(__always)
  private mutating func checkStatistics(_ code: UInt16) {
    if facts.shown.phase == .ended, before.shown.phase != .ended { expect(said.hasEnded, .changeForgotten) }
    guard code != Kind.load else { return }
    if said.beginsStall, before.shown.stallCount < .max {
      expect(facts.shown.stallCount == before.shown.stallCount &+ 1, .countedWrongly)
    }
    if facts.stallTime != before.stallTime || said.stallLasted != .zero {
      expect(facts.stallTime == before.stallTime + said.stallLasted, .countedWrongly)
    }
    if said.loops, before.shown.loopCount < .max {
      expect(facts.shown.loopCount == before.shown.loopCount &+ 1, .countedWrongly)
    }
  }
}
