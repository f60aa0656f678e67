// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Setting {
  /// How many settings there are.
  public static var count: Int { 81 }

  /// Default, unit and range.
  public var specification: Specification {
    switch self {
    case .autoplay: Specification(unit: .flag, standard: 0, range: 0...1)
    case .openTimeout: Specification(unit: .microseconds, standard: 30_000_000, range: 0 ... .max)
    case .readTimeout: Specification(unit: .microseconds, standard: 30_000_000, range: 0 ... .max)
    case .bufferingLimit: Specification(unit: .microseconds, standard: 600_000_000, range: 0 ... .max)
    case .seekTimeout: Specification(unit: .microseconds, standard: 30_000_000, range: 0 ... .max)
    case .closeTimeout: Specification(unit: .microseconds, standard: 5_000_000, range: 0 ... .max)
    case .probeInterval: Specification(unit: .microseconds, standard: 10_000_000, range: 100_000 ... .max)
    case .pastEndTolerance: Specification(unit: .microseconds, standard: 10_000_000, range: 0 ... .max)
    case .earlyEndTolerance: Specification(unit: .microseconds, standard: 2_000_000, range: 0 ... .max)
    case .unexpectedStopLimit: Specification(unit: .count, standard: 3, range: 0...1_000)
    case .startBuffer: Specification(unit: .microseconds, standard: 1_000_000, range: 0 ... .max)
    case .rebuffer: Specification(unit: .microseconds, standard: 2_000_000, range: 0 ... .max)
    case .playThroughBuffer: Specification(unit: .microseconds, standard: 10_000_000, range: 0 ... .max)
    case .derivesSupply: Specification(unit: .flag, standard: 1, range: 0...1)
    case .minimumRate: Specification(unit: .thousandths, standard: 500, range: 1...100_000)
    case .maximumRate: Specification(unit: .thousandths, standard: 2_000, range: 1...100_000)
    case .jumpTolerance: Specification(unit: .microseconds, standard: 250_000, range: 0 ... .max)
    case .seekEndMargin: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .coalescesSeeks: Specification(unit: .flag, standard: 0, range: 0...1)
    case .seekRetryLimit: Specification(unit: .count, standard: 1, range: 0...1_000)
    case .startEndTolerance: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .startEndToleranceRatio: Specification(unit: .thousandths, standard: 0, range: 0...1_000)
    case .replaysOnPlay: Specification(unit: .flag, standard: 1, range: 0...1)
    case .stopKeepsIntent: Specification(unit: .flag, standard: 0, range: 0...1)
    case .togglesByIntent: Specification(unit: .flag, standard: 1, range: 0...1)
    case .playWhilePlayingPauses: Specification(unit: .flag, standard: 0, range: 0...1)
    case .playWithoutContentSetsIntent: Specification(unit: .flag, standard: 0, range: 0...1)
    case .reopensAtLastPosition: Specification(unit: .flag, standard: 1, range: 0...1)
    case .interruptionResumeLimit: Specification(unit: .microseconds, standard: .max, range: 0 ... .max)
    case .pausesInBackground: Specification(unit: .flag, standard: 0, range: 0...1)
    case .disablesVideoInBackground: Specification(unit: .flag, standard: 1, range: 0...1)
    case .minimumDVRWindow: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .liveTolerance: Specification(unit: .microseconds, standard: 30_000_000, range: 0 ... .max)
    case .liveRateMargin: Specification(unit: .microseconds, standard: 5_000_000, range: 0 ... .max)
    case .liveBufferMaximum: Specification(unit: .microseconds, standard: -1, range: .min ... .max)
    case .retryLimit: Specification(unit: .count, standard: 0, range: 0...1_000)
    case .retryDelayKind: Specification(unit: .count, standard: 2, range: 0...2)
    case .retryDelay: Specification(unit: .microseconds, standard: 1_000_000, range: 0 ... .max)
    case .retryDelayMaximum: Specification(unit: .microseconds, standard: 30_000_000, range: 0 ... .max)
    case .retryJitter: Specification(unit: .thousandths, standard: 0, range: 0...1_000)
    case .retryResetsOnReady: Specification(unit: .flag, standard: 1, range: 0...1)
    case .retryResetsOnItem: Specification(unit: .flag, standard: 1, range: 0...1)
    case .retryableFailures: Specification(unit: .bits, standard: -1, range: .min ... .max)
    case .retryResumesAtInitial: Specification(unit: .flag, standard: 0, range: 0...1)
    case .seed: Specification(unit: .bits, standard: 0, range: .min ... .max)
    case .allowsCellular: Specification(unit: .flag, standard: 1, range: 0...1)
    case .checksPolicyWhilePlaying: Specification(unit: .flag, standard: 0, range: 0...1)
    case .reloadsOnNetworkChange: Specification(unit: .flag, standard: 0, range: 0...1)
    case .reloadsOnStall: Specification(unit: .flag, standard: 0, range: 0...1)
    case .resumesOnReconnect: Specification(unit: .flag, standard: 0, range: 0...1)
    case .firstNetworkReportCounts: Specification(unit: .flag, standard: 0, range: 0...1)
    case .softEndFraction: Specification(unit: .thousandths, standard: 0, range: 0...1_000)
    case .tickGate: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .longTickPhase: Specification(unit: .count, standard: 0, range: 0...1_000)
    case .relocatesBlockedStarts: Specification(unit: .flag, standard: 1, range: 0...1)
    case .skipLandingMargin: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .retriesOpening: Specification(unit: .flag, standard: 1, range: 0...1)
    case .retryResetsOnCommand: Specification(unit: .flag, standard: 0, range: 0...1)
    case .retryKeepsIntent: Specification(unit: .flag, standard: 1, range: 0...1)
    case .openFailureHolds: Specification(unit: .flag, standard: 0, range: 0...1)
    case .emptiesOnFailure: Specification(unit: .flag, standard: 0, range: 0...1)
    case .reloadLimit: Specification(unit: .count, standard: 10, range: 0...1_000)
    case .backgroundTime: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .ticksOnJump: Specification(unit: .flag, standard: 0, range: 0...1)
    case .ticksAtStartAndStop: Specification(unit: .flag, standard: 0, range: 0...1)
    case .segmentStartMargin: Specification(unit: .microseconds, standard: 0, range: 0 ... .max)
    case .resolvesOverlaps: Specification(unit: .flag, standard: 1, range: 0...1)
    case .skipLimit: Specification(unit: .count, standard: 3, range: 0...1_000)
    case .playOpens: Specification(unit: .flag, standard: 1, range: 0...1)
    case .stallsInSeeks: Specification(unit: .flag, standard: 0, range: 0...1)
    case .pausesOnReturn: Specification(unit: .flag, standard: 0, range: 0...1)
    case .maximumVolume: Specification(unit: .thousandths, standard: 1_000, range: 0...2_000)
    case .endClearsIntent: Specification(unit: .flag, standard: 0, range: 0...1)
    case .stallKick: Specification(unit: .microseconds, standard: .max, range: 0 ... .max)
    case .interruptionsHold: Specification(unit: .flag, standard: 1, range: 0...1)
    case .readinessEndsInterruption: Specification(unit: .flag, standard: 0, range: 0...1)
    case .retryResetsOnProgress: Specification(unit: .flag, standard: 1, range: 0...1)
    case .showsDefaultSubtitles: Specification(unit: .flag, standard: 0, range: 0...1)
    case .startRangeTimeout: Specification(unit: .microseconds, standard: 2_000_000, range: 0 ... .max)
    case .commandsEndInterruption: Specification(unit: .flag, standard: 0, range: 0...1)
    case .playsUnskippable: Specification(unit: .flag, standard: 0, range: 0...1)
    }
  }

  /// The names and numbers of its values, where these are the cases of an enumeration; else none.
  public var choices: [Vocabulary.Case] {
    switch self {
    case .retryDelayKind: RetryDelayKind.cases
    default: []
    }
  }
}
