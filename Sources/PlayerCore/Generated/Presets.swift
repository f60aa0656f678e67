// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Configuration {
  /// For new apps. A few retries with growing delays for failures that a network can cause, at the position where
  /// playback stopped, and one more when the network returns.
  public static var standard: Self {
    var configuration = Configuration()
    configuration.retryLimit = 3
    configuration.retryDelayKind = .exponential
    configuration.retryDelay = .seconds(1)
    configuration.retryDelayMaximum = .seconds(30)
    // Players that lost the same server do not all reconnect at the same moment.
    configuration.retryJitter = .thousandths(250)
    configuration.retryableFailures = [.connectivity, .httpServerError, .httpTooManyRequests]
    configuration.retryResetsOnCommand = true
    // Only playback that progressed begins a new budget; a source that fails at every opening must end.
    configuration.retryResetsOnReady = false
    configuration.resumesOnReconnect = true
    // Scrubbing requests more seeks than an engine can carry out.
    configuration.coalescesSeeks = true
    return configuration
  }

  /// PRXPlayer 2.x as its README describes it.
  public static var prx: Self {
    var configuration = Configuration()
    // Three retries at once, only for items whose tracks were loaded; then the item is unloaded.
    configuration.retryLimit = 3
    configuration.retryDelayKind = .none
    configuration.retriesOpening = false
    configuration.emptiesOnFailure = true
    // A failure to load tracks pauses.
    configuration.openFailureHolds = true
    // The count belongs to the item and restarts at readiness.
    configuration.retryResetsOnItem = true
    configuration.retryResetsOnReady = true
    // Items store their position themselves; the façade sets it while the item opens.
    configuration.retryResumesAtInitial = true
    configuration.reopensAtLastPosition = false
    // Stalls and network changes reload; the network policy is checked at loads only.
    configuration.reloadsOnStall = true
    configuration.reloadsOnNetworkChange = true
    configuration.checksPolicyWhilePlaying = false
    // 24 times 10 seconds in the background.
    configuration.backgroundTime = .seconds(240)
    configuration.interruptionResumeLimit = .seconds(240)
    // Play and pause forget an interruption.
    configuration.commandsEndInterruption = true
    // Play without an item requests playback, and stop keeps that.
    configuration.playWithoutContentSetsIntent = true
    configuration.stopKeepsIntent = true
    // Toggle depends on the rate.
    configuration.togglesByIntent = false
    // Play at the end does nothing.
    configuration.replaysOnPlay = false
    // A jump back from the end does not start playback, because the rate has fallen to zero.
    configuration.endClearsIntent = true
    // Intervals are reported any time playback occurs, at seconds that end in 9 and at the landing of a jump.
    configuration.tickGate = .zero
    configuration.longTickPhase = 9
    configuration.ticksOnJump = true
    configuration.ticksAtStartAndStop = false
    configuration.softEndFraction = .thousandths(950)
    return configuration
  }

  /// PRXPlayer 2.0.21 as shipped.
  public static var prxSource: Self {
    var configuration = prx
    // The count lasts for the life of the player.
    configuration.retryResetsOnItem = false
    configuration.retryResetsOnReady = false
    configuration.retryResetsOnProgress = false
    configuration.retryResetsOnCommand = false
    // No interval before the playhead has run over a third of a second past the start.
    configuration.tickGate = .microseconds(333_333)
    // Reloads are not counted there; a thousand is as close as a bounded player gets.
    configuration.reloadLimit = 1_000
    configuration.firstNetworkReportCounts = true
    // The system stops what it interrupts, and an item that becomes ready still starts.
    configuration.interruptionsHold = false
    configuration.readinessEndsInterruption = true
    // Play does not reload an item that has failed or was prevented.
    configuration.playOpens = false
    // Only the engine reports failures there; an hour is as close as a bounded player gets.
    configuration.openTimeout = .seconds(3_600)
    configuration.readTimeout = .seconds(3_600)
    configuration.bufferingLimit = .seconds(3_600)
    configuration.seekTimeout = .seconds(3_600)
    return configuration
  }

  /// PRXPlayer 1.x.
  public static var prx1: Self {
    var configuration = prx
    configuration.tickGate = .microseconds(333_333)
    configuration.retriesOpening = true
    configuration.openFailureHolds = false
    configuration.retryKeepsIntent = false
    configuration.stopKeepsIntent = false
    configuration.retryResetsOnItem = false
    configuration.retryResetsOnReady = true
    configuration.retryResetsOnCommand = true
    return configuration
  }

  /// KSYMediaPlayer for iOS.
  public static var ksy: Self {
    var configuration = Configuration()
    // With `shouldAutoplay`, its default, play pauses playback.
    configuration.autoplay = true
    configuration.playWhilePlayingPauses = true
    // `setTimeout` has one value for both.
    configuration.openTimeout = .seconds(30)
    configuration.readTimeout = .seconds(30)
    // The default of `bufferTimeMax`.
    configuration.liveBufferMaximum = .seconds(2)
    // The water marks of the related engine; a live stream never holds more than two seconds.
    configuration.startBuffer = .milliseconds(100)
    configuration.rebuffer = .seconds(1)
    // Play-through is when autoplay starts, also of a live stream, which never has much ahead.
    configuration.playThroughBuffer = .milliseconds(100)
    // Whenever the load state becomes "stalled", that counts.
    configuration.stallsInSeeks = true
    // It never reloads on its own.
    configuration.retryLimit = 0
    configuration.reloadsOnStall = false
    configuration.reloadsOnNetworkChange = false
    // `prepareToPlay` starts from the beginning.
    configuration.reopensAtLastPosition = false
    configuration.interruptionResumeLimit = .never
    // Play and pause command the engine, whatever interrupts it.
    configuration.commandsEndInterruption = true
    configuration.pausesInBackground = false
    return configuration
  }

  /// SRGMediaPlayer as documented.
  public static var srg: Self {
    var configuration = Configuration()
    // No automatic retry, and back to the initial position.
    configuration.retryLimit = 0
    configuration.reopensAtLastPosition = false
    configuration.retryResumesAtInitial = true
    configuration.seekEndMargin = .milliseconds(100)
    configuration.segmentStartMargin = .milliseconds(100)
    configuration.startEndTolerance = .zero
    configuration.startEndToleranceRatio = .zero
    configuration.minimumDVRWindow = .zero
    configuration.liveTolerance = .seconds(30)
    configuration.minimumRate = .thousandths(500)
    configuration.maximumRate = .thousandths(2_000)
    configuration.liveRateMargin = .seconds(5)
    configuration.replaysOnPlay = true
    configuration.togglesByIntent = true
    configuration.pastEndTolerance = .seconds(1)
    // For an engine that misses the arrival of data.
    configuration.stallKick = .seconds(5)
    // After the natural end the rate is 0, and a seek from there stays paused.
    configuration.endClearsIntent = true
    configuration.skipLandingMargin = .milliseconds(100)
    // Periodic observers are AVPlayer's.
    configuration.ticksOnJump = true
    configuration.ticksAtStartAndStop = true
    // The audio session is the app's, and so is what happens during a call.
    configuration.commandsEndInterruption = true
    return configuration
  }

  /// SRGMediaPlayer 8.0.1 as shipped.
  public static var srgSource: Self {
    var configuration = srg
    // Only playback that runs into a blocked segment is moved out of it.
    configuration.relocatesBlockedStarts = false
    // The first listed segment applies until it ends.
    configuration.resolvesOverlaps = false
    // The five seconds count from the detection of the stall, at the second check without movement.
    configuration.stallKick = .seconds(7)
    return configuration
  }

  /// The PlayerProtocol SDK (video.io VideoKit).
  public static var playerProtocol: Self {
    var configuration = Configuration()
    configuration.retryLimit = 0
    configuration.reloadsOnStall = false
    configuration.reloadsOnNetworkChange = false
    // Toggle resumes paused media.
    configuration.togglesByIntent = true
    // Play and toggle change paused media, also media that an interruption has paused.
    configuration.commandsEndInterruption = true
    // Its delegate is called whenever the player shows a subtitle.
    configuration.showsDefaultSubtitles = true
    return configuration
  }

}

extension Configuration.Preset {
  /// A new configuration with these values.
  public var configuration: Configuration {
    switch self {
    case .defaults: Configuration()
    case .standard: .standard
    case .prx: .prx
    case .prxSource: .prxSource
    case .prx1: .prx1
    case .ksy: .ksy
    case .srg: .srg
    case .srgSource: .srgSource
    case .playerProtocol: .playerProtocol
    }
  }
}
