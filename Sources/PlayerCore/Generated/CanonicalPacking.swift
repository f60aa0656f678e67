// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension CanonicalState.Words {
  @usableFromInline typealias Row = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  /// As many words as the fields take, in place.
  @usableFromInline typealias Storage = (Row, Row, Row, Row, Row, Row, Row, Row, Row, UInt64, UInt64)

  /// All are 0.
  @inlinable static var zero: Storage {
    let row: Row = (0, 0, 0, 0, 0, 0, 0, 0)
    return (row, row, row, row, row, row, row, row, row, 0, 0)
  }
}

extension Player {
  /// Writes the canonical form of this player. Instants count from its clock. Nothing is changed.
  @inline(__always)
  mutating func putCanonicalForm(_ words: UnsafeMutablePointer<UInt64>) {
    let isOpeningTimed = self.isOpeningTimed
    let isReplacing = self.isReplacing
    let loadingRequestIsOpen = loading.request.isOpen
    let closingIsAwaited = closing.isAwaited
    let canReopenFailed = self.canReopenFailed
    let retryingIsWaiting = retrying.isWaiting
    let keepsRetryCounts = self.keepsRetryCounts
    let isAnchorTimed = self.isAnchorTimed
    let transportIsDriven = transport.isDriven
    let isEngineCommanded = self.isEngineCommanded
    let seekingIsActive = seeking.isActive
    let seekingRequestIsOpen = seeking.request.isOpen
    let bufferingIsWaiting = buffering.isWaiting
    let isKickAwaited = self.isKickAwaited
    let timelineHasWallClock = timeline.hasWallClock
    let isCatchUpDelayed = self.isCatchUpDelayed
    let presentationStillRequestIsOpen = presentation.stillRequest.isOpen
    let shownIsInterrupted = shown.isInterrupted
    let needsIntervals = self.needsIntervals
    let intervalsIsInRound = intervals.isInRound
    let looksAtSegments = self.looksAtSegments
    words[0] = content.initialStart.offset.bits
    words[1] = content.initialStart.toleranceBefore.bits
    words[2] = content.initialStart.toleranceAfter.bits
    words[3] = content.start.offset.bits
    words[4] = content.start.toleranceBefore.bits
    words[5] = content.start.toleranceAfter.bits
    words[6] = isOpeningTimed ? loading.openingSince.bits(from: clock) : 0
    words[7] = closingIsAwaited ? closing.since.bits(from: clock) : 0
    words[8] = retryingIsWaiting ? retrying.dueAt.bits(from: clock) : 0
    words[9] = retrying.origin.bits
    words[10] = keepsRetryCounts ? retrying.setback.bits : MediaTime.unknown.bits
    words[11] = transport.anchor.bits
    words[12] = isAnchorTimed ? transport.anchoredAt.bits(from: clock) : 0
    words[13] = transportIsDriven ? transport.probedAt.bits(from: clock) : 0
    words[14] = transportIsDriven ? transport.probedPosition.bits : 0
    words[15] = seekingIsActive ? seeking.origin.bits : MediaTime.unknown.bits
    words[16] = seekingIsActive ? seeking.target.bits : MediaTime.unknown.bits
    words[17] = seekingIsActive ? seeking.toleranceBefore.bits : 0
    words[18] = seekingIsActive ? seeking.toleranceAfter.bits : 0
    words[19] = seekingIsActive ? seeking.issuedAt.bits(from: clock) : 0
    words[20] = buffering.until.bits
    words[21] = buffering.bytesRead.bits
    words[22] = bufferingIsWaiting ? buffering.lastDataWaitedFor.bits(from: clock) : 0
    words[23] = bufferingIsWaiting ? buffering.waitingSince.bits(from: clock) : 0
    words[24] = isKickAwaited ? buffering.stallSince.bits(from: clock) : 0
    words[25] = buffering.kickedAt.bits(from: clock)
    words[26] = shown.duration.bits
    words[27] = timeline.rangeStart.bits
    words[28] = timeline.rangeEnd.bits
    words[29] = timeline.referencePosition.bits
    words[30] = timeline.referenceDate.bits
    words[31] = timelineHasWallClock ? dateAtClock.bits : 0
    words[32] = isCatchUpDelayed ? liveEdge.nextCatchUp.bits(from: clock) : Instant.longAgo.bits
    words[33] = tracks.foundDigest.bits
    words[34] = shownIsInterrupted ? interruptedSince.bits(from: clock) : 0
    words[35] = intervals.tableDigest.bits
    words[36] = needsIntervals ? intervals.passed.bits : 0
    words[37] = needsIntervals ? intervals.next.bits : Intervals.nowhere.bits
    words[38] = intervalsIsInRound ? intervals.reach.bits : 0
    words[39] = needsIntervals ? intervals.gate.bits : Intervals.nowhere.bits
    words[40] = segments.listDigest.bits
    words[41] = segments.stagedDigest.bits
    words[42] = looksAtSegments ? segments.lower.bits : 0
    words[43] = looksAtSegments ? segments.upper.bits : 0
    words[44] = looksAtSegments ? segments.origin.bits : MediaTime.unknown.bits
    words[45] = looksAtSegments ? segments.skipOrigin.bits : MediaTime.unknown.bits
    words[46] = looksAtSegments ? segments.skipGoal.bits : MediaTime.unknown.bits
    var word47 = shown.item.bits
    word47 |= content.initialStart.segment.bits &<< 32
    words[47] = word47
    var word48 = content.start.segment.bits
    word48 |= loading.epochFromNewest.bits &<< 32
    words[48] = word48
    var word49 = loading.nextEpochFromNewest.bits
    word49 |= (isReplacing ? loading.upcoming.naturalWidth.bits : 0) &<< 32
    words[49] = word49
    var word50 = isReplacing ? loading.upcoming.naturalHeight.bits : 0
    word50 |= (isReplacing ? loading.upcoming.count.audio.bits : 0) &<< 32
    words[50] = word50
    var word51 = isReplacing ? loading.upcoming.count.video.bits : 0
    word51 |= (isReplacing ? loading.upcoming.count.subtitle.bits : 0) &<< 32
    words[51] = word51
    var word52 = isReplacing ? loading.upcoming.selected.audio.bits : 0
    word52 |= (isReplacing ? loading.upcoming.selected.video.bits : 0) &<< 32
    words[52] = word52
    var word53 = isReplacing ? loading.upcoming.selected.subtitle.bits : 0
    word53 |= (loadingRequestIsOpen ? loading.request.number.bits : 0) &<< 32
    words[53] = word53
    var word54 = shown.failure.detail.bits
    word54 |= shown.failure.text.bits &<< 32
    words[54] = word54
    var word55 = closingIsAwaited ? closedEpochFromNewest.bits : 0
    word55 |= retrying.count.bits &<< 32
    words[55] = word55
    var word56 = keepsRetryCounts ? retrying.reloads.bits : 0
    word56 |= (keepsRetryCounts ? retrying.resets.bits : 0) &<< 32
    words[56] = word56
    var word57 = shown.rate.bits
    word57 |= (transportIsDriven ? transport.movingRate.bits : 0) &<< 32
    words[57] = word57
    var word58 = isEngineCommanded ? transport.commandedRate.bits : 0
    word58 |= seeking.inFlightFromNewest.bits &<< 32
    words[58] = word58
    var word59 = seekingRequestIsOpen ? seeking.request.number.bits : 0
    word59 |= shown.trackCount.audio.bits &<< 32
    words[59] = word59
    var word60 = shown.trackCount.video.bits
    word60 |= shown.trackCount.subtitle.bits &<< 32
    words[60] = word60
    var word61 = shown.selectedTrack.audio.bits
    word61 |= shown.selectedTrack.video.bits &<< 32
    words[61] = word61
    var word62 = shown.selectedTrack.subtitle.bits
    word62 |= tracks.wanted.audio.bits &<< 32
    words[62] = word62
    var word63 = tracks.wanted.video.bits
    word63 |= tracks.wanted.subtitle.bits &<< 32
    words[63] = word63
    var word64 = tracks.preferred.audio.bits
    word64 |= tracks.preferred.video.bits &<< 32
    words[64] = word64
    var word65 = tracks.preferred.subtitle.bits
    word65 |= shown.subtitle.bits &<< 32
    words[65] = word65
    var word66 = shown.left.bits
    word66 |= shown.right.bits &<< 32
    words[66] = word66
    var word67 = shown.rotation.bits
    word67 |= shown.naturalWidth.bits &<< 32
    words[67] = word67
    var word68 = shown.naturalHeight.bits
    word68 |= (presentationStillRequestIsOpen ? presentation.stillRequest.number.bits : 0) &<< 32
    words[68] = word68
    var word69 = intervalsIsInRound ? intervals.served.bits : 0
    word69 |= (intervalsIsInRound ? intervals.count.bits : 0) &<< 32
    words[69] = word69
    var word70 = looksAtSegments ? shown.segment.bits : 0
    word70 |= (looksAtSegments ? segments.target.bits : 0) &<< 32
    words[70] = word70
    var word71 = looksAtSegments ? shown.skipped.bits : 0
    word71 |= transport.unexpectedStops.bits &<< 32
    word71 |= (seekingIsActive ? seeking.attempts.bits : 0) &<< 48
    words[71] = word71
    var word72 = looksAtSegments ? segments.skipsInVain.bits : 0
    word72 |= closing.awaited.bits &<< 16
    word72 |= transport.pendingStops.bits &<< 24
    word72 |= shown.supply.bits &<< 32
    word72 |= shown.failure.kind.bits &<< 40
    word72 |= content.initialStart.anchor.bits &<< 46
    word72 |= content.start.anchor.bits &<< 49
    word72 |= shown.phase.bits &<< 52
    word72 |= transport.waiting.bits &<< 55
    word72 |= shown.network.bits &<< 58
    word72 |= transport.drive.bits &<< 61
    word72 |= content.isLocal.bits &<< 63
    words[72] = word72
    var word73 = shown.streamType.bits
    word73 |= shown.scalingMode.bits &<< 2
    word73 |= intervals.round.bits &<< 4
    word73 |= (looksAtSegments ? segments.selection.bits : 0) &<< 6
    word73 |= (looksAtSegments ? segments.due.bits : 0) &<< 8
    word73 |= loading.isEngineOpen.bits &<< 10
    word73 |= loading.isConnected.bits &<< 11
    word73 |= (isReplacing ? loading.upcoming.isConnected.bits : 0) &<< 12
    word73 |= loading.request.isOpen.bits &<< 13
    word73 |= retrying.isWaiting.bits &<< 14
    word73 |= (canReopenFailed ? retrying.wasUnderWay.bits : 0) &<< 15
    word73 |= shown.wantsPlay.bits &<< 16
    word73 |= transport.awaitsProbe.bits &<< 17
    word73 |= transport.hasTurned.bits &<< 18
    word73 |= seeking.isActive.bits &<< 19
    word73 |= seeking.isVisible.bits &<< 20
    word73 |= seeking.request.isOpen.bits &<< 21
    word73 |= seeking.wasFinished.bits &<< 22
    word73 |= buffering.isSaturated.bits &<< 23
    word73 |= buffering.isWaiting.bits &<< 24
    word73 |= timeline.isSeekable.bits &<< 25
    word73 |= timeline.isDurationEstimated.bits &<< 26
    word73 |= timeline.hasReference.bits &<< 27
    word73 |= timeline.isReferenceDerived.bits &<< 28
    word73 |= timeline.hasWallClock.bits &<< 29
    word73 |= shown.isLive.bits &<< 30
    word73 |= liveEdge.holdsRate.bits &<< 31
    word73 |= liveEdge.awaitsWindow.bits &<< 32
    word73 |= tracks.hasAudio.bits &<< 33
    word73 |= tracks.hasVideo.bits &<< 34
    word73 |= shown.hasShownAudio.bits &<< 35
    word73 |= shown.hasShownVideo.bits &<< 36
    word73 |= shown.isMuted.bits &<< 37
    word73 |= shown.isLooping.bits &<< 38
    word73 |= presentation.isVideoEnabled.bits &<< 39
    word73 |= presentation.stillRequest.isOpen.bits &<< 40
    word73 |= shown.isInterrupted.bits &<< 41
    word73 |= (shownIsInterrupted ? interruption.holds.bits : 0) &<< 42
    word73 |= shown.isInBackground.bits &<< 43
    word73 |= surroundings.audioContinues.bits &<< 44
    word73 |= shown.isPlayingExternally.bits &<< 45
    word73 |= shown.isInPicture.bits &<< 46
    word73 |= intervals.isLanded.bits &<< 47
    word73 |= intervals.isGateClosed.bits &<< 48
    word73 |= intervals.awaitsLanding.bits &<< 49
    word73 |= (looksAtSegments ? segments.isSelected.bits : 0) &<< 50
    word73 |= (looksAtSegments ? segments.isPresent.bits : 0) &<< 51
    word73 |= (looksAtSegments ? segments.isStale.bits : 0) &<< 52
    word73 |= (looksAtSegments ? segments.isListNew.bits : 0) &<< 53
    word73 |= (looksAtSegments ? segments.endsInRun.bits : 0) &<< 54
    words[73] = word73
  }
}

extension Player {
  /// Takes the fields of a canonical form; instants count from zero.
  @inline(__always)
  mutating func takeCanonicalForm(_ words: UnsafePointer<UInt64>) {
    // Separate from the machines, so that both can be changed at once; each machine is looked up once.
    var shown = shown
    content.take(words, &shown)
    loading.take(words, &shown)
    closing.take(words, &shown)
    retrying.take(words, &shown)
    transport.take(words, &shown)
    seeking.take(words, &shown)
    buffering.take(words, &shown)
    timeline.take(words, &shown)
    liveEdge.take(words, &shown)
    tracks.take(words, &shown)
    presentation.take(words, &shown)
    interruption.take(words, &shown)
    surroundings.take(words, &shown)
    intervals.take(words, &shown)
    segments.take(words, &shown)
    statistics.take(words, &shown)
    self.shown = shown
  }
}

extension Content {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.item = ItemID(bits: words[47].part(at: 0, 32))
    isLocal = Bool(bits: words[72].part(at: 63, 1))
    initialStart.anchor = PositionAnchor(bits: words[72].part(at: 46, 3))
    initialStart.offset = TimeSpan(bits: words[0])
    initialStart.toleranceBefore = TimeSpan(bits: words[1])
    initialStart.toleranceAfter = TimeSpan(bits: words[2])
    initialStart.segment = SegmentID(bits: words[47].part(at: 32, 32))
    start.anchor = PositionAnchor(bits: words[72].part(at: 49, 3))
    start.offset = TimeSpan(bits: words[3])
    start.toleranceBefore = TimeSpan(bits: words[4])
    start.toleranceAfter = TimeSpan(bits: words[5])
    start.segment = SegmentID(bits: words[48].part(at: 0, 32))
  }
}

extension Loading {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.phase = Phase(bits: words[72].part(at: 52, 3))
    epoch = Epoch(bits: words[48].part(at: 32, 32))
    nextEpoch = Epoch(bits: words[49].part(at: 0, 32))
    isEngineOpen = Bool(bits: words[73].part(at: 10, 1))
    isConnected = Bool(bits: words[73].part(at: 11, 1))
    openingSince = Instant(bits: words[6])
    upcoming.naturalWidth = Int32(bits: words[49].part(at: 32, 32))
    upcoming.naturalHeight = Int32(bits: words[50].part(at: 0, 32))
    upcoming.count.audio = Int32(bits: words[50].part(at: 32, 32))
    upcoming.count.video = Int32(bits: words[51].part(at: 0, 32))
    upcoming.count.subtitle = Int32(bits: words[51].part(at: 32, 32))
    upcoming.selected.audio = TrackID(bits: words[52].part(at: 0, 32))
    upcoming.selected.video = TrackID(bits: words[52].part(at: 32, 32))
    upcoming.selected.subtitle = TrackID(bits: words[53].part(at: 0, 32))
    upcoming.isConnected = Bool(bits: words[73].part(at: 12, 1))
    request.number = RequestID(bits: words[53].part(at: 32, 32))
    request.isOpen = Bool(bits: words[73].part(at: 13, 1))
    shown.failure.kind = Failure.Kind(bits: words[72].part(at: 40, 6))
    shown.failure.detail = Int32(bits: words[54].part(at: 0, 32))
    shown.failure.text = TextID(bits: words[54].part(at: 32, 32))
    shown.preparedCount = .placeholder
  }
}

extension Closing {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    since = Instant(bits: words[7])
    newest = Epoch(bits: words[55].part(at: 0, 32))
    awaited = UInt8(bits: words[72].part(at: 16, 8))
  }
}

extension Retry {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    isWaiting = Bool(bits: words[73].part(at: 14, 1))
    wasUnderWay = Bool(bits: words[73].part(at: 15, 1))
    dueAt = Instant(bits: words[8])
    origin = MediaTime(bits: words[9])
    count = Int32(bits: words[55].part(at: 32, 32))
    reloads = Int32(bits: words[56].part(at: 0, 32))
    resets = Int32(bits: words[56].part(at: 32, 32))
    setback = MediaTime(bits: words[10])
  }
}

extension Transport {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.wantsPlay = Bool(bits: words[73].part(at: 16, 1))
    shown.rate = Rate(bits: words[57].part(at: 0, 32))
    drive = Transport.EngineActivity(bits: words[72].part(at: 61, 2))
    waiting = Transport.Waiting(bits: words[72].part(at: 55, 3))
    anchor = MediaTime(bits: words[11])
    anchoredAt = Instant(bits: words[12])
    movingRate = Rate(bits: words[57].part(at: 32, 32))
    commandedRate = Rate(bits: words[58].part(at: 0, 32))
    probedAt = Instant(bits: words[13])
    awaitsProbe = Bool(bits: words[73].part(at: 17, 1))
    probedPosition = MediaTime(bits: words[14])
    unexpectedStops = UInt16(bits: words[71].part(at: 32, 16))
    pendingStops = UInt8(bits: words[72].part(at: 24, 8))
    hasTurned = Bool(bits: words[73].part(at: 18, 1))
  }
}

extension Seeking {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    inFlight = SeekSerial(bits: words[58].part(at: 32, 32))
    isActive = Bool(bits: words[73].part(at: 19, 1))
    isVisible = Bool(bits: words[73].part(at: 20, 1))
    origin = MediaTime(bits: words[15])
    target = MediaTime(bits: words[16])
    toleranceBefore = TimeSpan(bits: words[17])
    toleranceAfter = TimeSpan(bits: words[18])
    issuedAt = Instant(bits: words[19])
    attempts = UInt16(bits: words[71].part(at: 48, 16))
    request.number = RequestID(bits: words[59].part(at: 0, 32))
    request.isOpen = Bool(bits: words[73].part(at: 21, 1))
    wasFinished = Bool(bits: words[73].part(at: 22, 1))
    serial = .newest
  }
}

extension Buffering {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.supply = BufferState(bits: words[72].part(at: 32, 8))
    until = MediaTime(bits: words[20])
    isSaturated = Bool(bits: words[73].part(at: 23, 1))
    bytesRead = Int64(bits: words[21])
    lastDataAt = Instant(bits: words[22])
    isWaiting = Bool(bits: words[73].part(at: 24, 1))
    waitingSince = Instant(bits: words[23])
    stallSince = Instant(bits: words[24])
    kickedAt = Instant(bits: words[25])
  }
}

extension Timeline {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.streamType = StreamType(bits: words[73].part(at: 0, 2))
    isSeekable = Bool(bits: words[73].part(at: 25, 1))
    isDurationEstimated = Bool(bits: words[73].part(at: 26, 1))
    shown.duration = MediaTime(bits: words[26])
    rangeStart = MediaTime(bits: words[27])
    rangeEnd = MediaTime(bits: words[28])
    hasReference = Bool(bits: words[73].part(at: 27, 1))
    isReferenceDerived = Bool(bits: words[73].part(at: 28, 1))
    referencePosition = MediaTime(bits: words[29])
    referenceDate = Int64(bits: words[30])
    hasWallClock = Bool(bits: words[73].part(at: 29, 1))
    wallClockOffset = Int64(bits: words[31])
  }
}

extension LiveEdge {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.isLive = Bool(bits: words[73].part(at: 30, 1))
    holdsRate = Bool(bits: words[73].part(at: 31, 1))
    awaitsWindow = Bool(bits: words[73].part(at: 32, 1))
    nextCatchUp = Instant(bits: words[32])
  }
}

extension Tracks {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    hasAudio = Bool(bits: words[73].part(at: 33, 1))
    hasVideo = Bool(bits: words[73].part(at: 34, 1))
    shown.trackCount.audio = Int32(bits: words[59].part(at: 32, 32))
    shown.trackCount.video = Int32(bits: words[60].part(at: 0, 32))
    shown.trackCount.subtitle = Int32(bits: words[60].part(at: 32, 32))
    shown.selectedTrack.audio = TrackID(bits: words[61].part(at: 0, 32))
    shown.selectedTrack.video = TrackID(bits: words[61].part(at: 32, 32))
    shown.selectedTrack.subtitle = TrackID(bits: words[62].part(at: 0, 32))
    wanted.audio = TrackID(bits: words[62].part(at: 32, 32))
    wanted.video = TrackID(bits: words[63].part(at: 0, 32))
    wanted.subtitle = TrackID(bits: words[63].part(at: 32, 32))
    preferred.audio = TextID(bits: words[64].part(at: 0, 32))
    preferred.video = TextID(bits: words[64].part(at: 32, 32))
    preferred.subtitle = TextID(bits: words[65].part(at: 0, 32))
    foundDigest = Int64(bits: words[33])
    shown.hasShownAudio = Bool(bits: words[73].part(at: 35, 1))
    shown.hasShownVideo = Bool(bits: words[73].part(at: 36, 1))
    shown.subtitle = TextID(bits: words[65].part(at: 32, 32))
  }
}

extension Presentation {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.left = Int32(bits: words[66].part(at: 0, 32))
    shown.right = Int32(bits: words[66].part(at: 32, 32))
    shown.isMuted = Bool(bits: words[73].part(at: 37, 1))
    shown.isLooping = Bool(bits: words[73].part(at: 38, 1))
    shown.scalingMode = ScalingMode(bits: words[73].part(at: 2, 2))
    shown.rotation = Int32(bits: words[67].part(at: 0, 32))
    shown.naturalWidth = Int32(bits: words[67].part(at: 32, 32))
    shown.naturalHeight = Int32(bits: words[68].part(at: 0, 32))
    isVideoEnabled = Bool(bits: words[73].part(at: 39, 1))
    stillRequest.number = RequestID(bits: words[68].part(at: 32, 32))
    stillRequest.isOpen = Bool(bits: words[73].part(at: 40, 1))
    shown.loopCount = .placeholder
    stillSerial = stillSerialFromNewest
  }
}

extension Interruption {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.isInterrupted = Bool(bits: words[73].part(at: 41, 1))
    holds = Bool(bits: words[73].part(at: 42, 1))
    since = Instant(bits: words[34])
  }
}

extension Surroundings {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.network = NetworkPath(bits: words[72].part(at: 58, 3))
    shown.isInBackground = Bool(bits: words[73].part(at: 43, 1))
    audioContinues = Bool(bits: words[73].part(at: 44, 1))
    shown.isPlayingExternally = Bool(bits: words[73].part(at: 45, 1))
    shown.isInPicture = Bool(bits: words[73].part(at: 46, 1))
  }
}

extension Intervals {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    tableDigest = Int64(bits: words[35])
    passed = MediaTime(bits: words[36])
    next = MediaTime(bits: words[37])
    reach = MediaTime(bits: words[38])
    gate = MediaTime(bits: words[39])
    served = Int32(bits: words[69].part(at: 0, 32))
    count = Int32(bits: words[69].part(at: 32, 32))
    round = Intervals.Round(bits: words[73].part(at: 4, 2))
    isLanded = Bool(bits: words[73].part(at: 47, 1))
    isGateClosed = Bool(bits: words[73].part(at: 48, 1))
    awaitsLanding = Bool(bits: words[73].part(at: 49, 1))
  }
}

extension Segments {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    listDigest = Int64(bits: words[40])
    stagedDigest = Int64(bits: words[41])
    lower = MediaTime(bits: words[42])
    upper = MediaTime(bits: words[43])
    origin = MediaTime(bits: words[44])
    shown.segment = SegmentID(bits: words[70].part(at: 0, 32))
    isSelected = Bool(bits: words[73].part(at: 50, 1))
    target = SegmentID(bits: words[70].part(at: 32, 32))
    selection = SelectionReason(bits: words[73].part(at: 6, 2))
    shown.skipped = SegmentID(bits: words[71].part(at: 0, 32))
    skipOrigin = MediaTime(bits: words[45])
    skipsInVain = UInt16(bits: words[72].part(at: 0, 16))
    skipGoal = MediaTime(bits: words[46])
    due = Segments.Due(bits: words[73].part(at: 8, 2))
    isPresent = Bool(bits: words[73].part(at: 51, 1))
    isStale = Bool(bits: words[73].part(at: 52, 1))
    isListNew = Bool(bits: words[73].part(at: 53, 1))
    endsInRun = Bool(bits: words[73].part(at: 54, 1))
  }
}

extension Statistics {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    stallCount = .placeholder
    stallTime = .placeholder
    startupTime = .never
    ignoredEvents = .placeholder
  }
}

extension CanonicalState {
  /// How many pauses the engine has not confirmed. It is only counted up to 255, down to 0, compared with 0 and
  /// forgotten: two players that differ only in this, and have not come near its ends, do the same and differ by as
  /// much until both forget it.
  public var pendingStops: UInt8 {
    @inline(__always) get { UInt8(bits: words[72].part(at: 24, 8)) }
    @inline(__always) set { words[72].put(newValue.bits, at: 24, 8) }
  }

  #if !hasFeature(Embedded)
  /// The fields of the state that share the word at `index`.
  package static func fields(ofWord index: Int) -> String {
    switch index {
    case 0: "content.initialStart.offset"
    case 1: "content.initialStart.before"
    case 2: "content.initialStart.after"
    case 3: "content.start.offset"
    case 4: "content.start.before"
    case 5: "content.start.after"
    case 6: "loading.openingSince"
    case 7: "closing.since"
    case 8: "retrying.dueAt"
    case 9: "retrying.origin"
    case 10: "retrying.setback"
    case 11: "transport.anchor"
    case 12: "transport.anchoredAt"
    case 13: "transport.probedAt"
    case 14: "transport.probedPosition"
    case 15: "seeking.origin"
    case 16: "seeking.target"
    case 17: "seeking.toleranceBefore"
    case 18: "seeking.toleranceAfter"
    case 19: "seeking.issuedAt"
    case 20: "buffering.until"
    case 21: "buffering.bytesRead"
    case 22: "buffering.lastDataAt"
    case 23: "buffering.waitingSince"
    case 24: "buffering.stallSince"
    case 25: "buffering.kickedAt"
    case 26: "timeline.duration"
    case 27: "timeline.rangeStart"
    case 28: "timeline.rangeEnd"
    case 29: "timeline.referencePosition"
    case 30: "timeline.referenceDate"
    case 31: "timeline.wallClockOffset"
    case 32: "liveEdge.nextCatchUp"
    case 33: "tracks.found"
    case 34: "interruption.since"
    case 35: "intervals.digest"
    case 36: "intervals.passed"
    case 37: "intervals.next"
    case 38: "intervals.reach"
    case 39: "intervals.gate"
    case 40: "segments.list.digest"
    case 41: "segments.staged.digest"
    case 42: "segments.lower"
    case 43: "segments.upper"
    case 44: "segments.origin"
    case 45: "segments.skipOrigin"
    case 46: "segments.skipGoal"
    case 47: "content.item, content.initialStart.segment"
    case 48: "content.start.segment, loading.epoch"
    case 49: "loading.nextEpoch, loading.upcoming.naturalWidth"
    case 50: "loading.upcoming.naturalHeight, loading.upcoming.count.audio"
    case 51: "loading.upcoming.count.video, loading.upcoming.count.subtitle"
    case 52: "loading.upcoming.selected.audio, loading.upcoming.selected.video"
    case 53: "loading.upcoming.selected.subtitle, loading.request"
    case 54: "loading.failure.detail, loading.failure.text"
    case 55: "closing.newest, retrying.count"
    case 56: "retrying.reloads, retrying.resets"
    case 57: "transport.rate, transport.movingRate"
    case 58: "transport.commandedRate, seeking.inFlight"
    case 59: "seeking.request, tracks.count.audio"
    case 60: "tracks.count.video, tracks.count.subtitle"
    case 61: "tracks.selected.audio, tracks.selected.video"
    case 62: "tracks.selected.subtitle, tracks.wanted.audio"
    case 63: "tracks.wanted.video, tracks.wanted.subtitle"
    case 64: "tracks.preferred.audio, tracks.preferred.video"
    case 65: "tracks.preferred.subtitle, tracks.subtitleText"
    case 66: "presentation.left, presentation.right"
    case 67: "presentation.rotation, presentation.naturalWidth"
    case 68: "presentation.naturalHeight, presentation.stillRequest"
    case 69: "intervals.served, intervals.count"
    case 70: "segments.current, segments.target"
    case 71: "transport.unexpectedStops, seeking.attempts, segments.skipped"
    case 72:
      """
      content.isLocal, content.initialStart.anchor, content.start.anchor, loading.phase, loading.failure.kind, \
      closing.awaited, transport.drive, transport.waiting, transport.pendingStops, buffering.supply, \
      surroundings.network, segments.skipsInVain
      """
    case 73:
      """
      loading.isEngineOpen, loading.isConnected, loading.upcoming.isConnected, loading.request.isOpen, \
      retrying.isWaiting, retrying.wasUnderWay, transport.wantsPlay, transport.awaitsProbe, transport.hasTurned, \
      seeking.isActive, seeking.isVisible, seeking.request.isOpen, seeking.wasFinished, buffering.isSaturated, \
      buffering.isWaiting, timeline.streamType, timeline.isSeekable, timeline.isDurationEstimated, \
      timeline.hasReference, timeline.isReferenceDerived, timeline.hasWallClock, liveEdge.isAtEdge, \
      liveEdge.holdsRate, liveEdge.awaitsWindow, tracks.hasAudio, tracks.hasVideo, tracks.hasShownAudio, \
      tracks.hasShownVideo, presentation.isMuted, presentation.isLooping, presentation.scalingMode, \
      presentation.isVideoEnabled, presentation.stillRequest.isOpen, interruption.isPending, interruption.holds, \
      surroundings.isInBackground, surroundings.audioContinues, surroundings.isPlayingExternally, \
      surroundings.isInPicture, intervals.round, intervals.isLanded, intervals.isGateClosed, intervals.awaitsLanding, \
      segments.isSelected, segments.selection, segments.due, segments.isPresent, segments.isStale, segments.isListNew, \
      segments.endsInRun
      """
    default: ""
    }
  }
  #endif
}

extension Failure.Kind: CanonicalBits {}
extension Intervals.Round: CanonicalBits {}
extension NetworkPath: CanonicalBits {}
extension Phase: CanonicalBits {}
extension PositionAnchor: CanonicalBits {}
extension ScalingMode: CanonicalBits {}
extension Segments.Due: CanonicalBits {}
extension SelectionReason: CanonicalBits {}
extension StreamType: CanonicalBits {}
extension Transport.EngineActivity: CanonicalBits {}
extension Transport.Waiting: CanonicalBits {}
