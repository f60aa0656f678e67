import PlayerCore

/// The kinds of steps that can be drawn.
enum StepKind: UInt8, CaseIterable {
  case load, prepare, play, pause, toggle, stop, reset, reload, seek, setRate, setVolume, setMuted, setLooping
  case setScalingMode, setRotation, selectTrack, setPreferredLanguage, stageSegment, commitSegments
  case addPeriodicObserver, addBoundaryObserver, removeObserver, set, captureStill, retry, restart
  case networkChanged, interruptionBegan, interruptionEnded, routeChanged, remoteControl, enteredBackground
  case enteredForeground, externalPlaybackChanged, pictureInPictureChanged, wallClock
  case connected, opened, trackFound, chapterFound, metadataFound, durationChanged, seekableRangeChanged
  case dateReference, naturalSizeChanged, buffered, supplyChanged, starved, playbackStarted, playbackStopped
  case positionReported, seekCompleted, firstFrame, ended, failed, warned, trackSelected, subtitleShown
  case stillCaptured, closed
  /// A probable next report of an engine that keeps its contract.
  case likely
  case deadline

  /// Its weight in a session without disabled kinds.
  var weight: Int {
    switch self {
    case .likely: 60
    case .deadline: 8
    case .seek: 10
    case .play: 8
    case .load, .stageSegment: 5
    case .set, .reload, .networkChanged, .buffered, .interruptionEnded: 4
    case .toggle, .commitSegments, .addPeriodicObserver, .addBoundaryObserver: 3
    case .stop, .reset, .failed, .closed, .pause: 1
    case .retry, .selectTrack, .setPreferredLanguage, .restart, .setLooping, .setRate: 2
    default: 2
    }
  }

  /// A cached `allCases`, which makes a new array each time.
  static let all = allCases
  /// The weight of each kind.
  static let weights = allCases.map(\.weight)

  /// The kind's bit in a set of kinds.
  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// Without these nothing happens.
  var isVital: Bool { self == .load || self == .likely || self == .play }
}

extension StepDraw {
  /// A command of this kind; `nil` for a kind that is not a command.
  mutating func command(_ kind: StepKind) -> Command? {
    switch kind {
    case .load:
      .load(
        item: Identifier(UInt32(random.below(16) == 0 ? 0 : 1 + random.below(2))),
        start: random.bool() ? .standard : position(), autoplay: random.bool(), opens: !random.once(in: 6),
        isLocal: random.once(in: 6))
    case .prepare: .prepare
    case .play: .play
    case .pause: .pause
    case .toggle: .toggle
    case .stop: .stop
    case .reset: .reset
    case .reload: .reload(item: id(), flush: random.bool(), isLocal: random.once(in: 6))
    case .seek: .seek(position())
    case .setRate: .setRate(rate())
    case .setVolume: .setVolume(left: int32(), right: int32())
    case .setMuted: .setMuted(random.bool())
    case .setLooping: .setLooping(!random.once(in: 4))
    case .setScalingMode: .setScalingMode(any(of: 4) ?? .fill)
    case .setRotation: .setRotation(degrees: int32())
    case .selectTrack: .selectTrack(self.kind(), track())
    case .setPreferredLanguage: .setPreferredLanguage(self.kind(), language())
    case .stageSegment: segment()
    case .commitSegments: .commitSegments
    case .addPeriodicObserver: periodicObserver()
    case .addBoundaryObserver: .addBoundaryObserver(id(), position: time())
    case .removeObserver: .removeObserver(id())
    case .set: setting()
    case .captureStill: .captureStill
    case .retry: .retry
    case .restart: .restart(random.once(in: 4) ? .standard : position(), autoplay: random.bool())
    default: nil
    }
  }

  private mutating func track() -> TrackID {
    switch random.below(4) {
    case 0: .automatic
    case 1: .off
    default: TrackID(int32())
    }
  }

  /// Segments that often touch, overlap and repeat their numbers or bounds; sometimes with dates or invalid bounds.
  private mutating func segment() -> Command {
    let bits = random.next()
    // One in three lies at the beginning or end of one-minute media.
    var start = MediaTime.seconds(random.once(in: 3) ? random.pick([0, 50]) : Int64(random.below(13) * 5))
    var end = start + .seconds(bits & 0x180000 == 0 ? 10 : Int64(random.below(30)))
    if bits & 0x1F == 0 { (start, end) = (time(), time()) }
    // The place of the playhead again, often under another number.
    if bits & 0x70_0000_0000 == 0, scene.placeStart >= .zero, scene.placeStart < scene.placeEnd {
      (start, end) = (scene.placeStart, scene.placeEnd)
    }
    return .stageSegment(
      SegmentID(UInt32(random.below(4)) + (bits & 0xFE0 == 0 ? 0 : 1)), start: start, end: end,
      isBlocked: bits & 0x1000 == 0, isHidden: bits & 0x6000 == 0, isDated: bits & 0x78000 == 0)
  }

  private mutating func periodicObserver() -> Command {
    let intervals: TimeSpan
    switch random.below(5) {
    case 0: intervals = .seconds(1)
    case 1: intervals = .seconds(10)
    case 2: intervals = span()
    default: intervals = .milliseconds(Int64(random.below(4_000)))
    }
    return .addPeriodicObserver(id(), interval: intervals, phase: random.once(in: 3) ? span() : .zero)
  }

  /// Settings that matter for the current state.
  private var timelySettings: [Setting] {
    if scene.hasSegments { return Self.segmentSettings }
    if scene.isInterrupted || scene.isInBackground { return Self.surroundingSettings }
    if scene.network == .none || scene.network == .cellular { return Self.networkSettings }
    if scene.isListenedTo { return Self.observerSettings }
    switch scene.phase {
    case .empty, .idle, .blocked, .failed: return Self.policySettings
    case .opening, .prepared, .ended: return scene.streamType == .dvr ? Self.liveSettings : Self.playingSettings
    }
  }

  private static let segmentSettings: [Setting] = [
    .resolvesOverlaps, .skipLandingMargin, .relocatesBlockedStarts, .segmentStartMargin, .skipLimit, .playsUnskippable,
    .seekEndMargin,
  ]
  private static let surroundingSettings: [Setting] = [
    .interruptionResumeLimit, .interruptionsHold, .readinessEndsInterruption, .commandsEndInterruption,
    .pausesInBackground, .pausesOnReturn,
    .disablesVideoInBackground, .backgroundTime, .togglesByIntent,
  ]
  private static let observerSettings: [Setting] = [.tickGate, .ticksOnJump, .ticksAtStartAndStop, .softEndFraction]
  private static let policySettings: [Setting] = [
    .retryLimit, .retryDelayKind, .retryDelay, .retryJitter, .seed, .reloadLimit, .checksPolicyWhilePlaying,
    .reloadsOnNetworkChange, .resumesOnReconnect, .firstNetworkReportCounts, .playWithoutContentSetsIntent,
    .startEndToleranceRatio, .startEndTolerance,
  ]
  private static let networkSettings: [Setting] = [
    .checksPolicyWhilePlaying, .allowsCellular, .reloadsOnStall, .resumesOnReconnect,
  ]
  private static let liveSettings: [Setting] = [.liveTolerance, .liveRateMargin, .minimumDVRWindow, .seekEndMargin]
  private static let playingSettings: [Setting] = [
    .seekRetryLimit, .earlyEndTolerance, .unexpectedStopLimit, .endClearsIntent, .reloadsOnStall, .stallsInSeeks,
    .stallKick, .startBuffer, .rebuffer, .playThroughBuffer, .replaysOnPlay, .playWhilePlayingPauses,
    .checksPolicyWhilePlaying, .pastEndTolerance, .coalescesSeeks,
  ]

  private static let spans: [Int64] = [0, 1_000_000, 5_000_000, 20_000_000]

  /// A change of the configuration, sometimes beyond the accepted range.
  private mutating func setting() -> Command {
    switch random.below(8) {
    case 0: return .set(.softEndFraction, Int64(random.below(1_000)))
    case 1: return .set(.liveBufferMaximum, Int64(random.below(4_000_000)))
    default: break
    }
    let setting = random.bool() ? random.pick(timelySettings) : any(Setting.self, of: Setting.count) ?? .autoplay
    if random.bool() { return .set(setting, random.pick(setting.tellingValues)) }
    let specification = setting.specification
    switch specification.unit {
    case .flag: return .set(setting, Int64(random.below(2)))
    case .microseconds:
      switch random.below(6) {
      case 0, 1: return .set(setting, microseconds())
      case 2, 3: return .set(setting, random.pick(Self.spans))
      default: return .set(setting, specification.standard)
      }
    case .thousandths: return .set(setting, random.bool() ? Int64(random.below(2_000)) : specification.standard)
    case .count: return .set(setting, random.bool() ? Int64(random.below(6)) : specification.standard)
    case .bits: return .set(setting, random.bool() ? extreme() : specification.standard)
    }
  }

  /// An event of this kind; `nil` for a kind that is not an environment event.
  mutating func environment(_ kind: StepKind) -> EnvironmentEvent? {
    switch kind {
    case .networkChanged: .networkChanged(path())
    case .interruptionBegan: .interruptionBegan(stopsEngine: random.bool())
    case .interruptionEnded: .interruptionEnded(mayResume: !random.once(in: 4))
    case .routeChanged: .routeChanged(any(of: 3) ?? .other)
    case .remoteControl: .remoteControl(any(of: 6) ?? .play)
    case .enteredBackground: .enteredBackground(audioContinues: random.bool())
    case .enteredForeground: .enteredForeground
    case .externalPlaybackChanged: .externalPlaybackChanged(random.bool())
    case .pictureInPictureChanged: .pictureInPictureChanged(random.bool())
    case .wallClock: .wallClock(microseconds())
    default: nil
    }
  }

  /// A probable next report of an engine that keeps its contract.
  mutating func likelyEvent() -> EngineEvent {
    if scene.isSeeking {
      if random.once(in: 10) { return .starved(position: scene.position) }
      return .seekCompleted(.current, position: landing(), isFinished: !random.once(in: 6))
    }
    switch scene.phase {
    case .opening: return likelyOpening()
    case .prepared: return likelyPrepared()
    case .empty, .idle, .blocked, .failed: return random.bool() ? .closed : .subtitleShown(.none)
    case .ended: return .playbackStopped(position: scene.position)
    }
  }

  /// Mostly the target of the seek; some engines land next to it, short of it, or report no position.
  private mutating func landing() -> MediaTime {
    switch random.below(16) {
    case 0: time()
    case 1: scene.position + .seconds(-1)
    case 2: .unknown
    case 3...6: scene.hasSegments ? scene.position + .seconds(-1) : scene.position
    default: scene.position
    }
  }

  /// A report of an opening before it is open, or at that moment.
  mutating func likelyOpening() -> EngineEvent {
    switch random.below(12) {
    case 0: random.bool() ? .failed(failure()) : .opened(media())
    case 1: .connected(address: .none, nameLookup: .zero, connect: .milliseconds(20), firstData: .milliseconds(90))
    case 2, 3:
      .trackFound(
        kind(), TrackID(Int32(random.below(3))), language: language(), title: .none, isDefault: random.bool(),
        isForced: random.once(in: 4))
    case 4: .naturalSizeChanged(width: 640, height: 360)
    case 5: .trackSelected(kind(), TrackID(Int32(random.below(3))))
    default: .opened(media())
    }
  }

  /// Seconds of data that arrive at once: not always enough.
  private static let refills: [Int64] = [0, 1, 2, 5, 20, 20, 20]

  /// Windows exactly as long as settings require.
  private static let windows: [TimeSpan] = [.zero, .seconds(10), .seconds(30), .seconds(60)]

  private mutating func likelyPrepared() -> EngineEvent {
    if scene.isReplacing, random.bool() { return .opened(media()) }
    if scene.isStarting { return .playbackStarted(position: scene.position, rate: scene.movingRate) }
    let position = scene.position
    if !scene.supply.allowsPlayback {
      // An engine that was kicked may have data.
      if scene.nextSlot == .kick, random.once(in: 3) {
        return .playbackStarted(position: position, rate: scene.movingRate)
      }
      return .buffered(
        until: position + .seconds(random.pick(Self.refills)), bytesRead: 1_000, isSaturated: random.once(in: 4))
    }
    if scene.streamType != .onDemand, random.once(in: 3) {
      let start = random.bool() ? MediaTime.zero : .seconds(Int64(random.below(10)))
      if random.once(in: 4) { return .seekableRangeChanged(start: start, end: start + random.pick(Self.windows)) }
      return .seekableRangeChanged(start: start, end: position + span(upTo: random.bool() ? 60_000 : 200_000))
    }
    guard scene.isMoving else { return .playbackStopped(position: position) }
    switch random.below(10) {
    case 0: return .ended(position: random.bool() ? scene.duration : scene.duration + span(upTo: 6_000) + .seconds(-6))
    case 1, 2: return .starved(position: position)
    case 3: return .positionReported(position + span(upTo: 200) + .milliseconds(-100))
    // The position of the last report, or the expected one.
    case 4: return .positionReported(random.bool() ? scene.anchor : position)
    case 5: return .firstFrame(random.bool() ? .audio : .video, position: position)
    case 6: return .playbackStopped(position: random.bool() ? scene.anchor : position)
    default:
      return .buffered(
        until: position + span(upTo: 20_000), bytesRead: 5_000, isSaturated: false)
    }
  }

  /// `isForced` is derived from the title, so that stored seeds keep their sessions.
  private mutating func found() -> EngineEvent {
    let number = random.once(in: 8) ? track() : TrackID(Int32(random.below(4)))
    let (kind, track, language, title): (TrackKind, TrackID, TextID, TextID) = (kind(), number, language(), id())
    let isForced = title.rawValue == 3
    return .trackFound(
      kind, track, language: language, title: title, isDefault: random.bool(), isForced: isForced)
  }

  mutating func engineEvent(_ kind: StepKind) -> EngineEvent {
    switch kind {
    case .connected: .connected(address: id(), nameLookup: span(), connect: span(), firstData: span())
    case .opened: .opened(media())
    case .trackFound: found()
    case .chapterFound: .chapterFound(id(), start: time(), end: time(), title: id())
    case .metadataFound: .metadataFound(key: id(), value: id())
    case .durationChanged: .durationChanged(time())
    case .seekableRangeChanged: .seekableRangeChanged(start: time(), end: time())
    case .dateReference: .dateReference(position: time(), date: microseconds())
    case .naturalSizeChanged: .naturalSizeChanged(width: int32(), height: int32())
    case .buffered: .buffered(until: time(), bytesRead: microseconds(), isSaturated: random.bool())
    case .supplyChanged: .supplyChanged(BufferState(rawValue: UInt8(random.below(8))))
    case .starved: .starved(position: reported())
    case .playbackStarted: .playbackStarted(position: reported(), rate: rate())
    case .playbackStopped: .playbackStopped(position: reported())
    case .positionReported: .positionReported(reported())
    case .seekCompleted: .seekCompleted(serial(), position: time(), isFinished: random.bool())
    case .firstFrame: .firstFrame(self.kind(), position: time())
    case .ended: .ended(position: time())
    case .failed: .failed(failure())
    case .warned: .warned(failure())
    case .trackSelected: .trackSelected(self.kind(), track())
    case .subtitleShown: .subtitleShown(id())
    case .stillCaptured: .stillCaptured(random.once(in: 4) ? id() : .newest, isCaptured: random.bool())
    default: .closed
    }
  }

  private mutating func serial() -> SeekSerial {
    switch random.below(6) {
    case 0...2: .current
    case 3: .newest
    case 4: .previous
    default: id()
    }
  }
}
