/// A step's view of what was and what is: makes the notifications of change, in the documented order, in the one place
/// that makes them.
struct Announcer {
  let old: Snapshot
  let new: Snapshot
  let reason: Reason
  /// When the step happened, and when the opening began.
  let now: Instant
  let openingSince: Instant

  func announce(into outputs: inout Outputs) {
    if old.item != new.item { outputs.notify(.itemChanged(from: old.item, to: new.item), reason) }
    if old.phase != new.phase { outputs.notify(.phaseChanged(from: old.phase, to: new.phase), reason) }
    announceMedia(&outputs)
    announceWishes(&outputs)
    announceSupply(&outputs)
    outputs.notifyCues(reason)
    announceSeek(&outputs)
    announcePlayback(&outputs)
    if old.isLive != new.isLive { outputs.notify(.atLiveEdgeChanged(new.isLive), reason) }
    announceSound(&outputs)
    announcePicture(&outputs)
    announceSurroundings(&outputs)
  }

  private func announceMedia(_ outputs: inout Outputs) {
    if old.streamType != new.streamType { outputs.notify(.streamTypeChanged(new.streamType), reason) }
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
    if old.preparedCount != new.preparedCount { outputs.notify(.prepared(duration: new.duration), reason) }
  }

  private func announceWishes(_ outputs: inout Outputs) {
    if old.wantsPlay != new.wantsPlay { outputs.notify(.intentChanged(playing: new.wantsPlay), reason) }
    if old.isInterrupted != new.isInterrupted {
      outputs.notify(.interruptionChanged(isInterrupted: new.isInterrupted), reason)
    }
  }

  private func announceSupply(_ outputs: inout Outputs) {
    guard old.supply != new.supply else { return }
    if old.supply == .stalled { outputs.notify(.stallEnded(lasted: now - old.stallSince), reason) }
    outputs.notify(.supplyChanged(from: old.supply, to: new.supply), reason)
    if new.supply == .stalled { outputs.notify(.stallBegan(count: new.stallCount), reason) }
  }

  private func announceSeek(_ outputs: inout Outputs) {
    guard old.seekSerial != new.seekSerial else { return }
    if !old.seekSerial.isNone {
      let isFinished = new.seekSerial.isNone && new.phase == .prepared && new.seekWasFinished
      outputs.notify(.seekEnded(old.seekSerial, position: new.anchor, isFinished: isFinished), reason)
    }
    if !new.seekSerial.isNone {
      outputs.notify(.seekBegan(new.seekSerial, origin: new.seekOrigin, target: new.seekTarget), reason)
    }
  }

  private func announcePlayback(_ outputs: inout Outputs) {
    if old.loops < new.loops { outputs.notify(.looped(count: new.loops), reason) }
    if old.state != new.state { outputs.notify(.playbackStateChanged(from: old.state, to: new.state), reason) }
    if old.phase != .ended, new.phase == .ended { outputs.notify(.ended(position: new.anchor), reason) }
    if old.failure != new.failure, new.failure.kind != .none {
      outputs.notify(.failed(new.failure, position: new.anchor), reason)
    }
    if !old.hasShownAudio, new.hasShownAudio { outputs.notify(.firstFrame(.audio, after: now - openingSince), reason) }
    if !old.hasShownVideo, new.hasShownVideo { outputs.notify(.firstFrame(.video, after: now - openingSince), reason) }
  }

  private func announceSound(_ outputs: inout Outputs) {
    if old.rate != new.rate { outputs.notify(.rateChanged(new.rate), reason) }
    if old.effectiveRate != new.effectiveRate { outputs.notify(.effectiveRateChanged(new.effectiveRate), reason) }
    if old.left != new.left || old.right != new.right {
      outputs.notify(.volumeChanged(left: new.left, right: new.right), reason)
    }
    if old.isMuted != new.isMuted { outputs.notify(.mutedChanged(new.isMuted), reason) }
    if old.isLooping != new.isLooping { outputs.notify(.loopingChanged(new.isLooping), reason) }
  }

  private func announcePicture(_ outputs: inout Outputs) {
    if old.scalingMode != new.scalingMode { outputs.notify(.scalingModeChanged(new.scalingMode), reason) }
    if old.rotation != new.rotation { outputs.notify(.rotationChanged(degrees: new.rotation), reason) }
    if old.subtitle != new.subtitle { outputs.notify(.subtitleChanged(new.subtitle), reason) }
  }

  private func announceSurroundings(_ outputs: inout Outputs) {
    guard old.surroundings != new.surroundings else { return }
    let (old, new) = (old.surroundings, new.surroundings)
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
