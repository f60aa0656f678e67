// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Player {
  /// Visits the fields of all machines.
  mutating func visitMachines(_ visitor: inout some StateVisitor) {
    visitContent(&visitor)
    visitLoading(&visitor)
    visitClosing(&visitor)
    visitRetrying(&visitor)
    visitTransport(&visitor)
    visitSeeking(&visitor)
    visitBuffering(&visitor)
    visitTimeline(&visitor)
    visitLiveEdge(&visitor)
    visitTracks(&visitor)
    visitPresentation(&visitor)
    visitInterruption(&visitor)
    visitSurroundings(&visitor)
    visitIntervals(&visitor)
    visitSegments(&visitor)
    visitStatistics(&visitor)
  }

  private mutating func visitContent(_ visitor: inout some StateVisitor) {
    visitor.visit("content.item", &shown.item)
    visitor.visit("content.isLocal", &content.isLocal)
    visitor.visit("content.initialStart.anchor", &content.initialStart.anchor)
    visitor.visit("content.initialStart.offset", &content.initialStart.offset)
    visitor.visit("content.initialStart.before", &content.initialStart.toleranceBefore)
    visitor.visit("content.initialStart.after", &content.initialStart.toleranceAfter)
    visitor.visit("content.initialStart.segment", &content.initialStart.segment)
    visitor.visit("content.start.anchor", &content.start.anchor)
    visitor.visit("content.start.offset", &content.start.offset)
    visitor.visit("content.start.before", &content.start.toleranceBefore)
    visitor.visit("content.start.after", &content.start.toleranceAfter)
    visitor.visit("content.start.segment", &content.start.segment)
  }

  private mutating func visitLoading(_ visitor: inout some StateVisitor) {
    visitor.visit("loading.phase", &shown.phase)
    visitor.visit("loading.epoch", &loading.epoch)
    visitor.visit("loading.nextEpoch", &loading.nextEpoch)
    visitor.visit("loading.isEngineOpen", &loading.isEngineOpen)
    visitor.visit("loading.isConnected", &loading.isConnected)
    visitor.visit("loading.openingSince", &loading.openingSince)
    visitor.visit("loading.upcoming.naturalWidth", &loading.upcoming.naturalWidth)
    visitor.visit("loading.upcoming.naturalHeight", &loading.upcoming.naturalHeight)
    visitor.visit("loading.upcoming.count.audio", &loading.upcoming.count.audio)
    visitor.visit("loading.upcoming.count.video", &loading.upcoming.count.video)
    visitor.visit("loading.upcoming.count.subtitle", &loading.upcoming.count.subtitle)
    visitor.visit("loading.upcoming.selected.audio", &loading.upcoming.selected.audio)
    visitor.visit("loading.upcoming.selected.video", &loading.upcoming.selected.video)
    visitor.visit("loading.upcoming.selected.subtitle", &loading.upcoming.selected.subtitle)
    visitor.visit("loading.upcoming.isConnected", &loading.upcoming.isConnected)
    visitor.visit("loading.request", &loading.request.number)
    visitor.visit("loading.request.isOpen", &loading.request.isOpen)
    visitor.visit("loading.failure.kind", &shown.failure.kind)
    visitor.visit("loading.failure.detail", &shown.failure.detail)
    visitor.visit("loading.failure.text", &shown.failure.text)
    visitor.visit("loading.preparedCount", &shown.preparedCount)
  }

  private mutating func visitClosing(_ visitor: inout some StateVisitor) {
    visitor.visit("closing.since", &closing.since)
    visitor.visit("closing.newest", &closing.newest)
    visitor.visit("closing.awaited", &closing.awaited)
  }

  private mutating func visitRetrying(_ visitor: inout some StateVisitor) {
    visitor.visit("retrying.isWaiting", &retrying.isWaiting)
    visitor.visit("retrying.wasUnderWay", &retrying.wasUnderWay)
    visitor.visit("retrying.dueAt", &retrying.dueAt)
    visitor.visit("retrying.origin", &retrying.origin)
    visitor.visit("retrying.count", &retrying.count)
    visitor.visit("retrying.reloads", &retrying.reloads)
    visitor.visit("retrying.resets", &retrying.resets)
    visitor.visit("retrying.setback", &retrying.setback)
  }

  private mutating func visitTransport(_ visitor: inout some StateVisitor) {
    visitor.visit("transport.wantsPlay", &shown.wantsPlay)
    visitor.visit("transport.rate", &shown.rate)
    visitor.visit("transport.drive", &transport.drive)
    visitor.visit("transport.waiting", &transport.waiting)
    visitor.visit("transport.anchor", &transport.anchor)
    visitor.visit("transport.anchoredAt", &transport.anchoredAt)
    visitor.visit("transport.movingRate", &transport.movingRate)
    visitor.visit("transport.commandedRate", &transport.commandedRate)
    visitor.visit("transport.probedAt", &transport.probedAt)
    visitor.visit("transport.awaitsProbe", &transport.awaitsProbe)
    visitor.visit("transport.probedPosition", &transport.probedPosition)
    visitor.visit("transport.unexpectedStops", &transport.unexpectedStops)
    visitor.visit("transport.pendingStops", &transport.pendingStops)
    visitor.visit("transport.hasTurned", &transport.hasTurned)
  }

  private mutating func visitSeeking(_ visitor: inout some StateVisitor) {
    visitor.visit("seeking.serial", &seeking.serial)
    visitor.visit("seeking.inFlight", &seeking.inFlight)
    visitor.visit("seeking.isActive", &seeking.isActive)
    visitor.visit("seeking.isVisible", &seeking.isVisible)
    visitor.visit("seeking.origin", &seeking.origin)
    visitor.visit("seeking.target", &seeking.target)
    visitor.visit("seeking.toleranceBefore", &seeking.toleranceBefore)
    visitor.visit("seeking.toleranceAfter", &seeking.toleranceAfter)
    visitor.visit("seeking.issuedAt", &seeking.issuedAt)
    visitor.visit("seeking.attempts", &seeking.attempts)
    visitor.visit("seeking.request", &seeking.request.number)
    visitor.visit("seeking.request.isOpen", &seeking.request.isOpen)
    visitor.visit("seeking.wasFinished", &seeking.wasFinished)
  }

  private mutating func visitBuffering(_ visitor: inout some StateVisitor) {
    visitor.visit("buffering.supply", &shown.supply)
    visitor.visit("buffering.until", &buffering.until)
    visitor.visit("buffering.isSaturated", &buffering.isSaturated)
    visitor.visit("buffering.bytesRead", &buffering.bytesRead)
    visitor.visit("buffering.lastDataAt", &buffering.lastDataAt)
    visitor.visit("buffering.isWaiting", &buffering.isWaiting)
    visitor.visit("buffering.waitingSince", &buffering.waitingSince)
    visitor.visit("buffering.stallSince", &buffering.stallSince)
    visitor.visit("buffering.kickedAt", &buffering.kickedAt)
  }

  private mutating func visitTimeline(_ visitor: inout some StateVisitor) {
    visitor.visit("timeline.streamType", &shown.streamType)
    visitor.visit("timeline.isSeekable", &timeline.isSeekable)
    visitor.visit("timeline.isDurationEstimated", &timeline.isDurationEstimated)
    visitor.visit("timeline.duration", &shown.duration)
    visitor.visit("timeline.rangeStart", &timeline.rangeStart)
    visitor.visit("timeline.rangeEnd", &timeline.rangeEnd)
    visitor.visit("timeline.hasReference", &timeline.hasReference)
    visitor.visit("timeline.isReferenceDerived", &timeline.isReferenceDerived)
    visitor.visit("timeline.referencePosition", &timeline.referencePosition)
    visitor.visit("timeline.referenceDate", &timeline.referenceDate)
    visitor.visit("timeline.hasWallClock", &timeline.hasWallClock)
    visitor.visit("timeline.wallClockOffset", &timeline.wallClockOffset)
  }

  private mutating func visitLiveEdge(_ visitor: inout some StateVisitor) {
    visitor.visit("liveEdge.isAtEdge", &shown.isLive)
    visitor.visit("liveEdge.holdsRate", &liveEdge.holdsRate)
    visitor.visit("liveEdge.awaitsWindow", &liveEdge.awaitsWindow)
    visitor.visit("liveEdge.nextCatchUp", &liveEdge.nextCatchUp)
  }

  private mutating func visitTracks(_ visitor: inout some StateVisitor) {
    visitor.visit("tracks.hasAudio", &tracks.hasAudio)
    visitor.visit("tracks.hasVideo", &tracks.hasVideo)
    visitor.visit("tracks.count.audio", &shown.trackCount.audio)
    visitor.visit("tracks.count.video", &shown.trackCount.video)
    visitor.visit("tracks.count.subtitle", &shown.trackCount.subtitle)
    visitor.visit("tracks.selected.audio", &shown.selectedTrack.audio)
    visitor.visit("tracks.selected.video", &shown.selectedTrack.video)
    visitor.visit("tracks.selected.subtitle", &shown.selectedTrack.subtitle)
    visitor.visit("tracks.wanted.audio", &tracks.wanted.audio)
    visitor.visit("tracks.wanted.video", &tracks.wanted.video)
    visitor.visit("tracks.wanted.subtitle", &tracks.wanted.subtitle)
    visitor.visit("tracks.preferred.audio", &tracks.preferred.audio)
    visitor.visit("tracks.preferred.video", &tracks.preferred.video)
    visitor.visit("tracks.preferred.subtitle", &tracks.preferred.subtitle)
    tracks.found.visit(&visitor)
    visitor.visit("tracks.hasShownAudio", &shown.hasShownAudio)
    visitor.visit("tracks.hasShownVideo", &shown.hasShownVideo)
    visitor.visit("tracks.subtitleText", &shown.subtitle)
  }

  private mutating func visitPresentation(_ visitor: inout some StateVisitor) {
    visitor.visit("presentation.left", &shown.left)
    visitor.visit("presentation.right", &shown.right)
    visitor.visit("presentation.isMuted", &shown.isMuted)
    visitor.visit("presentation.isLooping", &shown.isLooping)
    visitor.visit("presentation.scalingMode", &shown.scalingMode)
    visitor.visit("presentation.rotation", &shown.rotation)
    visitor.visit("presentation.naturalWidth", &shown.naturalWidth)
    visitor.visit("presentation.naturalHeight", &shown.naturalHeight)
    visitor.visit("presentation.loops", &shown.loopCount)
    visitor.visit("presentation.isVideoEnabled", &presentation.isVideoEnabled)
    visitor.visit("presentation.stillSerial", &presentation.stillSerial)
    visitor.visit("presentation.stillRequest", &presentation.stillRequest.number)
    visitor.visit("presentation.stillRequest.isOpen", &presentation.stillRequest.isOpen)
  }

  private mutating func visitInterruption(_ visitor: inout some StateVisitor) {
    visitor.visit("interruption.isPending", &shown.isInterrupted)
    visitor.visit("interruption.holds", &interruption.holds)
    visitor.visit("interruption.since", &interruption.since)
  }

  private mutating func visitSurroundings(_ visitor: inout some StateVisitor) {
    visitor.visit("surroundings.network", &shown.network)
    visitor.visit("surroundings.isInBackground", &shown.isInBackground)
    visitor.visit("surroundings.audioContinues", &surroundings.audioContinues)
    visitor.visit("surroundings.isPlayingExternally", &shown.isPlayingExternally)
    visitor.visit("surroundings.isInPicture", &shown.isInPicture)
  }

  private mutating func visitIntervals(_ visitor: inout some StateVisitor) {
    visitor.visit("intervals.digest", &intervals.digest)
    visitor.visit("intervals.passed", &intervals.passed)
    visitor.visit("intervals.next", &intervals.next)
    visitor.visit("intervals.reach", &intervals.reach)
    visitor.visit("intervals.gate", &intervals.gate)
    visitor.visit("intervals.served", &intervals.served)
    visitor.visit("intervals.count", &intervals.count)
    visitor.visit("intervals.round", &intervals.round)
    visitor.visit("intervals.isLanded", &intervals.isLanded)
    visitor.visit("intervals.isGateClosed", &intervals.isGateClosed)
    visitor.visit("intervals.awaitsLanding", &intervals.awaitsLanding)
  }

  private mutating func visitSegments(_ visitor: inout some StateVisitor) {
    segments.visitLists(&visitor)
    visitor.visit("segments.lower", &segments.lower)
    visitor.visit("segments.upper", &segments.upper)
    visitor.visit("segments.origin", &segments.origin)
    visitor.visit("segments.current", &shown.segment)
    visitor.visit("segments.isSelected", &segments.isSelected)
    visitor.visit("segments.target", &segments.target)
    visitor.visit("segments.selection", &segments.selection)
    visitor.visit("segments.skipped", &shown.skipped)
    visitor.visit("segments.skipOrigin", &segments.skipOrigin)
    visitor.visit("segments.skipsInVain", &segments.skipsInVain)
    visitor.visit("segments.due", &segments.due)
    visitor.visit("segments.isPresent", &segments.isPresent)
    visitor.visit("segments.isStale", &segments.isStale)
    visitor.visit("segments.isListNew", &segments.isListNew)
    visitor.visit("segments.endsInRun", &segments.endsInRun)
  }

  private mutating func visitStatistics(_ visitor: inout some StateVisitor) {
    visitor.visit("statistics.stallCount", &statistics.stallCount)
    visitor.visit("statistics.stallTime", &statistics.stallTime)
    visitor.visit("statistics.startupTime", &statistics.startupTime)
    visitor.visit("statistics.ignoredEvents", &statistics.ignoredEvents)
  }
}
