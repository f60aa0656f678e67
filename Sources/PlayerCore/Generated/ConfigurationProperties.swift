// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Configuration {
  /// Whether ``Command/prepare`` also requests playback. Default no.
  @inlinable public var autoplay: Bool {
    get { self[flag: .autoplay] }
    set { self[flag: .autoplay] = newValue }
  }
  /// How long an open may take. Default 30 s.
  @inlinable public var openTimeout: TimeSpan {
    get { self[span: .openTimeout] }
    set { self[span: .openTimeout] = newValue }
  }
  /// How long playback may wait for the next byte. Default 30 s.
  @inlinable public var readTimeout: TimeSpan {
    get { self[span: .readTimeout] }
    set { self[span: .readTimeout] = newValue }
  }
  /// How long playback may wait although some data comes. Default 600 s.
  @inlinable public var bufferingLimit: TimeSpan {
    get { self[span: .bufferingLimit] }
    set { self[span: .bufferingLimit] = newValue }
  }
  /// How long a seek may take. Default 30 s.
  @inlinable public var seekTimeout: TimeSpan {
    get { self[span: .seekTimeout] }
    set { self[span: .seekTimeout] = newValue }
  }
  /// How long the engine may take to confirm a close. The player continues meanwhile. Default 5 s.
  @inlinable public var closeTimeout: TimeSpan {
    get { self[span: .closeTimeout] }
    set { self[span: .closeTimeout] = newValue }
  }
  /// How often the engine is asked for its true position while it plays, to detect a playhead that does not move.
  /// Default 10 s; range 100 ms … endless.
  @inlinable public var probeInterval: TimeSpan {
    get { self[span: .probeInterval] }
    set { self[span: .probeInterval] = newValue }
  }
  /// How far the clock may run past the duration before the media counts as ended. Default 10 s.
  @inlinable public var pastEndTolerance: TimeSpan {
    get { self[span: .pastEndTolerance] }
    set { self[span: .pastEndTolerance] = newValue }
  }
  /// How much of the declared duration may be missing at the end. More is a failure. Default 2 s.
  @inlinable public var earlyEndTolerance: TimeSpan {
    get { self[span: .earlyEndTolerance] }
    set { self[span: .earlyEndTolerance] = newValue }
  }
  /// How often the engine may stop by itself, until a second is played beyond the first such stop, before it counts as
  /// stuck. Default 3.
  @inlinable public var unexpectedStopLimit: Int64 {
    get { self[.unexpectedStopLimit] }
    set { self[.unexpectedStopLimit] = newValue }
  }
  /// How much media must be buffered before playback starts. Default 1 s.
  @inlinable public var startBuffer: TimeSpan {
    get { self[span: .startBuffer] }
    set { self[span: .startBuffer] = newValue }
  }
  /// How much media must be buffered before playback continues after a stall. Default 2 s.
  @inlinable public var rebuffer: TimeSpan {
    get { self[span: .rebuffer] }
    set { self[span: .rebuffer] = newValue }
  }
  /// How much media must be buffered to count as play-through. Default 10 s.
  @inlinable public var playThroughBuffer: TimeSpan {
    get { self[span: .playThroughBuffer] }
    set { self[span: .playThroughBuffer] = newValue }
  }
  /// Whether the load state follows from the buffered range. Off for engines that judge it themselves. Default yes.
  @inlinable public var derivesSupply: Bool {
    get { self[flag: .derivesSupply] }
    set { self[flag: .derivesSupply] = newValue }
  }
  /// Smallest accepted rate. Default 0.5.
  @inlinable public var minimumRate: Rate {
    get { self[rate: .minimumRate] }
    set { self[rate: .minimumRate] = newValue }
  }
  /// Largest accepted rate. Default 2.
  @inlinable public var maximumRate: Rate {
    get { self[rate: .maximumRate] }
    set { self[rate: .maximumRate] = newValue }
  }
  /// How far the engine's true position may be off before it counts as a jump. Default 250 ms.
  @inlinable public var jumpTolerance: TimeSpan {
    get { self[span: .jumpTolerance] }
    set { self[span: .jumpTolerance] = newValue }
  }
  /// How far before the end of the range a seek lands at the latest. Default 0 s.
  @inlinable public var seekEndMargin: TimeSpan {
    get { self[span: .seekEndMargin] }
    set { self[span: .seekEndMargin] = newValue }
  }
  /// Whether the engine gets one seek at a time, and only the last of those that wait. Default no.
  @inlinable public var coalescesSeeks: Bool {
    get { self[flag: .coalescesSeeks] }
    set { self[flag: .coalescesSeeks] = newValue }
  }
  /// How often a seek that the engine gave up is repeated. Default 1.
  @inlinable public var seekRetryLimit: Int64 {
    get { self[.seekRetryLimit] }
    set { self[.seekRetryLimit] = newValue }
  }
  /// A start closer to the end than this falls back to the default position. Default 0 s.
  @inlinable public var startEndTolerance: TimeSpan {
    get { self[span: .startEndTolerance] }
    set { self[span: .startEndTolerance] = newValue }
  }
  /// The same as a fraction of the duration. The smaller of the two that are not zero applies. Default 0.
  @inlinable public var startEndToleranceRatio: Fraction {
    get { self[fraction: .startEndToleranceRatio] }
    set { self[fraction: .startEndToleranceRatio] = newValue }
  }
  /// Whether play after the end starts over. Default yes.
  @inlinable public var replaysOnPlay: Bool {
    get { self[flag: .replaysOnPlay] }
    set { self[flag: .replaysOnPlay] = newValue }
  }
  /// Whether playback stays requested after a stop. Default no.
  @inlinable public var stopKeepsIntent: Bool {
    get { self[flag: .stopKeepsIntent] }
    set { self[flag: .stopKeepsIntent] = newValue }
  }
  /// Whether toggle depends on whether playback is requested; off, on whether the playhead moves. Default yes.
  @inlinable public var togglesByIntent: Bool {
    get { self[flag: .togglesByIntent] }
    set { self[flag: .togglesByIntent] = newValue }
  }
  /// Whether play pauses prepared media whose playback is already requested. Default no.
  @inlinable public var playWhilePlayingPauses: Bool {
    get { self[flag: .playWhilePlayingPauses] }
    set { self[flag: .playWhilePlayingPauses] = newValue }
  }
  /// Whether play without content is remembered. Default no.
  @inlinable public var playWithoutContentSetsIntent: Bool {
    get { self[flag: .playWithoutContentSetsIntent] }
    set { self[flag: .playWithoutContentSetsIntent] = newValue }
  }
  /// Whether media opens again at its last position after a failure; off, at its initial position. Default yes.
  @inlinable public var reopensAtLastPosition: Bool {
    get { self[flag: .reopensAtLastPosition] }
    set { self[flag: .reopensAtLastPosition] = newValue }
  }
  /// After an interruption longer than this playback does not resume. Default endless.
  @inlinable public var interruptionResumeLimit: TimeSpan {
    get { self[span: .interruptionResumeLimit] }
    set { self[span: .interruptionResumeLimit] = newValue }
  }
  /// Whether playback pauses in the background. Default no.
  @inlinable public var pausesInBackground: Bool {
    get { self[flag: .pausesInBackground] }
    set { self[flag: .pausesInBackground] = newValue }
  }
  /// Whether the picture is switched off in the background. Default yes.
  @inlinable public var disablesVideoInBackground: Bool {
    get { self[flag: .disablesVideoInBackground] }
    set { self[flag: .disablesVideoInBackground] = newValue }
  }
  /// A stream whose seekable window is shorter than this counts as live without a window. Default 0 s.
  @inlinable public var minimumDVRWindow: TimeSpan {
    get { self[span: .minimumDVRWindow] }
    set { self[span: .minimumDVRWindow] = newValue }
  }
  /// How far behind the edge still counts as live. Default 30 s.
  @inlinable public var liveTolerance: TimeSpan {
    get { self[span: .liveTolerance] }
    set { self[span: .liveTolerance] = newValue }
  }
  /// How far from the edge a rate above normal is allowed. Default 5 s.
  @inlinable public var liveRateMargin: TimeSpan {
    get { self[span: .liveRateMargin] }
    set { self[span: .liveRateMargin] = newValue }
  }
  /// Live media buffered beyond this is dropped. Negative for never. Default -1 µs; range any.
  @inlinable public var liveBufferMaximum: TimeSpan {
    get { self[span: .liveBufferMaximum] }
    set { self[span: .liveBufferMaximum] = newValue }
  }
  /// How many retries follow a failure. Default 0.
  @inlinable public var retryLimit: Int64 {
    get { self[.retryLimit] }
    set { self[.retryLimit] = newValue }
  }
  /// How the delay before a retry grows. Default exponential.
  @inlinable public var retryDelayKind: RetryDelayKind {
    get { self[choice: .retryDelayKind] }
    set { self[choice: .retryDelayKind] = newValue }
  }
  /// Delay before the first retry. Default 1 s.
  @inlinable public var retryDelay: TimeSpan {
    get { self[span: .retryDelay] }
    set { self[span: .retryDelay] = newValue }
  }
  /// Longest delay before a retry. A server that requests a longer one is not retried. Default 30 s.
  @inlinable public var retryDelayMaximum: TimeSpan {
    get { self[span: .retryDelayMaximum] }
    set { self[span: .retryDelayMaximum] = newValue }
  }
  /// The fraction by which the seed may shorten the delay. Default 0.
  @inlinable public var retryJitter: Fraction {
    get { self[fraction: .retryJitter] }
    set { self[fraction: .retryJitter] = newValue }
  }
  /// Whether being prepared resets the retry count. Default yes.
  @inlinable public var retryResetsOnReady: Bool {
    get { self[flag: .retryResetsOnReady] }
    set { self[flag: .retryResetsOnReady] = newValue }
  }
  /// Whether another item resets the retry count. Default yes.
  @inlinable public var retryResetsOnItem: Bool {
    get { self[flag: .retryResetsOnItem] }
    set { self[flag: .retryResetsOnItem] = newValue }
  }
  /// Which kinds of failures are retried, one bit for each number of ``Failure/Kind``. Default all.
  @inlinable public var retryableFailures: FailureKinds {
    get { self[failures: .retryableFailures] }
    set { self[failures: .retryableFailures] = newValue }
  }
  /// Whether a retry resumes at the initial position; off, at the last one. Default no.
  @inlinable public var retryResumesAtInitial: Bool {
    get { self[flag: .retryResumesAtInitial] }
    set { self[flag: .retryResumesAtInitial] = newValue }
  }
  /// The seed for ``Setting/retryJitter``. Default 0.
  @inlinable public var seed: Int64 {
    get { self[.seed] }
    set { self[.seed] = newValue }
  }
  /// Whether loads over cellular networks are allowed. Default yes.
  @inlinable public var allowsCellular: Bool {
    get { self[flag: .allowsCellular] }
    set { self[flag: .allowsCellular] = newValue }
  }
  /// Whether a network change can stop what already plays. Default no.
  @inlinable public var checksPolicyWhilePlaying: Bool {
    get { self[flag: .checksPolicyWhilePlaying] }
    set { self[flag: .checksPolicyWhilePlaying] = newValue }
  }
  /// Whether a better or new network reloads remote media. Default no.
  @inlinable public var reloadsOnNetworkChange: Bool {
    get { self[flag: .reloadsOnNetworkChange] }
    set { self[flag: .reloadsOnNetworkChange] = newValue }
  }
  /// Whether an empty buffer reloads remote media. Default no.
  @inlinable public var reloadsOnStall: Bool {
    get { self[flag: .reloadsOnStall] }
    set { self[flag: .reloadsOnStall] = newValue }
  }
  /// Whether a connectivity failure is retried when the network returns. Default no.
  @inlinable public var resumesOnReconnect: Bool {
    get { self[flag: .resumesOnReconnect] }
    set { self[flag: .resumesOnReconnect] = newValue }
  }
  /// Whether the first report of the network counts as a change. Default no.
  @inlinable public var firstNetworkReportCounts: Bool {
    get { self[flag: .firstNetworkReportCounts] }
    set { self[flag: .firstNetworkReportCounts] = newValue }
  }
  /// The position of the soft end as a fraction of the duration, truncated to seconds; 0 for none. Default 0.
  @inlinable public var softEndFraction: Fraction {
    get { self[fraction: .softEndFraction] }
    set { self[fraction: .softEndFraction] = newValue }
  }
  /// How far past the start the playhead must run before interval notifications begin. A change takes effect with the
  /// next opening. Default 0 s.
  @inlinable public var tickGate: TimeSpan {
    get { self[span: .tickGate] }
    set { self[span: .tickGate] = newValue }
  }
  /// At which second of ten the long interval is reported, by façades that have one. Default 0.
  @inlinable public var longTickPhase: Int64 {
    get { self[.longTickPhase] }
    set { self[.longTickPhase] = newValue }
  }
  /// Whether a start in a blocked segment is moved before the engine gets it; off, playback goes there and skips. Seeks
  /// are always moved. Default yes.
  @inlinable public var relocatesBlockedStarts: Bool {
    get { self[flag: .relocatesBlockedStarts] }
    set { self[flag: .relocatesBlockedStarts] = newValue }
  }
  /// How far after blocked media a skip lands. Default 0 s.
  @inlinable public var skipLandingMargin: TimeSpan {
    get { self[span: .skipLandingMargin] }
    set { self[span: .skipLandingMargin] = newValue }
  }
  /// Whether a failure before the source is connected is retried, too. Default yes.
  @inlinable public var retriesOpening: Bool {
    get { self[flag: .retriesOpening] }
    set { self[flag: .retriesOpening] = newValue }
  }
  /// Whether an explicit load or play resets the retry count. Default no.
  @inlinable public var retryResetsOnCommand: Bool {
    get { self[flag: .retryResetsOnCommand] }
    set { self[flag: .retryResetsOnCommand] = newValue }
  }
  /// Whether playback stays requested over a retry; off, it is paused. Default yes.
  @inlinable public var retryKeepsIntent: Bool {
    get { self[flag: .retryKeepsIntent] }
    set { self[flag: .retryKeepsIntent] = newValue }
  }
  /// Whether a failure before the source is connected pauses. Default no.
  @inlinable public var openFailureHolds: Bool {
    get { self[flag: .openFailureHolds] }
    set { self[flag: .openFailureHolds] = newValue }
  }
  /// Whether the content is unloaded when retries are exhausted. Default no.
  @inlinable public var emptiesOnFailure: Bool {
    get { self[flag: .emptiesOnFailure] }
    set { self[flag: .emptiesOnFailure] = newValue }
  }
  /// How many reloads by policy may follow each other without playback in between. One more is a failure. Default 10.
  @inlinable public var reloadLimit: Int64 {
    get { self[.reloadLimit] }
    set { self[.reloadLimit] = newValue }
  }
  /// How much time the player requests in the background without a network or while interrupted. Default 0 s.
  @inlinable public var backgroundTime: TimeSpan {
    get { self[span: .backgroundTime] }
    set { self[span: .backgroundTime] = newValue }
  }
  /// Whether periodic observers are notified of every jump at its landing. Default no.
  @inlinable public var ticksOnJump: Bool {
    get { self[flag: .ticksOnJump] }
    set { self[flag: .ticksOnJump] = newValue }
  }
  /// Whether periodic observers are notified when playback starts and stops. Default no.
  @inlinable public var ticksAtStartAndStop: Bool {
    get { self[flag: .ticksAtStartAndStop] }
    set { self[flag: .ticksAtStartAndStop] = newValue }
  }
  /// How far after the beginning of a segment its selection lands. Default 0 s.
  @inlinable public var segmentStartMargin: TimeSpan {
    get { self[span: .segmentStartMargin] }
    set { self[span: .segmentStartMargin] = newValue }
  }
  /// Whether blocked, visible and short segments win where segments overlap; off, the first in the list applies until
  /// it ends. Default yes.
  @inlinable public var resolvesOverlaps: Bool {
    get { self[flag: .resolvesOverlaps] }
    set { self[flag: .resolvesOverlaps] = newValue }
  }
  /// How many skips may fall short, which each does until the playhead has reached where it leads. See
  /// ``Setting/playsUnskippable``. Default 3.
  @inlinable public var skipLimit: Int64 {
    get { self[.skipLimit] }
    set { self[.skipLimit] = newValue }
  }
  /// Whether play opens content that is not open; off, it only requests playback of content that is opening. Default
  /// yes.
  @inlinable public var playOpens: Bool {
    get { self[flag: .playOpens] }
    set { self[flag: .playOpens] = newValue }
  }
  /// Whether running out of data during a seek is a stall that counts; off, it is part of the seek. Default no.
  @inlinable public var stallsInSeeks: Bool {
    get { self[flag: .stallsInSeeks] }
    set { self[flag: .stallsInSeeks] = newValue }
  }
  /// Whether returning to the foreground pauses. Default no.
  @inlinable public var pausesOnReturn: Bool {
    get { self[flag: .pausesOnReturn] }
    set { self[flag: .pausesOnReturn] = newValue }
  }
  /// Largest accepted volume. Default 1; range 0 … 2.
  @inlinable public var maximumVolume: Fraction {
    get { self[fraction: .maximumVolume] }
    set { self[fraction: .maximumVolume] = newValue }
  }
  /// Whether the end of the media ends the request to play, so that a seek from there stays paused. Default no.
  @inlinable public var endClearsIntent: Bool {
    get { self[flag: .endClearsIntent] }
    set { self[flag: .endClearsIntent] = newValue }
  }
  /// How long a stall may last before the engine is commanded to play every second, whatever the buffer level; endless
  /// for never. Default endless.
  @inlinable public var stallKick: TimeSpan {
    get { self[span: .stallKick] }
    set { self[span: .stallKick] = newValue }
  }
  /// Whether an interruption pauses playback; off, only where the system has stopped the engine. Default yes.
  @inlinable public var interruptionsHold: Bool {
    get { self[flag: .interruptionsHold] }
    set { self[flag: .interruptionsHold] = newValue }
  }
  /// Whether media that becomes ready ends an interruption. Default no.
  @inlinable public var readinessEndsInterruption: Bool {
    get { self[flag: .readinessEndsInterruption] }
    set { self[flag: .readinessEndsInterruption] = newValue }
  }
  /// Whether playback that has progressed resets the retry count, by at least a second and past where it broke off
  /// before. Default yes.
  @inlinable public var retryResetsOnProgress: Bool {
    get { self[flag: .retryResetsOnProgress] }
    set { self[flag: .retryResetsOnProgress] = newValue }
  }
  /// Whether automatic subtitles include those that the media marks as default; off, only those in the preferred
  /// language. Default no.
  @inlinable public var showsDefaultSubtitles: Bool {
    get { self[flag: .showsDefaultSubtitles] }
    set { self[flag: .showsDefaultSubtitles] = newValue }
  }
  /// How long open media that can be sought is awaited to tell where: its window, duration or dates, if it does not
  /// begin at its default position. Default 2 s.
  @inlinable public var startRangeTimeout: TimeSpan {
    get { self[span: .startRangeTimeout] }
    set { self[span: .startRangeTimeout] = newValue }
  }
  /// Whether commands of the app end an interruption; off, they take effect when it is over. Default no.
  @inlinable public var commandsEndInterruption: Bool {
    get { self[flag: .commandsEndInterruption] }
    set { self[flag: .commandsEndInterruption] = newValue }
  }
  /// Whether blocked media is played when the skips of ``Setting/skipLimit`` are used up; off, playback fails. Default
  /// no.
  @inlinable public var playsUnskippable: Bool {
    get { self[flag: .playsUnskippable] }
    set { self[flag: .playsUnskippable] = newValue }
  }
}
