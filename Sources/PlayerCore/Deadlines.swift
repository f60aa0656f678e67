extension Player {
  /// When `slot` is due; ``Instant/never`` when it is not in use. The earliest of all slots is ``nextDeadline``.
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

  /// Sets ``nextDeadline`` to the earliest slot; of several at the same instant, to the first in this order.
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
      // Only a moving playhead reaches an edge.
      if shown.streamType != .onDemand, transport.drive == .moving { consider(edgeDeadline, .edge) }
      consider(intervalDeadline, .interval)
      consider(segmentDeadline, .segment)
      if buffering.isWaiting { consider(kickDeadline, .kick) }
    }
    nextDeadline = earliest
    nextSlot = slot
    watched.isTouched = false
  }

  /// Whether a step needs a full review although it has touched nothing that is watched: while data is awaited every
  /// report of it counts, near a live edge the clock counts, and what is due at once moves with the clock. A start that waits
  /// for a range looks at whatever is reported.
  @inline(__always)
  var dependsOnMore: Bool {
    buffering.isWaiting || nextDeadline <= clock || shown.streamType == .live || shown.streamType == .dvr
      || loading.awaitsRange
  }

  /// Whether a full search finds what is stored.
  var isDeadlineFound: Bool {
    var player = self
    player.findDeadline()
    return player.nextDeadline == nextDeadline && player.nextSlot == nextSlot
  }

  mutating func serve(_ slot: DeadlineSlot, _ step: inout Step) {
    switch slot {
    case .none: break
    case .close: giveUpClosing(&step)
    case .open: missOpening(&step)
    case .seek: fail(Failure(.stuckSeeking), &step)
    case .read: fail(Failure(.readTimeout), &step)
    case .bufferingLimit: fail(Failure(.stuckBuffering), &step)
    case .pastEnd: runPastEnd(&step)
    case .probe: probe(&step)
    // The check that every step makes is sufficient.
    case .edge: break
    case .interval: serveIntervals(&step)
    case .retry: retryNow(&step)
    case .segment: serveSegments(&step)
    case .kick: kick(&step)
    }
  }
}
