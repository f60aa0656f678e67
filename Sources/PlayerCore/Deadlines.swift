extension Player {
  /// When `slot` is due; ``Instant/never`` when it waits for nothing. The earliest of all slots is ``nextDeadline``.
  public func deadline(of slot: DeadlineSlot) -> Instant {
    switch slot {
    case .close: return closeDeadline
    case .retry: return retryDeadline
    case .edge where shown.streamType == .onDemand: return .never
    case .none, .open, .seek, .read, .bufferingLimit, .pastEnd, .probe, .edge, .interval, .segment, .kick: break
    }
    guard loading.isEngineOpen else { return .never }
    return switch slot {
    case .none, .close, .retry: .never
    case .open: openDeadline
    case .seek: seekDeadline
    case .read: readDeadline
    case .bufferingLimit: bufferingDeadline
    case .pastEnd: pastEndDeadline
    case .probe: probeDeadline
    case .edge: edgeDeadline
    case .interval: intervalDeadline
    case .segment: segmentDeadline
    case .kick: kickDeadline
    }
  }

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
      if buffering.isWaiting {
        consider(readDeadline, .read)
        consider(bufferingDeadline, .bufferingLimit)
      }
      if transport.drive != .stopped {
        consider(pastEndDeadline, .pastEnd)
        consider(probeDeadline, .probe)
      }
      // Only a playhead that moves comes to an edge.
      if shown.streamType != .onDemand, transport.drive == .moving { consider(edgeDeadline, .edge) }
      consider(intervalDeadline, .interval)
      consider(segmentDeadline, .segment)
      if buffering.isWaiting { consider(kickDeadline, .kick) }
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
