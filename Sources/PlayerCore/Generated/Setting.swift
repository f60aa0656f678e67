// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

// Raw values are the registry: a number is assigned once and never reused, so that old traces keep their meaning.

/// A number that controls a player's behaviour. One registry serves the configuration, the command that changes it, and
/// the header of a trace.
public enum Setting: UInt8, WireEnumeration, Sendable {
  /// Whether ``Command/prepare`` also requests playback. Default no.
  case autoplay = 0
  /// How long an open may take. Default 30 s.
  case openTimeout = 1
  /// How long playback may wait for the next byte. Default 30 s.
  case readTimeout = 2
  /// How long playback may wait although some data comes. Default 600 s.
  case bufferingLimit = 3
  /// How long a seek may take. Default 30 s.
  case seekTimeout = 4
  /// How long the engine may take to confirm a close. The player continues meanwhile. Default 5 s.
  case closeTimeout = 5
  /// How often the engine is asked for its true position while it plays, to detect a playhead that does not move.
  /// Default 10 s; range 100 ms … endless.
  case probeInterval = 6
  /// How far the clock may run past the duration before the media counts as ended. Default 10 s.
  case pastEndTolerance = 7
  /// How much of the declared duration may be missing at the end. More is a failure. Default 2 s.
  case earlyEndTolerance = 8
  /// How often the engine may stop by itself, until a second is played beyond the first such stop, before it counts as
  /// stuck. Default 3.
  case unexpectedStopLimit = 9
  /// How much media must be buffered before playback starts. Default 1 s.
  case startBuffer = 10
  /// How much media must be buffered before playback continues after a stall. Default 2 s.
  case rebuffer = 11
  /// How much media must be buffered to count as play-through. Default 10 s.
  case playThroughBuffer = 12
  /// Whether the load state follows from the buffered range. Off for engines that judge it themselves. Default yes.
  case derivesSupply = 13
  /// Smallest accepted rate. Default 0.5.
  case minimumRate = 14
  /// Largest accepted rate. Default 2.
  case maximumRate = 15
  /// How far the engine's true position may be off before it counts as a jump. Default 250 ms.
  case jumpTolerance = 16
  /// How far before the end of the range a seek lands at the latest. Default 0 s.
  case seekEndMargin = 17
  /// Whether the engine gets one seek at a time, and only the last of those that wait. Default no.
  case coalescesSeeks = 18
  /// How often a seek that the engine gave up is repeated. Default 1.
  case seekRetryLimit = 19
  /// A start closer to the end than this falls back to the default position. Default 0 s.
  case startEndTolerance = 20
  /// The same as a fraction of the duration. The smaller of the two that are not zero applies. Default 0.
  case startEndToleranceRatio = 21
  /// Whether play after the end starts over. Default yes.
  case replaysOnPlay = 22
  /// Whether playback stays requested after a stop. Default no.
  case stopKeepsIntent = 23
  /// Whether toggle depends on whether playback is requested; off, on whether the playhead moves. Default yes.
  case togglesByIntent = 24
  /// Whether play pauses prepared media whose playback is already requested. Default no.
  case playWhilePlayingPauses = 25
  /// Whether play without content is remembered. Default no.
  case playWithoutContentSetsIntent = 26
  /// Whether media opens again at its last position after a failure; off, at its initial position. Default yes.
  case reopensAtLastPosition = 27
  /// After an interruption longer than this playback does not resume. Default endless.
  case interruptionResumeLimit = 28
  /// Whether playback pauses in the background. Default no.
  case pausesInBackground = 29
  /// Whether the picture is switched off in the background. Default yes.
  case disablesVideoInBackground = 30
  /// A stream whose seekable window is shorter than this counts as live without a window. Default 0 s.
  case minimumDVRWindow = 31
  /// How far behind the edge still counts as live. Default 30 s.
  case liveTolerance = 32
  /// How far from the edge a rate above normal is allowed. Default 5 s.
  case liveRateMargin = 33
  /// Live media buffered beyond this is dropped. Negative for never. Default -1 µs; range any.
  case liveBufferMaximum = 34
  /// How many retries follow a failure. Default 0.
  case retryLimit = 35
  /// How the delay before a retry grows. Default exponential.
  case retryDelayKind = 36
  /// Delay before the first retry. Default 1 s.
  case retryDelay = 37
  /// Longest delay before a retry. A server that requests a longer one is not retried. Default 30 s.
  case retryDelayMaximum = 38
  /// The fraction by which the seed may shorten the delay. Default 0.
  case retryJitter = 39
  /// Whether being prepared resets the retry count. Default yes.
  case retryResetsOnReady = 40
  /// Whether another item resets the retry count. Default yes.
  case retryResetsOnItem = 41
  /// Which kinds of failures are retried, one bit for each number of ``Failure/Kind``. Default all.
  case retryableFailures = 42
  /// Whether a retry resumes at the initial position; off, at the last one. Default no.
  case retryResumesAtInitial = 43
  /// The seed for ``Setting/retryJitter``. Default 0.
  case seed = 44
  /// Whether loads over cellular networks are allowed. Default yes.
  case allowsCellular = 45
  /// Whether a network change can stop what already plays. Default no.
  case checksPolicyWhilePlaying = 46
  /// Whether a better or new network reloads remote media. Default no.
  case reloadsOnNetworkChange = 47
  /// Whether an empty buffer reloads remote media. Default no.
  case reloadsOnStall = 48
  /// Whether a connectivity failure is retried when the network returns. Default no.
  case resumesOnReconnect = 49
  /// Whether the first report of the network counts as a change. Default no.
  case firstNetworkReportCounts = 50
  /// The position of the soft end as a fraction of the duration, truncated to seconds; 0 for none. Default 0.
  case softEndFraction = 51
  /// How far past the start the playhead must run before interval notifications begin. A change takes effect with the
  /// next opening. Default 0 s.
  case tickGate = 52
  /// At which second of ten the long interval is reported, by façades that have one. Default 0.
  case longTickPhase = 53
  /// Whether a start in a blocked segment is moved before the engine gets it; off, playback goes there and skips. Seeks
  /// are always moved. Default yes.
  case relocatesBlockedStarts = 54
  /// How far after blocked media a skip lands. Default 0 s.
  case skipLandingMargin = 55
  /// Whether a failure before the source is connected is retried, too. Default yes.
  case retriesOpening = 56
  /// Whether an explicit load or play resets the retry count. Default no.
  case retryResetsOnCommand = 57
  /// Whether playback stays requested over a retry; off, it is paused. Default yes.
  case retryKeepsIntent = 58
  /// Whether a failure before the source is connected pauses. Default no.
  case openFailureHolds = 59
  /// Whether the content is unloaded when retries are exhausted. Default no.
  case emptiesOnFailure = 60
  /// How many reloads by policy may follow each other without playback in between. One more is a failure. Default 10.
  case reloadLimit = 61
  /// How much time the player requests in the background without a network or while interrupted. Default 0 s.
  case backgroundTime = 62
  /// Whether periodic observers are notified of every jump at its landing. Default no.
  case ticksOnJump = 63
  /// Whether periodic observers are notified when playback starts and stops. Default no.
  case ticksAtStartAndStop = 64
  /// How far after the beginning of a segment its selection lands. Default 0 s.
  case segmentStartMargin = 65
  /// Whether blocked, visible and short segments win where segments overlap; off, the first in the list applies until
  /// it ends. Default yes.
  case resolvesOverlaps = 66
  /// How many skips may fall short, which each does until the playhead has reached where it leads. See
  /// ``Setting/playsUnskippable``. Default 3.
  case skipLimit = 67
  /// Whether play opens content that is not open; off, it only requests playback of content that is opening. Default
  /// yes.
  case playOpens = 68
  /// Whether running out of data during a seek is a stall that counts; off, it is part of the seek. Default no.
  case stallsInSeeks = 69
  /// Whether returning to the foreground pauses. Default no.
  case pausesOnReturn = 70
  /// Largest accepted volume. Default 1; range 0 … 2.
  case maximumVolume = 71
  /// Whether the end of the media ends the request to play, so that a seek from there stays paused. Default no.
  case endClearsIntent = 72
  /// How long a stall may last before the engine is commanded to play every second, whatever the buffer level; endless
  /// for never. Default endless.
  case stallKick = 73
  /// Whether an interruption pauses playback; off, only where the system has stopped the engine. Default yes.
  case interruptionsHold = 74
  /// Whether media that becomes ready ends an interruption. Default no.
  case readinessEndsInterruption = 75
  /// Whether playback that has progressed resets the retry count, by at least a second and past where it broke off
  /// before. Default yes.
  case retryResetsOnProgress = 76
  /// Whether automatic subtitles include those that the media marks as default; off, only those in the preferred
  /// language. Default no.
  case showsDefaultSubtitles = 77
  /// How long open media that can be sought is awaited to tell where: its window, duration or dates, if it does not
  /// begin at its default position. Default 2 s.
  case startRangeTimeout = 78
  /// Whether commands of the app end an interruption; off, they take effect when it is over. Default no.
  case commandsEndInterruption = 79
  /// Whether blocked media is played when the skips of ``Setting/skipLimit`` are used up; off, playback fails. Default
  /// no.
  case playsUnskippable = 80

  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .autoplay }
  /// The names of the cases by number, with a dash for a number that is not in use.
  public static var names: StaticString {
    """
    autoplay openTimeout readTimeout bufferingLimit seekTimeout closeTimeout probeInterval pastEndTolerance \
    earlyEndTolerance unexpectedStopLimit startBuffer rebuffer playThroughBuffer derivesSupply minimumRate maximumRate \
    jumpTolerance seekEndMargin coalescesSeeks seekRetryLimit startEndTolerance startEndToleranceRatio replaysOnPlay \
    stopKeepsIntent togglesByIntent playWhilePlayingPauses playWithoutContentSetsIntent reopensAtLastPosition \
    interruptionResumeLimit pausesInBackground disablesVideoInBackground minimumDVRWindow liveTolerance liveRateMargin \
    liveBufferMaximum retryLimit retryDelayKind retryDelay retryDelayMaximum retryJitter retryResetsOnReady \
    retryResetsOnItem retryableFailures retryResumesAtInitial seed allowsCellular checksPolicyWhilePlaying \
    reloadsOnNetworkChange reloadsOnStall resumesOnReconnect firstNetworkReportCounts softEndFraction tickGate \
    longTickPhase relocatesBlockedStarts skipLandingMargin retriesOpening retryResetsOnCommand retryKeepsIntent \
    openFailureHolds emptiesOnFailure reloadLimit backgroundTime ticksOnJump ticksAtStartAndStop segmentStartMargin \
    resolvesOverlaps skipLimit playOpens stallsInSeeks pausesOnReturn maximumVolume endClearsIntent stallKick \
    interruptionsHold readinessEndsInterruption retryResetsOnProgress showsDefaultSubtitles startRangeTimeout \
    commandsEndInterruption playsUnskippable
    """
  }

  /// The name that text traces use.
  public var wireName: StaticString {
    switch self {
    case .autoplay: "autoplay"
    case .openTimeout: "openTimeout"
    case .readTimeout: "readTimeout"
    case .bufferingLimit: "bufferingLimit"
    case .seekTimeout: "seekTimeout"
    case .closeTimeout: "closeTimeout"
    case .probeInterval: "probeInterval"
    case .pastEndTolerance: "pastEndTolerance"
    case .earlyEndTolerance: "earlyEndTolerance"
    case .unexpectedStopLimit: "unexpectedStopLimit"
    case .startBuffer: "startBuffer"
    case .rebuffer: "rebuffer"
    case .playThroughBuffer: "playThroughBuffer"
    case .derivesSupply: "derivesSupply"
    case .minimumRate: "minimumRate"
    case .maximumRate: "maximumRate"
    case .jumpTolerance: "jumpTolerance"
    case .seekEndMargin: "seekEndMargin"
    case .coalescesSeeks: "coalescesSeeks"
    case .seekRetryLimit: "seekRetryLimit"
    case .startEndTolerance: "startEndTolerance"
    case .startEndToleranceRatio: "startEndToleranceRatio"
    case .replaysOnPlay: "replaysOnPlay"
    case .stopKeepsIntent: "stopKeepsIntent"
    case .togglesByIntent: "togglesByIntent"
    case .playWhilePlayingPauses: "playWhilePlayingPauses"
    case .playWithoutContentSetsIntent: "playWithoutContentSetsIntent"
    case .reopensAtLastPosition: "reopensAtLastPosition"
    case .interruptionResumeLimit: "interruptionResumeLimit"
    case .pausesInBackground: "pausesInBackground"
    case .disablesVideoInBackground: "disablesVideoInBackground"
    case .minimumDVRWindow: "minimumDVRWindow"
    case .liveTolerance: "liveTolerance"
    case .liveRateMargin: "liveRateMargin"
    case .liveBufferMaximum: "liveBufferMaximum"
    case .retryLimit: "retryLimit"
    case .retryDelayKind: "retryDelayKind"
    case .retryDelay: "retryDelay"
    case .retryDelayMaximum: "retryDelayMaximum"
    case .retryJitter: "retryJitter"
    case .retryResetsOnReady: "retryResetsOnReady"
    case .retryResetsOnItem: "retryResetsOnItem"
    case .retryableFailures: "retryableFailures"
    case .retryResumesAtInitial: "retryResumesAtInitial"
    case .seed: "seed"
    case .allowsCellular: "allowsCellular"
    case .checksPolicyWhilePlaying: "checksPolicyWhilePlaying"
    case .reloadsOnNetworkChange: "reloadsOnNetworkChange"
    case .reloadsOnStall: "reloadsOnStall"
    case .resumesOnReconnect: "resumesOnReconnect"
    case .firstNetworkReportCounts: "firstNetworkReportCounts"
    case .softEndFraction: "softEndFraction"
    case .tickGate: "tickGate"
    case .longTickPhase: "longTickPhase"
    case .relocatesBlockedStarts: "relocatesBlockedStarts"
    case .skipLandingMargin: "skipLandingMargin"
    case .retriesOpening: "retriesOpening"
    case .retryResetsOnCommand: "retryResetsOnCommand"
    case .retryKeepsIntent: "retryKeepsIntent"
    case .openFailureHolds: "openFailureHolds"
    case .emptiesOnFailure: "emptiesOnFailure"
    case .reloadLimit: "reloadLimit"
    case .backgroundTime: "backgroundTime"
    case .ticksOnJump: "ticksOnJump"
    case .ticksAtStartAndStop: "ticksAtStartAndStop"
    case .segmentStartMargin: "segmentStartMargin"
    case .resolvesOverlaps: "resolvesOverlaps"
    case .skipLimit: "skipLimit"
    case .playOpens: "playOpens"
    case .stallsInSeeks: "stallsInSeeks"
    case .pausesOnReturn: "pausesOnReturn"
    case .maximumVolume: "maximumVolume"
    case .endClearsIntent: "endClearsIntent"
    case .stallKick: "stallKick"
    case .interruptionsHold: "interruptionsHold"
    case .readinessEndsInterruption: "readinessEndsInterruption"
    case .retryResetsOnProgress: "retryResetsOnProgress"
    case .showsDefaultSubtitles: "showsDefaultSubtitles"
    case .startRangeTimeout: "startRangeTimeout"
    case .commandsEndInterruption: "commandsEndInterruption"
    case .playsUnskippable: "playsUnskippable"
    }
  }
}
