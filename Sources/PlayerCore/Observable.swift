extension Player {
  /// What observers see of a player. Each field changes with a notification, so an observer that follows the
  /// notifications from the beginning knows all of it.
  ///
  /// It is the place where these values are stored. A step copies it once before it changes anything, and compares it
  /// afterwards as memory: the fields are ordered so that there is no padding between them, whose content would be
  /// undefined.
  public struct Observable: Hashable, Sendable {
    /// The duration; unknown before the media is open and for live streams.
    public var duration = MediaTime.unknown
    /// The beginning of the seekable range; empty when nothing is seekable. Derived.
    public var rangeStart = MediaTime.zero
    /// The end of what can be sought, inclusive; equal to ``rangeStart`` when nothing can. Derived.
    public var rangeEnd = MediaTime.zero
    /// Where the first of the seeks in progress began; unknown without one. Derived.
    public var seekOrigin = MediaTime.unknown
    /// The target of the newest seek in progress; unknown without one. Derived.
    public var seekTarget = MediaTime.unknown
    /// What is played; none without content.
    public var item = ItemID.none
    /// The seek in progress; none without one. Starts, loops and replays move silently. Derived.
    public var seek = SeekSerial.none
    /// How many openings became ready.
    public var preparedCount: UInt32 = 0
    /// How often playback ran out of data since the last load. Derived.
    public var stallCount: Int32 = 0
    /// How often the media started over by itself since the last load.
    public var loopCount: Int32 = 0
    /// How many renditions the media has, of each kind.
    public var trackCount = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
    /// The rendition that plays, of each kind.
    public var selectedTrack = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
    /// Size of the picture in pixels; zero before it is known.
    public var naturalWidth: Int32 = 0
    /// Height of the picture in pixels; zero before it is known.
    public var naturalHeight: Int32 = 0
    /// The requested rate.
    public var rate = Rate.normal
    /// The rate at which playback runs, or would run. Derived.
    public var effectiveRate = Rate.normal
    /// Volumes in thousandths, 0 … ``Configuration/maximumVolume``.
    public var left: Int32 = 1_000
    /// Volume of the right channel, in the unit of ``left``.
    public var right: Int32 = 1_000
    /// Degrees counter-clockwise: 0, 90, 180 or 270.
    public var rotation: Int32 = 0
    /// The subtitle that is shown; none when there is none.
    public var subtitle = TextID.none
    /// The segment that is played, never a blocked one; none in a gap.
    public var segment = SegmentID.none
    /// ``segment`` if a start or a seek selected it. Derived.
    public var selectedSegment = SegmentID.none
    /// The segment whose skip was announced and has not ended.
    public var skipped = SegmentID.none
    /// The blocked segment that is presented because it cannot be skipped.
    public var playedBlocked = SegmentID.none
    /// Why playback failed; of kind `none` while ``phase`` is not `failed`.
    public var failure = Failure(.none)
    /// The phase of the content.
    public var phase = Phase.empty
    /// On demand, live, or live with a window.
    public var streamType = StreamType.unknown
    /// What the player does, in one word. Derived.
    public var state = PlaybackState.idle
    /// The load state.
    public var supply = BufferState.unknown
    /// How the picture fills its frame.
    public var scalingMode = ScalingMode.aspectFit
    /// How the machine is connected.
    public var network = NetworkPath.unknown
    /// Whether playback is requested, whatever hinders it.
    public var wantsPlay = false
    /// Whether a call or an alarm interrupts playback.
    public var isInterrupted = false
    /// Whether the sound is off; ``left`` and ``right`` keep their values.
    public var isMuted = false
    /// Whether media on demand starts over at its end.
    public var isLooping = false
    /// Whether the app is in the background.
    public var isInBackground = false
    /// Whether another device shows the picture.
    public var isPlayingExternally = false
    /// Whether picture in picture is active.
    public var isInPicture = false
    /// Whether the playhead is at the live edge.
    public var isLive = false
    /// Whether the first audio frame of this opening was presented.
    public var hasShownAudio = false
    /// Whether the first video frame of this opening was presented.
    public var hasShownVideo = false

    /// What a player shows before its first input.
    public init() {}
  }
}

extension Player.Observable {
  /// The audio part of ``trackCount``.
  public var audioTracks: Int32 {
    get { trackCount.audio }
    set { trackCount.audio = newValue }
  }
  /// The video part of ``trackCount``.
  public var videoTracks: Int32 {
    get { trackCount.video }
    set { trackCount.video = newValue }
  }
  /// The subtitle part of ``trackCount``.
  public var subtitleTracks: Int32 {
    get { trackCount.subtitle }
    set { trackCount.subtitle = newValue }
  }
  /// The audio part of ``selectedTrack``.
  public var audioTrack: TrackID {
    get { selectedTrack.audio }
    set { selectedTrack.audio = newValue }
  }
  /// The video part of ``selectedTrack``.
  public var videoTrack: TrackID {
    get { selectedTrack.video }
    set { selectedTrack.video = newValue }
  }
  /// The subtitle part of ``selectedTrack``.
  public var subtitleTrack: TrackID {
    get { selectedTrack.subtitle }
    set { selectedTrack.subtitle = newValue }
  }
}

/// False only when two values are equal. Compares the bytes, eight at a time, instead of named fields, so no field can
/// be missed. Padding between fields may differ too; that only costs a closer comparison. For values of at least eight
/// bytes.
@inline(__always)
func mayDiffer<Part>(_ a: inout Part, _ b: inout Part) -> Bool {
  withUnsafeBytes(of: &a) { a in
    withUnsafeBytes(of: &b) { b in !areSame(a, b) }
  }
}

/// Whether two values of at least 8 bytes and of the same length have the same bytes.
@inline(__always)
func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  let last = a.count &- 8
  var difference = a.word(at: last) ^ b.word(at: last)
  for offset in stride(from: 0, to: last, by: 8) { difference |= a.word(at: offset) ^ b.word(at: offset) }
  return difference == 0
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

extension Player {
  /// Derives the observable state from the hidden state, once after each step.
  @inline(__always)
  mutating func deriveShown() {
    let range = seekableBounds
    shown.rangeStart = range.start
    shown.rangeEnd = range.end
    shown.seek = seeking.isVisible ? seeking.serial : .none
    shown.seekOrigin = seekOrigin
    shown.seekTarget = seekTarget
    shown.stallCount = statistics.stallCount
    shown.effectiveRate = effectiveRate
    shown.selectedSegment = selectedSegment
    shown.state = state
  }

  /// What a player shows, as a pure function of the axes. "Playing" only when the engine confirmed it.
  @inline(__always)
  public var state: PlaybackState {
    switch shown.phase {
    case .empty, .idle, .blocked, .failed: return .idle
    case .opening: return .preparing
    case .ended: return .ended
    case .prepared: break
    }
    if seeking.isVisible { return .seeking }
    if transport.drive == .moving { return .playing }
    if !shown.wantsPlay || isHindered { return .paused }
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
