/// What the world can see change in a player. Two of them, before and after a step, say everything that has changed.
///
/// Taking and comparing two of these is most of what an input costs. So they are compared as memory: the order of the
/// fields leaves no gap between them, of which nobody would know what it holds.
struct Snapshot {
  struct Media {
    var duration: MediaTime
    var rangeStart: MediaTime
    var rangeEnd: MediaTime
    var trackCount: Tracks.ByKind<Int32>
    var selectedTrack: Tracks.ByKind<TrackID>
  }

  var stallSince: Instant
  var media: Media
  var seekSerial: SeekSerial
  var item: ItemID
  var preparedCount: UInt32
  var subtitle: TextID
  var rate: Rate
  var effectiveRate: Rate
  // 37, 5, 1 and 1 bytes; then four are aligned again.
  var presentation: Presentation
  var surroundings: Surroundings
  var streamType: StreamType
  var phase: Phase
  var failure: Failure
  var state: PlaybackState
  var supply: Supply
  var wantsPlay: Bool
  var isInterrupted: Bool
  var hasShownAudio: Bool
  var hasShownVideo: Bool
  var isLive: Bool
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
  /// Everything that notifications of change can speak of.
  @inline(__always)
  var snapshot: Snapshot {
    let range = timeline.seekableRange
    return Snapshot(
      stallSince: buffering.stallSince,
      media: Snapshot.Media(
        duration: timeline.duration, rangeStart: range.start, rangeEnd: range.end, trackCount: tracks.count,
        selectedTrack: tracks.selected),
      seekSerial: seeking.isVisible ? seeking.serial : .none, item: content.item, preparedCount: loading.preparedCount,
      subtitle: tracks.subtitleText, rate: transport.rate, effectiveRate: effectiveRate, presentation: presentation,
      surroundings: surroundings, streamType: timeline.streamType, phase: loading.phase, failure: loading.failure,
      state: state, supply: buffering.supply, wantsPlay: transport.wantsPlay, isInterrupted: interruption.isPending,
      hasShownAudio: tracks.hasShownAudio, hasShownVideo: tracks.hasShownVideo, isLive: liveEdge.isAtEdge)
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
