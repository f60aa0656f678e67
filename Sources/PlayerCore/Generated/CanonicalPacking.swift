// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension CanonicalState.Words {
  @usableFromInline typealias Row = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  /// As many words as the fields take, in place.
  @usableFromInline typealias Storage = (Row, Row, Row, Row, Row, Row, Row, Row, Row, Row)

  /// All are 0.
  @inlinable static var zero: Storage {
    let row: Row = (0, 0, 0, 0, 0, 0, 0, 0)
    return (row, row, row, row, row, row, row, row, row, row)
  }
}

extension Player {
  /// Writes the canonical form of this player. Instants count from its clock. Nothing is changed.
  @inline(__always)
  mutating func putCanonicalForm(_ words: UnsafeMutablePointer<UInt64>) {
    let loadingAwaitsRange = loading.awaitsRange
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
    words[6] = loadingAwaitsRange ? loading.awaitsRangeSince.bits(from: clock) : 0
    words[7] = isOpeningTimed ? loading.openingSince.bits(from: clock) : 0
    words[8] = closingIsAwaited ? closing.since.bits(from: clock) : 0
    words[9] = retryingIsWaiting ? retrying.dueAt.bits(from: clock) : 0
    words[10] = retrying.origin.bits
    words[11] = keepsRetryCounts ? retrying.setback.bits : MediaTime.unknown.bits
    words[12] = transport.anchor.bits
    words[13] = isAnchorTimed ? transport.anchoredAt.bits(from: clock) : 0
    words[14] = transportIsDriven ? transport.probedAt.bits(from: clock) : 0
    words[15] = transportIsDriven ? transport.probedPosition.bits : 0
    words[16] = transport.stoppedAt.bits
    words[17] = seekingIsActive ? seeking.origin.bits : MediaTime.unknown.bits
    words[18] = seekingIsActive ? seeking.target.bits : MediaTime.unknown.bits
    words[19] = seekingIsActive ? seeking.toleranceBefore.bits : 0
    words[20] = seekingIsActive ? seeking.toleranceAfter.bits : 0
    words[21] = seekingIsActive ? seeking.issuedAt.bits(from: clock) : 0
    words[22] = buffering.until.bits
    words[23] = buffering.bytesRead.bits
    words[24] = lastDataWaitedFor.bits(from: clock)
    words[25] = bufferingIsWaiting ? buffering.waitingSince.bits(from: clock) : 0
    words[26] = isKickAwaited ? buffering.stallSince.bits(from: clock) : 0
    words[27] = buffering.kickedAt.bits(from: clock)
    words[28] = buffering.kickedFrom.bits
    words[29] = buffering.waitedInVain.bits
    words[30] = shown.duration.bits
    words[31] = timeline.rangeStart.bits
    words[32] = timeline.rangeEnd.bits
    words[33] = timeline.referencePosition.bits
    words[34] = timeline.referenceDate.bits
    words[35] = timelineHasWallClock ? dateAtClock.bits : 0
    words[36] = isCatchUpDelayed ? liveEdge.nextCatchUp.bits(from: clock) : Instant.longAgo.bits
    words[37] = liveEdge.caughtUpTo.bits
    words[38] = tracks.foundDigest.bits
    words[39] = shownIsInterrupted ? interruptedSince.bits(from: clock) : 0
    words[40] = intervals.tableDigest.bits
    words[41] = needsIntervals ? intervals.passed.bits : 0
    words[42] = needsIntervals ? intervals.next.bits : Intervals.nowhere.bits
    words[43] = intervalsIsInRound ? intervals.reach.bits : 0
    words[44] = needsIntervals ? intervals.gate.bits : Intervals.nowhere.bits
    words[45] = segments.listDigest.bits
    words[46] = segments.stagedDigest.bits
    words[47] = looksAtSegments ? segments.lower.bits : 0
    words[48] = looksAtSegments ? segments.upper.bits : 0
    words[49] = looksAtSegments ? segments.origin.bits : MediaTime.unknown.bits
    words[50] = looksAtSegments ? segments.skipOrigin.bits : MediaTime.unknown.bits
    words[51] = looksAtSegments ? segments.skipGoal.bits : MediaTime.unknown.bits
    var word52 = shown.item.bits
    word52 |= content.initialStart.segment.bits &<< 32
    words[52] = word52
    var word53 = content.start.segment.bits
    word53 |= loading.epochFromNewest.bits &<< 32
    words[53] = word53
    var word54 = loading.nextEpochFromNewest.bits
    word54 |= (isReplacing ? loading.upcoming.naturalWidth.bits : 0) &<< 32
    words[54] = word54
    var word55 = isReplacing ? loading.upcoming.naturalHeight.bits : 0
    word55 |= (isReplacing ? loading.upcoming.count.audio.bits : 0) &<< 32
    words[55] = word55
    var word56 = isReplacing ? loading.upcoming.count.video.bits : 0
    word56 |= (isReplacing ? loading.upcoming.count.subtitle.bits : 0) &<< 32
    words[56] = word56
    var word57 = isReplacing ? loading.upcoming.selected.audio.bits : 0
    word57 |= (isReplacing ? loading.upcoming.selected.video.bits : 0) &<< 32
    words[57] = word57
    var word58 = isReplacing ? loading.upcoming.selected.subtitle.bits : 0
    word58 |= (loadingRequestIsOpen ? loading.request.number.bits : 0) &<< 32
    words[58] = word58
    var word59 = shown.failure.detail.bits
    word59 |= shown.failure.text.bits &<< 32
    words[59] = word59
    var word60 = closingIsAwaited ? closedEpochFromNewest.bits : 0
    word60 |= retrying.count.bits &<< 32
    words[60] = word60
    var word61 = keepsRetryCounts ? retrying.reloads.bits : 0
    word61 |= (keepsRetryCounts ? retrying.resets.bits : 0) &<< 32
    words[61] = word61
    var word62 = shown.rate.bits
    word62 |= (transportIsDriven ? transport.movingRate.bits : 0) &<< 32
    words[62] = word62
    var word63 = isEngineCommanded ? transport.commandedRate.bits : 0
    word63 |= seeking.inFlightFromNewest.bits &<< 32
    words[63] = word63
    var word64 = seekingRequestIsOpen ? seeking.request.number.bits : 0
    word64 |= shown.trackCount.audio.bits &<< 32
    words[64] = word64
    var word65 = shown.trackCount.video.bits
    word65 |= shown.trackCount.subtitle.bits &<< 32
    words[65] = word65
    var word66 = shown.selectedTrack.audio.bits
    word66 |= shown.selectedTrack.video.bits &<< 32
    words[66] = word66
    var word67 = shown.selectedTrack.subtitle.bits
    word67 |= tracks.wanted.audio.bits &<< 32
    words[67] = word67
    var word68 = tracks.wanted.video.bits
    word68 |= tracks.wanted.subtitle.bits &<< 32
    words[68] = word68
    var word69 = tracks.preferred.audio.bits
    word69 |= tracks.preferred.video.bits &<< 32
    words[69] = word69
    var word70 = tracks.preferred.subtitle.bits
    word70 |= shown.subtitle.bits &<< 32
    words[70] = word70
    var word71 = shown.left.bits
    word71 |= shown.right.bits &<< 32
    words[71] = word71
    var word72 = shown.rotation.bits
    word72 |= shown.naturalWidth.bits &<< 32
    words[72] = word72
    var word73 = shown.naturalHeight.bits
    word73 |= (presentationStillRequestIsOpen ? presentation.stillRequest.number.bits : 0) &<< 32
    words[73] = word73
    var word74 = intervalsIsInRound ? intervals.served.bits : 0
    word74 |= (intervalsIsInRound ? intervals.count.bits : 0) &<< 32
    words[74] = word74
    var word75 = looksAtSegments ? shown.segment.bits : 0
    word75 |= (looksAtSegments ? segments.target.bits : 0) &<< 32
    words[75] = word75
    var word76 = looksAtSegments ? shown.skipped.bits : 0
    word76 |= (looksAtSegments ? shown.playedBlocked.bits : 0) &<< 32
    words[76] = word76
    var word77 = transport.unexpectedStops.bits
    word77 |= (seekingIsActive ? seeking.attempts.bits : 0) &<< 16
    word77 |= (looksAtSegments ? segments.skipsInVain.bits : 0) &<< 32
    word77 |= closing.awaited.bits &<< 48
    word77 |= transport.pendingStops.bits &<< 56
    words[77] = word77
    var word78 = shown.supply.bits
    word78 |= (shownIsInterrupted ? interruption.count.bits : 0) &<< 8
    word78 |= shown.failure.kind.bits &<< 16
    word78 |= content.initialStart.anchor.bits &<< 22
    word78 |= content.start.anchor.bits &<< 25
    word78 |= shown.phase.bits &<< 28
    word78 |= transport.waiting.bits &<< 31
    word78 |= shown.network.bits &<< 34
    word78 |= transport.drive.bits &<< 37
    word78 |= shown.streamType.bits &<< 39
    word78 |= shown.scalingMode.bits &<< 41
    word78 |= intervals.round.bits &<< 43
    word78 |= (looksAtSegments ? segments.selection.bits : 0) &<< 45
    word78 |= (looksAtSegments ? segments.due.bits : 0) &<< 47
    word78 |= content.isLocal.bits &<< 49
    word78 |= loading.isEngineOpen.bits &<< 50
    word78 |= loading.isConnected.bits &<< 51
    word78 |= loading.awaitsRange.bits &<< 52
    word78 |= (isReplacing ? loading.upcoming.isConnected.bits : 0) &<< 53
    word78 |= loading.request.isOpen.bits &<< 54
    word78 |= retrying.isWaiting.bits &<< 55
    word78 |= (canReopenFailed ? retrying.wasUnderWay.bits : 0) &<< 56
    word78 |= shown.wantsPlay.bits &<< 57
    word78 |= transport.awaitsProbe.bits &<< 58
    word78 |= transport.hasTurned.bits &<< 59
    word78 |= seeking.isActive.bits &<< 60
    word78 |= seeking.isVisible.bits &<< 61
    word78 |= seeking.request.isOpen.bits &<< 62
    word78 |= seeking.wasFinished.bits &<< 63
    words[78] = word78
    var word79 = buffering.isSaturated.bits
    word79 |= buffering.isWaiting.bits &<< 1
    word79 |= timeline.isSeekable.bits &<< 2
    word79 |= timeline.isDurationEstimated.bits &<< 3
    word79 |= timeline.hasReference.bits &<< 4
    word79 |= timeline.isReferenceDerived.bits &<< 5
    word79 |= timeline.hasWallClock.bits &<< 6
    word79 |= shown.isLive.bits &<< 7
    word79 |= liveEdge.holdsRate.bits &<< 8
    word79 |= liveEdge.awaitsWindow.bits &<< 9
    word79 |= tracks.hasAudio.bits &<< 10
    word79 |= tracks.hasVideo.bits &<< 11
    word79 |= shown.hasShownAudio.bits &<< 12
    word79 |= shown.hasShownVideo.bits &<< 13
    word79 |= shown.isMuted.bits &<< 14
    word79 |= shown.isLooping.bits &<< 15
    word79 |= presentation.isVideoEnabled.bits &<< 16
    word79 |= presentation.stillRequest.isOpen.bits &<< 17
    word79 |= shown.isInterrupted.bits &<< 18
    word79 |= (shownIsInterrupted ? interruption.holds.bits : 0) &<< 19
    word79 |= shown.isInBackground.bits &<< 20
    word79 |= surroundings.audioContinues.bits &<< 21
    word79 |= shown.isPlayingExternally.bits &<< 22
    word79 |= shown.isInPicture.bits &<< 23
    word79 |= intervals.isLanded.bits &<< 24
    word79 |= intervals.isGateClosed.bits &<< 25
    word79 |= intervals.awaitsLanding.bits &<< 26
    word79 |= (looksAtSegments ? segments.isSelected.bits : 0) &<< 27
    word79 |= (looksAtSegments ? segments.isPresent.bits : 0) &<< 28
    word79 |= (looksAtSegments ? segments.isStale.bits : 0) &<< 29
    word79 |= (looksAtSegments ? segments.isListNew.bits : 0) &<< 30
    word79 |= (looksAtSegments ? segments.endsInRun.bits : 0) &<< 31
    words[79] = word79
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
    shown.item = ItemID(bits: words[52].part(at: 0, 32))
    isLocal = Bool(bits: words[78].part(at: 49, 1))
    initialStart.anchor = PositionAnchor(bits: words[78].part(at: 22, 3))
    initialStart.offset = TimeSpan(bits: words[0])
    initialStart.toleranceBefore = TimeSpan(bits: words[1])
    initialStart.toleranceAfter = TimeSpan(bits: words[2])
    initialStart.segment = SegmentID(bits: words[52].part(at: 32, 32))
    start.anchor = PositionAnchor(bits: words[78].part(at: 25, 3))
    start.offset = TimeSpan(bits: words[3])
    start.toleranceBefore = TimeSpan(bits: words[4])
    start.toleranceAfter = TimeSpan(bits: words[5])
    start.segment = SegmentID(bits: words[53].part(at: 0, 32))
  }
}

extension Loading {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.phase = Phase(bits: words[78].part(at: 28, 3))
    epoch = Epoch(bits: words[53].part(at: 32, 32))
    nextEpoch = Epoch(bits: words[54].part(at: 0, 32))
    isEngineOpen = Bool(bits: words[78].part(at: 50, 1))
    isConnected = Bool(bits: words[78].part(at: 51, 1))
    awaitsRange = Bool(bits: words[78].part(at: 52, 1))
    awaitsRangeSince = Instant(bits: words[6])
    openingSince = Instant(bits: words[7])
    upcoming.naturalWidth = Int32(bits: words[54].part(at: 32, 32))
    upcoming.naturalHeight = Int32(bits: words[55].part(at: 0, 32))
    upcoming.count.audio = Int32(bits: words[55].part(at: 32, 32))
    upcoming.count.video = Int32(bits: words[56].part(at: 0, 32))
    upcoming.count.subtitle = Int32(bits: words[56].part(at: 32, 32))
    upcoming.selected.audio = TrackID(bits: words[57].part(at: 0, 32))
    upcoming.selected.video = TrackID(bits: words[57].part(at: 32, 32))
    upcoming.selected.subtitle = TrackID(bits: words[58].part(at: 0, 32))
    upcoming.isConnected = Bool(bits: words[78].part(at: 53, 1))
    request.number = RequestID(bits: words[58].part(at: 32, 32))
    request.isOpen = Bool(bits: words[78].part(at: 54, 1))
    shown.failure.kind = Failure.Kind(bits: words[78].part(at: 16, 6))
    shown.failure.detail = Int32(bits: words[59].part(at: 0, 32))
    shown.failure.text = TextID(bits: words[59].part(at: 32, 32))
    shown.preparedCount = .placeholder
  }
}

extension Closing {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    since = Instant(bits: words[8])
    newest = Epoch(bits: words[60].part(at: 0, 32))
    awaited = UInt8(bits: words[77].part(at: 48, 8))
  }
}

extension Retry {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    isWaiting = Bool(bits: words[78].part(at: 55, 1))
    wasUnderWay = Bool(bits: words[78].part(at: 56, 1))
    dueAt = Instant(bits: words[9])
    origin = MediaTime(bits: words[10])
    count = Int32(bits: words[60].part(at: 32, 32))
    reloads = Int32(bits: words[61].part(at: 0, 32))
    resets = Int32(bits: words[61].part(at: 32, 32))
    setback = MediaTime(bits: words[11])
  }
}

extension Transport {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.wantsPlay = Bool(bits: words[78].part(at: 57, 1))
    shown.rate = Rate(bits: words[62].part(at: 0, 32))
    drive = Transport.EngineActivity(bits: words[78].part(at: 37, 2))
    waiting = Transport.Waiting(bits: words[78].part(at: 31, 3))
    anchor = MediaTime(bits: words[12])
    anchoredAt = Instant(bits: words[13])
    movingRate = Rate(bits: words[62].part(at: 32, 32))
    commandedRate = Rate(bits: words[63].part(at: 0, 32))
    probedAt = Instant(bits: words[14])
    awaitsProbe = Bool(bits: words[78].part(at: 58, 1))
    probedPosition = MediaTime(bits: words[15])
    unexpectedStops = UInt16(bits: words[77].part(at: 0, 16))
    stoppedAt = MediaTime(bits: words[16])
    pendingStops = UInt8(bits: words[77].part(at: 56, 8))
    hasTurned = Bool(bits: words[78].part(at: 59, 1))
  }
}

extension Seeking {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    inFlight = SeekSerial(bits: words[63].part(at: 32, 32))
    isActive = Bool(bits: words[78].part(at: 60, 1))
    isVisible = Bool(bits: words[78].part(at: 61, 1))
    origin = MediaTime(bits: words[17])
    target = MediaTime(bits: words[18])
    toleranceBefore = TimeSpan(bits: words[19])
    toleranceAfter = TimeSpan(bits: words[20])
    issuedAt = Instant(bits: words[21])
    attempts = UInt16(bits: words[77].part(at: 16, 16))
    request.number = RequestID(bits: words[64].part(at: 0, 32))
    request.isOpen = Bool(bits: words[78].part(at: 62, 1))
    wasFinished = Bool(bits: words[78].part(at: 63, 1))
    serial = .newest
  }
}

extension Buffering {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.supply = BufferState(bits: words[78].part(at: 0, 8))
    until = MediaTime(bits: words[22])
    isSaturated = Bool(bits: words[79].part(at: 0, 1))
    bytesRead = Int64(bits: words[23])
    lastDataAt = Instant(bits: words[24])
    isWaiting = Bool(bits: words[79].part(at: 1, 1))
    waitingSince = Instant(bits: words[25])
    stallSince = Instant(bits: words[26])
    kickedAt = Instant(bits: words[27])
    kickedFrom = MediaTime(bits: words[28])
    waitedInVain = TimeSpan(bits: words[29])
  }
}

extension Timeline {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.streamType = StreamType(bits: words[78].part(at: 39, 2))
    isSeekable = Bool(bits: words[79].part(at: 2, 1))
    isDurationEstimated = Bool(bits: words[79].part(at: 3, 1))
    shown.duration = MediaTime(bits: words[30])
    rangeStart = MediaTime(bits: words[31])
    rangeEnd = MediaTime(bits: words[32])
    hasReference = Bool(bits: words[79].part(at: 4, 1))
    isReferenceDerived = Bool(bits: words[79].part(at: 5, 1))
    referencePosition = MediaTime(bits: words[33])
    referenceDate = Int64(bits: words[34])
    hasWallClock = Bool(bits: words[79].part(at: 6, 1))
    wallClockOffset = Int64(bits: words[35])
  }
}

extension LiveEdge {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.isLive = Bool(bits: words[79].part(at: 7, 1))
    holdsRate = Bool(bits: words[79].part(at: 8, 1))
    awaitsWindow = Bool(bits: words[79].part(at: 9, 1))
    nextCatchUp = Instant(bits: words[36])
    caughtUpTo = MediaTime(bits: words[37])
  }
}

extension Tracks {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    hasAudio = Bool(bits: words[79].part(at: 10, 1))
    hasVideo = Bool(bits: words[79].part(at: 11, 1))
    shown.trackCount.audio = Int32(bits: words[64].part(at: 32, 32))
    shown.trackCount.video = Int32(bits: words[65].part(at: 0, 32))
    shown.trackCount.subtitle = Int32(bits: words[65].part(at: 32, 32))
    shown.selectedTrack.audio = TrackID(bits: words[66].part(at: 0, 32))
    shown.selectedTrack.video = TrackID(bits: words[66].part(at: 32, 32))
    shown.selectedTrack.subtitle = TrackID(bits: words[67].part(at: 0, 32))
    wanted.audio = TrackID(bits: words[67].part(at: 32, 32))
    wanted.video = TrackID(bits: words[68].part(at: 0, 32))
    wanted.subtitle = TrackID(bits: words[68].part(at: 32, 32))
    preferred.audio = TextID(bits: words[69].part(at: 0, 32))
    preferred.video = TextID(bits: words[69].part(at: 32, 32))
    preferred.subtitle = TextID(bits: words[70].part(at: 0, 32))
    foundDigest = Int64(bits: words[38])
    shown.hasShownAudio = Bool(bits: words[79].part(at: 12, 1))
    shown.hasShownVideo = Bool(bits: words[79].part(at: 13, 1))
    shown.subtitle = TextID(bits: words[70].part(at: 32, 32))
  }
}

extension Presentation {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.left = Int32(bits: words[71].part(at: 0, 32))
    shown.right = Int32(bits: words[71].part(at: 32, 32))
    shown.isMuted = Bool(bits: words[79].part(at: 14, 1))
    shown.isLooping = Bool(bits: words[79].part(at: 15, 1))
    shown.scalingMode = ScalingMode(bits: words[78].part(at: 41, 2))
    shown.rotation = Int32(bits: words[72].part(at: 0, 32))
    shown.naturalWidth = Int32(bits: words[72].part(at: 32, 32))
    shown.naturalHeight = Int32(bits: words[73].part(at: 0, 32))
    isVideoEnabled = Bool(bits: words[79].part(at: 16, 1))
    stillRequest.number = RequestID(bits: words[73].part(at: 32, 32))
    stillRequest.isOpen = Bool(bits: words[79].part(at: 17, 1))
    shown.loopCount = .placeholder
    stillSerial = stillSerialFromNewest
  }
}

extension Interruption {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.isInterrupted = Bool(bits: words[79].part(at: 18, 1))
    count = UInt8(bits: words[78].part(at: 8, 8))
    holds = Bool(bits: words[79].part(at: 19, 1))
    since = Instant(bits: words[39])
  }
}

extension Surroundings {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    shown.network = NetworkPath(bits: words[78].part(at: 34, 3))
    shown.isInBackground = Bool(bits: words[79].part(at: 20, 1))
    audioContinues = Bool(bits: words[79].part(at: 21, 1))
    shown.isPlayingExternally = Bool(bits: words[79].part(at: 22, 1))
    shown.isInPicture = Bool(bits: words[79].part(at: 23, 1))
  }
}

extension Intervals {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    tableDigest = Int64(bits: words[40])
    passed = MediaTime(bits: words[41])
    next = MediaTime(bits: words[42])
    reach = MediaTime(bits: words[43])
    gate = MediaTime(bits: words[44])
    served = Int32(bits: words[74].part(at: 0, 32))
    count = Int32(bits: words[74].part(at: 32, 32))
    round = Intervals.Round(bits: words[78].part(at: 43, 2))
    isLanded = Bool(bits: words[79].part(at: 24, 1))
    isGateClosed = Bool(bits: words[79].part(at: 25, 1))
    awaitsLanding = Bool(bits: words[79].part(at: 26, 1))
  }
}

extension Segments {
  @inline(__always)
  fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable) {
    listDigest = Int64(bits: words[45])
    stagedDigest = Int64(bits: words[46])
    lower = MediaTime(bits: words[47])
    upper = MediaTime(bits: words[48])
    origin = MediaTime(bits: words[49])
    shown.segment = SegmentID(bits: words[75].part(at: 0, 32))
    isSelected = Bool(bits: words[79].part(at: 27, 1))
    target = SegmentID(bits: words[75].part(at: 32, 32))
    selection = SelectionReason(bits: words[78].part(at: 45, 2))
    shown.skipped = SegmentID(bits: words[76].part(at: 0, 32))
    skipOrigin = MediaTime(bits: words[50])
    shown.playedBlocked = SegmentID(bits: words[76].part(at: 32, 32))
    skipsInVain = UInt16(bits: words[77].part(at: 32, 16))
    skipGoal = MediaTime(bits: words[51])
    due = Segments.Due(bits: words[78].part(at: 47, 2))
    isPresent = Bool(bits: words[79].part(at: 28, 1))
    isStale = Bool(bits: words[79].part(at: 29, 1))
    isListNew = Bool(bits: words[79].part(at: 30, 1))
    endsInRun = Bool(bits: words[79].part(at: 31, 1))
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
    @inline(__always) get { UInt8(bits: words[77].part(at: 56, 8)) }
    @inline(__always) set { words[77].put(newValue.bits, at: 56, 8) }
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
    case 6: "loading.awaitsRangeSince"
    case 7: "loading.openingSince"
    case 8: "closing.since"
    case 9: "retrying.dueAt"
    case 10: "retrying.origin"
    case 11: "retrying.setback"
    case 12: "transport.anchor"
    case 13: "transport.anchoredAt"
    case 14: "transport.probedAt"
    case 15: "transport.probedPosition"
    case 16: "transport.stoppedAt"
    case 17: "seeking.origin"
    case 18: "seeking.target"
    case 19: "seeking.toleranceBefore"
    case 20: "seeking.toleranceAfter"
    case 21: "seeking.issuedAt"
    case 22: "buffering.until"
    case 23: "buffering.bytesRead"
    case 24: "buffering.lastDataAt"
    case 25: "buffering.waitingSince"
    case 26: "buffering.stallSince"
    case 27: "buffering.kickedAt"
    case 28: "buffering.kickedFrom"
    case 29: "buffering.waitedInVain"
    case 30: "timeline.duration"
    case 31: "timeline.rangeStart"
    case 32: "timeline.rangeEnd"
    case 33: "timeline.referencePosition"
    case 34: "timeline.referenceDate"
    case 35: "timeline.wallClockOffset"
    case 36: "liveEdge.nextCatchUp"
    case 37: "liveEdge.caughtUpTo"
    case 38: "tracks.found"
    case 39: "interruption.since"
    case 40: "intervals.digest"
    case 41: "intervals.passed"
    case 42: "intervals.next"
    case 43: "intervals.reach"
    case 44: "intervals.gate"
    case 45: "segments.list.digest"
    case 46: "segments.staged.digest"
    case 47: "segments.lower"
    case 48: "segments.upper"
    case 49: "segments.origin"
    case 50: "segments.skipOrigin"
    case 51: "segments.skipGoal"
    case 52: "content.item, content.initialStart.segment"
    case 53: "content.start.segment, loading.epoch"
    case 54: "loading.nextEpoch, loading.upcoming.naturalWidth"
    case 55: "loading.upcoming.naturalHeight, loading.upcoming.count.audio"
    case 56: "loading.upcoming.count.video, loading.upcoming.count.subtitle"
    case 57: "loading.upcoming.selected.audio, loading.upcoming.selected.video"
    case 58: "loading.upcoming.selected.subtitle, loading.request"
    case 59: "loading.failure.detail, loading.failure.text"
    case 60: "closing.newest, retrying.count"
    case 61: "retrying.reloads, retrying.resets"
    case 62: "transport.rate, transport.movingRate"
    case 63: "transport.commandedRate, seeking.inFlight"
    case 64: "seeking.request, tracks.count.audio"
    case 65: "tracks.count.video, tracks.count.subtitle"
    case 66: "tracks.selected.audio, tracks.selected.video"
    case 67: "tracks.selected.subtitle, tracks.wanted.audio"
    case 68: "tracks.wanted.video, tracks.wanted.subtitle"
    case 69: "tracks.preferred.audio, tracks.preferred.video"
    case 70: "tracks.preferred.subtitle, tracks.subtitleText"
    case 71: "presentation.left, presentation.right"
    case 72: "presentation.rotation, presentation.naturalWidth"
    case 73: "presentation.naturalHeight, presentation.stillRequest"
    case 74: "intervals.served, intervals.count"
    case 75: "segments.current, segments.target"
    case 76: "segments.skipped, segments.playedBlocked"
    case 77:
      "closing.awaited, transport.unexpectedStops, transport.pendingStops, seeking.attempts, segments.skipsInVain"
    case 78:
      """
      content.isLocal, content.initialStart.anchor, content.start.anchor, loading.phase, loading.isEngineOpen, \
      loading.isConnected, loading.awaitsRange, loading.upcoming.isConnected, loading.request.isOpen, \
      loading.failure.kind, retrying.isWaiting, retrying.wasUnderWay, transport.wantsPlay, transport.drive, \
      transport.waiting, transport.awaitsProbe, transport.hasTurned, seeking.isActive, seeking.isVisible, \
      seeking.request.isOpen, seeking.wasFinished, buffering.supply, timeline.streamType, presentation.scalingMode, \
      interruption.count, surroundings.network, intervals.round, segments.selection, segments.due
      """
    case 79:
      """
      buffering.isSaturated, buffering.isWaiting, timeline.isSeekable, timeline.isDurationEstimated, \
      timeline.hasReference, timeline.isReferenceDerived, timeline.hasWallClock, liveEdge.isAtEdge, \
      liveEdge.holdsRate, liveEdge.awaitsWindow, tracks.hasAudio, tracks.hasVideo, tracks.hasShownAudio, \
      tracks.hasShownVideo, presentation.isMuted, presentation.isLooping, presentation.isVideoEnabled, \
      presentation.stillRequest.isOpen, interruption.isPending, interruption.holds, surroundings.isInBackground, \
      surroundings.audioContinues, surroundings.isPlayingExternally, surroundings.isInPicture, intervals.isLanded, \
      intervals.isGateClosed, intervals.awaitsLanding, segments.isSelected, segments.isPresent, segments.isStale, \
      segments.isListNew, segments.endsInRun
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
