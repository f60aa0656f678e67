/// Derives the notifications of change from the old and the new state, in the documented order; no other place creates
/// them. Both states are passed `inout` so that neither is copied.
struct Announcer {
  let reason: Reason
  /// When the step happened, and when the opening began.
  let now: Instant
  let openingSince: Instant
  /// When the stall began that may have ended in this step.
  let stallSince: Instant
  /// Where the playhead rests or last started from: the position that notifications report.
  let anchor: MediaTime
  /// Whether the last seek reached its target.
  let wasSeekFinished: Bool

  func announce(_ old: inout Player.Observable, _ new: inout Player.Observable, into step: inout Player.Step) {
    if old.item != new.item { step.notify(.itemChanged(from: old.item, to: new.item), reason) }
    if old.phase != new.phase { step.notify(.phaseChanged(from: old.phase, to: new.phase), reason) }
    if old.streamType != new.streamType { step.notify(.streamTypeChanged(new.streamType), reason) }
    announceMedia(&old, &new, &step)
    if old.preparedCount != new.preparedCount { step.notify(.prepared(duration: new.duration), reason) }
    announceWishes(&old, &new, &step)
    if old.supply != new.supply { announceSupply(&old, &new, &step) }
    step.notifyCues(reason)
    if old.seek != new.seek { announceSeek(&old, &new, &step) }
    if old.loopCount < new.loopCount { step.notify(.looped(count: new.loopCount), reason) }
    announcePlayback(&old, &new, &step)
    if old.isLive != new.isLive { step.notify(.atLiveEdgeChanged(new.isLive), reason) }
    if old.rate != new.rate { step.notify(.rateChanged(new.rate), reason) }
    if old.effectiveRate != new.effectiveRate { step.notify(.effectiveRateChanged(new.effectiveRate), reason) }
    announcePresentation(&old, &new, &step)
    if old.subtitle != new.subtitle { step.notify(.subtitleChanged(new.subtitle), reason) }
    announceSurroundings(&old, &new, &step)
  }

  @inline(never)
  private func announceMedia(_ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step)
  {
    if old.duration != new.duration { step.notify(.durationChanged(new.duration), reason) }
    if old.rangeStart != new.rangeStart || old.rangeEnd != new.rangeEnd {
      step.notify(.seekableRangeChanged(start: new.rangeStart, end: new.rangeEnd), reason)
    }
    if old.trackCount != new.trackCount {
      let count = new.trackCount
      step.notify(.tracksChanged(audio: count.audio, video: count.video, subtitle: count.subtitle), reason)
    }
    if old.selectedTrack != new.selectedTrack {
      for kind in TrackKind.allCases where old.selectedTrack[kind] != new.selectedTrack[kind] {
        step.notify(.trackSelected(kind, new.selectedTrack[kind]), reason)
      }
    }
    if old.naturalWidth != new.naturalWidth || old.naturalHeight != new.naturalHeight {
      step.notify(.naturalSizeChanged(width: new.naturalWidth, height: new.naturalHeight), reason)
    }
  }

  @inline(__always)
  private func announceWishes(_ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step)
  {
    if old.wantsPlay != new.wantsPlay { step.notify(.intentChanged(playing: new.wantsPlay), reason) }
    if old.isInterrupted != new.isInterrupted {
      step.notify(.interruptionChanged(isInterrupted: new.isInterrupted), reason)
    }
  }

  @inline(never)
  private func announceSupply(_ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step)
  {
    if old.supply == .stalled { step.notify(.stallEnded(lasted: now - stallSince), reason) }
    step.notify(.supplyChanged(from: old.supply, to: new.supply), reason)
    if new.supply == .stalled { step.notify(.stallBegan(count: new.stallCount), reason) }
  }

  @inline(never)
  private func announceSeek(_ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step) {
    if !old.seek.isNone {
      let isFinished = new.seek.isNone && new.phase == .prepared && wasSeekFinished
      step.notify(.seekEnded(old.seek, position: anchor, isFinished: isFinished), reason)
    }
    if !new.seek.isNone {
      step.notify(.seekBegan(new.seek, origin: new.seekOrigin, target: new.seekTarget), reason)
    }
  }

  @inline(__always)
  private func announcePlayback(
    _ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step
  ) {
    if old.state != new.state { step.notify(.playbackStateChanged(from: old.state, to: new.state), reason) }
    if old.phase != .ended, new.phase == .ended { step.notify(.ended(position: anchor), reason) }
    if new.failure.kind != .none, old.failure != new.failure {
      step.notify(.failed(new.failure, position: anchor), reason)
    }
    if !old.hasShownAudio, new.hasShownAudio { step.notify(.firstFrame(.audio, after: now - openingSince), reason) }
    if !old.hasShownVideo, new.hasShownVideo { step.notify(.firstFrame(.video, after: now - openingSince), reason) }
  }

  @inline(never)
  private func announcePresentation(
    _ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step
  ) {
    if old.left != new.left || old.right != new.right {
      step.notify(.volumeChanged(left: new.left, right: new.right), reason)
    }
    if old.isMuted != new.isMuted { step.notify(.mutedChanged(new.isMuted), reason) }
    if old.isLooping != new.isLooping { step.notify(.loopingChanged(new.isLooping), reason) }
    if old.scalingMode != new.scalingMode { step.notify(.scalingModeChanged(new.scalingMode), reason) }
    if old.rotation != new.rotation { step.notify(.rotationChanged(degrees: new.rotation), reason) }
  }

  @inline(never)
  private func announceSurroundings(
    _ old: inout Player.Observable, _ new: inout Player.Observable, _ step: inout Player.Step
  ) {
    if old.network != new.network { step.notify(.networkChanged(new.network), reason) }
    if old.isInBackground != new.isInBackground {
      step.notify(.backgroundChanged(isInBackground: new.isInBackground), reason)
    }
    if old.isPlayingExternally != new.isPlayingExternally {
      step.notify(.externalPlaybackChanged(new.isPlayingExternally), reason)
    }
    if old.isInPicture != new.isInPicture { step.notify(.pictureInPictureChanged(new.isInPicture), reason) }
  }
}
