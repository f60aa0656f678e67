import PlayerCore

// The buffer: requests, arrivals and reports.

extension Opening {
  /// Reports come when the end of the buffer has moved by this much.
  static var reportStep: TimeSpan { .seconds(1) }
  /// No piece is larger, in bits: 128 GiB.
  static var largestPiece: Int64 { 1 << 40 }

  /// What the selected tracks cost.
  mutating func measure(_ media: SimulatedMedia) {
    bitsPerSecond = 0
    for id in [audio, video, subtitle] {
      let rate = media.track(id)?.bitsPerSecond ?? 0
      bitsPerSecond = min(bitsPerSecond + max(0, min(rate, Self.largestPiece)), Self.largestPiece)
    }
  }

  /// Asks for the next piece at `nanoseconds`, unless there is a reason not to; nothing may be in transit.
  mutating func readOn(_ place: inout Workplace, from nanoseconds: Int64) {
    guard stage == .open, reading != .stopped, reading != .broken else { return }
    guard bufferEnd < traits.end else { return reading = .complete }
    let pieceEnd = traits.pieceEnd(after: bufferEnd)
    if traits.isLive {
      if bufferEnd < traits.available(at: place.now) { return reading = .expired }
      if pieceEnd > traits.liveEnd(at: place.now) { return reading = .atEdge }
    }
    let here = position(at: place.now)
    let wasFull = reading == .full
    var room = min(bufferEnd, pieceEnd + (.zero - place.timing.bufferBound))
    if !wasFull, here < room {
      // With a refill mark, a full buffer first empties down to it.
      if place.timing.refillBelow != .never {
        room = min(bufferEnd, max(room, bufferEnd + (.zero - place.timing.refillBelow)))
      }
      roomFrom = room
      isConnectionOpen = false
      return reading = .full
    }
    reading = .busy
    bitsAsked = size(pieceEnd, place)
    let bitsToFailure = max(0, place.faults.readFailsAtBit - bitsRead)
    if bitsAsked > bitsToFailure { bitsAsked = bitsToFailure }
    let isRequest = traits.isSegmented || !isConnectionOpen
    isConnectionOpen = true
    place.line.ask(for: bitsAsked, isRequest: isRequest, at: nanoseconds)
  }

  /// The bits of the piece that begins at the end of the buffer.
  private func size(_ pieceEnd: MediaTime, _ place: borrowing Workplace) -> Int64 {
    let index = traits.pieceIndex(of: bufferEnd)
    // A piece is read from its start, even when entered in the middle.
    let start = traits.isSegmented ? MediaTime(microseconds: index * traits.piece) : bufferEnd
    let length = (pieceEnd - start).microseconds
    var bits: Int64 = 0
    var rate = bitsPerSecond
    if traits.hasSizes {
      addSize(of: video, index, place, to: &bits, &rate)
      addSize(of: audio, index, place, to: &bits, &rate)
    }
    guard rate > 0 else { return min(bits, Self.largestPiece) }
    // 2⁴⁰ bits in each second of an hour: the quotient fits.
    let product = rate.multipliedFullWidth(by: length)
    let rest = Int64(1_000_000).dividingFullWidth(product).quotient
    return min(bits + min(rest, Self.largestPiece), Self.largestPiece)
  }

  /// What is listed for the piece takes the place of the track's rate.
  private func addSize(
    of id: TrackID, _ index: Int64, _ place: borrowing Workplace, to bits: inout Int64, _ rate: inout Int64
  ) {
    guard let track = place.library[Int(item)].track(id), index < track.segmentBits.count else { return }
    bits += max(0, min(track.segmentBits[Int(index)], Self.largestPiece))
    rate -= max(0, min(track.bitsPerSecond, Self.largestPiece))
  }

  /// The requested data has arrived.
  mutating func takeArrival(_ place: inout Workplace) {
    let arrived = place.line.arrivesAt
    place.line.complete()
    if stage == .connecting {
      bitsRead += bitsAsked
      return prepare(&place)
    }
    bitsRead = bitsRead &+ bitsAsked
    if bitsRead < 0 { bitsRead = .max }
    reading = .idle
    if place.faults.readFailsAtBit <= bitsRead {
      reading = .broken
    } else {
      bufferEnd = traits.pieceEnd(after: bufferEnd)
      readOn(&place, from: arrived)
    }
    if landsOnArrival { return land(&place) }
    reportBuffer(&place)
  }

  /// Reports how far the buffer reaches, when that has changed. Until a seek has landed nothing is reported.
  mutating func reportBuffer(_ place: inout Workplace) {
    guard stage == .open, !isSeeking else { return }
    let isSaturated = reading.isSaturated
    if reportedUntil.isKnown, reportedSaturation == isSaturated {
      let moved = bufferEnd < reportedUntil ? reportedUntil - bufferEnd : bufferEnd - reportedUntil
      if moved < Self.reportStep { return }
    }
    (reportedUntil, reportedSaturation) = (bufferEnd, isSaturated)
    place.report(.buffered(until: bufferEnd, bytesRead: bitsRead / 8, isSaturated: isSaturated), epoch)
  }

  /// Another opening reads from now on; what is buffered plays out.
  mutating func stopReading(_ place: inout Workplace) {
    if reading == .busy || stage == .connecting { place.line.drop(at: place.nanoseconds) }
    // An opening that is not open yet never will be.
    if stage != .open { (stage, stageEndsAt) = (stage == .failed ? .failed : .none, .never) }
    if reading != .complete { reading = .stopped }
    reportBuffer(&place)
    plan(place)
  }

  mutating func beginBuffer(at start: MediaTime, _ place: borrowing Workplace) {
    bufferEnd = start
    if place.timing.backBuffer != nil { bufferStart = start }
  }

  /// Reads again, from `start`.
  mutating func restartBuffer(at start: MediaTime, _ place: inout Workplace) {
    beginBuffer(at: start, place)
    if reading == .stopped { return }
    if reading == .busy { place.line.drop(at: place.nanoseconds) }
    isConnectionOpen = false
    reading = .idle
    readOn(&place, from: place.nanoseconds)
  }
}
