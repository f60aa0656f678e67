import PlayerCore

// Commands and reports have their effect, and the engine is commanded accordingly. The expected values are computed
// here independently, from the input and the state before it.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkEffects(
    _ input: Input, _ code: UInt16, at now: Instant, _ outputs: inout Outputs, _ player: inout Player
  ) {
    if memory.owesTicks, !stepOutputs.changesSettings, inspection.nextDeadline > inspection.clock {
      memory.owesTicks = false
    }
    if code != Kind.deadline { checkBackwards(now < before.clock, &outputs) }
    if code > 0, code < Kind.environment {
      if case .command(let command, let request) = input { checkCommand(command, code, request, &player) }
    } else if code >= Kind.engine {
      if case .engine(let event, let epoch) = input { checkEngineEvent(event, code, epoch, &outputs, &player) }
    } else if code >= Kind.environment, case .environment(let event) = input {
      checkEffect(event, &player)
    }
    checkEngineModel(code, &player)
    if code == Kind.deadline, before.nextDeadline <= now { checkPunctuality() }
    if code == Kind.deadline, goesToStart(code) { checkStartTarget(&player) }
    if stepOutputs.opens || inspection.shown.phase != before.shown.phase { checkForgotten() }
    checkStatistics(code)
    checkPolicies(input, code, &player)
    remember(input, code, &player)
    if inspection.isHindered || inspection.shown.isInterrupted || inspection.shown.isInBackground {
      checkHindrance(&player)
    }
    if !policies.ticksAreRegular, isListenedTo { followTicks(input, code, &player) }
    if isListenedTo { checkObservers(input, code) }
    if inspection.segmentCount > 0 { checkSegmentPlace(code, &player) }
    if isAboutSegments || code == Kind.load { checkSegmentOutputs(input, code, &player) }
  }

  /// A clock that runs backwards is diagnosed first, and no other.
  @inline(__always)
  private mutating func checkBackwards(_ runsBackwards: Bool, _ outputs: inout Outputs) {
    guard runsBackwards else {
      return expect(stepOutputs.allDiagnostics == stepOutputs.diagnostics, .droppedSilently)
    }
    guard case .diagnostic(let diagnostic)? = outputs.first, diagnostic.oddity == .clockRanBackwards else {
      return flag(.droppedSilently)
    }
  }

  // MARK: Commands

  /// A command is refused exactly where the rules require it; an accepted command has its effect.
  @inline(never)
  private mutating func checkCommand(
    _ command: Command, _ code: UInt16, _ request: RequestID, _ player: inout Player
  ) {
    if let mustRefuse = isRefused(command, &player) { expect(mustRefuse == stepOutputs.isRefused, .refusedWrongly) }
    if stepOutputs.isRefused {
      // Without content, play is a wish for later where a setting says so.
      let isWish = policies.playWithoutContentSetsIntent && (code == Kind.play || code == Kind.toggle)
      return expect(!isWish || inspection.shown.wantsPlay, .commandWithoutEffect)
    }
    judge(hasHappened(command, request, &player), .commandWithoutEffect)
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

  /// Whether the rules refuse a command; `nil` where that cannot be decided from outside.
  private mutating func isRefused(_ command: Command, _ player: inout Player) -> Bool? {
    let old = before.shown
    let isEmpty = old.phase == .empty
    switch command {
    case .load(let item, _, _, _, _): return item.isNone
    case .prepare, .play, .reload: return isEmpty
    case .toggle: return isEmpty && togglesToHold == false
    case .pause, .stop, .reset, .setMuted, .setLooping, .setScalingMode, .setPreferredLanguage, .commitSegments:
      return false
    case .seek(let position):
      switch old.phase {
      case .empty: return true
      case .idle, .blocked, .failed: return false
      case .opening where !before.isSeeking: return false
      case .opening, .prepared, .ended: return before.canSeek ? isNowhere(position) : true
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
    case .restart(let position, _):
      guard old.phase == .prepared || old.phase == .ended else { return true }
      return position.anchor == .defaultPosition || !before.canSeek ? false : isNowhere(position)
    case .addPeriodicObserver(let id, let interval, _): return interval < .milliseconds(10) || id.isNone
    case .addBoundaryObserver(let id, let position): return !position.isKnown || id.isNone
    case .removeObserver(let id): return memory.observers.isWhole ? !memory.observers.contains(id) : nil
    case .stageSegment(let id, _, _, _, _, _, _): return id.isNone
    }
  }

  /// Whether a position does not exist in the open media; `nil` where segments or dates decide that.
  private func isNowhere(_ position: Position) -> Bool? {
    switch position.anchor {
    case .start: position.segment.isNone || segment(position.segment) == nil ? false : nil
    case .playhead, .liveEdge, .windowStart, .defaultPosition: false
    // What closes the media in the same input drops its dates.
    case .date: position.segment.isNone ? lists.wereDated.map { !$0 } : nil
    case .segment: position.segment.isNone || segment(position.segment) == nil ? true : nil
    }
  }

  /// Unknown when the background holds playback, and an interruption may as well.
  private var togglesToHold: Bool? {
    guard policies.togglesByIntent else { return before.isMoving || before.isStarting }
    let isOpen = before.shown.phase == .opening || before.shown.phase == .prepared
    return before.shown.wantsPlay && isOpen ? isHeldByInterruption.map { !$0 } : false
  }

  private var isHeldByInterruption: Bool? {
    guard before.shown.isInterrupted, before.isHindered else { return false }
    return before.shown.isInBackground ? nil : true
  }

  private mutating func isToggled(_ player: inout Player) -> Bool {
    togglesToHold ?? !inspection.shown.wantsPlay ? isHeld : isPlayed(&player)
  }

  /// Opened, or blocked by the network policy, which is announced each time.
  private var isOpeningNow: Bool {
    inspection.isPrevented
      ? inspection.shown.phase == .blocked && stepOutputs.isPrevented
      : inspection.shown.phase == .opening && stepOutputs.opens
  }

  /// Explicit commands reset the counts of automatic actions; that of retries only if a setting requires it
  /// (Contradictions.md#X-10).
  private var hasResetRetries: Bool {
    inspection.reloadCount == 0 && (!policies.retryResetsOnCommand || inspection.retryCount == 0)
  }

  private mutating func hasHappened(_ command: Command, _ request: RequestID, _ player: inout Player) -> Bool {
    let (old, shown) = (before.shown, inspection.shown)
    switch command {
    case .load(let item, let start, let autoplay, let opens, let isLocal):
      return hasLoaded(item, start, autoplay: autoplay, opens: opens, isLocal: isLocal)
    case .prepare:
      switch old.phase {
      case .prepared, .ended: return shown.phase == old.phase
      case .opening: return shown.phase == .opening && inspection.pendingLoad == request
      default:
        return isOpeningNow && hasResetRetries && shown.wantsPlay == (old.wantsPlay || player.configuration.autoplay)
      }
    case .play:
      guard player.configuration.playWhilePlayingPauses, old.wantsPlay, old.phase == .prepared else {
        return isPlayed(&player)
      }
      return isHeldByInterruption ?? inspection.shown.wantsPlay ? isPlayed(&player) : isHeld
    case .toggle: return isToggled(&player)
    case .pause: return isHeld
    case .stop:
      return old.phase == .empty
        || shown.phase == .idle && shown.item == old.item && hasClosed
          && startsAgain(memory.initialStart)
    case .reset: return shown.phase == .empty && shown.item.isNone && inspection.segmentCount == 0 && hasClosed
    case .setRate(let rate): return isSame("rate", shown.rate, rate)
    case .setVolume(let left, let right):
      return isSame("left volume", shown.left, left) && isSame("right volume", shown.right, right)
    case .setMuted(let isMuted): return isSame("mute", shown.isMuted, isMuted)
    case .setLooping(let isLooping): return isSame("looping", shown.isLooping, isLooping)
    case .setScalingMode(let mode): return isSame("scaling mode", shown.scalingMode, mode)
    case .setRotation(let degrees): return isSame("rotation", shown.rotation, degrees)
    case .set(let setting, let value):
      return isSame("setting", player.configuration[setting], value) && player.configuration == ledger.configuration
        && isInLine(player.configuration)
    case .setPreferredLanguage(let kind, let language):
      return isSame("language", player.preferredLanguage(kind), language)
    case .restart(_, let autoplay):
      if shown.phase == .failed || shown.phase == .blocked { return true }
      return isSame("interruption", shown.isInterrupted, isInterruptedStill)
        && isSame("intent", shown.wantsPlay, autoplay && (isInterruptedStill || mayResume))
    case .seek(let position): return old.phase == .opening && before.isSeeking || hasAimed(at: position)
    case .retry: return isOpeningNow && hasResetRetries
    case .reload(let item, let flush, let isLocal): return hasReloaded(item, flush: flush, isLocal: isLocal)
    case .captureStill:
      return isSame("pending request", inspection.pendingStill, request)
        && isSame("serial", inspection.newestStill.rawValue, before.newestStill.rawValue &+ 1)
        && isSame("serial of the still command", stepOutputs.still, inspection.newestStill)
    case .removeObserver: return isSame("count of observers", inspection.observerCount, before.observerCount &- 1)
    case .addPeriodicObserver(let id, _, _), .addBoundaryObserver(let id, _):
      guard memory.observers.isWhole else { return true }
      let isNew = !memory.observers.contains(id)
      return isSame("count of observers", inspection.observerCount, before.observerCount &+ (isNew ? 1 : 0))
    case .commitSegments:
      return !memory.isStagedWhole || isSame("count of segments", inspection.segmentCount, memory.stagedCount)
    case .selectTrack, .stageSegment: return true
    }
  }

  /// A setting takes effect at once, also for open media: media that is no longer allowed is closed, allowed media is
  /// opened (Contradictions.md#X-12); a window that is now long enough counts as one (SRG.md#1.9).
  private func isInLine(_ configuration: Configuration) -> Bool {
    let shown = inspection.shown
    let isOpen = shown.phase == .prepared || shown.phase == .opening && !inspection.isWaitingToRetry
    if isOpen, stepOutputs.changesSettings, configuration.checksPolicyWhilePlaying, inspection.isPrevented {
      return false
    }
    guard shown.streamType == .dvr, inspection.canSeek else { return true }
    return shown.rangeEnd - shown.rangeStart >= configuration.minimumDVRWindow
  }

  /// Where commands end interruptions, a pause does, too: playback will not resume after it (PRX.md#6).
  private var isHeld: Bool {
    mutating get {
      isSame("intent", inspection.shown.wantsPlay, false)
        && isSame("interruption", inspection.shown.isInterrupted, isInterruptedStill)
    }
  }

  /// Whether an interruption continues after a command that may end it.
  private var isInterruptedStill: Bool { before.shown.isInterrupted && !policies.commandsEndInterruption }

  private var hasClosed: Bool {
    let keepsIntent = policies.stopKeepsIntent || before.shown.phase == .empty && inspection.shown.phase != .empty
    return !inspection.isEngineOpen && inspection.shown.wantsPlay == (keepsIntent && before.shown.wantsPlay)
  }

  /// Playback is requested: closed media is opened, ended media starts over.
  private mutating func isPlayed(_ player: inout Player) -> Bool {
    guard inspection.shown.wantsPlay, inspection.shown.isInterrupted == isInterruptedStill, hasResetRetries
    else { return false }
    switch before.shown.phase {
    case .empty: return true
    case .idle, .blocked, .failed:
      return player.configuration.playOpens ? isOpeningNow : inspection.shown.phase == before.shown.phase
    case .ended:
      guard player.configuration.replaysOnPlay else { return inspection.shown.phase == .ended }
      guard before.canSeek else { return isOpeningNow }
      if player.configuration.checksPolicyWhilePlaying, inspection.isPrevented {
        return inspection.shown.phase == .blocked
      }
      return inspection.shown.phase == .prepared && inspection.isSeeking
        && (inspection.isReturning || inspection.isHindered)
    case .opening, .prepared: return inspection.shown.phase == before.shown.phase
    }
  }

  private mutating func hasLoaded(_ item: ItemID, _ start: Position, autoplay: Bool, opens: Bool, isLocal: Bool) -> Bool
  {
    let shown = inspection.shown
    let isCounted =
      shown.stallCount == 0 && shown.loopCount == 0 && inspection.stallTime == .zero && inspection.reloadCount == 0
    let anchor = start.anchor == .playhead ? .start : start.anchor
    let isNew = policies.retryResetsOnItem && item != before.shown.item
    let isReset = !isNew && !policies.retryResetsOnCommand || inspection.retryCount == 0
    let isAimed = inspection.startAnchor == anchor && inspection.startOffset == start.offset
    let isThere = inspection.position == (anchor == .start ? max(MediaTime.zero, MediaTime.zero + start.offset) : .zero)
    return shown.item == item && shown.wantsPlay == autoplay && inspection.isLocal == isLocal && isCounted && isReset
      && isAimed && isThere && (opens ? isOpeningNow : shown.phase == .idle)
      && shown.isInterrupted == (autoplay ? isInterruptedStill : before.shown.isInterrupted)
      // A list committed without content belongs to the next content.
      && inspection.segmentCount == (before.shown.phase == .empty ? before.segmentCount : 0)
  }

  private mutating func hasReloaded(_ item: ItemID, flush: Bool, isLocal: Bool) -> Bool {
    let shown = inspection.shown
    let keepsBuffer = !flush && before.shown.phase == .prepared && !before.isSeeking
    if keepsBuffer, stepOutputs.isPrevented {
      return shown.item == before.shown.item && inspection.nextEpoch == before.nextEpoch
    }
    guard shown.item == (item.isNone ? before.shown.item : item), hasResetRetries,
      inspection.isLocal == (item.isNone ? before.isLocal : isLocal)
    else { return false }
    let isOpen = before.shown.phase == .prepared || before.shown.phase == .ended
    if isOpen, before.shown.streamType == .onDemand, before.canSeek {
      guard startsAgain(Start(.start, expectedPosition - .zero)) else { return false }
    }
    return keepsBuffer ? shown.phase == .prepared && stepOutputs.opens && !inspection.nextEpoch.isNone : isOpeningNow
  }

  private mutating func startsAgain(_ start: Start) -> Bool {
    !start.isKnown || inspection.startAnchor == start.anchor && inspection.startOffset == start.offset
  }

  /// Before playback a seek sets the start position (KSYManual.md#6.4, Contradictions.md#X-18); an offset from the
  /// playhead is relative to the previous start position.
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
      && inspection.position
        == (expected.anchor == .start ? max(MediaTime.zero, MediaTime.zero + expected.offset) : .zero)
  }

  // MARK: Surroundings

  /// Whether playback may resume after the current interruption: after a long one it may not (PRX.md#4, play/hold step;
  /// Contradictions.md#X-31: 240 s, inclusive).
  private var mayResume: Bool {
    guard before.shown.isInterrupted, memory.interruptedSince != .never else { return true }
    return inspection.clock - memory.interruptedSince <= policies.interruptionResumeLimit
  }

  @inline(never)
  private mutating func checkEffect(_ event: EnvironmentEvent, _ player: inout Player) {
    let (old, shown) = (before.shown, inspection.shown)
    let holds: Bool
    switch event {
    case .networkChanged(let path):
      holds = shown.network == path
      checkNetwork(from: old.network, to: path, &player)
    case .interruptionBegan(let stopsEngine):
      let needsTime = policies.backgroundTime > .zero && old.phase != .empty && !old.isInterrupted
      holds = shown.isInterrupted && stepOutputs.asksForTime == needsTime
      // An engine that the system has stopped gets no pause command.
      if stopsEngine, old.phase != .empty { expect(stepOutputs.pauses == 0, .engineNotTold) }
    case .interruptionEnded(let advised):
      // The last of several decides.
      let isLast = old.isInterrupted && !shown.isInterrupted
      if old.isInterrupted, let count = memory.interruptions { expect(isLast == (count == 1), .commandWithoutEffect) }
      let isKnown = memory.interruptedSince != .never || !isLast || !advised
      holds = !isKnown || shown.wantsPlay == (old.wantsPlay && (!isLast || advised && mayResume))
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
      memory.knowsDate = true
      return checkDates(&player)
    }
    judge(holds, .commandWithoutEffect)
  }

  /// A button has the effect of its command; without a target it is reported (SRG.md#2, Comparison.md#5).
  private mutating func hasHappened(_ button: RemoteControl, _ player: inout Player) -> Bool {
    let isEmpty = before.shown.phase == .empty
    switch button {
    case .play: return isEmpty ? stepOutputs.diagnostics > 0 : isPlayed(&player)
    case .toggle: return togglesToHold == true ? isHeld : isEmpty ? stepOutputs.diagnostics > 0 : isToggled(&player)
    case .pause: return isHeld
    case .stop: return isEmpty || inspection.shown.phase == .idle && hasClosed
    case .next, .previous: return stepOutputs.diagnostics > 0
    }
  }

  /// Hindrances hold playback without changing the intent (Contradictions.md#X-27 and Contradictions.md#X-31;
  /// PRX.md#11).
  @inline(never)
  private mutating func checkHindrance(_ player: inout Player) {
    let shown = inspection.shown
    let isReady = shown.preparedCount != before.shown.preparedCount
    expect(!(isReady && policies.readinessEndsInterruption && shown.isInterrupted), .hinderedWrongly)
    guard memory.knowsHindrance else { return }
    let isSeenElsewhere = shown.isPlayingExternally || shown.isInPicture
    let isHindered =
      shown.isInterrupted && memory.interruptionHolds
      || shown.isInBackground
        && (player.configuration.pausesInBackground && !isSeenElsewhere
          || !memory.audioContinues && !shown.isPlayingExternally)
    expect(inspection.isHindered == isHindered, .hinderedWrongly)
  }

  // MARK: Resets

  /// Closed media leaves no values, and a new opening has none of the previous one (Architecture.md#law-9).
  @inline(never)
  private mutating func checkForgotten() {
    let shown = inspection.shown
    let isNew = stepOutputs.opens && shown.phase == .opening && inspection.nextEpoch.isNone
    guard
      isNew || shown.phase == .empty || shown.phase == .idle || shown.phase == .blocked || inspection.isWaitingToRetry
    else { return }
    let isUnknown =
      !shown.duration.isKnown && shown.streamType == .unknown && shown.supply == .unknown && shown.segment.isNone
      && inspection.bufferedUntil == .unknown && inspection.windowEnd == .zero && !inspection.isSeeking
      && !inspection.isMoving
      && shown.skipped.isNone
    let isUnseen =
      shown.naturalWidth == 0 && shown.naturalHeight == 0 && shown.subtitle.isNone && !shown.hasShownAudio
      && !shown.hasShownVideo && !shown.isLive
    let isUntracked =
      shown.audioTracks == 0 && shown.videoTracks == 0 && shown.subtitleTracks == 0 && shown.audioTrack == .off
      && shown.videoTrack == .off && shown.subtitleTrack == .off
    expect(isUnknown && isUnseen && isUntracked, .mediaNotForgotten)
    guard shown.phase != .empty, shown.phase != .idle else { return }
    // Before the media is open the start position is shown.
    let start: MediaTime =
      inspection.startAnchor == .start ? max(MediaTime.zero, MediaTime.zero + inspection.startOffset) : .zero
    expect(inspection.position == start, .mediaNotForgotten)
  }

  // MARK: Counters

  @inline(__always)
  private mutating func checkStatistics(_ code: UInt16) {
    if inspection.shown.phase == .ended, before.shown.phase != .ended { expect(stepOutputs.hasEnded, .changeForgotten) }
    guard code != Kind.load else { return }
    if stepOutputs.beginsStall, before.shown.stallCount < .max {
      expect(inspection.shown.stallCount == before.shown.stallCount &+ 1, .countedWrongly)
    }
    if inspection.stallTime != before.stallTime || stepOutputs.stallLasted != .zero {
      expect(inspection.stallTime == before.stallTime + stepOutputs.stallLasted, .countedWrongly)
    }
    if stepOutputs.loops, before.shown.loopCount < .max {
      expect(inspection.shown.loopCount == before.shown.loopCount &+ 1, .countedWrongly)
    }
  }
}
