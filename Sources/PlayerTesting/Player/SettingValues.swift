import PlayerCore

extension Setting {
  /// Values with a visible effect in a session of some minutes: the ends of the sensible range, the default, and one in
  /// between. All are in the range of the setting.
  package var tellingValues: [Int64] { Self.telling[Int(rawValue)] }

  /// A cached `allCases`, which makes a new array each time.
  static let all = allCases

  /// By raw value.
  private static let telling: [[Int64]] = allCases.map(\.drawn)

  private var drawn: [Int64] {
    switch self {
    case .openTimeout, .readTimeout, .seekTimeout: Self.seconds(1, 5, 30)
    case .bufferingLimit: Self.seconds(2, 20, 600)
    case .closeTimeout: Self.seconds(0, 1, 5)
    case .startRangeTimeout: Self.seconds(0, 2, 5)
    case .probeInterval: Self.seconds(1, 3, 10)
    case .pastEndTolerance: Self.seconds(0, 1, 10) + [.max]
    case .earlyEndTolerance: Self.seconds(0, 2, 5) + [.max]
    case .startBuffer: Self.seconds(0, 1, 5)
    case .rebuffer: Self.seconds(0, 2, 10)
    case .playThroughBuffer: Self.seconds(0, 1, 10, 20)
    case .jumpTolerance: [0, 250_000, 1_000_000]
    case .seekEndMargin, .skipLandingMargin, .segmentStartMargin, .tickGate: Self.seconds(0, 1, 5)
    case .startEndTolerance: Self.seconds(0, 2, 10)
    case .interruptionResumeLimit: Self.seconds(0, 1, 20) + [.max]
    case .minimumDVRWindow: Self.seconds(0, 10, 30)
    case .liveTolerance, .liveRateMargin: Self.seconds(0, 5, 10, 30)
    case .liveBufferMaximum: [-1, 0, 2_000_000, 5_000_000]
    case .retryDelay: Self.seconds(0, 1, 20) + [.max]
    case .retryDelayMaximum: Self.seconds(0, 2, 30) + [.max]
    case .backgroundTime: Self.seconds(0, 240)
    case .stallKick: Self.seconds(0, 1, 5) + [.max]
    case .unexpectedStopLimit, .seekRetryLimit, .skipLimit: [0, 1, 3]
    case .retryLimit, .reloadLimit: [0, 1, 3, 10]
    case .longTickPhase: [0, 1, 500]
    case .minimumRate: [500, 1_000]
    case .maximumRate: [1_000, 2_000]
    case .startEndToleranceRatio: [0, 100, 500]
    case .retryJitter: [0, 1, 500, 1_000]
    case .softEndFraction: [0, 500, 900]
    case .maximumVolume: [500, 1_000, 2_000]
    case .retryableFailures:
      [
        FailureKinds.all.rawValue, FailureKinds.connectivity.rawValue,
        FailureKinds.all.rawValue & ~FailureKinds.connectivity.rawValue,
      ]
    case .seed: [0, 1, 77]
    // Flags and choices; of a setting that is not listed here, what makes a difference.
    default:
      if specification.unit == .flag || !choices.isEmpty {
        Array(specification.range)
      } else {
        Set([specification.range.lowerBound, specification.standard, 1_000_000]).sorted()
      }
    }
  }

  private static func seconds(_ values: Int64...) -> [Int64] { values.map { $0 * 1_000_000 } }
}
