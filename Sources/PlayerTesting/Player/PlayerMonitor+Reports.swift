import PlayerCore

// What an engine reports is taken over where it can be, and said to be dropped where it cannot.

extension PlayerMonitor {
  @inline(never)
  mutating func checkEngineEvent(
    _ event: EngineEvent, _ code: UInt16, _ epoch: Epoch, _ outputs: inout Outputs, _ player: inout Player
  ) {
    guard before.isEngineOpen, !epoch.isNone else { return }
    if epoch == before.nextEpoch { return checkUpcoming(event, &outputs) }
    guard epoch == before.epoch else { return }
    if let mustDrop = isDropped(event) { expect(mustDrop == said.diagnosesIgnored, .droppedSilently) }
    if Kind.isMessage(code) { checkMessage(event, &outputs) }
    guard facts.epoch == epoch, !said.opens else { return }
    expect(isShown(event, &player), .reportWithoutEffect)
  }

  private var isLanded: Bool { before.shown.phase == .prepared && !before.isSeeking }

  /// Whether a report comes in a state in which it means nothing (Architecture.md#law-3); `nil` for reports with a law
  /// of their own.
  private mutating func isDropped(_ event: EngineEvent) -> Bool? {
    switch event {
    case .opened: return before.shown.phase != .opening || before.isSeeking
    case .positionReported(let position): return !position.isKnown || !isLanded
    case .ended: return !isLanded
    case .playbackStarted:
      let isKicked = before.shown.supply == .stalled && senses.kickedAt != .never
      return before.isSeeking || !before.isMoving && !before.isStarting && !isKicked
    case .playbackStopped:
      guard senses.knowsDrive else { return nil }
      return !isLanded && !(senses.pendingStops > 0 && before.shown.phase == .ended)
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

  /// What the engine tells for the host's sake is passed on as it is.
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
    let isTold = outputs.contains {
      if case .notification(message, _) = $0 { true } else { false }
    }
    expect(isTold, .reportWithoutEffect)
  }

  private mutating func isShown(_ event: EngineEvent, _ player: inout Player) -> Bool {
    let (old, shown) = (before.shown, facts.shown)
    let stays = shown.phase == .prepared && !facts.isSeeking
    switch event {
    case .connected: return facts.isConnected
    case .opened(let media):
      guard old.phase == .opening, !before.isSeeking else { return true }
      checkChoices(senses.tracks)
      checkStartTarget(&player)
      return hasOpened(media)
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
        || isNear(player.date(of: position), date, facts.clock == before.clock) && isDated(&player)
    case .naturalSizeChanged(let width, let height):
      return width <= 0 || height <= 0 || shown.naturalWidth == width && shown.naturalHeight == height
    case .trackSelected(let kind, let track): return shown.track(of: kind) == track
    case .subtitleShown(let text): return shown.subtitle == text
    case .buffered(let until, let bytesRead, let isSaturated):
      guard facts.bytesRead == max(senses.bytesRead, bytesRead) || shown.phase != .prepared else { return false }
      return before.isSeeking || facts.bufferedUntil == until && isSupplied(until, isSaturated: isSaturated, &player)
    case .supplyChanged(let supply):
      if supply.contains(.stalled) { return hasStarved(.unknown) }
      return supply == .unknown && (before.isMoving || before.isStarting) || shown.supply == supply
    case .starved(let position): return hasStarved(position)
    case .playbackStarted(let position, let rate):
      let isKicked = old.supply == .stalled && senses.kickedAt != .never
      guard isLanded, before.isMoving || before.isStarting || isKicked, stays else { return true }
      // A kicked engine has data, and is told to pause when nobody wants to play any more.
      if isKicked, !shown.wantsPlay || facts.isHindered { return !facts.isMoving && isThere(position) }
      return facts.isMoving && isThere(position) && (!said.catchUp.isKnown || said.jumps)
        && (facts.movingRate == (rate > .zero ? rate : shown.effectiveRate)
          || said.plays && facts.movingRate == shown.effectiveRate)
    case .playbackStopped(let position):
      // A pause that a newer play has overtaken says where that was.
      let isOvertaken = (before.isMoving || before.isStarting) && senses.pendingStops > 0
      return !isLanded || !stays || isOvertaken || !senses.knowsDrive || isThere(position)
    case .positionReported(let position): return !isLanded || !stays || isThere(position)
    case .ended(let position):
      if !isLanded { return true }
      return !stays && (!said.hasEnded || facts.anchor == (position.isKnown ? position : expectedPosition))
    case .seekCompleted(let serial, let position, let isFinished):
      guard before.isSeeking, serial == before.seekInFlight else { return true }
      return hasLanded(serial, position, isFinished: isFinished, &player)
    case .failed: return shown.phase != .prepared && shown.phase != .ended
    case .firstFrame(let kind, _):
      guard kind != .subtitle else { return true }
      return kind == .audio ? shown.hasShownAudio : shown.hasShownVideo
    case .stillCaptured(let serial, let isCaptured):
      guard !before.pendingStill.isNone, serial == before.newestStill else { return true }
      return facts.pendingStill.isNone && (said.done == before.pendingStill) == isCaptured
    case .chapterFound, .metadataFound, .warned, .closed: return true
    }
  }

  /// The engine's word counts; what people would see is told as a jump (BugZoo.md#5).
  private mutating func isThere(_ position: MediaTime) -> Bool {
    guard position.isKnown else { return true }
    let expected = expectedPosition
    let difference = position < expected ? expected - position : position - expected
    if said.catchUp.isKnown { return true }
    return facts.anchor == position && said.jumps == (difference > policies.jumpTolerance)
  }

  private func isNear(_ date: Int64?, _ reported: Int64, _ isExact: Bool) -> Bool {
    guard let date else { return false }
    let difference = TimeSpan(microseconds: date) - TimeSpan(microseconds: reported)
    return difference <= policies.jumpTolerance && .zero - difference <= policies.jumpTolerance
  }

  /// What is open is what the engine said it is (SRG.md#1.9).
  private mutating func hasOpened(_ media: OpenedMedia) -> Bool {
    let shown = facts.shown
    guard shown.phase == .opening || shown.phase == .prepared else { return true }
    let duration = media.duration < .zero ? MediaTime.unknown : media.duration
    var holds = shown.duration == duration && facts.isDurationEstimated == media.isDurationEstimated
    holds = holds && facts.isConnected && facts.hasVideo == media.hasVideo
    if duration.isKnown {
      holds = holds && shown.streamType == (duration > .zero ? .onDemand : .live)
    } else {
      holds = holds && (shown.streamType == .live || shown.streamType == .dvr)
    }
    let isSoughtIn = shown.streamType == .onDemand || shown.streamType == .dvr
    holds = holds && facts.canSeek == (media.isSeekable && isSoughtIn)
    if media.supply != .unknown, !said.commandsSeek {
      holds = holds && shown.supply == (media.supply.contains(.stalled) ? .unknown : media.supply)
    }
    return holds && (shown.phase == .opening) == facts.isSeeking
  }

  private mutating func hasWindow(_ start: MediaTime, _ end: MediaTime, _ player: inout Player) -> Bool {
    let shown = facts.shown
    let isValid = start.isKnown && end.isKnown && start <= end
    let duration = shown.duration.isKnown ? shown.duration : .zero
    guard facts.windowEnd == (isValid ? end : duration) else { return false }
    if facts.canSeek, isValid, shown.rangeStart != start || shown.rangeEnd != end { return false }
    if facts.canSeek, !isValid, shown.rangeStart != .zero || shown.rangeEnd != duration { return false }
    guard before.shown.streamType != .unknown, !shown.duration.isKnown else {
      return shown.streamType == before.shown.streamType
    }
    let window = isValid ? end - start : .zero
    let isDVR = window > .zero && window >= player.configuration.minimumDVRWindow
    return shown.streamType == (isDVR ? .dvr : .live)
  }

  // MARK: Supply

  /// What was enough once is enough until the engine starves; after a stall more is needed (KSYManual.md#6.4).
  private mutating func isSupplied(_ until: MediaTime, isSaturated: Bool, _ player: inout Player) -> Bool {
    let (old, shown) = (before.shown, facts.shown)
    guard shown.phase == old.phase, facts.epoch == before.epoch else { return true }
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

  /// Out of data: a stall where there was enough of it before, else part of the wait that there was (BugZoo.md#18).
  private mutating func hasStarved(_ position: MediaTime) -> Bool {
    let (old, shown) = (before.shown, facts.shown)
    switch old.phase {
    case .opening: return shown.supply == .unknown
    case .prepared: break
    case .empty, .idle, .blocked, .ended, .failed: return true
    }
    if before.isSeeking {
      return shown.supply == (policies.stallsInSeeks && !old.seek.isNone ? .stalled : .unknown)
    }
    guard shown.phase == .prepared, !policies.reloadsOnStall else { return true }
    if facts.isMoving || !isThere(position) { return false }
    if old.supply == .stalled { return shown.supply == .stalled }
    let isAwaited = !before.isMoving && (before.awaitsFirstData || !old.supply.allowsPlayback)
    return shown.supply == (isAwaited ? .unknown : .stalled)
  }

  // MARK: Seeks

  /// A landing ends the seek where the engine says; what was given up is asked again as often as the setting says, and of a
  /// pile the newest is next (Pillarbox.md#2).
  private mutating func hasLanded(
    _ serial: SeekSerial, _ position: MediaTime, isFinished: Bool, _ player: inout Player
  ) -> Bool {
    if serial != before.newestSeek {
      return facts.isSeeking && said.commandsSeek && facts.seekInFlight == before.newestSeek
        && facts.newestSeek == before.newestSeek
    }
    if !isFinished, senses.seekAttempts < player.configuration.seekRetryLimit {
      return facts.isSeeking && said.commandsSeek && facts.seekInFlight == serial && facts.newestSeek == serial
        && said.retriesSeek
    }
    guard !facts.isSeeking, !said.commandsSeek else { return false }
    let landing = position.isKnown ? position : before.position
    if facts.anchor != landing { return false }
    if !before.pendingSeek.isNone, !before.shown.seek.isNone {
      guard (said.done == before.pendingSeek) == isFinished else { return false }
    }
    if before.shown.phase == .opening { return facts.shown.phase == .prepared }
    if !isFinished, before.isReturning { return facts.shown.phase == .ended }
    return facts.shown.phase == .prepared && (before.shown.seek.isNone || said.endsSeek)
      && (!said.endsSeek || said.finishesSeek == isFinished)
  }

  // MARK: The opening beside

  /// What opens beside is silent but for messages, until it takes over with all it has said.
  private mutating func checkUpcoming(_ event: EngineEvent, _ outputs: inout Outputs) {
    checkMessage(event, &outputs)
    let takesOver = facts.epoch == before.nextEpoch
    switch event {
    case .opened: expect(takesOver, .reportWithoutEffect)
    case .failed: return
    case .closed: return
    default: expect(facts.epoch == before.epoch && facts.nextEpoch == before.nextEpoch, .reportWithoutEffect)
    }
    guard takesOver, case .opened(let media) = event, !said.opens else { return }
    guard facts.shown.phase == .opening || facts.shown.phase == .prepared else { return }
    expect(hasOpened(media), .reportWithoutEffect)
    var tracks = senses.tracks
    tracks.settleUpcoming(takesOver: true)
    checkChoices(tracks)
  }

  /// What takes over shows what it has reported of itself.
  @inline(never)
  mutating func checkHandOver() {
    let (upcoming, shown) = (senses.upcoming, facts.shown)
    guard upcoming.isWhole, !said.opens, !facts.isWaitingToRetry,
      shown.phase == .opening || shown.phase == .prepared
    else { return }
    let isTaken =
      shown.audioTracks == upcoming.tracks.audio && shown.videoTracks == upcoming.tracks.video
      && shown.subtitleTracks == upcoming.tracks.subtitle && shown.audioTrack == upcoming.selected.audio
      && shown.videoTrack == upcoming.selected.video && shown.subtitleTrack == upcoming.selected.subtitle
      && shown.naturalWidth == upcoming.width
      && shown.naturalHeight == upcoming.height && (facts.isConnected || !upcoming.isConnected)
    expect(isTaken, .reportWithoutEffect)
  }

  // MARK: Memory

  @inline(never)
  mutating func rememberReport(_ input: Input) {
    guard case .engine(let event, let epoch) = input, before.isEngineOpen, !epoch.isNone else { return }
    if epoch == before.nextEpoch { return rememberUpcoming(event) }
    guard epoch == before.epoch else { return }
    switch event {
    case .opened: if before.shown.phase == .opening, !before.isSeeking { senses.lastDataAt = facts.clock }
    case .buffered(let until, let bytesRead, _):
      if until != before.bufferedUntil || bytesRead > senses.bytesRead { senses.lastDataAt = facts.clock }
    case .supplyChanged(let supply):
      if !supply.contains(.stalled), !said.diagnosesIgnored { senses.lastDataAt = facts.clock }
    case .seekCompleted: if before.isSeeking, !facts.isSeeking { senses.lastDataAt = facts.clock }
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      if !isForced { senses.tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: false) }
    default: break
    }
    senses.bytesRead = facts.bytesRead
  }

  private mutating func rememberUpcoming(_ event: EngineEvent) {
    switch event {
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      if !isForced { senses.tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: true) }
      senses.upcoming.tracks[kind] &+= 1
    case .naturalSizeChanged(let width, let height):
      if width > 0, height > 0 { (senses.upcoming.width, senses.upcoming.height) = (width, height) }
    case .connected: senses.upcoming.isConnected = true
    case .trackSelected(let kind, let track): senses.upcoming.selected[kind] = track
    default: break
    }
  }
}

extension Player.Shown {
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
