import PlayerCore

// Reports of the engine take effect where they can; otherwise they are diagnosed as dropped.

extension PlayerMonitor {
  @inline(never)
  mutating func checkEngineEvent(
    _ event: EngineEvent, _ code: UInt16, _ epoch: Epoch, _ outputs: inout Outputs, _ player: inout Player
  ) {
    guard before.isEngineOpen, !epoch.isNone else { return }
    if code == Kind.closed { return checkUnaskedClose(of: epoch) }
    if epoch == before.nextEpoch { return checkUpcoming(event, code, &outputs) }
    guard epoch == before.epoch else { return }
    if let mustDrop = isDropped(event) { expect(mustDrop == stepOutputs.diagnosesIgnored, .droppedSilently) }
    if Kind.isMessage(code) { checkMessage(event, &outputs) }
    guard inspection.epoch == epoch, !stepOutputs.opens else { return }
    expect(isShown(event, &player), .reportWithoutEffect)
  }

  /// An opening that closes without a command has failed. Only one that plays out may close, because another takes
  /// over.
  private mutating func checkUnaskedClose(of epoch: Epoch) {
    guard epoch == before.epoch || epoch == before.nextEpoch else { return }
    if epoch == before.epoch, !before.nextEpoch.isNone {
      return expect(inspection.epoch == before.nextEpoch && !stepOutputs.hasFailed, .handedOverWrongly)
    }
    expect(stepOutputs.hasFailed || stepOutputs.schedulesRetry, .reportWithoutEffect)
    expect(stepOutputs.confirmedCloses > 0, .closedNotOnce)
  }

  private var isLanded: Bool { before.shown.phase == .prepared && !before.isSeeking }

  /// Whether a report has no meaning in this state (Architecture.md#law-3); `nil` for reports with a separate law.
  private mutating func isDropped(_ event: EngineEvent) -> Bool? {
    switch event {
    case .opened: return before.shown.phase != .opening || before.isSeeking || before.awaitsStart
    case .positionReported(let position): return !position.isKnown || !isLanded
    case .ended: return !isLanded
    case .playbackStarted:
      let isKicked = before.shown.supply == .stalled && memory.kickedAt != .never
      return before.isSeeking || !before.isMoving && !before.isStarting && !isKicked
    case .playbackStopped:
      guard memory.knowsDrive else { return nil }
      return !isLanded && !(memory.pendingStops > 0 && before.shown.phase == .ended)
    case .firstFrame(let kind, _):
      return kind == .subtitle || (kind == .audio ? before.shown.hasShownAudio : before.shown.hasShownVideo)
    case .naturalSizeChanged(let width, let height): return width <= 0 || height <= 0
    case .starved: return before.shown.phase != .opening && before.shown.phase != .prepared
    case .supplyChanged(let supply):
      if supply.contains(.stalled) { return before.shown.phase != .opening && before.shown.phase != .prepared }
      return supply == .unknown && (before.isMoving || before.isStarting)
    case .stillCaptured(let serial, _): return before.pendingStill.isNone || serial != before.newestStill
    case .connected, .trackFound, .chapterFound, .metadataFound, .warned, .durationChanged, .seekableRangeChanged,
      .dateReference, .buffered, .trackSelected, .subtitleShown:
      return false
    case .seekCompleted, .failed, .closed: return nil
    }
  }

  /// Reports meant for the host are passed on unchanged.
  private mutating func checkMessage(_ event: EngineEvent, _ outputs: inout Outputs) {
    let message: Player.Notification
    switch event {
    case .connected(let address, let nameLookup, let connect, let firstData):
      message = .connected(address: address, nameLookup: nameLookup, connect: connect, firstData: firstData)
    case .chapterFound(let chapter, let start, let end, let title):
      message = .chapterFound(chapter, start: start, end: end, title: title)
    case .metadataFound(let key, let value): message = .metadataFound(key: key, value: value)
    case .trackFound(let kind, let track, let language, let title, let isDefault, let isForced):
      message = .trackFound(kind, track, language: language, title: title, isDefault: isDefault, isForced: isForced)
    case .warned(let failure): message = .warned(failure)
    default: return
    }
    let isReported = outputs.contains {
      if case .notification(message, _) = $0 { true } else { false }
    }
    expect(isReported, .reportWithoutEffect)
  }

  private mutating func isShown(_ event: EngineEvent, _ player: inout Player) -> Bool {
    let (old, shown) = (before.shown, inspection.shown)
    let stays = shown.phase == .prepared && !inspection.isSeeking
    switch event {
    case .connected: return inspection.isConnected
    case .opened(let media):
      guard old.phase == .opening, !before.isSeeking, !before.awaitsStart else { return true }
      checkChoices(memory.tracks)
      if !inspection.awaitsStart { checkStartTarget(&player) }
      return hasOpened(media) && (!inspection.awaitsStart || policies.startRangeTimeout > .zero)
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      checkFound(kind, track, language, isDefault: isDefault, isForced: isForced)
      return old.count(of: kind) == .max || shown.count(of: kind) == old.count(of: kind) &+ 1
    case .durationChanged(let duration):
      return shown.duration == (duration < .zero ? .unknown : duration)
        && (old.streamType == .unknown || !shown.duration.isKnown
          || shown.streamType == (shown.duration > .zero ? .onDemand : .live))
    case .seekableRangeChanged(let start, let end):
      let dates = hasWindow(start, end, &player)
      checkDates(&player)
      return dates
    case .dateReference(let position, let date):
      return !position.isKnown
        || isNear(player.date(of: position), date, inspection.clock == before.clock) && isDated(&player)
    case .naturalSizeChanged(let width, let height):
      return width <= 0 || height <= 0 || shown.naturalWidth == width && shown.naturalHeight == height
    case .trackSelected(let kind, let track): return shown.track(of: kind) == track
    case .subtitleShown(let text): return shown.subtitle == text
    case .buffered(let until, let bytesRead, let isSaturated):
      guard isSame("bytes read", inspection.bytesRead, max(memory.bytesRead, bytesRead)) else { return false }
      return before.isSeeking
        || inspection.bufferedUntil == until && isSupplied(until, isSaturated: isSaturated, &player)
    case .supplyChanged(let supply):
      if supply.contains(.stalled) { return hasStarved(.unknown) }
      return supply == .unknown && (before.isMoving || before.isStarting) || shown.supply == supply
    case .starved(let position): return hasStarved(position)
    case .playbackStarted(let position, let rate):
      let isKicked = old.supply == .stalled && memory.kickedAt != .never
      guard isLanded, before.isMoving || before.isStarting || isKicked, stays else { return true }
      // A kicked engine has data, and is commanded to pause when playback is no longer requested.
      if isKicked, !shown.wantsPlay || inspection.isHindered { return !inspection.isMoving && isThere(position) }
      return inspection.isMoving && isThere(position) && (!stepOutputs.catchUp.isKnown || stepOutputs.jumps)
        && (inspection.movingRate == (rate > .zero ? rate : shown.effectiveRate)
          || stepOutputs.plays && inspection.movingRate == shown.effectiveRate)
    case .playbackStopped(let position):
      // A pause that a newer play has overtaken still reports its position.
      let isOvertaken = (before.isMoving || before.isStarting) && memory.pendingStops > 0
      // An engine that stops although it is to play is told again.
      let isDriven = inspection.isStarting || inspection.isMoving
      expect(!isDriven || stepOutputs.plays || stepOutputs.diagnosesIgnored, .engineNotTold)
      return !isLanded || !stays || isOvertaken || !memory.knowsDrive || isThere(position)
    case .positionReported(let position): return !isLanded || !stays || isThere(position)
    case .ended(let position):
      if !isLanded { return true }
      return !stays && (!stepOutputs.hasEnded || inspection.anchor == (position.isKnown ? position : expectedPosition))
    case .seekCompleted(let serial, let position, let isFinished):
      guard before.isSeeking, serial == before.seekInFlight else { return true }
      return hasLanded(serial, position, isFinished: isFinished, &player)
    case .failed: return shown.phase != .prepared && shown.phase != .ended
    case .firstFrame(let kind, _):
      guard kind != .subtitle else { return true }
      return kind == .audio ? shown.hasShownAudio : shown.hasShownVideo
    case .stillCaptured(let serial, let isCaptured):
      guard !before.pendingStill.isNone, serial == before.newestStill else { return true }
      return inspection.pendingStill.isNone && (stepOutputs.done == before.pendingStill) == isCaptured
    case .chapterFound, .metadataFound, .warned, .closed: return true
    }
  }

  /// The reported position counts; a visible difference is notified as a jump (BugZoo.md#5).
  private mutating func isThere(_ position: MediaTime) -> Bool {
    guard position.isKnown else { return true }
    let expected = expectedPosition
    let difference = position < expected ? expected - position : position - expected
    if stepOutputs.catchUp.isKnown { return true }
    return inspection.anchor == position && stepOutputs.jumps == (difference > policies.jumpTolerance)
  }

  private func isNear(_ date: Int64?, _ reported: Int64, _ isExact: Bool) -> Bool {
    guard let date else { return false }
    let difference = TimeSpan(microseconds: date) - TimeSpan(microseconds: reported)
    return difference <= policies.jumpTolerance && .zero - difference <= policies.jumpTolerance
  }

  /// The open media has the properties that the engine reported (SRG.md#1.9).
  private mutating func hasOpened(_ media: OpenedMedia) -> Bool {
    let shown = inspection.shown
    guard shown.phase == .opening || shown.phase == .prepared else { return true }
    let duration = media.duration < .zero ? MediaTime.unknown : media.duration
    var holds = shown.duration == duration && inspection.isDurationEstimated == media.isDurationEstimated
    holds = holds && inspection.isConnected && inspection.hasVideo == media.hasVideo
    if duration.isKnown {
      holds = holds && shown.streamType == (duration > .zero ? .onDemand : .live)
    } else {
      holds = holds && (shown.streamType == .live || shown.streamType == .dvr)
    }
    let isSoughtIn = shown.streamType == .onDemand || shown.streamType == .dvr
    holds = holds && inspection.canSeek == (media.isSeekable && isSoughtIn)
    if media.supply != .unknown, !stepOutputs.commandsSeek {
      holds = holds && shown.supply == (media.supply.contains(.stalled) ? .unknown : media.supply)
    }
    return holds && (shown.phase == .opening) == (inspection.isSeeking || inspection.awaitsStart)
  }

  private mutating func hasWindow(_ start: MediaTime, _ end: MediaTime, _ player: inout Player) -> Bool {
    let shown = inspection.shown
    let isValid = start.isKnown && end.isKnown && start <= end
    let duration = shown.duration.isKnown ? shown.duration : .zero
    guard inspection.windowEnd == (isValid ? end : duration) else { return false }
    if inspection.canSeek, isValid, shown.rangeStart != start || shown.rangeEnd != end { return false }
    if inspection.canSeek, !isValid, shown.rangeStart != .zero || shown.rangeEnd != duration { return false }
    guard before.shown.streamType != .unknown, !shown.duration.isKnown else {
      return shown.streamType == before.shown.streamType
    }
    let window = isValid ? end - start : .zero
    let isDVR = window > .zero && window >= player.configuration.minimumDVRWindow
    return shown.streamType == (isDVR ? .dvr : .live)
  }

  // MARK: Supply

  /// Sufficient data stays sufficient until the engine starves; after a stall more is required (KSYManual.md#6.4).
  private mutating func isSupplied(_ until: MediaTime, isSaturated: Bool, _ player: inout Player) -> Bool {
    let (old, shown) = (before.shown, inspection.shown)
    guard shown.phase == old.phase, inspection.epoch == before.epoch else { return true }
    guard policies.derivesSupply, until.isKnown || isSaturated else { return shown.supply == old.supply }
    let ahead = until - (before.isSeeking ? before.position : expectedPosition)
    let enough = old.supply == .stalled ? policies.rebuffer : policies.startBuffer
    let stays = old.supply.contains(.playThrough) && policies.playThroughBuffer <= policies.startBuffer
    if isSaturated || stays || ahead >= max(policies.playThroughBuffer, enough) {
      return shown.supply == [.playable, .playThrough]
    }
    if ahead >= enough || old.supply.allowsPlayback { return shown.supply == .playable }
    return shown.supply == old.supply
  }

  /// Out of data: a stall if there was enough before, else part of the current wait (BugZoo.md#18).
  private mutating func hasStarved(_ position: MediaTime) -> Bool {
    let (old, shown) = (before.shown, inspection.shown)
    switch old.phase {
    case .opening: return shown.supply == .unknown
    case .prepared: break
    case .empty, .idle, .blocked, .ended, .failed: return true
    }
    if before.isSeeking {
      return shown.supply == (policies.stallsInSeeks && !old.seek.isNone ? .stalled : .unknown)
    }
    guard shown.phase == .prepared, !policies.reloadsOnStall else { return true }
    if inspection.isMoving || !isThere(position) { return false }
    if old.supply == .stalled { return shown.supply == .stalled }
    let isAwaited = !before.isMoving && (before.awaitsFirstData || !old.supply.allowsPlayback)
    return shown.supply == (isAwaited ? .unknown : .stalled)
  }

  // MARK: Seeks

  /// A landing ends the seek at the reported position; a seek that was given up is retried as often as the setting
  /// allows, and of stacked seeks the newest is next (Pillarbox.md#2).
  private mutating func hasLanded(
    _ serial: SeekSerial, _ position: MediaTime, isFinished: Bool, _ player: inout Player
  ) -> Bool {
    if serial != before.newestSeek {
      return inspection.isSeeking && stepOutputs.commandsSeek && inspection.seekInFlight == before.newestSeek
        && inspection.newestSeek == before.newestSeek
    }
    if !isFinished, memory.seekAttempts < player.configuration.seekRetryLimit {
      return inspection.isSeeking && stepOutputs.commandsSeek && inspection.seekInFlight == serial
        && inspection.newestSeek == serial
        && stepOutputs.retriesSeek
    }
    guard !inspection.isSeeking, !stepOutputs.commandsSeek else { return false }
    if inspection.anchor != landing(position, isFinished: isFinished) { return false }
    if !before.pendingSeek.isNone, !before.shown.seek.isNone {
      guard (stepOutputs.done == before.pendingSeek) == isFinished else { return false }
    }
    if before.shown.phase == .opening { return inspection.shown.phase == .prepared }
    if !isFinished, before.isReturning { return inspection.shown.phase == .ended }
    return inspection.shown.phase == .prepared && (before.shown.seek.isNone || stepOutputs.endsSeek)
      && (!stepOutputs.endsSeek || stepOutputs.finishesSeek == isFinished)
  }

  // MARK: The upcoming opening

  /// An upcoming opening causes only messages, until it takes over with everything that it has reported.
  private mutating func checkUpcoming(_ event: EngineEvent, _ code: UInt16, _ outputs: inout Outputs) {
    checkMessage(event, &outputs)
    let takesOver = inspection.epoch == before.nextEpoch
    var isTaken = Kind.isMessage(code)
    switch event {
    case .opened: return checkTakenOver(event, takesOver)
    case .failed: return
    case .closed: return
    case .trackSelected: isTaken = true
    case .naturalSizeChanged(let width, let height): isTaken = width > 0 && height > 0
    default: break
    }
    expect(isTaken != stepOutputs.diagnosesIgnored, .droppedSilently)
    expect(inspection.epoch == before.epoch && inspection.nextEpoch == before.nextEpoch, .reportWithoutEffect)
  }

  private mutating func checkTakenOver(_ event: EngineEvent, _ takesOver: Bool) {
    expect(takesOver, .reportWithoutEffect)
    guard takesOver, case .opened(let media) = event, !stepOutputs.opens else { return }
    guard inspection.shown.phase == .opening || inspection.shown.phase == .prepared else { return }
    expect(hasOpened(media), .reportWithoutEffect)
    var tracks = memory.tracks
    tracks.settleUpcoming(takesOver: true)
    checkChoices(tracks)
  }

  /// After a handover the opening's own reports are shown.
  @inline(never)
  mutating func checkHandOver() {
    let (upcoming, shown) = (memory.upcoming, inspection.shown)
    guard upcoming.isWhole, !stepOutputs.opens, !inspection.isWaitingToRetry,
      shown.phase == .opening || shown.phase == .prepared
    else { return }
    let isTaken =
      shown.audioTracks == upcoming.tracks.audio && shown.videoTracks == upcoming.tracks.video
      && shown.subtitleTracks == upcoming.tracks.subtitle && shown.audioTrack == upcoming.selected.audio
      && shown.videoTrack == upcoming.selected.video && shown.subtitleTrack == upcoming.selected.subtitle
      && shown.naturalWidth == upcoming.width
      && shown.naturalHeight == upcoming.height && (inspection.isConnected || !upcoming.isConnected)
    expect(isTaken, .reportWithoutEffect)
  }

  // MARK: Memory

  @inline(never)
  mutating func rememberReport(_ input: Input) {
    guard case .engine(let event, let epoch) = input, before.isEngineOpen, !epoch.isNone else { return }
    if epoch == before.nextEpoch {
      if case .opened(let media) = event { rememberOpened(media) }
      return rememberUpcoming(event)
    }
    guard epoch == before.epoch else { return }
    switch event {
    case .opened(let media):
      if before.shown.phase == .opening, !before.isSeeking, !before.awaitsStart { rememberOpened(media) }
    case .buffered(let until, let bytesRead, _):
      if until != before.bufferedUntil || bytesRead > memory.bytesRead { memory.lastDataAt = inspection.clock }
      memory.bytesRead = max(memory.bytesRead, bytesRead)
    case .supplyChanged(let supply):
      if !supply.contains(.stalled), !stepOutputs.diagnosesIgnored { memory.lastDataAt = inspection.clock }
    case .seekCompleted: if before.isSeeking, !inspection.isSeeking { memory.lastDataAt = inspection.clock }
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      if !isForced { memory.tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: false) }
    default: break
    }
  }

  private mutating func rememberOpened(_ media: OpenedMedia) {
    memory.lastDataAt = inspection.clock
    memory.isSeekable = media.isSeekable
    timerStarts.start = inspection.clock
  }

  private mutating func rememberUpcoming(_ event: EngineEvent) {
    switch event {
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      if !isForced { memory.tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: true) }
      memory.upcoming.tracks[kind] &+= 1
    case .naturalSizeChanged(let width, let height):
      if width > 0, height > 0 { (memory.upcoming.width, memory.upcoming.height) = (width, height) }
    case .connected: memory.upcoming.isConnected = true
    case .trackSelected(let kind, let track): memory.upcoming.selected[kind] = track
    default: break
    }
  }
}

extension Player.Observable {
  func count(of kind: TrackKind) -> Int32 {
    switch kind {
    case .audio: audioTracks
    case .video: videoTracks
    case .subtitle: subtitleTracks
    }
  }

  func track(of kind: TrackKind) -> TrackID {
    switch kind {
    case .audio: audioTrack
    case .video: videoTrack
    case .subtitle: subtitleTrack
    }
  }
}
