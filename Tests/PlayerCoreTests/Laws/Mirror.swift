@testable import PlayerCore

/// What somebody knows of a player who only listens to its notifications.
struct Mirror: Equatable {
  var item = ItemID.none
  var phase = Phase.empty
  var streamType = StreamType.unknown
  var duration = MediaTime.unknown
  var rangeStart = MediaTime.zero
  var rangeEnd = MediaTime.zero
  var trackCount = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
  var selectedTrack = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
  var naturalWidth: Int32 = 0
  var naturalHeight: Int32 = 0
  var wantsPlay = false
  var isInterrupted = false
  var supply = Supply.unknown
  var seekOrigin = MediaTime.unknown
  var seekTarget = MediaTime.unknown
  var state = PlaybackState.idle
  var rate = Rate.normal
  var effectiveRate = Rate.normal
  var left: Int32 = 1_000
  var right: Int32 = 1_000
  var isMuted = false
  var isLooping = false
  var scalingMode = ScalingMode.aspectFit
  var rotation: Int32 = 0
  var subtitle = TextID.none
  var network = NetworkPath.unknown
  var isInBackground = false
  var isPlayingExternally = false
  var isInPicture = false
  var isLive = false
  var segment = SegmentID.none
  var selectedSegment = SegmentID.none
  var skipped = SegmentID.none

  init() {}

  init(of player: Player) {
    item = player.item
    phase = player.phase
    streamType = player.streamType
    duration = player.duration
    rangeStart = player.seekableRange.lowerBound
    rangeEnd = player.seekableRange.upperBound
    trackCount = player.shown.trackCount
    selectedTrack = player.shown.selectedTrack
    (naturalWidth, naturalHeight) = player.naturalSize
    wantsPlay = player.wantsPlay
    isInterrupted = player.isInterrupted
    supply = player.supply
    seekOrigin = player.seekOrigin
    seekTarget = player.seekTarget
    state = player.state
    rate = player.rate
    effectiveRate = player.effectiveRate
    (left, right) = player.volume
    isMuted = player.isMuted
    isLooping = player.isLooping
    scalingMode = player.scalingMode
    rotation = player.rotation
    subtitle = player.subtitle
    network = player.network
    isInBackground = player.shown.isInBackground
    isPlayingExternally = player.shown.isPlayingExternally
    isInPicture = player.shown.isInPicture
    isLive = player.isLive
    segment = player.currentSegment
    selectedSegment = player.selectedSegment
    skipped = player.shown.skipped
  }

  /// Takes a notification in. False when it announces what was known already, or speaks of another past.
  mutating func hear(_ notification: Player.Notification) -> Bool {
    switch notification {
    case .itemChanged(let from, let to): return change(\.item, from, to)
    case .phaseChanged(let from, let to): return change(\.phase, from, to)
    case .streamTypeChanged(let type): return change(\.streamType, to: type)
    case .durationChanged(let duration): return change(\.duration, to: duration)
    case .seekableRangeChanged(let start, let end):
      let isNews = start != rangeStart || end != rangeEnd
      (rangeStart, rangeEnd) = (start, end)
      return isNews
    case .tracksChanged(let audio, let video, let subtitle):
      return change(\.trackCount, to: ByKind(audio: audio, video: video, subtitle: subtitle))
    case .trackSelected(let kind, let track): return change(\.selectedTrack[kind], to: track)
    case .naturalSizeChanged(let width, let height):
      let isNews = width != naturalWidth || height != naturalHeight
      (naturalWidth, naturalHeight) = (width, height)
      return isNews
    case .intentChanged(let playing): return change(\.wantsPlay, to: playing)
    case .interruptionChanged(let isInterrupted): return change(\.isInterrupted, to: isInterrupted)
    case .supplyChanged(let from, let to): return change(\.supply, from, to)
    case .seekBegan(_, let origin, let target):
      let isNews = seekTarget == .unknown
      (seekOrigin, seekTarget) = (origin, target)
      return isNews
    case .seekEnded:
      let isNews = seekTarget != .unknown
      (seekOrigin, seekTarget) = (.unknown, .unknown)
      return isNews
    case .playbackStateChanged(let from, let to): return change(\.state, from, to)
    default: return hearOfPresentation(notification)
    }
  }

  private mutating func hearOfPresentation(_ notification: Player.Notification) -> Bool {
    switch notification {
    case .rateChanged(let rate): return change(\.rate, to: rate)
    case .effectiveRateChanged(let rate): return change(\.effectiveRate, to: rate)
    case .volumeChanged(let left, let right):
      let isNews = left != self.left || right != self.right
      (self.left, self.right) = (left, right)
      return isNews
    case .mutedChanged(let isMuted): return change(\.isMuted, to: isMuted)
    case .loopingChanged(let isLooping): return change(\.isLooping, to: isLooping)
    case .scalingModeChanged(let mode): return change(\.scalingMode, to: mode)
    case .rotationChanged(let degrees): return change(\.rotation, to: degrees)
    case .subtitleChanged(let subtitle): return change(\.subtitle, to: subtitle)
    case .networkChanged(let network): return change(\.network, to: network)
    case .backgroundChanged(let isInBackground): return change(\.isInBackground, to: isInBackground)
    case .externalPlaybackChanged(let isActive): return change(\.isPlayingExternally, to: isActive)
    case .pictureInPictureChanged(let isActive): return change(\.isInPicture, to: isActive)
    case .atLiveEdgeChanged(let isLive): return change(\.isLive, to: isLive)
    default: return hearOfSegments(notification)
    }
  }

  private mutating func hearOfSegments(_ notification: Player.Notification) -> Bool {
    switch notification {
    case .segmentStarted(let id, let isSelected, _, _, _):
      defer { (segment, selectedSegment) = (id, isSelected ? id : .none) }
      return segment.isNone
    case .segmentEnded(let id, let wasSelected, _, _, _, _):
      defer { (segment, selectedSegment) = (.none, .none) }
      return segment == id && wasSelected != selectedSegment.isNone
    case .willSkip(let id, _): return change(\.skipped, .none, id)
    case .didSkip(let id, _, _): return change(\.skipped, id, .none)
    default: return true
    }
  }

  private mutating func change<Value: Equatable>(_ path: WritableKeyPath<Mirror, Value>, to value: Value) -> Bool {
    defer { self[keyPath: path] = value }
    return self[keyPath: path] != value
  }

  private mutating func change<Value: Equatable>(
    _ path: WritableKeyPath<Mirror, Value>, _ from: Value, _ to: Value
  ) -> Bool {
    self[keyPath: path] == from && change(path, to: to)
  }
}
