import PlayerCore

// From the command to open until the media is open.

extension Opening {
  /// Begins to open the media of `item`, which is number `index` of the library.
  mutating func begin(_ index: Int32?, _ epoch: Epoch, _ place: inout Workplace) {
    self = Opening()
    self.epoch = epoch
    openedFrom = place.now
    guard let index else { return beginToFail(Failure(.notFound), &place) }
    item = index
    if place.faults.failingOpens.takeOne() { return beginToFail(place.faults.openFailure, &place) }
    stage = .resolving
    if place.faults.hangingOpens.takeOne() {
      isHung = true
    } else {
      resolve(&place)
    }
    plan(place)
  }

  private mutating func beginToFail(_ failure: Failure, _ place: inout Workplace) {
    stage = .failing
    self.failure = failure
    stageEndsAt = place.now + max(.zero, place.faults.openFailsAfter)
    plan(place)
  }

  mutating func resolve(_ place: inout Workplace) {
    isHung = false
    stageEndsAt = place.now + place.timing.nameLookup + place.timing.connect
  }

  mutating func endStage(_ place: inout Workplace) {
    stageEndsAt = .never
    switch stage {
    case .failing: fail(failure, &place)
    case .resolving:
      let bits = place.library[Int(item)].headerBits
      guard bits > 0 else { return prepare(&place) }
      stage = .connecting
      bitsAsked = min(bits, Self.largestPiece)
      place.line.ask(for: bitsAsked, isRequest: true, at: place.nanoseconds)
    case .preparing: becomeOpen(&place)
    case .none, .connecting, .open, .failed: break
    }
  }

  mutating func prepare(_ place: inout Workplace) {
    stage = .preparing
    let delay = place.faults.slowOpens.takeOne() ? max(.zero, place.faults.openDelay) : .zero
    stageEndsAt = place.now + place.timing.openLatency + delay
  }

  private mutating func becomeOpen(_ place: inout Workplace) {
    stage = .open
    let media = place.library[Int(item)]
    traits = Traits(media)
    traits.end = min(traits.end, max(.zero, place.faults.endsAt))
    announce(media, &place)
    position = traits.isLive ? traits.edge(at: place.now) : .zero
    beginBuffer(at: position, place)
    anchoredAt = place.now
    let opened = opened(media, &place)
    // The window tells a player what it has opened; a player that replaces another listens from "opened" on.
    let hasWindow = traits.isLive && traits.window > .zero
    if hasWindow { slide(&place) }
    place.report(.opened(opened), epoch)
    if hasWindow { slide(&place) }
    if let date = media.dateOfZero {
      place.report(
        .dateReference(position: position, date: (TimeSpan(microseconds: date) + (position - .zero)).microseconds),
        epoch)
    }
    isConnectionOpen = false
    readOn(&place, from: place.nanoseconds)
    reportBuffer(&place)
  }

  /// Everything that is known before the source counts as open.
  private mutating func announce(_ media: SimulatedMedia, _ place: inout Workplace) {
    let (lookup, connect) = (place.timing.nameLookup, place.timing.connect)
    if media.headerBits > 0 {
      let firstData = max(.zero, place.now - openedFrom - place.timing.openLatency)
      place.report(.connected(address: .none, nameLookup: lookup, connect: connect, firstData: firstData), epoch)
    }
    for (index, track) in media.tracks.enumerated() {
      place.report(
        .trackFound(
          track.kind, TrackID(Int32(clamping: index)), language: track.language, title: track.title,
          isDefault: track.isDefault, isForced: track.isForced), epoch)
    }
    (audio, video) = (media.standardTrack(.audio), media.standardTrack(.video))
    if audio != .off { place.report(.trackSelected(.audio, audio), epoch) }
    if video != .off { place.report(.trackSelected(.video, video), epoch) }
    for (index, chapter) in media.chapters.enumerated() {
      place.report(
        .chapterFound(
          SegmentID(UInt32(clamping: index + 1)), start: chapter.start, end: chapter.end, title: chapter.title),
        epoch)
    }
    if media.naturalWidth > 0, media.naturalHeight > 0, traits.hasVideo {
      place.report(.naturalSizeChanged(width: media.naturalWidth, height: media.naturalHeight), epoch)
    }
    measure(media)
  }

  private func opened(_ media: SimulatedMedia, _ place: inout Workplace) -> OpenedMedia {
    var duration = media.duration
    if place.faults.wrongDurations.takeOne() { duration = place.faults.wrongDuration }
    return OpenedMedia(
      duration: duration, isDurationEstimated: media.isDurationEstimated, isSeekable: media.isSeekable,
      hasAudio: traits.hasAudio, hasVideo: traits.hasVideo)
  }

  /// The window of a live stream moves with every piece.
  mutating func slide(_ place: inout Workplace) {
    let (start, end) = (traits.windowStart(at: place.now), traits.edge(at: place.now))
    place.report(.seekableRangeChanged(start: start, end: end), epoch)
    let next = traits.instant(ofLive: traits.liveEnd(at: place.now) + TimeSpan(microseconds: traits.piece))
    // At the end of time, the window does not move.
    slidesAt = next > place.now ? next : .never
  }

  /// This opening cannot continue.
  mutating func fail(_ failure: Failure, _ place: inout Workplace) {
    rest(at: place.now)
    // A stopped reader does not occupy the line.
    if reading == .busy || stage == .connecting { place.line.drop(at: place.nanoseconds) }
    stage = .failed
    reading = .idle
    isSeeking = false
    isHung = false
    (stageEndsAt, landsAt) = (.never, .never)
    place.report(.failed(failure), epoch)
  }
}
