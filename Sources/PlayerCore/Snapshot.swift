/// What the world can see of a player. Two of them, before and after a step, say everything that has changed.
///
/// Large fields first: taking and comparing two of these is most of what an input costs.
struct Snapshot {
  /// Where the playhead rests or last set out from: the position that notifications speak of.
  var anchor: MediaTime
  var duration: MediaTime
  var rangeStart: MediaTime
  var rangeEnd: MediaTime
  var seekOrigin: MediaTime
  var seekTarget: MediaTime
  var stallSince: Instant
  var seekSerial: SeekSerial
  var item: ItemID
  var preparedCount: UInt32
  var failure: Failure
  var trackCount: Tracks.ByKind<Int32>
  var selectedTrack: Tracks.ByKind<TrackID>
  var subtitle: TextID
  var naturalWidth: Int32
  var naturalHeight: Int32
  var stallCount: Int32
  var loops: Int32
  var rate: Rate
  var effectiveRate: Rate
  var left: Int32
  var right: Int32
  var rotation: Int32
  var surroundings: Surroundings
  var phase: Phase
  var state: PlaybackState
  var streamType: StreamType
  var supply: Supply
  var scalingMode: ScalingMode
  var wantsPlay: Bool
  var isInterrupted: Bool
  var seekWasFinished: Bool
  var isMuted: Bool
  var isLooping: Bool
  var hasShownAudio: Bool
  var hasShownVideo: Bool
  var isLive: Bool
}

extension Snapshot {
  /// False only when all fields are equal. It compares the bytes, eight at a time, and no field by its name: none can be
  /// forgotten. Bytes that belong to no field may differ as well; that only costs a closer look.
  @inline(__always)
  static func mayDiffer(_ a: inout Snapshot, _ b: inout Snapshot) -> Bool {
    withUnsafeBytes(of: &a) { a in
      withUnsafeBytes(of: &b) { b in
        let last = a.count &- 8
        var difference = a.word(at: last) ^ b.word(at: last)
        for offset in stride(from: 0, to: last, by: 8) { difference |= a.word(at: offset) ^ b.word(at: offset) }
        return difference != 0
      }
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
      anchor: transport.anchor, duration: timeline.duration, rangeStart: range.start, rangeEnd: range.end,
      seekOrigin: seeking.origin, seekTarget: seeking.target, stallSince: buffering.stallSince,
      seekSerial: seeking.isVisible ? seeking.serial : .none, item: content.item,
      preparedCount: loading.preparedCount, failure: loading.failure, trackCount: tracks.count,
      selectedTrack: tracks.selected, subtitle: tracks.subtitleText, naturalWidth: presentation.naturalWidth,
      naturalHeight: presentation.naturalHeight, stallCount: statistics.stallCount, loops: presentation.loops,
      rate: transport.rate, effectiveRate: effectiveRate, left: presentation.left, right: presentation.right,
      rotation: presentation.rotation, surroundings: surroundings, phase: loading.phase, state: state,
      streamType: timeline.streamType, supply: buffering.supply, scalingMode: presentation.scalingMode,
      wantsPlay: transport.wantsPlay, isInterrupted: interruption.isPending,
      seekWasFinished: seeking.wasFinished, isMuted: presentation.isMuted, isLooping: presentation.isLooping,
      hasShownAudio: tracks.hasShownAudio, hasShownVideo: tracks.hasShownVideo,
      isLive: liveEdge.isAtEdge)
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
