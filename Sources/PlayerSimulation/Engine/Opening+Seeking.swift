import PlayerCore

extension Opening {
  /// Goes to the target and rests there; drops the buffer unless the target is in it, and the engine keeps it. A newer seek takes the place of an older one, which is never
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
    let landing = traits.landing(
      place.timing.landing, traits.clamped(target, at: place.now), max(.zero, before), max(.zero, after))
    let kept = place.timing.backBuffer.map { max(bufferStart, position + (.zero - $0)) }
    position = landing
    guard let kept, landing >= kept, landing <= bufferEnd else { return restartBuffer(at: landing, &place) }
    bufferStart = kept
    if reading == .full { readOn(&place, from: place.nanoseconds) }
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
