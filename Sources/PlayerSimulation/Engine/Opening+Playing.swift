import PlayerCore

// The playhead.

extension Opening {
  func position(at now: Instant) -> MediaTime {
    guard isMoving, now > anchoredAt else { return position }
    return min(max(position, bufferEnd), position + trueRate.advance(during: now - anchoredAt))
  }

  /// When the moving playhead reaches `place`; at once when it is past it.
  func instant(of place: MediaTime) -> Instant {
    if place <= position { return anchoredAt }
    let span = trueRate.span(for: place - position)
    return span == .never ? .never : anchoredAt + span
  }

  /// Where the playhead must stop: at the end of the buffer, or where nothing can be decoded.
  func limit(_ faults: Faults) -> MediaTime {
    position <= faults.decodeFailsAt ? min(bufferEnd, faults.decodeFailsAt) : bufferEnd
  }

  mutating func rest(at now: Instant) {
    position = position(at: now)
    anchoredAt = now
    isMoving = false
    isFrozen = false
    startsOnLanding = false
    startsAt = .never
    firstFrameAt = .never
  }

  /// Continues from where it is, at the rate that follows from what was commanded and from the faults.
  mutating func move(_ place: borrowing Workplace) {
    position = position(at: place.now)
    anchoredAt = place.now
    isMoving = true
    let drift = Int64(place.faults.driftThousandths)
    let thousandths = isFrozen ? 0 : Int64(rate.thousandths) + Int64(rate.thousandths) * drift / 1_000
    trueRate = Rate(thousandths: Int32(clamping: max(0, thousandths)))
  }

  // MARK: Commands

  mutating func play(at rate: Rate, _ place: inout Workplace) {
    guard stage == .open else { return }
    guard rate > .zero else { return rest(at: place.now) }
    place.outbox.confirmStops(of: epoch, at: place.now)
    self.rate = rate
    if isMoving {
      move(place)
      place.report(.playbackStarted(position: position, rate: rate), epoch)
    } else if place.faults.hangingStarts.takeOne() {
      isHung = true
    } else {
      // During a seek it waits for the landing.
      startsAt = place.now + place.timing.startLatency
    }
  }

  mutating func pause(_ place: inout Workplace) {
    guard stage == .open else { return }
    if !isSeeking { isHung = false }
    rest(at: place.now)
    place.report(.playbackStopped(position: position), epoch, after: place.timing.pauseLatency)
  }

  mutating func catchUp(to target: MediaTime, _ place: inout Workplace) {
    guard stage == .open, !isSeeking else { return }
    position = max(position(at: place.now), min(target, bufferEnd))
    anchoredAt = place.now
    place.report(.positionReported(position), epoch)
  }

  // MARK: What happens

  mutating func start(_ place: inout Workplace) {
    startsAt = .never
    if isSeeking { return startsOnLanding = true }
    guard bufferEnd > position || reading == .complete else { return runDry(&place) }
    move(place)
    place.report(.playbackStarted(position: position, rate: rate), epoch)
    if !hasShownFrames, bufferEnd > position { firstFrameAt = place.now + place.timing.firstFrameLatency }
    findCue(place)
  }

  mutating func showFirstFrame(_ place: inout Workplace) {
    firstFrameAt = .never
    hasShownFrames = true
    let position = position(at: place.now)
    if traits.hasVideo { place.report(.firstFrame(.video, position: position), epoch) }
    if traits.hasAudio { place.report(.firstFrame(.audio, position: position), epoch) }
  }

  mutating func meetLimit(_ place: inout Workplace) {
    let limit = limit(place.faults)
    rest(at: place.now)
    position = max(position, limit)
    if limit == place.faults.decodeFailsAt { return fail(place.faults.decodeFailure, &place) }
    if reading == .complete {
      place.report(.ended(position: position), epoch)
    } else {
      runDry(&place)
    }
  }

  /// There is no data to continue with, and the playhead rests.
  private mutating func runDry(_ place: inout Workplace) {
    switch reading {
    case .broken: return fail(place.faults.readFailure, &place)
    case .expired:
      place.report(.starved(position: position), epoch)
      // Continues where there is data; the next start reports that position.
      position = traits.window > .zero ? traits.windowStart(at: place.now) : traits.edge(at: place.now)
      restartBuffer(at: position, &place)
      // The buffer is reported once it has arrived, because the new position of the playhead is not reported yet.
      reportedUntil = .unknown
    case .idle, .busy, .full, .atEdge, .complete, .stopped: place.report(.starved(position: position), epoch)
    }
  }

  // MARK: Subtitles

  /// Finds what is shown at the position and where that changes.
  mutating func findCue(_ place: borrowing Workplace) {
    nextCueAt = MediaTime(microseconds: .max)
    guard traits.hasCues, subtitle != .off else { return }
    for cue in place.library[Int(item)].cues {
      if cue.start > position { return nextCueAt = cue.start }
      if cue.end > position { return nextCueAt = shown == cue.text ? cue.end : position }
    }
    if !shown.isNone { nextCueAt = position }
  }

  mutating func showCue(_ place: inout Workplace) {
    position = position(at: place.now)
    anchoredAt = place.now
    var text = TextID.none
    if subtitle != .off {
      let cues = place.library[Int(item)].cues
      text = cues.first { $0.start <= position && $0.end > position }?.text ?? .none
    }
    if text != shown {
      shown = text
      place.report(.subtitleShown(text), epoch)
    }
    nextCueAt = MediaTime(microseconds: .max)
    guard subtitle != .off else { return }
    for cue in place.library[Int(item)].cues {
      let edge = cue.start > position ? cue.start : cue.end
      if edge > position { nextCueAt = min(nextCueAt, edge) }
    }
  }
}
