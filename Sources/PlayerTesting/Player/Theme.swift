import PlayerCore

/// The theme of a session: kinds of steps that only have an effect together, and the settings that decide it.
struct Theme {
  /// A bit for each kind.
  var kinds: UInt64
  var settings: [Setting]
  /// Initial settings of most of its sessions, so that the theme's settings matter.
  var basis: [(Setting, Int64)]
  /// The media durations of most of its sessions, in seconds: 0 for live streams; `nil` for any.
  var durations: (Int64, Int64)?

  private init(
    _ kinds: [StepKind], _ settings: [Setting], basis: [(Setting, Int64)] = [], durations: (Int64, Int64)? = nil
  ) {
    self.kinds = kinds.reduce(0) { $0 | $1.bit }
    (self.settings, self.basis, self.durations) = (settings, basis, durations)
  }

  private static let live: (Int64, Int64) = (0, 0)
  /// As long as the segments that sessions stage.
  private static let minute: (Int64, Int64) = (60, 60)

  /// The first means no theme.
  static let all: [Theme] = [
    Theme([], []),
    Theme([.stageSegment, .commitSegments, .seek, .playbackStarted, .seekCompleted], segments, durations: minute),
    Theme([.stageSegment, .commitSegments, .load, .reload, .opened, .set], segments + starts, durations: minute),
    Theme(
      [.stageSegment, .commitSegments, .positionReported, .ended, .setLooping, .reload], segments + ends,
      durations: minute),
    Theme(
      [.stageSegment, .commitSegments, .setLooping, .seek, .play, .positionReported], segments + ends,
      basis: [(.skipLimit, 1)], durations: minute),
    Theme(
      [.stageSegment, .commitSegments, .dateReference, .wallClock, .seekableRangeChanged, .seek], edges, durations: live
    ),
    Theme([.seekableRangeChanged, .dateReference, .wallClock, .durationChanged, .buffered], edges, durations: live),
    Theme([.seekableRangeChanged, .setRate, .seek, .restart, .positionReported, .set], edges, durations: live),
    Theme(
      [.failed, .networkChanged, .seek, .load, .playbackStarted], edges + retries, basis: patience, durations: live),
    Theme(
      [.addPeriodicObserver, .seekableRangeChanged, .buffered, .playbackStarted, .load, .restart], edges + observers,
      basis: gate + [(.liveBufferMaximum, 2_000_000)], durations: live),
    Theme(
      [.reload, .opened, .trackFound, .trackSelected, .setPreferredLanguage, .failed, .connected], retries + buffers),
    Theme(
      [.reload, .starved, .seek, .stageSegment, .commitSegments, .closed, .captureStill], buffers, durations: minute),
    Theme([.interruptionBegan, .interruptionEnded, .toggle, .play, .set], surroundings),
    Theme(
      [.enteredBackground, .enteredForeground, .pictureInPictureChanged, .externalPlaybackChanged, .set], surroundings),
    Theme([.failed, .networkChanged, .retry, .set, .playbackStarted], retries, basis: patience),
    Theme([.networkChanged, .reload, .starved, .buffered, .load, .closed], retries, basis: patience),
    Theme(
      [.failed, .networkChanged, .retry, .stop, .reset], retries, basis: [(.retryLimit, 3), (.retryDelayKind, 0)]),
    Theme(
      [.failed, .networkChanged, .load, .playbackStarted], [.resumesOnReconnect, .reloadLimit, .allowsCellular],
      basis: [(.resumesOnReconnect, 1), (.retryLimit, 0)]),
    Theme(
      [.networkChanged, .ended, .seek, .play, .setLooping], ends + [.checksPolicyWhilePlaying, .allowsCellular],
      basis: [(.checksPolicyWhilePlaying, 1), (.endClearsIntent, 0)]),
    Theme(
      [.addPeriodicObserver, .addBoundaryObserver, .playbackStarted, .playbackStopped, .seek, .set], observers,
      durations: minute),
    Theme(
      [.addPeriodicObserver, .addBoundaryObserver, .restart, .setLooping, .ended, .load], observers + ends,
      durations: minute),
    Theme(
      [.addPeriodicObserver, .restart, .interruptionBegan, .interruptionEnded, .starved, .seek], observers, basis: gate,
      durations: minute),
    Theme(
      [.addPeriodicObserver, .addBoundaryObserver, .removeObserver, .positionReported, .ended], observers,
      basis: [(.ticksOnJump, 1), (.ticksAtStartAndStop, 1)], durations: minute),
    Theme([.trackFound, .selectTrack, .setPreferredLanguage, .trackSelected, .opened], [.showsDefaultSubtitles]),
    Theme(
      [.playbackStopped, .playbackStarted, .positionReported, .starved, .buffered, .set], buffers,
      basis: [(.stallKick, 1_000_000)]),
    Theme([.setLooping, .ended, .play, .set, .positionReported], ends),
    Theme([.load, .seek, .stop, .prepare, .restart, .opened], starts),
    Theme([.seek, .seekCompleted, .playbackStarted, .starved, .setRate], starts + buffers),
  ]

  /// Observers are not notified for a while.
  private static let gate: [(Setting, Int64)] = [(.tickGate, 1_000_000), (.ticksOnJump, 1), (.ticksAtStartAndStop, 1)]

  /// Retries happen, and differ from each other.
  private static let patience: [(Setting, Int64)] = [
    (.retryLimit, 3), (.retryDelayKind, 2), (.retryDelay, 1_000_000), (.retryJitter, 500),
  ]

  private static let segments: [Setting] = [
    .resolvesOverlaps, .skipLandingMargin, .relocatesBlockedStarts, .segmentStartMargin, .skipLimit, .playsUnskippable,
    .seekEndMargin,
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
  private static let edges: [Setting] = [
    .liveTolerance, .liveRateMargin, .minimumDVRWindow, .liveBufferMaximum, .seekEndMargin, .jumpTolerance,
  ]
  private static let retries: [Setting] = [
    .retryLimit, .retryDelayKind, .retryDelay, .retryDelayMaximum, .retryJitter, .seed, .reloadLimit, .retriesOpening,
    .retryKeepsIntent, .openFailureHolds, .emptiesOnFailure, .retryResumesAtInitial, .checksPolicyWhilePlaying,
    .reloadsOnNetworkChange, .reloadsOnStall, .resumesOnReconnect, .firstNetworkReportCounts, .allowsCellular,
    .reopensAtLastPosition, .retryResetsOnProgress, .retryResetsOnReady, .retryableFailures,
  ]
  private static let surroundings: [Setting] = [
    .interruptionResumeLimit, .interruptionsHold, .readinessEndsInterruption, .commandsEndInterruption,
    .pausesInBackground, .pausesOnReturn,
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
