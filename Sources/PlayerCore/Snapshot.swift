/// What the world can see of a player. Two of them, before and after a step, say everything that has changed.
///
/// Large fields first: taking and comparing two of these is most of what an input costs.
struct Snapshot: Equatable {
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

  init(of player: borrowing Player) {
    anchor = player.transport.anchor
    duration = player.timeline.duration
    let range = player.seekableRange
    rangeStart = range.lowerBound
    rangeEnd = range.upperBound
    seekOrigin = player.seeking.origin
    seekTarget = player.seeking.target
    stallSince = player.buffering.stallSince
    seekSerial = player.seeking.isVisible ? player.seeking.serial : .none
    item = player.content.item
    preparedCount = player.loading.preparedCount
    failure = player.loading.failure
    trackCount = player.tracks.count
    selectedTrack = player.tracks.selected
    subtitle = player.tracks.subtitleText
    naturalWidth = player.presentation.naturalWidth
    naturalHeight = player.presentation.naturalHeight
    stallCount = player.statistics.stallCount
    loops = player.presentation.loops
    rate = player.transport.rate
    effectiveRate = player.effectiveRate
    left = player.presentation.left
    right = player.presentation.right
    rotation = player.presentation.rotation
    surroundings = player.surroundings
    phase = player.loading.phase
    state = player.state
    streamType = player.timeline.streamType
    supply = player.buffering.supply
    scalingMode = player.presentation.scalingMode
    wantsPlay = player.transport.wantsPlay
    isInterrupted = player.interruption.isPending
    seekWasFinished = player.seeking.wasFinished
    isMuted = player.presentation.isMuted
    isLooping = player.presentation.isLooping
    hasShownAudio = player.tracks.hasShownAudio
    hasShownVideo = player.tracks.hasShownVideo
  }
}

extension Player {
  /// What a player shows, as a pure function of the axes. "Playing" only when the engine confirmed it.
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
