import PlayerCore

extension World {
  /// A digest of everything: the player, the engine with its media, the clock and the plans. The same on every machine
  /// and in every process; equal worlds have equal digests.
  public var digest: UInt64 {
    var digest = StateDigest()
    digest.put(Int64(bitPattern: player.digest))
    engine.put(into: &digest)
    digest.put(now)
    digest.put(stepCount)
    digest.put(Int64(inputLimit))
    putPlans(into: &digest)
    return digest.value
  }
}

extension SimulatedEngine {
  /// A digest of the engine's state, its media and its timing.
  public var digest: UInt64 {
    var digest = StateDigest()
    put(into: &digest)
    return digest.value
  }

  func put(into digest: inout StateDigest) {
    // Each list with its length, here and below, so that different nested lists never look alike.
    digest.put(Int64(place.library.count))
    for media in place.library { media.put(into: &digest) }
    place.timing.put(into: &digest)
    newest.put(into: &digest)
    older.put(into: &digest)
    place.line.put(into: &digest)
    place.faults.put(into: &digest)
    digest.put(place.now)
    digest.put(Int64(place.outbox.reports.count))
    for report in place.outbox.reports.reversed() {
      digest.put(report.instant)
      digest.put(report.isLate)
      digest.put(.engine(report.event, report.epoch))
    }
  }
}

extension WorldEvent {
  func put(into digest: inout StateDigest) {
    switch self {
    case .input(let input):
      digest.put(0)
      digest.put(input)
    case .fault(let fault):
      digest.put(1)
      for number in fault.numbers { digest.put(number) }
    case .heal: digest.put(2)
    case .handOver(let network, let path):
      digest.put(3)
      digest.put(Int64(bitPattern: network.digest))
      digest.put(path)
    case .sleep(let span):
      digest.put(4)
      digest.put(span)
    }
  }
}

extension SimulatedMedia {
  fileprivate func put(into digest: inout StateDigest) {
    digest.put(duration)
    for flag in [isDurationEstimated, isSeekable] { digest.put(flag) }
    for span in [window, holdBack, age, keyFrameInterval] { digest.put(span) }
    switch delivery {
    case .segments(let span): digest.put(span)
    case .progressive(let span):
      digest.put(-1)
      digest.put(span)
    }
    digest.put(headerBits)
    for size in [naturalWidth, naturalHeight] { digest.put(size) }
    digest.put(Int64(tracks.count))
    for track in tracks {
      digest.put(track.kind)
      for text in [track.language, track.title] { digest.put(text) }
      digest.put(Int64(track.isDefault ? 1 : 0) | (track.isForced ? 2 : 0))
      digest.put(track.bitsPerSecond)
      digest.put(Int64(track.segmentBits.count))
      for bits in track.segmentBits { digest.put(bits) }
    }
    digest.put(Int64(chapters.count))
    for chapter in chapters {
      for time in [chapter.start, chapter.end] { digest.put(time) }
      digest.put(chapter.title)
    }
    digest.put(Int64(cues.count))
    for cue in cues {
      for time in [cue.start, cue.end] { digest.put(time) }
      digest.put(cue.text)
    }
    digest.put(dateOfZero != nil)
    digest.put(dateOfZero ?? 0)
  }
}

extension EngineTiming {
  fileprivate func put(into digest: inout StateDigest) {
    for span in [
      openLatency, startLatency, pauseLatency, seekLatency, closeLatency, answerLatency, firstFrameLatency, nameLookup,
      connect, bufferBound, refillBelow,
    ] { digest.put(span) }
    digest.put(Int64(landing.rawValue))
    digest.put(landsWithData)
    if let backBuffer { digest.put(backBuffer) }
  }
}

extension Opening {
  fileprivate func put(into digest: inout StateDigest) {
    digest.put(epoch)
    digest.put(Int64(stage.rawValue) << 16 | Int64(reading.rawValue) << 8 | Int64(occasion.rawValue))
    let flags = [
      reportedSaturation, isMoving, isFrozen, isSeeking, isSeekFailing, landsOnArrival, startsOnLanding, isHung,
      hasShownFrames, isConnectionOpen,
    ]
    digest.put(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    digest.put(Int64(item))
    for instant in [openedFrom, stageEndsAt, anchoredAt, startsAt, firstFrameAt, slidesAt, landsAt, next] {
      digest.put(instant)
    }
    for time in [position, bufferEnd, roomFrom, reportedUntil, nextCueAt] { digest.put(time) }
    for number in [bitsRead, bitsAsked, bitsPerSecond] { digest.put(number) }
    digest.put(failure)
    for value in [rate, trueRate] { digest.put(value) }
    for track in [audio, video, subtitle] { digest.put(track) }
    digest.put(serial)
    digest.put(shown)
    if bufferStart != .zero { digest.put(bufferStart) }
    traits.put(into: &digest)
  }
}

extension Traits {
  fileprivate func put(into digest: inout StateDigest) {
    digest.put(end)
    let flags = [isLive, isSeekable, isSegmented, hasAudio, hasVideo, hasCues, hasSizes]
    digest.put(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    for number in [piece, keyFrameInterval] { digest.put(number) }
    for span in [window, holdBack, age] { digest.put(span) }
  }
}

extension Line {
  fileprivate func put(into digest: inout StateDigest) {
    digest.put(Int64(bitPattern: network.digest))
    for number in numbers { digest.put(number) }
  }
}

extension Faults {
  fileprivate func put(into digest: inout StateDigest) {
    for failure in [openFailure, readFailure, decodeFailure] { digest.put(failure) }
    for span in [openFailsAfter, openDelay, lateBy] { digest.put(span) }
    for count in [
      failingOpens, hangingOpens, slowOpens, wrongDurations, failingSeeks, hangingSeeks, hangingStarts, hangingCloses,
      driftThousandths,
    ] { digest.put(count) }
    for reports in [lost, doubled, late] {
      digest.put(reports.kinds.rawValue)
      digest.put(reports.count)
    }
    for time in [wrongDuration, decodeFailsAt, endsAt] { digest.put(time) }
    digest.put(readFailsAtBit)
  }
}

extension StateDigest {
  fileprivate mutating func put(_ input: Input) {
    let message = input.message
    put(Int64(message.code))
    for index in 0..<message.count { put(message[index]) }
  }

  fileprivate mutating func put(_ failure: Failure) {
    put(failure.kind)
    put(failure.detail)
    put(failure.text)
  }
}
