// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Player {
  /// Visits the fields of all machines.
  mutating func visitMachines(_ visitor: inout some StateVisitor) {
    // Separate from the machines, so that both can be visited at once; each machine is looked up once.
    var shown = shown
    content.visit(&shown, &visitor)
    loading.visit(&shown, &visitor)
    closing.visit(&shown, &visitor)
    retrying.visit(&shown, &visitor)
    transport.visit(&shown, &visitor)
    seeking.visit(&shown, &visitor)
    buffering.visit(&shown, &visitor)
    timeline.visit(&shown, &visitor)
    liveEdge.visit(&shown, &visitor)
    tracks.visit(&shown, &visitor)
    presentation.visit(&shown, &visitor)
    interruption.visit(&shown, &visitor)
    surroundings.visit(&shown, &visitor)
    intervals.visit(&shown, &visitor)
    segments.visit(&shown, &visitor)
    statistics.visit(&shown, &visitor)
    self.shown = shown
  }
}

extension Content {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("content.item", &shown.item)
    visitor.visit("content.isLocal", &isLocal)
    visitor.visit("content.initialStart.anchor", &initialStart.anchor)
    visitor.visit("content.initialStart.offset", &initialStart.offset)
    visitor.visit("content.initialStart.before", &initialStart.toleranceBefore)
    visitor.visit("content.initialStart.after", &initialStart.toleranceAfter)
    visitor.visit("content.initialStart.segment", &initialStart.segment)
    visitor.visit("content.start.anchor", &start.anchor)
    visitor.visit("content.start.offset", &start.offset)
    visitor.visit("content.start.before", &start.toleranceBefore)
    visitor.visit("content.start.after", &start.toleranceAfter)
    visitor.visit("content.start.segment", &start.segment)
  }
}

extension Loading {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("loading.phase", &shown.phase)
    visitor.visit("loading.epoch", &epoch)
    visitor.visit("loading.nextEpoch", &nextEpoch)
    visitor.visit("loading.isEngineOpen", &isEngineOpen)
    visitor.visit("loading.isConnected", &isConnected)
    visitor.visit("loading.awaitsRange", &awaitsRange)
    visitor.visit("loading.awaitsRangeSince", &awaitsRangeSince)
    visitor.visit("loading.openingSince", &openingSince)
    visitor.visit("loading.upcoming.naturalWidth", &upcoming.naturalWidth)
    visitor.visit("loading.upcoming.naturalHeight", &upcoming.naturalHeight)
    visitor.visit("loading.upcoming.count.audio", &upcoming.count.audio)
    visitor.visit("loading.upcoming.count.video", &upcoming.count.video)
    visitor.visit("loading.upcoming.count.subtitle", &upcoming.count.subtitle)
    visitor.visit("loading.upcoming.selected.audio", &upcoming.selected.audio)
    visitor.visit("loading.upcoming.selected.video", &upcoming.selected.video)
    visitor.visit("loading.upcoming.selected.subtitle", &upcoming.selected.subtitle)
    visitor.visit("loading.upcoming.isConnected", &upcoming.isConnected)
    visitor.visit("loading.request", &request.number)
    visitor.visit("loading.request.isOpen", &request.isOpen)
    visitor.visit("loading.failure.kind", &shown.failure.kind)
    visitor.visit("loading.failure.detail", &shown.failure.detail)
    visitor.visit("loading.failure.text", &shown.failure.text)
    visitor.visit("loading.preparedCount", &shown.preparedCount)
  }
}

extension Closing {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("closing.since", &since)
    visitor.visit("closing.newest", &newest)
    visitor.visit("closing.awaited", &awaited)
  }
}

extension Retry {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("retrying.isWaiting", &isWaiting)
    visitor.visit("retrying.wasUnderWay", &wasUnderWay)
    visitor.visit("retrying.dueAt", &dueAt)
    visitor.visit("retrying.origin", &origin)
    visitor.visit("retrying.count", &count)
    visitor.visit("retrying.reloads", &reloads)
    visitor.visit("retrying.resets", &resets)
    visitor.visit("retrying.setback", &setback)
  }
}

extension Transport {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("transport.wantsPlay", &shown.wantsPlay)
    visitor.visit("transport.rate", &shown.rate)
    visitor.visit("transport.drive", &drive)
    visitor.visit("transport.waiting", &waiting)
    visitor.visit("transport.anchor", &anchor)
    visitor.visit("transport.anchoredAt", &anchoredAt)
    visitor.visit("transport.movingRate", &movingRate)
    visitor.visit("transport.commandedRate", &commandedRate)
    visitor.visit("transport.probedAt", &probedAt)
    visitor.visit("transport.awaitsProbe", &awaitsProbe)
    visitor.visit("transport.probedPosition", &probedPosition)
    visitor.visit("transport.unexpectedStops", &unexpectedStops)
    visitor.visit("transport.stoppedAt", &stoppedAt)
    visitor.visit("transport.pendingStops", &pendingStops)
    visitor.visit("transport.hasTurned", &hasTurned)
  }
}

extension Seeking {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("seeking.serial", &serial)
    visitor.visit("seeking.inFlight", &inFlight)
    visitor.visit("seeking.isActive", &isActive)
    visitor.visit("seeking.isVisible", &isVisible)
    visitor.visit("seeking.origin", &origin)
    visitor.visit("seeking.target", &target)
    visitor.visit("seeking.toleranceBefore", &toleranceBefore)
    visitor.visit("seeking.toleranceAfter", &toleranceAfter)
    visitor.visit("seeking.issuedAt", &issuedAt)
    visitor.visit("seeking.attempts", &attempts)
    visitor.visit("seeking.request", &request.number)
    visitor.visit("seeking.request.isOpen", &request.isOpen)
    visitor.visit("seeking.wasFinished", &wasFinished)
  }
}

extension Buffering {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("buffering.supply", &shown.supply)
    visitor.visit("buffering.until", &until)
    visitor.visit("buffering.isSaturated", &isSaturated)
    visitor.visit("buffering.bytesRead", &bytesRead)
    visitor.visit("buffering.lastDataAt", &lastDataAt)
    visitor.visit("buffering.isWaiting", &isWaiting)
    visitor.visit("buffering.waitingSince", &waitingSince)
    visitor.visit("buffering.stallSince", &stallSince)
    visitor.visit("buffering.kickedAt", &kickedAt)
    visitor.visit("buffering.kickedFrom", &kickedFrom)
    visitor.visit("buffering.waitedInVain", &waitedInVain)
  }
}

extension Timeline {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("timeline.streamType", &shown.streamType)
    visitor.visit("timeline.isSeekable", &isSeekable)
    visitor.visit("timeline.isDurationEstimated", &isDurationEstimated)
    visitor.visit("timeline.duration", &shown.duration)
    visitor.visit("timeline.rangeStart", &rangeStart)
    visitor.visit("timeline.rangeEnd", &rangeEnd)
    visitor.visit("timeline.hasReference", &hasReference)
    visitor.visit("timeline.isReferenceDerived", &isReferenceDerived)
    visitor.visit("timeline.referencePosition", &referencePosition)
    visitor.visit("timeline.referenceDate", &referenceDate)
    visitor.visit("timeline.hasWallClock", &hasWallClock)
    visitor.visit("timeline.wallClockOffset", &wallClockOffset)
  }
}

extension LiveEdge {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("liveEdge.isAtEdge", &shown.isLive)
    visitor.visit("liveEdge.holdsRate", &holdsRate)
    visitor.visit("liveEdge.awaitsWindow", &awaitsWindow)
    visitor.visit("liveEdge.nextCatchUp", &nextCatchUp)
    visitor.visit("liveEdge.caughtUpTo", &caughtUpTo)
  }
}

extension Tracks {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("tracks.hasAudio", &hasAudio)
    visitor.visit("tracks.hasVideo", &hasVideo)
    visitor.visit("tracks.count.audio", &shown.trackCount.audio)
    visitor.visit("tracks.count.video", &shown.trackCount.video)
    visitor.visit("tracks.count.subtitle", &shown.trackCount.subtitle)
    visitor.visit("tracks.selected.audio", &shown.selectedTrack.audio)
    visitor.visit("tracks.selected.video", &shown.selectedTrack.video)
    visitor.visit("tracks.selected.subtitle", &shown.selectedTrack.subtitle)
    visitor.visit("tracks.wanted.audio", &wanted.audio)
    visitor.visit("tracks.wanted.video", &wanted.video)
    visitor.visit("tracks.wanted.subtitle", &wanted.subtitle)
    visitor.visit("tracks.preferred.audio", &preferred.audio)
    visitor.visit("tracks.preferred.video", &preferred.video)
    visitor.visit("tracks.preferred.subtitle", &preferred.subtitle)
    found.visit(&visitor)
    visitor.visit("tracks.hasShownAudio", &shown.hasShownAudio)
    visitor.visit("tracks.hasShownVideo", &shown.hasShownVideo)
    visitor.visit("tracks.subtitleText", &shown.subtitle)
  }
}

extension Presentation {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("presentation.left", &shown.left)
    visitor.visit("presentation.right", &shown.right)
    visitor.visit("presentation.isMuted", &shown.isMuted)
    visitor.visit("presentation.isLooping", &shown.isLooping)
    visitor.visit("presentation.scalingMode", &shown.scalingMode)
    visitor.visit("presentation.rotation", &shown.rotation)
    visitor.visit("presentation.naturalWidth", &shown.naturalWidth)
    visitor.visit("presentation.naturalHeight", &shown.naturalHeight)
    visitor.visit("presentation.loops", &shown.loopCount)
    visitor.visit("presentation.isVideoEnabled", &isVideoEnabled)
    visitor.visit("presentation.stillSerial", &stillSerial)
    visitor.visit("presentation.stillRequest", &stillRequest.number)
    visitor.visit("presentation.stillRequest.isOpen", &stillRequest.isOpen)
  }
}

extension Interruption {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("interruption.isPending", &shown.isInterrupted)
    visitor.visit("interruption.count", &count)
    visitor.visit("interruption.holds", &holds)
    visitor.visit("interruption.since", &since)
  }
}

extension Surroundings {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("surroundings.network", &shown.network)
    visitor.visit("surroundings.isInBackground", &shown.isInBackground)
    visitor.visit("surroundings.audioContinues", &audioContinues)
    visitor.visit("surroundings.isPlayingExternally", &shown.isPlayingExternally)
    visitor.visit("surroundings.isInPicture", &shown.isInPicture)
  }
}

extension Intervals {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("intervals.digest", &digest)
    visitor.visit("intervals.passed", &passed)
    visitor.visit("intervals.next", &next)
    visitor.visit("intervals.reach", &reach)
    visitor.visit("intervals.gate", &gate)
    visitor.visit("intervals.served", &served)
    visitor.visit("intervals.count", &count)
    visitor.visit("intervals.round", &round)
    visitor.visit("intervals.isLanded", &isLanded)
    visitor.visit("intervals.isGateClosed", &isGateClosed)
    visitor.visit("intervals.awaitsLanding", &awaitsLanding)
  }
}

extension Segments {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitLists(&visitor)
    visitor.visit("segments.lower", &lower)
    visitor.visit("segments.upper", &upper)
    visitor.visit("segments.origin", &origin)
    visitor.visit("segments.current", &shown.segment)
    visitor.visit("segments.isSelected", &isSelected)
    visitor.visit("segments.target", &target)
    visitor.visit("segments.selection", &selection)
    visitor.visit("segments.skipped", &shown.skipped)
    visitor.visit("segments.skipOrigin", &skipOrigin)
    visitor.visit("segments.playedBlocked", &shown.playedBlocked)
    visitor.visit("segments.skipsInVain", &skipsInVain)
    visitor.visit("segments.skipGoal", &skipGoal)
    visitor.visit("segments.due", &due)
    visitor.visit("segments.isPresent", &isPresent)
    visitor.visit("segments.isStale", &isStale)
    visitor.visit("segments.isListNew", &isListNew)
    visitor.visit("segments.endsInRun", &endsInRun)
  }
}

extension Statistics {
  fileprivate mutating func visit(_ shown: inout Player.Observable, _ visitor: inout some StateVisitor) {
    visitor.visit("statistics.stallCount", &stallCount)
    visitor.visit("statistics.stallTime", &stallTime)
    visitor.visit("statistics.startupTime", &startupTime)
    visitor.visit("statistics.ignoredEvents", &ignoredEvents)
  }
}
