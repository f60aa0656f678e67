// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Player {
  /// Visits the fields of all machines.
  mutating func visitMachines(_ visitor: inout some StateVisitor) {
    content.visit(&visitor)
    loading.visit(&visitor)
    closing.visit(&visitor)
    retrying.visit(&visitor)
    transport.visit(&visitor)
    seeking.visit(&visitor)
    buffering.visit(&visitor)
    timeline.visit(&visitor)
    liveEdge.visit(&visitor)
    tracks.visit(&visitor)
    presentation.visit(&visitor)
    interruption.visit(&visitor)
    surroundings.visit(&visitor)
    intervals.visit(&visitor)
    segments.visit(&visitor)
    statistics.visit(&visitor)
  }
}

extension Content {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("content.item", &item)
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
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("loading.phase", &phase)
    visitor.visit("loading.epoch", &epoch)
    visitor.visit("loading.nextEpoch", &nextEpoch)
    visitor.visit("loading.isEngineOpen", &isEngineOpen)
    visitor.visit("loading.isConnected", &isConnected)
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
    visitor.visit("loading.failure.kind", &failure.kind)
    visitor.visit("loading.failure.detail", &failure.detail)
    visitor.visit("loading.failure.text", &failure.text)
    visitor.visit("loading.preparedCount", &preparedCount)
  }
}

extension Closing {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("closing.since", &since)
    visitor.visit("closing.newest", &newest)
    visitor.visit("closing.awaited", &awaited)
  }
}

extension Retry {
  mutating func visit(_ visitor: inout some StateVisitor) {
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
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("transport.wantsPlay", &wantsPlay)
    visitor.visit("transport.rate", &rate)
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
    visitor.visit("transport.pendingStops", &pendingStops)
    visitor.visit("transport.hasTurned", &hasTurned)
  }
}

extension Seeking {
  mutating func visit(_ visitor: inout some StateVisitor) {
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
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("buffering.supply", &supply)
    visitor.visit("buffering.until", &until)
    visitor.visit("buffering.isSaturated", &isSaturated)
    visitor.visit("buffering.bytesRead", &bytesRead)
    visitor.visit("buffering.lastDataAt", &lastDataAt)
    visitor.visit("buffering.isWaiting", &isWaiting)
    visitor.visit("buffering.waitingSince", &waitingSince)
    visitor.visit("buffering.stallSince", &stallSince)
    visitor.visit("buffering.kickedAt", &kickedAt)
  }
}

extension Timeline {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("timeline.streamType", &streamType)
    visitor.visit("timeline.isSeekable", &isSeekable)
    visitor.visit("timeline.isDurationEstimated", &isDurationEstimated)
    visitor.visit("timeline.duration", &duration)
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
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("liveEdge.isAtEdge", &isAtEdge)
    visitor.visit("liveEdge.holdsRate", &holdsRate)
    visitor.visit("liveEdge.awaitsWindow", &awaitsWindow)
    visitor.visit("liveEdge.nextCatchUp", &nextCatchUp)
  }
}

extension Tracks {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("tracks.hasAudio", &hasAudio)
    visitor.visit("tracks.hasVideo", &hasVideo)
    visitor.visit("tracks.count.audio", &count.audio)
    visitor.visit("tracks.count.video", &count.video)
    visitor.visit("tracks.count.subtitle", &count.subtitle)
    visitor.visit("tracks.selected.audio", &selected.audio)
    visitor.visit("tracks.selected.video", &selected.video)
    visitor.visit("tracks.selected.subtitle", &selected.subtitle)
    visitor.visit("tracks.wanted.audio", &wanted.audio)
    visitor.visit("tracks.wanted.video", &wanted.video)
    visitor.visit("tracks.wanted.subtitle", &wanted.subtitle)
    visitor.visit("tracks.preferred.audio", &preferred.audio)
    visitor.visit("tracks.preferred.video", &preferred.video)
    visitor.visit("tracks.preferred.subtitle", &preferred.subtitle)
    found.visit(&visitor)
    visitor.visit("tracks.hasShownAudio", &hasShownAudio)
    visitor.visit("tracks.hasShownVideo", &hasShownVideo)
    visitor.visit("tracks.subtitleText", &subtitleText)
  }
}

extension Presentation {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("presentation.left", &left)
    visitor.visit("presentation.right", &right)
    visitor.visit("presentation.isMuted", &isMuted)
    visitor.visit("presentation.isLooping", &isLooping)
    visitor.visit("presentation.scalingMode", &scalingMode)
    visitor.visit("presentation.rotation", &rotation)
    visitor.visit("presentation.naturalWidth", &naturalWidth)
    visitor.visit("presentation.naturalHeight", &naturalHeight)
    visitor.visit("presentation.loops", &loops)
    visitor.visit("presentation.isVideoEnabled", &isVideoEnabled)
    visitor.visit("presentation.stillSerial", &stillSerial)
    visitor.visit("presentation.stillRequest", &stillRequest.number)
    visitor.visit("presentation.stillRequest.isOpen", &stillRequest.isOpen)
  }
}

extension Interruption {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("interruption.isPending", &isPending)
    visitor.visit("interruption.holds", &holds)
    visitor.visit("interruption.since", &since)
  }
}

extension Surroundings {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("surroundings.network", &network)
    visitor.visit("surroundings.isInBackground", &isInBackground)
    visitor.visit("surroundings.audioContinues", &audioContinues)
    visitor.visit("surroundings.isPlayingExternally", &isPlayingExternally)
    visitor.visit("surroundings.isInPicture", &isInPicture)
  }
}

extension Intervals {
  mutating func visit(_ visitor: inout some StateVisitor) {
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
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitLists(&visitor)
    visitor.visit("segments.lower", &lower)
    visitor.visit("segments.upper", &upper)
    visitor.visit("segments.origin", &origin)
    visitor.visit("segments.current", &current)
    visitor.visit("segments.isSelected", &isSelected)
    visitor.visit("segments.target", &target)
    visitor.visit("segments.selection", &selection)
    visitor.visit("segments.skipped", &skipped)
    visitor.visit("segments.skipOrigin", &skipOrigin)
    visitor.visit("segments.skipsInVain", &skipsInVain)
    visitor.visit("segments.due", &due)
    visitor.visit("segments.isPresent", &isPresent)
    visitor.visit("segments.isStale", &isStale)
    visitor.visit("segments.isListNew", &isListNew)
    visitor.visit("segments.endsInRun", &endsInRun)
  }
}

extension Statistics {
  mutating func visit(_ visitor: inout some StateVisitor) {
    visitor.visit("statistics.stallCount", &stallCount)
    visitor.visit("statistics.stallTime", &stallTime)
    visitor.visit("statistics.startupTime", &startupTime)
    visitor.visit("statistics.ignoredEvents", &ignoredEvents)
  }
}
