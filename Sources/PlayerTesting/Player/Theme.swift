import PlayerCore

/// What a session may be about: kinds of steps that only together lead anywhere, and the settings that say what comes of
/// them.
struct Theme {
  /// A bit for each kind.
  var kinds: UInt64
  var settings: [Setting]
  /// What most of its sessions begin with, so that the settings matter.
  var basis: [(Setting, Int64)]
  /// Whether it is about live streams.
  var isLive: Bool

  private init(
    _ kinds: [StepKind], _ settings: [Setting], basis: [(Setting, Int64)] = [], isLive: Bool = false
  ) {
    self.kinds = kinds.reduce(0) { $0 | $1.bit }
    (self.settings, self.basis, self.isLive) = (settings, basis, isLive)
  }

  /// The first is about nothing in particular.
  static let all: [Theme] = [
    Theme([], []),
    Theme([.stageSegment, .commitSegments, .seek, .playbackStarted, .seekCompleted], segments),
    Theme([.stageSegment, .commitSegments, .load, .reload, .opened, .set], segments + starts),
    Theme([.stageSegment, .commitSegments, .positionReported, .ended, .setLooping, .reload], segments + ends),
    Theme([.seekableRangeChanged, .dateReference, .wallClock, .durationChanged, .buffered], live, isLive: true),
    Theme([.seekableRangeChanged, .setRate, .seek, .restart, .positionReported, .set], live, isLive: true),
    Theme([.reload, .opened, .trackFound, .trackSelected, .failed, .connected], retries + buffers),
    Theme([.interruptionBegan, .interruptionEnded, .toggle, .play, .set], surroundings),
    Theme(
      [.enteredBackground, .enteredForeground, .pictureInPictureChanged, .externalPlaybackChanged, .set], surroundings),
    Theme([.failed, .networkChanged, .retry, .set, .playbackStarted], retries, basis: patience),
    Theme([.networkChanged, .reload, .starved, .buffered, .load, .closed], retries, basis: patience),
    Theme([.networkChanged, .ended, .seek, .play, .setLooping], ends + [.checksPolicyWhilePlaying, .allowsCellular]),
    Theme([.addPeriodicObserver, .addBoundaryObserver, .playbackStarted, .playbackStopped, .seek, .set], observers),
    Theme([.addPeriodicObserver, .addBoundaryObserver, .restart, .setLooping, .ended, .load], observers + ends),
    Theme([.trackFound, .selectTrack, .setPreferredLanguage, .trackSelected, .opened], [.showsDefaultSubtitles]),
    Theme([.playbackStopped, .playbackStarted, .positionReported, .starved, .buffered, .set], buffers),
    Theme([.setLooping, .ended, .play, .set, .positionReported], ends),
    Theme([.load, .seek, .stop, .prepare, .restart, .opened], starts),
    Theme([.seek, .seekCompleted, .playbackStarted, .starved, .setRate], starts + buffers),
  ]

  /// Retries happen, and differ from each other.
  private static let patience: [(Setting, Int64)] = [
    (.retryLimit, 3), (.retryDelayKind, 2), (.retryDelay, 1_000_000), (.retryJitter, 500),
  ]

  private static let segments: [Setting] = [
    .resolvesOverlaps, .skipLandingMargin, .relocatesBlockedStarts, .segmentStartMargin, .skipLimit, .seekEndMargin,
  ]
  private static let starts: [Setting] = [
    .startEndTolerance, .startEndToleranceRatio, .seekEndMargin, .seekRetryLimit, .coalescesSeeks, .stopKeepsIntent,
    .playOpens, .autoplay, .seekTimeout, .openTimeout, .reopensAtLastPosition, .playWithoutContentSetsIntent,
    .minimumRate, .maximumRate,
  ]
  private static let ends: [Setting] = [
    .replaysOnPlay, .endClearsIntent, .pastEndTolerance, .earlyEndTolerance, .probeInterval, .playWhilePlayingPauses,
    .softEndFraction, .ticksOnJump,
  ]
  private static let live: [Setting] = [
    .liveTolerance, .liveRateMargin, .minimumDVRWindow, .liveBufferMaximum, .seekEndMargin, .jumpTolerance,
  ]
  private static let retries: [Setting] = [
    .retryLimit, .retryDelayKind, .retryDelay, .retryDelayMaximum, .retryJitter, .seed, .reloadLimit, .retriesOpening,
    .retryKeepsIntent, .openFailureHolds, .emptiesOnFailure, .retryResumesAtInitial, .checksPolicyWhilePlaying,
    .reloadsOnNetworkChange, .reloadsOnStall, .resumesOnReconnect, .firstNetworkReportCounts, .allowsCellular,
    .reopensAtLastPosition, .retryResetsOnProgress, .retryResetsOnReady,
  ]
  private static let surroundings: [Setting] = [
    .interruptionResumeLimit, .interruptionsHold, .readinessEndsInterruption, .pausesInBackground, .pausesOnReturn,
    .disablesVideoInBackground, .backgroundTime, .togglesByIntent, .playWhilePlayingPauses,
  ]
  private static let observers: [Setting] = [
    .tickGate, .ticksOnJump, .ticksAtStartAndStop, .softEndFraction,
  ]
  private static let buffers: [Setting] = [
    .startBuffer, .rebuffer, .playThroughBuffer, .derivesSupply, .stallsInSeeks, .stallKick, .readTimeout,
    .bufferingLimit, .unexpectedStopLimit, .probeInterval, .reloadsOnStall, .jumpTolerance,
  ]
}
