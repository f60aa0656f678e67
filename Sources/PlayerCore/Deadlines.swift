/// What the player waits for. One slot each; the next deadline is the earliest of them.
enum DeadlineSlot: UInt8 {
  case none
  case close
  case open
  case seek
  case read
  case bufferingLimit
  case pastEnd
  case probe
  case edge
  case interval
  case retry
  case segment
  case kick
}

extension Player {
  /// Sets ``nextDeadline`` to the earliest slot; at the same instant the first in this order.
  @inline(never)
  mutating func findDeadline() {
    var earliest = Instant.never
    var slot = DeadlineSlot.none
    @inline(__always) func consider(_ instant: Instant, _ candidate: DeadlineSlot) {
      if instant < earliest {
        earliest = instant
        slot = candidate
      }
    }
    consider(closeDeadline, .close)
    consider(retryDeadline, .retry)
    if loading.isEngineOpen {
      consider(openDeadline, .open)
      consider(seekDeadline, .seek)
      consider(readDeadline, .read)
      consider(bufferingDeadline, .bufferingLimit)
      consider(pastEndDeadline, .pastEnd)
      consider(probeDeadline, .probe)
      if timeline.streamType != .onDemand { consider(edgeDeadline, .edge) }
      consider(intervalDeadline, .interval)
      consider(segmentDeadline, .segment)
      consider(kickDeadline, .kick)
    }
    nextDeadline = earliest
    nextSlot = slot
  }

  mutating func serve(_ slot: DeadlineSlot, _ outputs: inout Outputs) {
    switch slot {
    case .none: break
    case .close: giveUpClosing(&outputs)
    case .open: fail(Failure(.openTimeout), &outputs)
    case .seek: fail(Failure(.stuckSeeking), &outputs)
    case .read: fail(Failure(.readTimeout), &outputs)
    case .bufferingLimit: fail(Failure(.stuckBuffering), &outputs)
    case .pastEnd: runPastEnd(&outputs)
    case .probe: probe(&outputs)
    // What every step looks at is all there is to do.
    case .edge: break
    case .interval: serveIntervals(&outputs)
    case .retry: retryNow(&outputs)
    case .segment: serveSegments(&outputs)
    case .kick: kick(&outputs)
    }
  }
}
