/// What the world can see change in a player. Two of them, before and after a step, say everything that has changed.
///
/// Taking and comparing two of these is most of what an input costs. So they are compared as memory: the order of the
/// fields leaves no gap between them, of which nobody would know what it holds.
struct Snapshot {
  struct Media {
    var duration = MediaTime.zero
    var rangeStart = MediaTime.zero
    var rangeEnd = MediaTime.zero
    var trackCount = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
    var selectedTrack = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
  }

  var stallSince = Instant.zero
  var media = Media()
  var seekSerial = SeekSerial.none
  var item = ItemID.none
  var preparedCount: UInt32 = 0
  var subtitle = TextID.none
  var rate = Rate.zero
  var effectiveRate = Rate.zero
  // 37, 5, 1 and 1 bytes; then four are aligned again.
  var presentation = Presentation()
  var surroundings = Surroundings()
  var streamType = StreamType.unknown
  var phase = Phase.empty
  var failure = Failure(.none)
  var state = PlaybackState.idle
  var supply = Supply.unknown
  var wantsPlay = false
  var isInterrupted = false
  var hasShownAudio = false
  var hasShownVideo = false
  var isLive = false
}

/// False only when two values are equal. It compares the bytes, eight at a time, and no field by its name: none can be
/// forgotten. Gaps between fields may differ as well; that only costs a closer look. For values of at least eight bytes.
@inline(__always)
func mayDiffer<Part>(_ a: inout Part, _ b: inout Part) -> Bool {
  withUnsafeBytes(of: &a) { a in
    withUnsafeBytes(of: &b) { b in
      let last = a.count &- 8
      var difference = a.word(at: last) ^ b.word(at: last)
      for offset in stride(from: 0, to: last, by: 8) { difference |= a.word(at: offset) ^ b.word(at: offset) }
      return difference != 0
    }
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

extension Player {
  /// Reads everything that notifications of change can speak of into `snapshot`, all of whose fields are replaced, and
  /// changes nothing: a player that is asked without `mutating` may be copied for the answer. Field goes to field; all of
  /// them at once would not fit into registers.
  @inline(never)
  mutating func readSnapshot(into snapshot: inout Snapshot) {
    let range = seekableBounds
    snapshot.stallSince = buffering.stallSince
    snapshot.media.duration = timeline.duration
    snapshot.media.rangeStart = range.start
    snapshot.media.rangeEnd = range.end
    snapshot.media.trackCount = tracks.count
    snapshot.media.selectedTrack = tracks.selected
    snapshot.seekSerial = seeking.isVisible ? seeking.serial : .none
    snapshot.item = content.item
    snapshot.preparedCount = loading.preparedCount
    snapshot.subtitle = tracks.subtitleText
    snapshot.rate = transport.rate
    snapshot.effectiveRate = effectiveRate
    snapshot.presentation = presentation
    snapshot.surroundings = surroundings
    snapshot.streamType = timeline.streamType
    snapshot.phase = loading.phase
    snapshot.failure = loading.failure
    snapshot.state = state
    snapshot.supply = buffering.supply
    snapshot.wantsPlay = transport.wantsPlay
    snapshot.isInterrupted = interruption.isPending
    snapshot.hasShownAudio = tracks.hasShownAudio
    snapshot.hasShownVideo = tracks.hasShownVideo
    snapshot.isLive = liveEdge.isAtEdge
  }

  /// What a player shows, as a pure function of the axes. "Playing" only when the engine confirmed it.
  @inline(__always)
  public var state: PlaybackState {
    switch loading.phase {
    case .empty, .idle, .blocked, .failed: return .idle
    case .opening: return .preparing
    case .ended: return .ended
    case .prepared: break
    }
    if seeking.isVisible { return .seeking }
    if transport.drive == .moving { return .playing }
    if !transport.wantsPlay || isHindered { return .paused }
    switch transport.waiting {
    case .none: return .paused
    case .start: return .preparing
    case .seek: return .seeking
    case .stall: return .stalled
    case .replay: return .ended
    case .loop: return .playing
    }
  }
}
