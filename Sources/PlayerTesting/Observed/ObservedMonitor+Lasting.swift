import PlayerCore
import PlayerTrace

/// Conditions that must not last.
extension ObservedMonitor {
  mutating func judgeLasting(isLast: Bool) {
    let isPlaying = phase == .prepared && state == .playing
    let wants = wantsPlay == true && !isInterrupted
    report(
      ObservedLaws.playingPaused,
      playingPaused.update(isPlaying && wantsPlay == false, place, isLast: isLast), "played although paused")
    report(
      ObservedLaws.playingStarved, playingStarved.update(isPlaying && isStarved, place, isLast: isLast),
      "reported to play and to wait for data")
    report(
      ObservedLaws.playingInterrupted,
      playingInterrupted.update(isPlaying && isInterrupted, place, isLast: isLast), "played although interrupted")
    let rests = phase == .prepared && wants && state == .paused && hasPlayed && !isStarved
    report(
      ObservedLaws.notResumed, resting.update(rests, place, isLast: isLast), "rested, wanted and ready,")
    let starts = (phase == .opening || phase == .prepared && state == .preparing) && wants && !hasPlayed
    report(ObservedLaws.startEndless, starting.update(starts, place, isLast: isLast), "did not start")
    let stalls = phase == .prepared && state == .stalled
    report(ObservedLaws.stallEndless, stalling.update(stalls, place, isLast: isLast), "stalled")
    let hasData = stalls && playhead.hasDataAhead
    report(
      ObservedLaws.stallDespiteData, stallingDespiteData.update(hasData, place, isLast: isLast),
      "stalled with data ahead up to \(TraceTime.position(playhead.bufferedUntil))")
    let seeks = isSeeking || phase == .prepared && state == .seeking
    report(ObservedLaws.seekUnfinished, seeking.update(seeks, place, isLast: isLast), "sought")
    // A picture is missing only while sound or time advances.
    let lacksPicture = isPlaying && senses.isPictureMissing
    report(
      ObservedLaws.pictureFrozen,
      withoutPicture.update(lacksPicture && senses.hasHadPicture, place, isLast: isLast),
      "played without frames to show")
    report(
      ObservedLaws.firstFrameNever,
      withoutFirstFrame.update(lacksPicture && !senses.hasHadPicture, place, isLast: isLast),
      "played without a first frame")
  }

  /// Whether playback should have ended long before now.
  mutating func judgeEnd() {
    guard phase == .prepared, wantsPlay == true, !isInterrupted, !isSeeking, hasPlayed else {
      playhead.forgetEnd()
      return
    }
    report(playhead.overdue(at: now))
  }
}
