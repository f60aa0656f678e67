/// How a player behaves: a value for every ``Setting``.
///
/// Copies share their storage and a change replaces it whole, so that the state only holds a reference.
public struct Configuration: Hashable, Sendable {
  @usableFromInline var values: [Int64]

  /// The default of every setting.
  public init() {
    values = []
    values.reserveCapacity(Setting.count)
    for setting in Setting.allCases { values.append(setting.specification.standard) }
  }

  /// The value of a setting; setting a value outside its range moves it to the nearest one inside.
  @inlinable public subscript(setting: Setting) -> Int64 {
    get { values[Int(setting.rawValue)] }
    set {
      let range = setting.specification.range
      values[Int(setting.rawValue)] = max(range.lowerBound, min(newValue, range.upperBound))
    }
  }

  @inlinable subscript(flag setting: Setting) -> Bool {
    get { self[setting] != 0 }
    set { self[setting] = newValue ? 1 : 0 }
  }

  @inlinable subscript(span setting: Setting) -> TimeSpan {
    get { TimeSpan(microseconds: self[setting]) }
    set { self[setting] = newValue.microseconds }
  }

  @inlinable subscript(rate setting: Setting) -> Rate {
    get { Rate(thousandths: Int32(truncatingIfNeeded: self[setting])) }
    set { self[setting] = Int64(newValue.thousandths) }
  }
}

// One property for each setting, typed. The text of each is beside its case in `Setting`.
extension Configuration {
  /// See ``Setting/autoplay``.
  @inlinable public var autoplay: Bool {
    get { self[flag: .autoplay] }
    set { self[flag: .autoplay] = newValue }
  }
  /// See ``Setting/openTimeout``.
  @inlinable public var openTimeout: TimeSpan {
    get { self[span: .openTimeout] }
    set { self[span: .openTimeout] = newValue }
  }
  /// See ``Setting/readTimeout``.
  @inlinable public var readTimeout: TimeSpan {
    get { self[span: .readTimeout] }
    set { self[span: .readTimeout] = newValue }
  }
  /// See ``Setting/bufferingLimit``.
  @inlinable public var bufferingLimit: TimeSpan {
    get { self[span: .bufferingLimit] }
    set { self[span: .bufferingLimit] = newValue }
  }
  /// See ``Setting/seekTimeout``.
  @inlinable public var seekTimeout: TimeSpan {
    get { self[span: .seekTimeout] }
    set { self[span: .seekTimeout] = newValue }
  }
  /// See ``Setting/closeTimeout``.
  @inlinable public var closeTimeout: TimeSpan {
    get { self[span: .closeTimeout] }
    set { self[span: .closeTimeout] = newValue }
  }
  /// See ``Setting/probeInterval``.
  @inlinable public var probeInterval: TimeSpan {
    get { self[span: .probeInterval] }
    set { self[span: .probeInterval] = newValue }
  }
  /// See ``Setting/pastEndTolerance``.
  @inlinable public var pastEndTolerance: TimeSpan {
    get { self[span: .pastEndTolerance] }
    set { self[span: .pastEndTolerance] = newValue }
  }
  /// See ``Setting/earlyEndTolerance``.
  @inlinable public var earlyEndTolerance: TimeSpan {
    get { self[span: .earlyEndTolerance] }
    set { self[span: .earlyEndTolerance] = newValue }
  }
  /// See ``Setting/unexpectedStopLimit``.
  @inlinable public var unexpectedStopLimit: Int64 {
    get { self[.unexpectedStopLimit] }
    set { self[.unexpectedStopLimit] = newValue }
  }
  /// See ``Setting/startBuffer``.
  @inlinable public var startBuffer: TimeSpan {
    get { self[span: .startBuffer] }
    set { self[span: .startBuffer] = newValue }
  }
  /// See ``Setting/rebuffer``.
  @inlinable public var rebuffer: TimeSpan {
    get { self[span: .rebuffer] }
    set { self[span: .rebuffer] = newValue }
  }
  /// See ``Setting/playThroughBuffer``.
  @inlinable public var playThroughBuffer: TimeSpan {
    get { self[span: .playThroughBuffer] }
    set { self[span: .playThroughBuffer] = newValue }
  }
  /// See ``Setting/derivesSupply``.
  @inlinable public var derivesSupply: Bool {
    get { self[flag: .derivesSupply] }
    set { self[flag: .derivesSupply] = newValue }
  }
  /// See ``Setting/minimumRate``.
  @inlinable public var minimumRate: Rate {
    get { self[rate: .minimumRate] }
    set { self[rate: .minimumRate] = newValue }
  }
  /// See ``Setting/maximumRate``.
  @inlinable public var maximumRate: Rate {
    get { self[rate: .maximumRate] }
    set { self[rate: .maximumRate] = newValue }
  }
  /// See ``Setting/jumpTolerance``.
  @inlinable public var jumpTolerance: TimeSpan {
    get { self[span: .jumpTolerance] }
    set { self[span: .jumpTolerance] = newValue }
  }
  /// See ``Setting/seekEndMargin``.
  @inlinable public var seekEndMargin: TimeSpan {
    get { self[span: .seekEndMargin] }
    set { self[span: .seekEndMargin] = newValue }
  }
  /// See ``Setting/coalescesSeeks``.
  @inlinable public var coalescesSeeks: Bool {
    get { self[flag: .coalescesSeeks] }
    set { self[flag: .coalescesSeeks] = newValue }
  }
  /// See ``Setting/seekRetryLimit``.
  @inlinable public var seekRetryLimit: Int64 {
    get { self[.seekRetryLimit] }
    set { self[.seekRetryLimit] = newValue }
  }
  /// See ``Setting/startEndTolerance``.
  @inlinable public var startEndTolerance: TimeSpan {
    get { self[span: .startEndTolerance] }
    set { self[span: .startEndTolerance] = newValue }
  }
  /// See ``Setting/startEndToleranceRatio``.
  @inlinable public var startEndToleranceRatio: Int64 {
    get { self[.startEndToleranceRatio] }
    set { self[.startEndToleranceRatio] = newValue }
  }
  /// See ``Setting/replaysOnPlay``.
  @inlinable public var replaysOnPlay: Bool {
    get { self[flag: .replaysOnPlay] }
    set { self[flag: .replaysOnPlay] = newValue }
  }
  /// See ``Setting/stopKeepsIntent``.
  @inlinable public var stopKeepsIntent: Bool {
    get { self[flag: .stopKeepsIntent] }
    set { self[flag: .stopKeepsIntent] = newValue }
  }
  /// See ``Setting/togglesByIntent``.
  @inlinable public var togglesByIntent: Bool {
    get { self[flag: .togglesByIntent] }
    set { self[flag: .togglesByIntent] = newValue }
  }
  /// See ``Setting/playWhilePlayingPauses``.
  @inlinable public var playWhilePlayingPauses: Bool {
    get { self[flag: .playWhilePlayingPauses] }
    set { self[flag: .playWhilePlayingPauses] = newValue }
  }
  /// See ``Setting/playWithoutContentSetsIntent``.
  @inlinable public var playWithoutContentSetsIntent: Bool {
    get { self[flag: .playWithoutContentSetsIntent] }
    set { self[flag: .playWithoutContentSetsIntent] = newValue }
  }
  /// See ``Setting/reopensAtLastPosition``.
  @inlinable public var reopensAtLastPosition: Bool {
    get { self[flag: .reopensAtLastPosition] }
    set { self[flag: .reopensAtLastPosition] = newValue }
  }
  /// See ``Setting/interruptionResumeLimit``.
  @inlinable public var interruptionResumeLimit: TimeSpan {
    get { self[span: .interruptionResumeLimit] }
    set { self[span: .interruptionResumeLimit] = newValue }
  }
  /// See ``Setting/pausesInBackground``.
  @inlinable public var pausesInBackground: Bool {
    get { self[flag: .pausesInBackground] }
    set { self[flag: .pausesInBackground] = newValue }
  }
  /// See ``Setting/disablesVideoInBackground``.
  @inlinable public var disablesVideoInBackground: Bool {
    get { self[flag: .disablesVideoInBackground] }
    set { self[flag: .disablesVideoInBackground] = newValue }
  }
  /// See ``Setting/minimumDVRWindow``.
  @inlinable public var minimumDVRWindow: TimeSpan {
    get { self[span: .minimumDVRWindow] }
    set { self[span: .minimumDVRWindow] = newValue }
  }
  /// See ``Setting/liveTolerance``.
  @inlinable public var liveTolerance: TimeSpan {
    get { self[span: .liveTolerance] }
    set { self[span: .liveTolerance] = newValue }
  }
  /// See ``Setting/liveRateMargin``.
  @inlinable public var liveRateMargin: TimeSpan {
    get { self[span: .liveRateMargin] }
    set { self[span: .liveRateMargin] = newValue }
  }
  /// See ``Setting/liveBufferMaximum``.
  @inlinable public var liveBufferMaximum: TimeSpan {
    get { self[span: .liveBufferMaximum] }
    set { self[span: .liveBufferMaximum] = newValue }
  }
  /// See ``Setting/retryLimit``.
  @inlinable public var retryLimit: Int64 {
    get { self[.retryLimit] }
    set { self[.retryLimit] = newValue }
  }
  /// See ``Setting/retryDelayKind``.
  @inlinable public var retryDelayKind: Int64 {
    get { self[.retryDelayKind] }
    set { self[.retryDelayKind] = newValue }
  }
  /// See ``Setting/retryDelay``.
  @inlinable public var retryDelay: TimeSpan {
    get { self[span: .retryDelay] }
    set { self[span: .retryDelay] = newValue }
  }
  /// See ``Setting/retryDelayMaximum``.
  @inlinable public var retryDelayMaximum: TimeSpan {
    get { self[span: .retryDelayMaximum] }
    set { self[span: .retryDelayMaximum] = newValue }
  }
  /// See ``Setting/retryJitter``.
  @inlinable public var retryJitter: Int64 {
    get { self[.retryJitter] }
    set { self[.retryJitter] = newValue }
  }
  /// See ``Setting/retryResetsOnReady``.
  @inlinable public var retryResetsOnReady: Bool {
    get { self[flag: .retryResetsOnReady] }
    set { self[flag: .retryResetsOnReady] = newValue }
  }
  /// See ``Setting/retryResetsOnItem``.
  @inlinable public var retryResetsOnItem: Bool {
    get { self[flag: .retryResetsOnItem] }
    set { self[flag: .retryResetsOnItem] = newValue }
  }
  /// See ``Setting/retryableFailures``.
  @inlinable public var retryableFailures: Int64 {
    get { self[.retryableFailures] }
    set { self[.retryableFailures] = newValue }
  }
  /// See ``Setting/retryResumesAtInitial``.
  @inlinable public var retryResumesAtInitial: Bool {
    get { self[flag: .retryResumesAtInitial] }
    set { self[flag: .retryResumesAtInitial] = newValue }
  }
  /// See ``Setting/seed``.
  @inlinable public var seed: Int64 {
    get { self[.seed] }
    set { self[.seed] = newValue }
  }
  /// See ``Setting/allowsCellular``.
  @inlinable public var allowsCellular: Bool {
    get { self[flag: .allowsCellular] }
    set { self[flag: .allowsCellular] = newValue }
  }
  /// See ``Setting/checksPolicyWhilePlaying``.
  @inlinable public var checksPolicyWhilePlaying: Bool {
    get { self[flag: .checksPolicyWhilePlaying] }
    set { self[flag: .checksPolicyWhilePlaying] = newValue }
  }
  /// See ``Setting/reloadsOnNetworkChange``.
  @inlinable public var reloadsOnNetworkChange: Bool {
    get { self[flag: .reloadsOnNetworkChange] }
    set { self[flag: .reloadsOnNetworkChange] = newValue }
  }
  /// See ``Setting/reloadsOnStall``.
  @inlinable public var reloadsOnStall: Bool {
    get { self[flag: .reloadsOnStall] }
    set { self[flag: .reloadsOnStall] = newValue }
  }
  /// See ``Setting/resumesOnReconnect``.
  @inlinable public var resumesOnReconnect: Bool {
    get { self[flag: .resumesOnReconnect] }
    set { self[flag: .resumesOnReconnect] = newValue }
  }
  /// See ``Setting/firstNetworkReportCounts``.
  @inlinable public var firstNetworkReportCounts: Bool {
    get { self[flag: .firstNetworkReportCounts] }
    set { self[flag: .firstNetworkReportCounts] = newValue }
  }
  /// See ``Setting/softEndFraction``.
  @inlinable public var softEndFraction: Int64 {
    get { self[.softEndFraction] }
    set { self[.softEndFraction] = newValue }
  }
  /// See ``Setting/tickGate``.
  @inlinable public var tickGate: TimeSpan {
    get { self[span: .tickGate] }
    set { self[span: .tickGate] = newValue }
  }
  /// See ``Setting/longTickPhase``.
  @inlinable public var longTickPhase: Int64 {
    get { self[.longTickPhase] }
    set { self[.longTickPhase] = newValue }
  }
  /// See ``Setting/relocatesBlockedStarts``.
  @inlinable public var relocatesBlockedStarts: Bool {
    get { self[flag: .relocatesBlockedStarts] }
    set { self[flag: .relocatesBlockedStarts] = newValue }
  }
  /// See ``Setting/skipLandingMargin``.
  @inlinable public var skipLandingMargin: TimeSpan {
    get { self[span: .skipLandingMargin] }
    set { self[span: .skipLandingMargin] = newValue }
  }
  /// See ``Setting/retriesOpening``.
  @inlinable public var retriesOpening: Bool {
    get { self[flag: .retriesOpening] }
    set { self[flag: .retriesOpening] = newValue }
  }
  /// See ``Setting/retryResetsOnCommand``.
  @inlinable public var retryResetsOnCommand: Bool {
    get { self[flag: .retryResetsOnCommand] }
    set { self[flag: .retryResetsOnCommand] = newValue }
  }
  /// See ``Setting/retryKeepsIntent``.
  @inlinable public var retryKeepsIntent: Bool {
    get { self[flag: .retryKeepsIntent] }
    set { self[flag: .retryKeepsIntent] = newValue }
  }
  /// See ``Setting/openFailureHolds``.
  @inlinable public var openFailureHolds: Bool {
    get { self[flag: .openFailureHolds] }
    set { self[flag: .openFailureHolds] = newValue }
  }
  /// See ``Setting/emptiesOnFailure``.
  @inlinable public var emptiesOnFailure: Bool {
    get { self[flag: .emptiesOnFailure] }
    set { self[flag: .emptiesOnFailure] = newValue }
  }
  /// See ``Setting/reloadLimit``.
  @inlinable public var reloadLimit: Int64 {
    get { self[.reloadLimit] }
    set { self[.reloadLimit] = newValue }
  }
  /// See ``Setting/backgroundTime``.
  @inlinable public var backgroundTime: TimeSpan {
    get { self[span: .backgroundTime] }
    set { self[span: .backgroundTime] = newValue }
  }
  /// See ``Setting/ticksOnJump``.
  @inlinable public var ticksOnJump: Bool {
    get { self[flag: .ticksOnJump] }
    set { self[flag: .ticksOnJump] = newValue }
  }
  /// See ``Setting/ticksAtStartAndStop``.
  @inlinable public var ticksAtStartAndStop: Bool {
    get { self[flag: .ticksAtStartAndStop] }
    set { self[flag: .ticksAtStartAndStop] = newValue }
  }
  /// See ``Setting/segmentStartMargin``.
  @inlinable public var segmentStartMargin: TimeSpan {
    get { self[span: .segmentStartMargin] }
    set { self[span: .segmentStartMargin] = newValue }
  }
  /// See ``Setting/resolvesOverlaps``.
  @inlinable public var resolvesOverlaps: Bool {
    get { self[flag: .resolvesOverlaps] }
    set { self[flag: .resolvesOverlaps] = newValue }
  }
  /// See ``Setting/skipLimit``.
  @inlinable public var skipLimit: Int64 {
    get { self[.skipLimit] }
    set { self[.skipLimit] = newValue }
  }
  /// See ``Setting/playOpens``.
  @inlinable public var playOpens: Bool {
    get { self[flag: .playOpens] }
    set { self[flag: .playOpens] = newValue }
  }
  /// See ``Setting/stallsInSeeks``.
  @inlinable public var stallsInSeeks: Bool {
    get { self[flag: .stallsInSeeks] }
    set { self[flag: .stallsInSeeks] = newValue }
  }
  /// See ``Setting/pausesOnReturn``.
  @inlinable public var pausesOnReturn: Bool {
    get { self[flag: .pausesOnReturn] }
    set { self[flag: .pausesOnReturn] = newValue }
  }
  /// See ``Setting/maximumVolume``.
  @inlinable public var maximumVolume: Int64 {
    get { self[.maximumVolume] }
    set { self[.maximumVolume] = newValue }
  }
  /// See ``Setting/endClearsIntent``.
  @inlinable public var endClearsIntent: Bool {
    get { self[flag: .endClearsIntent] }
    set { self[flag: .endClearsIntent] = newValue }
  }
  /// See ``Setting/stallKick``.
  @inlinable public var stallKick: TimeSpan {
    get { self[span: .stallKick] }
    set { self[span: .stallKick] = newValue }
  }
  /// See ``Setting/interruptionsHold``.
  @inlinable public var interruptionsHold: Bool {
    get { self[flag: .interruptionsHold] }
    set { self[flag: .interruptionsHold] = newValue }
  }
  /// See ``Setting/readinessEndsInterruption``.
  @inlinable public var readinessEndsInterruption: Bool {
    get { self[flag: .readinessEndsInterruption] }
    set { self[flag: .readinessEndsInterruption] = newValue }
  }
  /// See ``Setting/retryResetsOnProgress``.
  @inlinable public var retryResetsOnProgress: Bool {
    get { self[flag: .retryResetsOnProgress] }
    set { self[flag: .retryResetsOnProgress] = newValue }
  }
  /// See ``Setting/showsDefaultSubtitles``.
  @inlinable public var showsDefaultSubtitles: Bool {
    get { self[flag: .showsDefaultSubtitles] }
    set { self[flag: .showsDefaultSubtitles] = newValue }
  }
}
