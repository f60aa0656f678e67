/// What the world can see of a player. Two of them, before and after a step, say everything that has changed.
struct Snapshot: Hashable {
  var item: ItemID
  var phase: Phase
  var failure: Failure
  var failurePosition: MediaTime
  var preparedCount: UInt32
  var streamType: StreamType
  var duration: MediaTime
  var rangeStart: MediaTime
  var rangeEnd: MediaTime
  var trackCount: Tracks.ByKind<Int32>
  var selectedTrack: Tracks.ByKind<TrackID>
  var naturalWidth: Int32
  var naturalHeight: Int32
  var wantsPlay: Bool
  var isInterrupted: Bool
  var supply: Supply
  var stallCount: Int32
  var stallTime: TimeSpan
  var isStalled: Bool
  var seekSerial: SeekSerial
  var seekOrigin: MediaTime
  var seekTarget: MediaTime
  var seekWasFinished: Bool
  var state: PlaybackState
  var rate: Rate
  var effectiveRate: Rate
  var left: Int32
  var right: Int32
  var isMuted: Bool
  var isLooping: Bool
  var scalingMode: ScalingMode
  var rotation: Int32
  var firstAudioAfter: TimeSpan
  var firstVideoAfter: TimeSpan
  var subtitle: TextID
  var loops: Int32
  var surroundings: Surroundings
  /// Where the playhead rests or last set out from: the position that notifications speak of.
  var anchor: MediaTime

  init(of player: Player) {
    item = player.content.item
    phase = player.loading.phase
    failure = player.loading.failure
    failurePosition = player.loading.phase == .failed ? player.transport.anchor : .unknown
    preparedCount = player.loading.preparedCount
    streamType = player.timeline.streamType
    duration = player.timeline.duration
    rangeStart = player.timeline.rangeStart
    rangeEnd = player.timeline.rangeEnd
    trackCount = player.tracks.count
    selectedTrack = player.tracks.selected
    naturalWidth = player.presentation.naturalWidth
    naturalHeight = player.presentation.naturalHeight
    wantsPlay = player.transport.wantsPlay
    isInterrupted = player.interruption.isPending
    supply = player.buffering.supply
    stallCount = player.statistics.stallCount
    stallTime = player.statistics.stallTime
    isStalled = player.buffering.isStallOpen
    seekSerial = player.seeking.isVisible ? player.seeking.serial : .none
    seekOrigin = player.seeking.origin
    seekTarget = player.seeking.target
    seekWasFinished = player.seeking.wasFinished
    state = player.state
    rate = player.transport.rate
    effectiveRate = player.effectiveRate
    left = player.presentation.left
    right = player.presentation.right
    isMuted = player.presentation.isMuted
    isLooping = player.presentation.isLooping
    scalingMode = player.presentation.scalingMode
    rotation = player.presentation.rotation
    firstAudioAfter = player.tracks.firstAudioAfter
    firstVideoAfter = player.tracks.firstVideoAfter
    subtitle = player.tracks.subtitleText
    loops = player.presentation.loops
    surroundings = player.surroundings
    anchor = player.transport.anchor
  }

  /// The documented order of change notifications, in the one place that makes them.
  func announceChanges(since old: Snapshot, _ reason: Reason, into outputs: inout Outputs) {
    func notify(_ notification: Player.Notification) { outputs.notify(notification, reason) }
    if old.item != item { notify(.itemChanged(from: old.item, to: item)) }
    if old.phase != phase { notify(.phaseChanged(from: old.phase, to: phase)) }
    announceMedia(since: old, notify)
    announceWishes(since: old, notify)
    announcePlayback(since: old, notify)
    announcePresentation(since: old, notify)
    announceSurroundings(since: old, notify)
  }

  private func announceMedia(since old: Snapshot, _ notify: (Player.Notification) -> Void) {
    if old.streamType != streamType { notify(.streamTypeChanged(streamType)) }
    if old.duration != duration { notify(.durationChanged(duration)) }
    if old.rangeStart != rangeStart || old.rangeEnd != rangeEnd {
      notify(.seekableRangeChanged(start: rangeStart, end: rangeEnd))
    }
    if old.trackCount != trackCount {
      notify(.tracksChanged(audio: trackCount.audio, video: trackCount.video, subtitle: trackCount.subtitle))
    }
    if old.selectedTrack != selectedTrack {
      for kind in TrackKind.allCases where old.selectedTrack[kind] != selectedTrack[kind] {
        notify(.trackSelected(kind, selectedTrack[kind]))
      }
    }
    if old.naturalWidth != naturalWidth || old.naturalHeight != naturalHeight {
      notify(.naturalSizeChanged(width: naturalWidth, height: naturalHeight))
    }
    if old.preparedCount != preparedCount { notify(.prepared(duration: duration)) }
  }

  private func announceWishes(since old: Snapshot, _ notify: (Player.Notification) -> Void) {
    if old.wantsPlay != wantsPlay { notify(.intentChanged(playing: wantsPlay)) }
    if old.isInterrupted != isInterrupted { notify(.interruptionChanged(isInterrupted: isInterrupted)) }
  }

  private func announcePlayback(since old: Snapshot, _ notify: (Player.Notification) -> Void) {
    if old.isStalled, !isStalled || old.stallCount != stallCount {
      notify(.stallEnded(lasted: stallTime - old.stallTime))
    }
    if old.supply != supply { notify(.supplyChanged(from: old.supply, to: supply)) }
    if isStalled, old.stallCount != stallCount || !old.isStalled { notify(.stallBegan(count: stallCount)) }
    if old.seekSerial != seekSerial {
      if !old.seekSerial.isNone {
        let isFinished = seekSerial.isNone && phase == .prepared && seekWasFinished
        notify(.seekEnded(old.seekSerial, position: anchor, isFinished: isFinished))
      }
      if !seekSerial.isNone { notify(.seekBegan(seekSerial, origin: seekOrigin, target: seekTarget)) }
    }
    if old.loops < loops { notify(.looped(count: loops)) }
    if old.state != state { notify(.playbackStateChanged(from: old.state, to: state)) }
    if old.phase != .ended, phase == .ended { notify(.ended(position: anchor)) }
    if failure.kind != .none, old.failure != failure { notify(.failed(failure, position: failurePosition)) }
    if old.firstAudioAfter != firstAudioAfter, firstAudioAfter != .never {
      notify(.firstFrame(.audio, after: firstAudioAfter))
    }
    if old.firstVideoAfter != firstVideoAfter, firstVideoAfter != .never {
      notify(.firstFrame(.video, after: firstVideoAfter))
    }
  }

  private func announcePresentation(since old: Snapshot, _ notify: (Player.Notification) -> Void) {
    if old.rate != rate { notify(.rateChanged(rate)) }
    if old.effectiveRate != effectiveRate { notify(.effectiveRateChanged(effectiveRate)) }
    if old.left != left || old.right != right { notify(.volumeChanged(left: left, right: right)) }
    if old.isMuted != isMuted { notify(.mutedChanged(isMuted)) }
    if old.isLooping != isLooping { notify(.loopingChanged(isLooping)) }
    if old.scalingMode != scalingMode { notify(.scalingModeChanged(scalingMode)) }
    if old.rotation != rotation { notify(.rotationChanged(degrees: rotation)) }
    if old.subtitle != subtitle { notify(.subtitleChanged(subtitle)) }
  }

  private func announceSurroundings(since old: Snapshot, _ notify: (Player.Notification) -> Void) {
    guard old.surroundings != surroundings else { return }
    if old.surroundings.network != surroundings.network { notify(.networkChanged(surroundings.network)) }
    if old.surroundings.isInBackground != surroundings.isInBackground {
      notify(.backgroundChanged(isInBackground: surroundings.isInBackground))
    }
    if old.surroundings.isPlayingExternally != surroundings.isPlayingExternally {
      notify(.externalPlaybackChanged(surroundings.isPlayingExternally))
    }
    if old.surroundings.isInPicture != surroundings.isInPicture {
      notify(.pictureInPictureChanged(surroundings.isInPicture))
    }
  }
}

extension Player {
  /// What a player shows, as a pure function of the axes. "Playing" only when the engine confirmed it.
  public var state: PlaybackState {
    switch loading.phase {
    case .empty, .idle, .blocked, .failed: .idle
    case .opening: .preparing
    case .ended: .ended
    case .prepared:
      if seeking.isVisible {
        .seeking
      } else if !transport.wantsPlay || interruption.isPending {
        .paused
      } else if transport.drive == .moving {
        .playing
      } else {
        switch transport.waiting {
        case .none: .paused
        case .start: .preparing
        case .seek: .seeking
        case .stall: .stalled
        case .replay: .ended
        case .loop: .playing
        }
      }
    }
  }
}
