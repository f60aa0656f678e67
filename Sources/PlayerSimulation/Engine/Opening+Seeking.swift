import PlayerCore

extension Opening {
  /// Drops the buffer, goes to the target and rests there. A newer seek takes the place of an older one, which is never
  /// answered.
  mutating func seek(
    _ serial: SeekSerial, to target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, _ place: inout Workplace
  ) {
    guard stage == .open else { return }
    rest(at: place.now)
    place.outbox.confirmStops(of: epoch, at: place.now)
    self.serial = serial
    isSeeking = true
    isHung = false
    isSeekFailing = false
    landsOnArrival = false
    landsAt = place.now + place.timing.seekLatency
    if !traits.isSeekable || reading == .stopped || place.faults.failingSeeks.takeOne() {
      isSeekFailing = true
      return
    }
    if place.faults.hangingSeeks.takeOne() { (isHung, landsAt) = (true, .never) }
    position = traits.landing(
      place.timing.landing, traits.clamped(target, at: place.now), max(.zero, before), max(.zero, after))
    restartBuffer(at: position, &place)
  }

  /// The seek is over, well or not.
  mutating func land(_ place: inout Workplace) {
    landsAt = .never
    let awaitsData = place.timing.landsWithData && !isSeekFailing && reading == .busy && bufferEnd <= position
    landsOnArrival = awaitsData
    if awaitsData { return }
    isSeeking = false
    place.report(.seekCompleted(serial, position: position, isFinished: !isSeekFailing), epoch)
    isSeekFailing = false
    reportedUntil = .unknown
    reportBuffer(&place)
    if startsOnLanding { (startsOnLanding, startsAt) = (false, place.now) }
    if traits.hasCues { showCue(&place) }
  }
}
