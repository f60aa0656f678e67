import PlayerCore

// The laws of a single state, whatever preceded it: each is true where its law holds. A monitor checks them after each
// input of a session, an exploration in each state that it finds.

extension Player.Inspection {
  /// Whether the engine plays, or was commanded to.
  @inline(__always)
  private var isDriven: Bool { isStarting || isMoving }

  /// Whether all laws below hold.
  ///
  /// The laws of `LawBook.swift` are the same functions: they are called only to find out which law is broken. This is
  /// one expression, because calls through the values would cost more than all of these laws together; a test compares
  /// the two.
  @inline(__always)
  var isLawful: Bool {
    // In place, or the large state would be copied.
    mutating get {
      playsOnlyAsWanted && playsUnhindered && playsWithData && movesUnstalled && playsPrepared && plays && isNotFrozen
        && stallsOnlyPrepared && waitsForItsReason && isOpenAsNeeded && areAxesLegal && endsWhereEnded
        && playsSegmentsPrepared && skipsInMedia
    }
  }

  // MARK: Driving and playback

  @inline(__always)
  var playsOnlyAsWanted: Bool { shown.wantsPlay || !(isDriven || shown.state == .playing) }

  @inline(__always)
  var playsUnhindered: Bool { !(isDriven && isHindered) }

  @inline(__always)
  var playsWithData: Bool { !isDriven || shown.supply.allowsPlayback }

  @inline(__always)
  var movesUnstalled: Bool { !isMoving || shown.supply != .stalled && shown.state != .stalled }

  @inline(__always)
  var playsPrepared: Bool {
    shown.phase == .prepared ? !(isDriven && isSeeking) : !isDriven && shown.state != .playing
  }

  @inline(__always)
  var plays: Bool {
    isDriven || isSkipping
      || !(shown.phase == .prepared && shown.wantsPlay && !isHindered && !isSeeking && shown.supply.allowsPlayback)
  }

  /// Whether a skip is about to begin, before playback does.
  @inline(__always)
  var isSkipping: Bool {
    !isDriven && isSegmentDue && !shown.skipped.isNone && shown.wantsPlay && !isHindered && shown.supply.allowsPlayback
  }

  @inline(__always)
  var isNotFrozen: Bool { isMoving ? movingRate > .zero : shown.state != .playing || isReturning }

  // MARK: Waiting

  @inline(__always)
  var stallsOnlyPrepared: Bool {
    shown.supply != .stalled || shown.phase == .prepared && !(isSeeking && shown.seek.isNone)
  }

  @inline(__always)
  var waitsForItsReason: Bool {
    // A player does not wait for data that it has: with data and no seek in progress it is paused.
    let isReady = shown.phase == .prepared && !isSeeking && shown.supply.allowsPlayback
    if isReady, !isStarting, !isSkipping, awaitsFirstData || isReturning { return false }
    return switch shown.state {
    case .idle, .ended, .playing: true
    case .paused: !shown.wantsPlay || isHindered || isStarting || isSkipping
    case .stalled: shown.wantsPlay && !isHindered && !isMoving
    case .preparing: shown.phase == .opening || shown.wantsPlay && awaitsFirstData
    case .seeking: !shown.seek.isNone || awaitsFirstData
    }
  }

  // MARK: Phases

  @inline(__always)
  var isOpenAsNeeded: Bool {
    let phase = shown.phase
    let needsEngine = (phase == .opening && !isWaitingToRetry) || phase == .prepared || phase == .ended
    return needsEngine == isEngineOpen
  }

  /// The axes of the state are consistent (BugZoo.md#12).
  @inline(__always)
  var areAxesLegal: Bool {
    let phase = shown.phase
    let isReplacing = !nextEpoch.isNone
    var isLegal = !isWaitingToRetry || phase == .opening
    isLegal = isLegal && (!isConnected || isEngineOpen)
    isLegal = isLegal && (isConnected || (phase != .prepared && phase != .ended))
    isLegal = isLegal && (phase != .blocked || isPrevented)
    isLegal = isLegal && shown.item.isNone == (phase == .empty)
    isLegal = isLegal && (failure != .none) == (phase == .failed)
    isLegal = isLegal && !(isMoving && isStarting)
    isLegal = isLegal && (shown.seek.isNone || (isSeeking && phase == .prepared))
    isLegal = isLegal && (!isSeeking || phase == .opening || phase == .prepared)
    isLegal = isLegal && (!isReplacing || (phase == .prepared && isEngineOpen && !isSeeking))
    isLegal = isLegal && shown.rangeStart <= shown.rangeEnd
    isLegal = isLegal && (canSeek || shown.rangeStart == shown.rangeEnd)
    isLegal = isLegal && (pendingLoad.isNone || phase == .opening || isReplacing)
    return isLegal && (pendingStill.isNone || phase == .prepared || phase == .ended)
  }

  @inline(__always)
  var endsWhereEnded: Bool {
    let isEnded = shown.phase == .ended
    let isFlagRight = isEnded ? shown.state == .ended : shown.state != .ended || isReturning
    return isFlagRight && !(isEnded && isSeeking)
  }

  @inline(__always)
  var playsSegmentsPrepared: Bool {
    shown.segment.rawValue | shown.playedBlocked.rawValue == 0 || shown.phase == .prepared
  }

  @inline(__always)
  var skipsInMedia: Bool { shown.skipped.isNone || shown.phase == .prepared || shown.phase == .opening }
}
