/// Every number that steers a player's behaviour: one registry for the configuration, the command that changes it and
/// the header of a trace. Numbers are given once and never reused; new settings go to the end.
///
/// The four reference systems disagree in places; each disagreement is a setting here and not a fork in the code.
public enum Setting: UInt8, WireEnumeration, Sendable {
  /// Whether ``Command/prepare`` also wants to play (KSYManual.md#6.3, shouldAutoplay).
  case autoplay = 0
  /// How long an open may take (KSYManual.md#6.3, setTimeout).
  case openTimeout = 1
  /// How long playback may wait for the next byte (KSYManual.md#6.3, setTimeout).
  case readTimeout = 2
  /// How long playback may wait although some data comes.
  case bufferingLimit = 3
  /// How long a seek may take.
  case seekTimeout = 4
  /// How long the engine may take to confirm a close; the player goes on meanwhile.
  case closeTimeout = 5
  /// How often the engine is asked for its true position while it plays; finds a playhead that stands still.
  case probeInterval = 6
  /// How far the clock may run past the duration before the media counts as ended.
  case pastEndTolerance = 7
  /// How much of the declared duration may be missing at the end; more is a failure (BugZoo.md#9).
  case earlyEndTolerance = 8
  /// How often the engine may stop by itself at one position before it counts as stuck.
  case unexpectedStopLimit = 9
  /// Media that must be buffered before playback starts.
  case startBuffer = 10
  /// Media that must be buffered before playback goes on after a stall.
  case rebuffer = 11
  /// Media that must be buffered to count as play-through.
  case playThroughBuffer = 12
  /// Whether supply follows from the buffered range; off for engines that judge it themselves.
  case derivesSupply = 13
  /// Smallest rate that is accepted.
  case minimumRate = 14
  /// Largest rate that is accepted.
  case maximumRate = 15
  /// How far the engine's true position may be off before it counts as a jump.
  case jumpTolerance = 16
  /// How far before the end of the range a seek lands at most (SRG.md#1.8: 100 ms).
  case seekEndMargin = 17
  /// Whether the engine gets one seek at a time, and of those that wait only the last (Pillarbox.md#2, smooth seeks).
  case coalescesSeeks = 18
  /// How often a seek that the engine gave up is asked again.
  case seekRetryLimit = 19
  /// A start nearer to the end than this falls back to the default position (SRG.md#1.8).
  case startEndTolerance = 20
  /// The same as a part of the duration; the smaller of the two that are not zero holds.
  case startEndToleranceRatio = 21
  /// Whether play after the end starts over (SRG.md#1.3).
  case replaysOnPlay = 22
  /// Whether stop leaves the wish to play (PRX.md#6).
  case stopKeepsIntent = 23
  /// Whether toggle looks at the wish to play; off: at whether the playhead moves (Contradictions.md#X-09).
  case togglesByIntent = 24
  /// Whether play pauses what is prepared and already wants to play (KSYManual.md#6.2, Contradictions.md#X-05).
  case playWhilePlayingPauses = 25
  /// Whether play without content is remembered (PRX.md#6).
  case playWithoutContentSetsIntent = 26
  /// Where media opens again after a failure: off: at its initial position (SRG.md#1.6).
  case reopensAtLastPosition = 27
  /// After an interruption longer than this playback does not resume (Contradictions.md#X-31: 240 s, inclusive).
  case interruptionResumeLimit = 28
  /// Whether the background pauses (Contradictions.md#X-27).
  case pausesInBackground = 29
  /// Whether video is switched off in the background.
  case disablesVideoInBackground = 30
  /// A seekable window shorter than this counts as live (SRG.md#1.9).
  case minimumDVRWindow = 31
  /// How far behind the edge still counts as live (SRG.md#1.9).
  case liveTolerance = 32
  /// How far from the edge a rate above normal is allowed (SRG.md#1.10).
  case liveRateMargin = 33
  /// Live media buffered beyond this is dropped; negative: never (KSYManual.md#6.3, bufferTimeMax).
  case liveBufferMaximum = 34
  /// How many retries follow a failure.
  case retryLimit = 35
  /// 0 none, 1 fixed, 2 exponential.
  case retryDelayKind = 36
  /// First delay before a retry.
  case retryDelay = 37
  /// Longest delay before a retry.
  case retryDelayMaximum = 38
  /// Part of the delay that the seed decides.
  case retryJitter = 39
  /// Whether being prepared resets the count (Contradictions.md#X-10).
  case retryResetsOnReady = 40
  /// Whether another item resets the count (Contradictions.md#X-10).
  case retryResetsOnItem = 41
  /// Failure kinds that are retried, one bit for each number.
  case retryableFailures = 42
  /// Where a retry resumes: off: at the last position.
  case retryResumesAtInitial = 43
  /// What jitter is computed from.
  case seed = 44
  /// Whether loads over cellular are allowed.
  case allowsCellular = 45
  /// Whether a network change can stop what already plays (Contradictions.md#X-12).
  case checksPolicyWhilePlaying = 46
  /// Whether a better or new network reloads remote media (Contradictions.md#X-23).
  case reloadsOnNetworkChange = 47
  /// Whether an empty buffer reloads remote media (Contradictions.md#X-23).
  case reloadsOnStall = 48
  /// Whether a connectivity failure is retried when the network returns.
  case resumesOnReconnect = 49
  /// Whether the first network report counts as a change (Contradictions.md#X-30).
  case firstNetworkReportCounts = 50
  /// Where the soft end lies, truncated to seconds (PRX.md#13: 950); 0: nowhere.
  case softEndFraction = 51
  /// How far past the start the playhead must run before interval notifications begin (PRX.md#9: 1/3 s). A change
  /// counts from the next opening on.
  case tickGate = 52
  /// Second of ten at which the long interval is announced (Contradictions.md#X-02: 9).
  case longTickPhase = 53
  /// Whether starts in blocked segments are moved before the engine is asked; off: they go there and skip from there
  /// (SRG.md#3.5). Seeks always are moved.
  case relocatesBlockedStarts = 54
  /// How far after a blocked run a skip lands (SRG.md#3.4: 100 ms).
  case skipLandingMargin = 55
  /// Whether a failure before the source is connected is retried, too; off: only later ones (PRX.md#7).
  case retriesOpening = 56
  /// Whether an explicit load or play resets the count (Contradictions.md#X-10).
  case retryResetsOnCommand = 57
  /// Whether a retry goes on as wanted; off: it holds (PRX.md#7, 1.x).
  case retryKeepsIntent = 58
  /// Whether a failure before the source is connected holds playback (PRX.md#5).
  case openFailureHolds = 59
  /// Whether the content is dropped when retries are exhausted (PRX.md#7).
  case emptiesOnFailure = 60
  /// How many reloads by policy may follow each other without playback in between; one more is a failure.
  case reloadLimit = 61
  /// How long the player asks to go on in the background without a network or interrupted (PRX.md#8: 240 s).
  case backgroundTime = 62
  /// Whether periodic observers hear of every jump at its landing (Contradictions.md#X-03).
  case ticksOnJump = 63
  /// Whether periodic observers hear when playback starts and stops (Contradictions.md#X-04).
  case ticksAtStartAndStop = 64
  /// How far behind the beginning of a segment its selection lands (SRG.md#1.8: 100 ms).
  case segmentStartMargin = 65
  /// Whether of overlapping segments the rules of SRG.md#3.8 choose; off: the first in the list holds until it ends.
  case resolvesOverlaps = 66
  /// How many skips in a row may end in a blocked segment; one more is a failure.
  case skipLimit = 67
  /// Whether play opens what is not open; off: it is only a wish, for what is opening (Contradictions.md#X-36).
  case playOpens = 68
  /// Whether running dry during a seek is a stall that counts (KSYManual.md#6.4); off: part of the seek (BugZoo.md#18).
  case stallsInSeeks = 69
  /// Whether coming back to the foreground pauses (Contradictions.md#X-27).
  case pausesOnReturn = 70
  /// Largest volume that is accepted, in thousandths (Contradictions.md#X-20: 1000, later 2000).
  case maximumVolume = 71
  /// Whether the end of the media ends the wish to play: a seek from there holds (SRG.md#1.6, code).
  case endClearsIntent = 72
  /// How long a stall may last before the engine is told to play every second, whatever the buffer says (SRG.md#1.5);
  /// endless: never.
  case stallKick = 73
  /// Whether an interruption holds playback; off: only where the system has stopped the engine (PRX.md#11).
  case interruptionsHold = 74
  /// Whether media that becomes ready ends an interruption (PRX.md#4, play/hold step).
  case readinessEndsInterruption = 75
  /// Whether playback that has got on resets the count: by a second, and past where it broke off before.
  case retryResetsOnProgress = 76
  /// Whether automatic subtitles are also those that the media marks as default; off: only those in the preferred language.
  case showsDefaultSubtitles = 77

  public static var placeholder: Self { .autoplay }
  public static var names: StaticString {
    """
    autoplay openTimeout readTimeout bufferingLimit seekTimeout closeTimeout probeInterval pastEndTolerance \
    earlyEndTolerance unexpectedStopLimit startBuffer rebuffer playThroughBuffer derivesSupply minimumRate \
    maximumRate jumpTolerance seekEndMargin coalescesSeeks seekRetryLimit startEndTolerance startEndToleranceRatio \
    replaysOnPlay stopKeepsIntent togglesByIntent playWhilePlayingPauses playWithoutContentSetsIntent \
    reopensAtLastPosition interruptionResumeLimit pausesInBackground disablesVideoInBackground minimumDVRWindow \
    liveTolerance liveRateMargin liveBufferMaximum retryLimit retryDelayKind retryDelay retryDelayMaximum \
    retryJitter retryResetsOnReady retryResetsOnItem retryableFailures retryResumesAtInitial seed allowsCellular \
    checksPolicyWhilePlaying reloadsOnNetworkChange reloadsOnStall resumesOnReconnect firstNetworkReportCounts \
    softEndFraction tickGate longTickPhase relocatesBlockedStarts skipLandingMargin \
    retriesOpening retryResetsOnCommand retryKeepsIntent openFailureHolds emptiesOnFailure \
    reloadLimit backgroundTime ticksOnJump ticksAtStartAndStop segmentStartMargin \
    resolvesOverlaps skipLimit playOpens \
    stallsInSeeks pausesOnReturn maximumVolume endClearsIntent stallKick \
    interruptionsHold readinessEndsInterruption retryResetsOnProgress showsDefaultSubtitles
    """
  }

  /// How many settings there are.
  public static var count: Int { 78 }

  /// What the number of a setting means.
  public enum Unit: UInt8, WireEnumeration, Sendable {
    case flag = 0
    case microseconds = 1
    case thousandths = 2
    case count = 3
    case bits = 4

    public static var placeholder: Self { .count }
    public static var names: StaticString { "flag microseconds thousandths count bits" }
  }

  /// A setting's default, unit and the values it accepts.
  public struct Specification: Sendable {
    public var unit: Unit
    public var standard: Int64
    public var range: ClosedRange<Int64>
  }

  public var specification: Specification {
    switch self {
    case .autoplay: .flag(false)
    case .openTimeout: .span(30_000_000)
    case .readTimeout: .span(30_000_000)
    case .bufferingLimit: .span(600_000_000)
    case .seekTimeout: .span(30_000_000)
    case .closeTimeout: .span(5_000_000)
    case .probeInterval: .span(10_000_000, from: 100_000)
    case .pastEndTolerance: .span(10_000_000)
    case .earlyEndTolerance: .span(2_000_000)
    case .unexpectedStopLimit: .count(3)
    case .startBuffer: .span(1_000_000)
    case .rebuffer: .span(2_000_000)
    case .playThroughBuffer: .span(10_000_000)
    case .derivesSupply: .flag(true)
    case .minimumRate: .rate(500)
    case .maximumRate: .rate(2_000)
    case .jumpTolerance: .span(250_000)
    case .seekEndMargin: .span(0)
    case .coalescesSeeks: .flag(false)
    case .seekRetryLimit: .count(1)
    case .startEndTolerance: .span(0)
    case .startEndToleranceRatio: .fraction(0)
    case .replaysOnPlay: .flag(true)
    case .stopKeepsIntent: .flag(false)
    case .togglesByIntent: .flag(true)
    case .playWhilePlayingPauses: .flag(false)
    case .playWithoutContentSetsIntent: .flag(false)
    case .reopensAtLastPosition: .flag(true)
    case .interruptionResumeLimit: .span(Int64.max)
    case .pausesInBackground: .flag(false)
    case .disablesVideoInBackground: .flag(true)
    case .minimumDVRWindow: .span(0)
    case .liveTolerance: .span(30_000_000)
    case .liveRateMargin: .span(5_000_000)
    case .liveBufferMaximum: .signedSpan(-1)
    case .retryLimit: .count(0)
    case .retryDelayKind: .count(0, upTo: 2)
    case .retryDelay: .span(1_000_000)
    case .retryDelayMaximum: .span(30_000_000)
    case .retryJitter: .fraction(0)
    case .retryResetsOnReady: .flag(true)
    case .retryResetsOnItem: .flag(true)
    case .retryableFailures: .bits(-1)
    case .retryResumesAtInitial: .flag(false)
    case .seed: .bits(0)
    case .allowsCellular: .flag(true)
    case .checksPolicyWhilePlaying: .flag(false)
    case .reloadsOnNetworkChange: .flag(false)
    case .reloadsOnStall: .flag(false)
    case .resumesOnReconnect: .flag(false)
    case .firstNetworkReportCounts: .flag(false)
    case .softEndFraction: .fraction(0)
    case .tickGate: .span(0)
    case .longTickPhase: .count(0)
    case .relocatesBlockedStarts: .flag(true)
    case .skipLandingMargin: .span(0)
    case .retriesOpening: .flag(true)
    case .retryResetsOnCommand: .flag(false)
    case .retryKeepsIntent: .flag(true)
    case .openFailureHolds: .flag(false)
    case .emptiesOnFailure: .flag(false)
    case .reloadLimit: .count(10)
    case .backgroundTime: .span(0)
    case .ticksOnJump: .flag(false)
    case .ticksAtStartAndStop: .flag(false)
    case .segmentStartMargin: .span(0)
    case .resolvesOverlaps: .flag(true)
    case .skipLimit: .count(3)
    case .playOpens: .flag(true)
    case .stallsInSeeks: .flag(false)
    case .pausesOnReturn: .flag(false)
    case .maximumVolume: Specification(unit: .thousandths, standard: 1_000, range: 0...2_000)
    case .endClearsIntent: .flag(false)
    case .stallKick: .span(Int64.max)
    case .interruptionsHold: .flag(true)
    case .readinessEndsInterruption: .flag(false)
    case .retryResetsOnProgress: .flag(true)
    case .showsDefaultSubtitles: .flag(false)
    }
  }
}

extension Setting.Specification {
  static func flag(_ standard: Bool) -> Self { Self(unit: .flag, standard: standard ? 1 : 0, range: 0...1) }
  static func span(_ standard: Int64, from least: Int64 = 0) -> Self {
    Self(unit: .microseconds, standard: standard, range: least ... .max)
  }
  static func signedSpan(_ standard: Int64) -> Self {
    Self(unit: .microseconds, standard: standard, range: .min ... .max)
  }
  static func rate(_ standard: Int64) -> Self { Self(unit: .thousandths, standard: standard, range: 1...100_000) }
  static func fraction(_ standard: Int64) -> Self { Self(unit: .thousandths, standard: standard, range: 0...1_000) }
  static func count(_ standard: Int64, upTo limit: Int64 = 1_000) -> Self {
    Self(unit: .count, standard: standard, range: 0...limit)
  }
  static func bits(_ standard: Int64) -> Self { Self(unit: .bits, standard: standard, range: .min ... .max) }
}
