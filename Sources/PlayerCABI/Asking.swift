// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import PlayerCore

@c @implementation
public func td_get(
  _ player: OpaquePointer!, _ key: UInt32, _ value: UnsafeMutablePointer<Int64>!
) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let value else { return handle.fail(TD_ERROR_NULL) { $0.put("value is null") } }
  return get(handle, key, value)
}

@c @implementation
public func td_get_many(
  _ player: OpaquePointer!, _ keys: UnsafePointer<UInt32>!, _ count: Int, _ values: UnsafeMutablePointer<Int64>!
) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard count == 0 || (keys != nil && values != nil) else {
    return handle.fail(TD_ERROR_NULL) { $0.put("keys or values is null") }
  }
  for index in 0..<max(0, count) {
    let result = get(handle, keys[index], values + index)
    guard result == .ok else { return result }
  }
  return .ok
}

private func get(_ handle: HandlePointer, _ key: UInt32, _ value: UnsafeMutablePointer<Int64>) -> td_result {
  guard let found = handle.pointee.value(of: key) else {
    return handle.fail(TD_ERROR_VALUE) {
      $0.put("key: there is no key ")
      $0.put(Int64(key))
    }
  }
  value.pointee = found
  return .ok
}

extension Handle {
  fileprivate mutating func value(of key: UInt32) -> Int64? {
    if key >= UInt32(TD_KEY_SETTING) {
      guard let number = UInt8(exactly: key - UInt32(TD_KEY_SETTING)), let setting = Setting(rawValue: number) else {
        return nil
      }
      return player.configuration[setting]
    }
    if Int(key) == TD_KEY_DIGEST { return Int64(bitPattern: Player.digest(of: &player)) }
    return Self.ofPlayer(Int(key), player) ?? Self.ofContent(Int(key), player.shown)
      ?? Self.ofPresentation(Int(key), player.shown)
  }

  private static func ofPlayer(_ key: Int, _ player: borrowing Player) -> Int64? {
    switch key {
    case TD_KEY_CLOCK: player.clock.wireValue
    case TD_KEY_NEXT_DEADLINE: player.nextDeadline.wireValue
    case TD_KEY_NEXT_SLOT: player.nextSlot.wireValue
    case TD_KEY_POSITION: player.position(at: player.clock).wireValue
    case TD_KEY_EPOCH: player.epoch.wireValue
    case TD_KEY_NEXT_EPOCH: player.standbyEpoch.wireValue
    case TD_KEY_SEGMENT_COUNT: Int64(player.segmentCount)
    case TD_KEY_OBSERVER_COUNT: Int64(player.observerCount)
    case TD_KEY_RETRY_COUNT: player.retryCount.wireValue
    case TD_KEY_WAITING_TO_RETRY: player.isWaitingToRetry.wireValue
    case TD_KEY_BUFFERED_UNTIL: player.bufferedUntil.wireValue
    case TD_KEY_BYTES_READ: player.bytesRead
    case TD_KEY_STALL_TIME: player.statistics.stallTime.wireValue
    default: nil
    }
  }

  private static func ofContent(_ key: Int, _ shown: Player.Observable) -> Int64? {
    switch key {
    case TD_KEY_STATE: shown.state.wireValue
    case TD_KEY_PHASE: shown.phase.wireValue
    case TD_KEY_WANTS_PLAY: shown.wantsPlay.wireValue
    case TD_KEY_BUFFER_STATE: shown.supply.wireValue
    case TD_KEY_ITEM: shown.item.wireValue
    case TD_KEY_DURATION: shown.duration.wireValue
    case TD_KEY_RANGE_START: shown.rangeStart.wireValue
    case TD_KEY_RANGE_END: shown.rangeEnd.wireValue
    case TD_KEY_STREAM_TYPE: shown.streamType.wireValue
    case TD_KEY_SEEK: shown.seek.wireValue
    case TD_KEY_SEEK_ORIGIN: shown.seekOrigin.wireValue
    case TD_KEY_SEEK_TARGET: shown.seekTarget.wireValue
    case TD_KEY_RATE: shown.rate.wireValue
    case TD_KEY_EFFECTIVE_RATE: shown.effectiveRate.wireValue
    case TD_KEY_SEGMENT: shown.segment.wireValue
    case TD_KEY_SELECTED_SEGMENT: shown.selectedSegment.wireValue
    case TD_KEY_SKIPPED_SEGMENT: shown.skipped.wireValue
    case TD_KEY_PLAYED_BLOCKED_SEGMENT: shown.playedBlocked.wireValue
    case TD_KEY_FAILURE: shown.failure.kind.wireValue
    case TD_KEY_FAILURE_DETAIL: Int64(shown.failure.detail)
    case TD_KEY_FAILURE_TEXT: shown.failure.text.wireValue
    case TD_KEY_PREPARED_COUNT: shown.preparedCount.wireValue
    case TD_KEY_STALL_COUNT: shown.stallCount.wireValue
    case TD_KEY_LOOP_COUNT: shown.loopCount.wireValue
    case TD_KEY_AT_LIVE_EDGE: shown.isLive.wireValue
    default: nil
    }
  }

  private static func ofPresentation(_ key: Int, _ shown: Player.Observable) -> Int64? {
    switch key {
    case TD_KEY_VOLUME_LEFT: shown.left.wireValue
    case TD_KEY_VOLUME_RIGHT: shown.right.wireValue
    case TD_KEY_MUTED: shown.isMuted.wireValue
    case TD_KEY_LOOPING: shown.isLooping.wireValue
    case TD_KEY_SCALING_MODE: shown.scalingMode.wireValue
    case TD_KEY_ROTATION: shown.rotation.wireValue
    case TD_KEY_NATURAL_WIDTH: shown.naturalWidth.wireValue
    case TD_KEY_NATURAL_HEIGHT: shown.naturalHeight.wireValue
    case TD_KEY_SUBTITLE: shown.subtitle.wireValue
    case TD_KEY_AUDIO_TRACK_COUNT: shown.audioTracks.wireValue
    case TD_KEY_VIDEO_TRACK_COUNT: shown.videoTracks.wireValue
    case TD_KEY_SUBTITLE_TRACK_COUNT: shown.subtitleTracks.wireValue
    case TD_KEY_AUDIO_TRACK: shown.audioTrack.wireValue
    case TD_KEY_VIDEO_TRACK: shown.videoTrack.wireValue
    case TD_KEY_SUBTITLE_TRACK: shown.subtitleTrack.wireValue
    case TD_KEY_NETWORK: shown.network.wireValue
    case TD_KEY_INTERRUPTED: shown.isInterrupted.wireValue
    case TD_KEY_IN_BACKGROUND: shown.isInBackground.wireValue
    case TD_KEY_EXTERNAL_PLAYBACK: shown.isPlayingExternally.wireValue
    case TD_KEY_PICTURE_IN_PICTURE: shown.isInPicture.wireValue
    case TD_KEY_AUDIO_SHOWN: shown.hasShownAudio.wireValue
    case TD_KEY_VIDEO_SHOWN: shown.hasShownVideo.wireValue
    default: nil
    }
  }
}

@c @implementation
public func td_position(
  _ player: OpaquePointer!, _ instant: Int64, _ position: UnsafeMutablePointer<Int64>!
) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let position else { return handle.fail(TD_ERROR_NULL) { $0.put("position is null") } }
  position.pointee = handle.pointee.player.position(at: .microseconds(instant)).microseconds
  return .ok
}

@c @implementation
public func td_last_error(_ player: OpaquePointer!) -> UnsafePointer<CChar>! {
  guard let handle = HandlePointer(player) else { return cString("there is no player") }
  return withUnsafeMutablePointer(to: &handle.pointee.error) { ErrorText.start(of: $0) }
}

@c @implementation
public func td_field(
  _ player: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ value: UnsafeMutablePointer<Int64>!
) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let name, let value else { return handle.fail(TD_ERROR_NULL) { $0.put("name or value is null") } }
  var search = FieldSearch(name: name)
  // The visitor only reads.
  handle.pointee.player.visitState(&search)
  guard let found = search.found else {
    return handle.fail(TD_ERROR_VALUE) {
      $0.put("name: the state has no field '")
      let bytes = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
      $0.put(UnsafeBufferPointer(start: bytes, count: length(of: name, atMost: 100)))
      $0.put("'")
    }
  }
  value.pointee = found
  return .ok
}

/// How many bytes precede the terminating zero, at most `limit`.
func length(of text: UnsafePointer<CChar>, atMost limit: Int) -> Int {
  var length = 0
  while length < limit, text[length] != 0 { length += 1 }
  return length
}

private struct FieldSearch: StateVisitor {
  let name: UnsafePointer<CChar>
  var found: Int64?

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { look(name, value.wireValue) }

  /// Not inlined at every field: that would make up a tenth of the library.
  @inline(never)
  private mutating func look(_ name: StaticString, _ value: Int64) {
    if found == nil, isSame(name) { found = value }
  }

  private func isSame(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    for index in 0..<count where UInt8(bitPattern: name[index]) != text.utf8Start[index] { return false }
    return name[count] == 0
  }
}
