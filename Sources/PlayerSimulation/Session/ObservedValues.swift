import PlayerCore
import PlayerText

/// Everything that a player shows, as JSON: the names and the values are those of the C library's keys, which the tests of
/// the npm package compare.
enum ObservedValues {
  /// One object; the position is that at `now`.
  static func json(of player: Player, at now: Instant) -> [UInt8] {
    var writer = JSONWriter()
    func put(_ name: String, _ value: Int64, _ type: String) {
      writer.key(name)
      writer.value(value, type)
    }
    writer.raw("{")
    putClock(player, now, put)
    putContent(player.shown, put)
    putPresentation(player.shown, put)
    putEngine(player, put)
    writer.raw("}")
    return writer.bytes
  }

  private typealias Put = (_ name: String, _ value: Int64, _ type: String) -> Void

  private static func putClock(_ player: Player, _ now: Instant, _ put: Put) {
    put("clock", player.clock.wireValue, "instant")
    put("nextDeadline", player.nextDeadline.wireValue, "instant")
    put("nextSlot", player.nextSlot.wireValue, "deadlineSlot")
    put("digest", Int64(bitPattern: player.digest), "digest")
    put("position", player.position(at: now).wireValue, "time")
  }

  private static func putContent(_ shown: Player.Observable, _ put: Put) {
    put("state", shown.state.wireValue, "playbackState")
    put("phase", shown.phase.wireValue, "phase")
    put("wantsPlay", shown.wantsPlay.wireValue, "bool")
    put("bufferState", shown.supply.wireValue, "supply")
    put("item", shown.item.wireValue, "item")
    put("duration", shown.duration.wireValue, "time")
    put("rangeStart", shown.rangeStart.wireValue, "time")
    put("rangeEnd", shown.rangeEnd.wireValue, "time")
    put("streamType", shown.streamType.wireValue, "streamType")
    put("seek", shown.seek.wireValue, "seek")
    put("seekOrigin", shown.seekOrigin.wireValue, "time")
    put("seekTarget", shown.seekTarget.wireValue, "time")
    put("rate", shown.rate.wireValue, "rate")
    put("effectiveRate", shown.effectiveRate.wireValue, "rate")
  }

  private static func putPresentation(_ shown: Player.Observable, _ put: Put) {
    put("volumeLeft", shown.left.wireValue, "int")
    put("volumeRight", shown.right.wireValue, "int")
    put("muted", shown.isMuted.wireValue, "bool")
    put("looping", shown.isLooping.wireValue, "bool")
    put("scalingMode", shown.scalingMode.wireValue, "scalingMode")
    put("rotation", shown.rotation.wireValue, "int")
    put("naturalWidth", shown.naturalWidth.wireValue, "int")
    put("naturalHeight", shown.naturalHeight.wireValue, "int")
    put("subtitle", shown.subtitle.wireValue, "text")
    put("segment", shown.segment.wireValue, "segment")
    put("selectedSegment", shown.selectedSegment.wireValue, "segment")
    put("skippedSegment", shown.skipped.wireValue, "segment")
    put("failure", shown.failure.kind.wireValue, "failureKind")
    put("failureDetail", Int64(shown.failure.detail), "int")
    put("failureText", shown.failure.text.wireValue, "text")
    put("preparedCount", shown.preparedCount.wireValue, "int")
    put("stallCount", shown.stallCount.wireValue, "int")
    put("loopCount", shown.loopCount.wireValue, "int")
    put("audioTrackCount", shown.audioTracks.wireValue, "int")
    put("videoTrackCount", shown.videoTracks.wireValue, "int")
    put("subtitleTrackCount", shown.subtitleTracks.wireValue, "int")
    put("audioTrack", shown.audioTrack.wireValue, "track")
    put("videoTrack", shown.videoTrack.wireValue, "track")
    put("subtitleTrack", shown.subtitleTrack.wireValue, "track")
    put("network", shown.network.wireValue, "networkPath")
    put("interrupted", shown.isInterrupted.wireValue, "bool")
    put("inBackground", shown.isInBackground.wireValue, "bool")
    put("externalPlayback", shown.isPlayingExternally.wireValue, "bool")
    put("pictureInPicture", shown.isInPicture.wireValue, "bool")
    put("atLiveEdge", shown.isLive.wireValue, "bool")
    put("audioShown", shown.hasShownAudio.wireValue, "bool")
    put("videoShown", shown.hasShownVideo.wireValue, "bool")
  }

  private static func putEngine(_ player: Player, _ put: Put) {
    put("epoch", player.epoch.wireValue, "epoch")
    put("nextEpoch", player.standbyEpoch.wireValue, "epoch")
    put("segmentCount", Int64(player.segmentCount), "int")
    put("observerCount", Int64(player.observerCount), "int")
    put("retryCount", player.retryCount.wireValue, "int")
    put("waitingToRetry", player.isWaitingToRetry.wireValue, "bool")
    put("bufferedUntil", player.bufferedUntil.wireValue, "time")
    put("bytesRead", player.bytesRead, "long")
    put("stallTime", player.statistics.stallTime.wireValue, "span")
    put("playedBlockedSegment", player.shown.playedBlocked.wireValue, "segment")
  }
}
