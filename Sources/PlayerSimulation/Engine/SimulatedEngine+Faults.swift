import PlayerCore

extension SimulatedEngine {
  /// Starts a fault at `now`.
  public mutating func inject(_ fault: EngineFault, at now: Instant) {
    advance(to: now)
    switch fault {
    case .openFails(let failure, let span, let count):
      (place.faults.openFailure, place.faults.openFailsAfter, place.faults.failingOpens) = (
        failure, span, max(0, count)
      )
    case .openHangs(let count): place.faults.hangingOpens = max(0, count)
    case .openIsSlow(let span, let count): (place.faults.openDelay, place.faults.slowOpens) = (span, max(0, count))
    case .durationIsWrong(let duration, let count):
      (place.faults.wrongDuration, place.faults.wrongDurations) = (duration, max(0, count))
    case .seekFails(let count): place.faults.failingSeeks = max(0, count)
    case .seekHangs(let count): place.faults.hangingSeeks = max(0, count)
    case .startHangs(let count): place.faults.hangingStarts = max(0, count)
    case .closeHangs(let count): place.faults.hangingCloses = max(0, count)
    case .reportsAreLost(let kinds, let count): place.faults.lost = Faults.Reports(kinds, count)
    case .reportsComeTwice(let kinds, let count): place.faults.doubled = Faults.Reports(kinds, count)
    case .reportsAreLate(let kinds, let span, let count):
      (place.faults.late, place.faults.lateBy) = (Faults.Reports(kinds, count), span)
    case .readFails(let failure, let byte):
      place.faults.readFailure = failure
      place.faults.readFailsAtBit = max(0, min(byte, .max / 8)) * 8
      newest.reviewReading(&place)
    case .decodingFails(let failure, let position):
      (place.faults.decodeFailure, place.faults.decodeFailsAt) = (failure, position)
    case .endsEarly(let end):
      place.faults.endsAt = end
      newest.shorten(&place)
    case .outage: place.line.cut(true, at: place.nanoseconds)
    case .outageEnds: place.line.cut(false, at: place.nanoseconds)
    case .serverIsSlow(let thousandths, let latency):
      place.line.slow(toThousandths: Int64(thousandths), latency: latency, at: place.nanoseconds)
    case .fails(let failure): if newest.stage == .open || newest.isOpening { newest.fail(failure, &place) }
    case .warns(let failure): if newest.stage == .open { place.report(.warned(failure), newest.epoch) }
    case .stops: newest.stop(&place)
    case .losesBuffer: newest.loseBuffer(&place)
    case .freezes:
      newest.isFrozen = newest.isMoving
      if newest.isMoving { newest.move(place) }
    case .slips(let span): newest.slip(by: span, &place)
    case .drifts(let thousandths):
      place.faults.driftThousandths = max(-1_000, min(thousandths, 10_000))
      if newest.isMoving { newest.move(place) }
    }
    planAll()
  }

  /// Ends every fault, and lets hanging operations continue: from now on, openings, seeks and starts take as long as
  /// they would have taken. What has failed stays failed, and what was lost stays lost.
  public mutating func heal(at now: Instant) {
    advance(to: now)
    place.faults = Faults()
    place.line.cut(false, at: place.nanoseconds)
    place.line.slow(toThousandths: 1_000, latency: .zero, at: place.nanoseconds)
    newest.heal(&place)
    older.heal(&place)
    planAll()
  }

  /// Switches to another network, at the beginning of its profile; transfers continue over it with a new request. A
  /// player is notified by a separate environment event.
  public mutating func handOver(to network: NetworkProfile, at now: Instant) {
    advance(to: now)
    place.line.handOver(to: network, at: place.nanoseconds)
    planAll()
  }

  mutating func planAll() {
    newest.plan(place)
    older.plan(place)
  }
}

extension Opening {
  var isOpening: Bool { stage == .resolving || stage == .connecting || stage == .preparing }

  /// The piece in transit ends where reading fails.
  mutating func reviewReading(_ place: inout Workplace) {
    guard stage == .open, reading != .complete, reading != .stopped, place.faults.readFailsAtBit <= bitsRead else {
      return
    }
    if reading == .busy { place.line.drop(at: place.nanoseconds) }
    reading = .broken
    reportBuffer(&place)
  }

  /// The media ends earlier than it did.
  mutating func shorten(_ place: inout Workplace) {
    guard stage == .open, place.faults.endsAt < traits.end else { return }
    let here = position(at: place.now)
    traits.end = max(.zero, here, place.faults.endsAt)
    guard bufferEnd >= traits.end else { return }
    if isMoving { move(place) }
    if reading == .busy { place.line.drop(at: place.nanoseconds) }
    bufferEnd = traits.end
    if reading != .stopped { reading = .complete }
    reportBuffer(&place)
  }

  mutating func stop(_ place: inout Workplace) {
    guard isMoving else { return }
    rest(at: place.now)
    place.report(.playbackStopped(position: position), epoch)
  }

  mutating func loseBuffer(_ place: inout Workplace) {
    guard stage == .open, reading != .stopped, reading != .broken else { return }
    position = position(at: place.now)
    anchoredAt = place.now
    restartBuffer(at: position, &place)
    reportBuffer(&place)
  }

  mutating func slip(by span: TimeSpan, _ place: inout Workplace) {
    guard stage == .open, !isSeeking else { return }
    position = (position(at: place.now) + span).clamped(from: .zero, to: max(position, bufferEnd))
    anchoredAt = place.now
  }

  mutating func heal(_ place: inout Workplace) {
    if stage == .resolving, isHung { resolve(&place) }
    guard stage == .open else { return }
    if isHung {
      isHung = false
      if isSeeking {
        landsAt = place.now + place.timing.seekLatency
      } else {
        startsAt = place.now + place.timing.startLatency
      }
    }
    isFrozen = false
    if isMoving { move(place) }
    traits.end = Traits(place.library[Int(item)]).end
    guard reading == .broken || reading == .complete else { return }
    reading = .idle
    readOn(&place, from: place.nanoseconds)
    reportBuffer(&place)
  }
}
