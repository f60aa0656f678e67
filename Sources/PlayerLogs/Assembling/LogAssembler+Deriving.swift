import PlayerCore

/// What is derived from the observations: supply, stalls and the state of playback.
extension LogAssembler {
  mutating func derive() {
    if isMoving, phase == .prepared {
      hasPlayed = true
      waitsAfterSeek = false
    }
    let new: BufferState = isBuffering ? .stalled : phase == .prepared ? .playable : supply
    if new != supply {
      notify(.supplyChanged(from: supply, to: new))
      supply = new
    }
    let isStalled =
      isBuffering && hasPlayed && wantsPlay == true && phase == .prepared && !isSeeking && !waitsAfterSeek
    if isStalled, stalledSince == nil, !isMoving {
      stalledSince = now
      stalls = min(stalls, .max - 1) + 1
      notify(.stallBegan(count: stalls))
    }
    if !isStalled || isMoving { endStall() }
    let state = derivedState
    guard state != shownState else { return }
    position = estimate
    if state == .playing { retries = 0 }
    notify(.playbackStateChanged(from: shownState, to: state))
    shownState = state
  }

  mutating func endStall() {
    guard let since = stalledSince else { return }
    stalledSince = nil
    notify(.stallEnded(lasted: now - since))
  }

  var derivedState: PlaybackState {
    switch phase {
    case .empty, .idle, .blocked, .failed: return .idle
    case .opening: return .preparing
    case .ended: return .ended
    case .prepared: break
    }
    if isSeeking { return .seeking }
    if isMoving { return .playing }
    guard wantsPlay == true, !isInterrupted else { return .paused }
    if isBuffering { return waitsAfterSeek ? .seeking : hasPlayed ? .stalled : .preparing }
    return hasPlayed ? .paused : .preparing
  }

  /// The position of the playhead, estimated from its last report and its movement since.
  var estimate: MediaTime {
    guard shownState == .playing, position.isKnown else { return position }
    return position + rate.advance(during: now - positionAt)
  }
}
