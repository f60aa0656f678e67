import PlayerCore

/// The settings that properties read, as a flat copy: reading a configuration would cost more than a step.
struct Policies: Sendable {
  var jumpTolerance = TimeSpan.zero
  var earlyEndTolerance = TimeSpan.zero
  var seekEndMargin = TimeSpan.zero
  var probeInterval = TimeSpan.zero
  var openTimeout = TimeSpan.zero
  var startRangeTimeout = TimeSpan.zero
  var seekTimeout = TimeSpan.zero
  var closeTimeout = TimeSpan.zero
  var pastEndTolerance = TimeSpan.zero
  var liveTolerance = TimeSpan.zero
  var liveRateMargin = TimeSpan.zero
  var backgroundTime = TimeSpan.zero
  var interruptionResumeLimit = TimeSpan.never
  var readTimeout = TimeSpan.never
  var bufferingLimit = TimeSpan.never
  var stallKick = TimeSpan.never
  var startBuffer = TimeSpan.zero
  var rebuffer = TimeSpan.zero
  var playThroughBuffer = TimeSpan.zero
  var softEndFraction: Int64 = 0
  var retryLimit: Int64 = 0
  var reloadLimit: Int64 = 0
  var skipLimit: Int64 = 0
  var playsUnskippable = false
  var checksPolicyWhilePlaying = false
  var reloadsOnStall = false
  var stallsInSeeks = false
  var coalescesSeeks = false
  var retryResumesAtInitial = false
  var reopensAtLastPosition = false
  var playWithoutContentSetsIntent = false
  var kicks = false
  var derivesSupply = false
  var togglesByIntent = true
  var stopKeepsIntent = false
  var retryResetsOnItem = true
  var retryResetsOnCommand = false
  var retryResetsOnReady = true
  var retryResetsOnProgress = true
  var showsDefaultSubtitles = false
  /// Whether preparing starts playback, and whether play toggles to pause.
  var autoplays = false
  var playMayHold = false
  /// The policies that end the intent without the app.
  var openFailureHolds = false
  var retryKeepsIntent = true
  var emptiesOnFailure = false
  var endClearsIntent = false
  var readinessEndsInterruption = false
  var commandsEndInterruption = false
  /// Whether an opening begins at its requested start.
  var startsAnywhere = false
  /// Whether interval notifications come exactly at their positions, without exception: under the current settings, and
  /// under those since the media was prepared.
  var wantsRegularTicks = true
  var ticksAreRegular = true
  var ticksOnJump = false
  var ticksAtStartAndStop = false
  /// Whether every time-out is finite.
  var isWatchful = false

  init() {}

  init(_ configuration: Configuration) {
    jumpTolerance = configuration.jumpTolerance
    earlyEndTolerance = configuration.earlyEndTolerance
    seekEndMargin = configuration.seekEndMargin
    probeInterval = configuration.probeInterval
    openTimeout = configuration.openTimeout
    startRangeTimeout = configuration.startRangeTimeout
    seekTimeout = configuration.seekTimeout
    closeTimeout = configuration.closeTimeout
    pastEndTolerance = configuration.pastEndTolerance
    liveTolerance = configuration.liveTolerance
    liveRateMargin = configuration.liveRateMargin
    softEndFraction = configuration.softEndFraction.thousandths
    retryLimit = configuration.retryLimit
    reloadLimit = configuration.reloadLimit
    skipLimit = configuration.skipLimit
    playsUnskippable = configuration.playsUnskippable
    checksPolicyWhilePlaying = configuration.checksPolicyWhilePlaying
    reloadsOnStall = configuration.reloadsOnStall
    stallsInSeeks = configuration.stallsInSeeks
    coalescesSeeks = configuration.coalescesSeeks
    retryResumesAtInitial = configuration.retryResumesAtInitial
    reopensAtLastPosition = configuration.reopensAtLastPosition
    playWithoutContentSetsIntent = configuration.playWithoutContentSetsIntent
    kicks = configuration.stallKick != .never
    backgroundTime = configuration.backgroundTime
    interruptionResumeLimit = configuration.interruptionResumeLimit
    readTimeout = configuration.readTimeout
    bufferingLimit = configuration.bufferingLimit
    stallKick = configuration.stallKick
    startBuffer = configuration.startBuffer
    rebuffer = configuration.rebuffer
    playThroughBuffer = configuration.playThroughBuffer
    derivesSupply = configuration.derivesSupply
    togglesByIntent = configuration.togglesByIntent
    stopKeepsIntent = configuration.stopKeepsIntent
    retryResetsOnItem = configuration.retryResetsOnItem
    retryResetsOnCommand = configuration.retryResetsOnCommand
    retryResetsOnReady = configuration.retryResetsOnReady
    retryResetsOnProgress = configuration.retryResetsOnProgress
    showsDefaultSubtitles = configuration.showsDefaultSubtitles
    wantsRegularTicks =
      configuration.tickGate == .zero && !configuration.ticksOnJump && !configuration.ticksAtStartAndStop
    ticksAreRegular = wantsRegularTicks
    ticksOnJump = configuration.ticksOnJump
    ticksAtStartAndStop = configuration.ticksAtStartAndStop
    autoplays = configuration.autoplay
    playMayHold = configuration.playWhilePlayingPauses
    openFailureHolds = configuration.openFailureHolds
    retryKeepsIntent = configuration.retryKeepsIntent
    emptiesOnFailure = configuration.emptiesOnFailure
    endClearsIntent = configuration.endClearsIntent
    readinessEndsInterruption = configuration.readinessEndsInterruption
    commandsEndInterruption = configuration.commandsEndInterruption
    startsAnywhere = configuration.startEndTolerance == .zero && configuration.startEndToleranceRatio == .zero
    let aFewDays = TimeSpan.seconds(1_000_000)
    isWatchful =
      configuration.openTimeout < aFewDays && configuration.readTimeout < aFewDays
      && configuration.seekTimeout < aFewDays && configuration.probeInterval < aFewDays
      && configuration.startRangeTimeout < aFewDays
  }
}
