import PlayerCore

extension World {
  /// A digest of everything that can still change: the player, the engine, the clock and the plan. The same on every
  /// machine and in every process; equal worlds have equal digests.
  public var digest: UInt64 {
    var digest = Digest()
    digest.put(Int64(bitPattern: player.digest))
    engine.put(into: &digest)
    digest.put(now)
    digest.put(stepCount)
    digest.put(Int64(plannedCount))
    return digest.value
  }
}

extension SimulatedEngine {
  /// A digest of the engine's state, without its media and its temper, which never change.
  public var digest: UInt64 {
    var digest = Digest()
    put(into: &digest)
    return digest.value
  }

  func put(into digest: inout Digest) {
    newest.put(into: &digest)
    older.put(into: &digest)
    place.line.put(into: &digest)
    place.faults.put(into: &digest)
    digest.put(place.now)
    for report in place.outbox.reports {
      digest.put(report.instant)
      digest.put(report.isLate)
      let message = Input.engine(report.event, report.epoch).message
      digest.put(Int64(message.code))
      for index in 0..<message.count { digest.put(message[index]) }
    }
  }
}

extension Opening {
  fileprivate func put(into digest: inout Digest) {
    digest.put(epoch)
    digest.put(Int64(stage.rawValue) << 8 | Int64(reading.rawValue))
    let flags = [
      reportedSaturation, isMoving, isFrozen, isSeeking, isSeekFailing, landsOnArrival, startsOnLanding, isHung,
      hasShownFrames, isConnectionOpen,
    ]
    digest.put(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    digest.put(Int64(item))
    for instant in [openedFrom, stageEndsAt, anchoredAt, startsAt, firstFrameAt, slidesAt, landsAt, next] {
      digest.put(instant)
    }
    for time in [position, bufferEnd, roomFrom, reportedUntil, nextCueAt, traits.end] { digest.put(time) }
    for number in [bitsRead, bitsAsked, bitsPerSecond] { digest.put(number) }
    digest.put(failure)
    for value in [rate, trueRate] { digest.put(value) }
    for track in [audio, video, subtitle] { digest.put(track) }
    digest.put(serial)
    digest.put(shown)
  }
}

extension Line {
  fileprivate func put(into digest: inout Digest) {
    digest.put(Int64(bitPattern: network.digest))
    for number in numbers { digest.put(number) }
  }
}

extension Faults {
  fileprivate func put(into digest: inout Digest) {
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

extension Digest {
  fileprivate mutating func put(_ failure: Failure) {
    put(failure.kind)
    put(failure.detail)
    put(failure.text)
  }
}
