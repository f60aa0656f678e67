// One configuration for each reference system, and one for new apps. What is not set here keeps its default.
//
// Where the shipped code of a system contradicts its documents there are two: the plain name follows the documents, the
// one that ends in "Source" the code.

extension Configuration {
  /// For new apps: a few retries with growing delays for what a network can cause, at the place where it stopped, and one
  /// more when the network comes back.
  public static var standard: Self {
    var configuration = Configuration()
    configuration.retryLimit = 3
    configuration.retryDelayKind = 2
    configuration.retryDelay = .seconds(1)
    configuration.retryDelayMaximum = .seconds(30)
    // Whoever lost the same server does not come back to it at the same moment.
    configuration.retryJitter = 250
    configuration.retryableFailures = Failure.Kind.bits {
      $0.isConnectivity || $0 == .httpServerError || $0 == .httpTooManyRequests
    }
    configuration.retryResetsOnCommand = true
    // Only what got on begins a new budget: what fails whenever it is opened must come to an end.
    configuration.retryResetsOnReady = false
    configuration.resumesOnReconnect = true
    // Pillarbox.md#2: scrubbing asks for more seeks than an engine can make.
    configuration.coalescesSeeks = true
    return configuration
  }

  // MARK: PRXPlayer (PRXReadme.md; PRX.md)

  /// PRXPlayer 2.x as its README describes it.
  public static var prx: Self {
    var configuration = Configuration()
    // PRX.md#7: three retries at once, only for items whose tracks were loaded; then the item is dropped.
    configuration.retryLimit = 3
    configuration.retryDelayKind = 0
    configuration.retriesOpening = false
    configuration.emptiesOnFailure = true
    // PRX.md#5: a failure to load tracks sets the hold.
    configuration.openFailureHolds = true
    // Contradictions.md#X-10: the count is one of the item, and begins anew at readiness.
    configuration.retryResetsOnItem = true
    configuration.retryResetsOnReady = true
    // PRX.md#7, PRX.md#8: items store their position themselves; the façade tells it while the item opens.
    configuration.retryResumesAtInitial = true
    configuration.reopensAtLastPosition = false
    // PRX.md#7, PRX.md#8: reloads; Contradictions.md#X-12: the policy is checked at loads only.
    configuration.reloadsOnStall = true
    configuration.reloadsOnNetworkChange = true
    configuration.checksPolicyWhilePlaying = false
    // PRX.md#8: 24 × 10 s in the background.
    configuration.backgroundTime = .seconds(240)
    // PRX.md#11, Contradictions.md#X-31.
    configuration.interruptionResumeLimit = .seconds(240)
    // PRX.md#6: play without an item clears the hold, stop leaves it, toggle looks at the rate
    // (Contradictions.md#X-09), play at the end does nothing, and a jump back from there does not start: the rate has
    // fallen to zero.
    configuration.playWithoutContentSetsIntent = true
    configuration.stopKeepsIntent = true
    configuration.togglesByIntent = false
    configuration.replaysOnPlay = false
    configuration.endClearsIntent = true
    // PRXReadme.md#changes: "any time playback is occurring", so nothing keeps them back; PRX.md#9: at seconds that end in 9
    // (Contradictions.md#X-02), and at the landing of a jump (Contradictions.md#X-03).
    configuration.tickGate = .zero
    configuration.longTickPhase = 9
    configuration.ticksOnJump = true
    configuration.ticksAtStartAndStop = false
    // PRX.md#13.
    configuration.softEndFraction = 950
    return configuration
  }

  /// PRXPlayer 2.0.21 as it was shipped.
  public static var prxSource: Self {
    var configuration = prx
    // PRX.md#7, Contradictions.md#X-10: the count lasts for the life of the player.
    configuration.retryResetsOnItem = false
    configuration.retryResetsOnReady = false
    configuration.retryResetsOnProgress = false
    configuration.retryResetsOnCommand = false
    // PRX.md#9: nothing until the playhead has run over a third of a second past the start.
    configuration.tickGate = sourceGate
    // PRX.md#7: uncounted reloads; a thousand is as near as a bounded player comes to it.
    configuration.reloadLimit = 1_000
    // PRX.md#8, Contradictions.md#X-30.
    configuration.firstNetworkReportCounts = true
    // PRX.md#11, PRX.md#4: the system stops what it interrupts, and an item that becomes ready starts all the same.
    configuration.interruptionsHold = false
    configuration.readinessEndsInterruption = true
    // Contradictions.md#X-36: what has failed or was prevented is not loaded again by play.
    configuration.playOpens = false
    // PRX.md#7: nothing but the engine's word is a failure; an hour is as near as a bounded player comes to it.
    configuration.openTimeout = .seconds(3_600)
    configuration.readTimeout = .seconds(3_600)
    configuration.bufferingLimit = .seconds(3_600)
    configuration.seekTimeout = .seconds(3_600)
    return configuration
  }

  /// The gate of PRXPlayer's code, a third of a second (PRX.md#2, ignoreTime).
  private static var sourceGate: TimeSpan { .microseconds(333_333) }

  /// PRXPlayer 1.x (PRX.md#7, right column).
  public static var prx1: Self {
    var configuration = prx
    configuration.tickGate = sourceGate
    configuration.retriesOpening = true
    configuration.openFailureHolds = false
    configuration.retryKeepsIntent = false
    configuration.stopKeepsIntent = false
    configuration.retryResetsOnItem = false
    configuration.retryResetsOnReady = true
    configuration.retryResetsOnCommand = true
    return configuration
  }

  // MARK: KSYMediaPlayer (KSYManual.md; KSY.md)

  /// KSYMediaPlayer iOS.
  public static var ksy: Self {
    var configuration = Configuration()
    // KSYManual.md#6.3: shouldAutoplay; KSYManual.md#6.2, Contradictions.md#X-05: with it play pauses what plays.
    configuration.autoplay = true
    configuration.playWhilePlayingPauses = true
    // KSYManual.md#6.3, setTimeout: one value for both.
    configuration.openTimeout = .seconds(30)
    configuration.readTimeout = .seconds(30)
    // KSYManual.md#6.3, bufferTimeMax.
    configuration.liveBufferMaximum = .seconds(2)
    // KSY.md#6: the water marks of the related engine; a live stream never holds more than two seconds.
    configuration.startBuffer = .milliseconds(100)
    configuration.rebuffer = .seconds(1)
    // KSYManual.md#6.9: play-through is when autoplay starts, also of a live stream, which never has much ahead.
    configuration.playThroughBuffer = configuration.startBuffer
    // KSYManual.md#6.4: whenever the load state becomes "stalled", that counts.
    configuration.stallsInSeeks = true
    // KSYManual.md#6.2, reload, Contradictions.md#X-23: never by itself.
    configuration.retryLimit = 0
    configuration.reloadsOnStall = false
    configuration.reloadsOnNetworkChange = false
    // KSYManual.md#6.2: prepareToPlay begins anew.
    configuration.reopensAtLastPosition = false
    // Contradictions.md#X-31: no limit. Contradictions.md#X-27: the background plays on.
    configuration.interruptionResumeLimit = .never
    configuration.pausesInBackground = false
    return configuration
  }

  // MARK: SRGMediaPlayer and Letterbox (SRG.md)

  /// SRGMediaPlayer with the decisions of SRG.md#5.
  public static var srg: Self {
    var configuration = Configuration()
    // SRG.md#1.6: no automatic retry, and back to the initial position.
    configuration.retryLimit = 0
    configuration.reopensAtLastPosition = false
    configuration.retryResumesAtInitial = true
    // SRG.md#1.8.
    configuration.seekEndMargin = .milliseconds(100)
    configuration.segmentStartMargin = .milliseconds(100)
    configuration.startEndTolerance = .zero
    configuration.startEndToleranceRatio = 0
    // SRG.md#1.9.
    configuration.minimumDVRWindow = .zero
    configuration.liveTolerance = .seconds(30)
    // SRG.md#1.10.
    configuration.minimumRate = .thousandths(500)
    configuration.maximumRate = .thousandths(2_000)
    configuration.liveRateMargin = .seconds(5)
    // SRG.md#1.3.
    configuration.replaysOnPlay = true
    configuration.togglesByIntent = true
    configuration.pastEndTolerance = .seconds(1)
    // SRG.md#1.5: an engine that misses the arrival of data (BugZoo.md#2).
    configuration.stallKick = .seconds(5)
    // SRG.md#1.3, SRG.md#1.6: after the natural end the rate is 0, and a seek from there holds.
    configuration.endClearsIntent = true
    // SRG.md#3.4: 0.1 s behind the end of what is skipped.
    configuration.skipLandingMargin = .milliseconds(100)
    return configuration
  }

  /// SRGMediaPlayer 8.0.1 as it was shipped.
  public static var srgSource: Self {
    var configuration = srg
    // SRG.md#5.7: only what plays into a blocked segment is moved out of it.
    configuration.relocatesBlockedStarts = false
    // SRG.md#3.8: in practice the first listed wins until it ends.
    configuration.resolvesOverlaps = false
    // SRG.md#1.5: the five seconds count from when the stall is noticed, at the second look without a movement.
    configuration.stallKick = .seconds(7)
    return configuration
  }

  /// SRG Letterbox: SRGMediaPlayer, and one retry whenever the network comes back (SRG.md#3.11).
  public static var letterbox: Self {
    var configuration = srg
    configuration.resumesOnReconnect = true
    // SRG.md#3.11: becoming reachable counts, whatever was known before; no count.
    configuration.firstNetworkReportCounts = true
    configuration.reloadLimit = 1_000
    return configuration
  }

  // MARK: PlayerProtocol (PlayerProtocolGuide.md; PlayerProtocol.md)

  /// The PlayerProtocol SDK (video.io VideoKit).
  public static var playerProtocol: Self {
    var configuration = Configuration()
    // Comparison.md#4, Contradictions.md.
    configuration.retryLimit = 0
    configuration.reloadsOnStall = false
    configuration.reloadsOnNetworkChange = false
    // PlayerProtocol.md#3: toggle plays what is paused.
    configuration.togglesByIntent = true
    // PlayerProtocolGuide.md#events, playerSubtitleChanged: "for subtitled videos when player asks to show the given string".
    configuration.showsDefaultSubtitles = true
    return configuration
  }
}

extension Failure.Kind {
  /// ``Setting/retryableFailures`` for the kinds that `isRetryable` accepts.
  public static func bits(where isRetryable: (Self) -> Bool) -> Int64 {
    var bits: Int64 = 0
    for kind in allCases where isRetryable(kind) { bits |= 1 &<< Int64(kind.rawValue) }
    return bits
  }
}
