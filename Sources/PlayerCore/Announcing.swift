/// Makes the notifications of change from what was and what is, in the documented order, in the one place that makes
/// them. Both come `inout` so that neither is copied.
struct Announcer {
  let reason: Reason
  /// When the step happened, and when the opening began.
  let now: Instant
  let openingSince: Instant
  /// When the stall began that may have ended in this step.
  let stallSince: Instant
  /// Where the playhead rests or last set out from: the position that notifications speak of.
  let anchor: MediaTime
  /// Whether the last seek reached its target.
  let wasSeekFinished: Bool

  func announce(_ old: inout Player.Observable, _ new: inout Player.Observable, into outputs: inout Outputs) {
    if old.item != new.item { outputs.notify(.itemChanged(from: old.item, to: new.item), reason) }
    if old.phase != new.phase { outputs.notify(.phaseChanged(from: old.phase, to: new.phase), reason) }
    if old.streamType != new.streamType { outputs.notify(.streamTypeChanged(new.streamType), reason) }
    announceMedia(&old, &new, &outputs)
    if old.preparedCount != new.preparedCount { outputs.notify(.prepared(duration: new.duration), reason) }
    announceWishes(&old, &new, &outputs)
    if old.supply != new.supply { announceSupply(&old, &new, &outputs) }
    outputs.notifyCues(reason)
    if old.seek != new.seek { announceSeek(&old, &new, &outputs) }
    if old.loopCount < new.loopCount { outputs.notify(.looped(count: new.loopCount), reason) }
    announcePlayback(&old, &new, &outputs)
    if old.isLive != new.isLive { outputs.notify(.atLiveEdgeChanged(new.isLive), reason) }
    if old.rate != new.rate { outputs.notify(.rateChanged(new.rate), reason) }
    if old.effectiveRate != new.effectiveRate { outputs.notify(.effectiveRateChanged(new.effectiveRate), reason) }
    announcePresentation(&old, &new, &outputs)
    if old.subtitle != new.subtitle { outputs.notify(.subtitleChanged(new.subtitle), reason) }
    announceSurroundings(&old, &new, &outputs)
  }

  @inline(never)
  private func announceMedia(_ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs) {
    if old.duration != new.duration { outputs.notify(.durationChanged(new.duration), reason) }
    if old.rangeStart != new.rangeStart || old.rangeEnd != new.rangeEnd {
      outputs.notify(.seekableRangeChanged(start: new.rangeStart, end: new.rangeEnd), reason)
    }
    if old.trackCount != new.trackCount {
      let count = new.trackCount
      outputs.notify(.tracksChanged(audio: count.audio, video: count.video, subtitle: count.subtitle), reason)
    }
    if old.selectedTrack != new.selectedTrack {
      for kind in TrackKind.allCases where old.selectedTrack[kind] != new.selectedTrack[kind] {
        outputs.notify(.trackSelected(kind, new.selectedTrack[kind]), reason)
      }
    }
    if old.naturalWidth != new.naturalWidth || old.naturalHeight != new.naturalHeight {
      outputs.notify(.naturalSizeChanged(width: new.naturalWidth, height: new.naturalHeight), reason)
    }
  }

  @inline(__always)
  private func announceWishes(_ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs)
  {
    if old.wantsPlay != new.wantsPlay { outputs.notify(.intentChanged(playing: new.wantsPlay), reason) }
    if old.isInterrupted != new.isInterrupted {
      outputs.notify(.interruptionChanged(isInterrupted: new.isInterrupted), reason)
    }
  }

  @inline(never)
  private func announceSupply(_ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs)
  {
    if old.supply == .stalled { outputs.notify(.stallEnded(lasted: now - stallSince), reason) }
    outputs.notify(.supplyChanged(from: old.supply, to: new.supply), reason)
    if new.supply == .stalled { outputs.notify(.stallBegan(count: new.stallCount), reason) }
  }

  @inline(never)
  private func announceSeek(_ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs) {
    if !old.seek.isNone {
      let isFinished = new.seek.isNone && new.phase == .prepared && wasSeekFinished
      outputs.notify(.seekEnded(old.seek, position: anchor, isFinished: isFinished), reason)
    }
    if !new.seek.isNone {
      outputs.notify(.seekBegan(new.seek, origin: new.seekOrigin, target: new.seekTarget), reason)
    }
  }

  @inline(__always)
  private func announcePlayback(
    _ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs
  ) {
    if old.state != new.state { outputs.notify(.playbackStateChanged(from: old.state, to: new.state), reason) }
    if old.phase != .ended, new.phase == .ended { outputs.notify(.ended(position: anchor), reason) }
    if new.failure.kind != .none, old.failure != new.failure {
      outputs.notify(.failed(new.failure, position: anchor), reason)
    }
    if !old.hasShownAudio, new.hasShownAudio { outputs.notify(.firstFrame(.audio, after: now - openingSince), reason) }
    if !old.hasShownVideo, new.hasShownVideo { outputs.notify(.firstFrame(.video, after: now - openingSince), reason) }
  }

  @inline(never)
  private func announcePresentation(
    _ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs
  ) {
    if old.left != new.left || old.right != new.right {
      outputs.notify(.volumeChanged(left: new.left, right: new.right), reason)
    }
    if old.isMuted != new.isMuted { outputs.notify(.mutedChanged(new.isMuted), reason) }
    if old.isLooping != new.isLooping { outputs.notify(.loopingChanged(new.isLooping), reason) }
    if old.scalingMode != new.scalingMode { outputs.notify(.scalingModeChanged(new.scalingMode), reason) }
    if old.rotation != new.rotation { outputs.notify(.rotationChanged(degrees: new.rotation), reason) }
  }

  @inline(never)
  private func announceSurroundings(
    _ old: inout Player.Observable, _ new: inout Player.Observable, _ outputs: inout Outputs
  ) {
    if old.network != new.network { outputs.notify(.networkChanged(new.network), reason) }
    if old.isInBackground != new.isInBackground {
      outputs.notify(.backgroundChanged(isInBackground: new.isInBackground), reason)
    }
    if old.isPlayingExternally != new.isPlayingExternally {
      outputs.notify(.externalPlaybackChanged(new.isPlayingExternally), reason)
    }
    if old.isInPicture != new.isInPicture { outputs.notify(.pictureInPictureChanged(new.isInPicture), reason) }
  }
}
