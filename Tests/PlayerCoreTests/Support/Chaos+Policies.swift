@testable import PlayerCore

extension Chaos {
  /// The configuration of a random session: often the default, else a preset, or policies at random. Its numbers are its
  /// own, so that the inputs of a session do not depend on it.
  static func configuration(seed: UInt64) -> Configuration {
    var random = SplitMix64(seed: seed ^ 0x5EED_0F_90_11C1E5)
    switch random.below(4) {
    case 0: return random.pick(presets)
    case 1: return policies(&random)
    default: return Configuration()
    }
  }

  static var presets: [Configuration] {
    Configuration.Preset.allCases.filter { $0 != .defaults }.map(\.configuration)
  }

  /// Everything that opens again by itself, in random measure.
  private static func policies(_ random: inout SplitMix64) -> Configuration {
    var configuration = Configuration()
    configuration.retryLimit = Int64(random.below(4))
    configuration.retryDelayKind = RetryDelayKind(rawValue: UInt8(random.below(3))) ?? .none
    configuration.retryDelay = random.pick([.zero, .microseconds(1), .seconds(1), .seconds(20), .never])
    configuration.retryDelayMaximum = random.pick([.zero, .seconds(2), .seconds(30), .never])
    configuration.retryJitter = .thousandths(random.pick([0, 1, 500, 1_000]))
    configuration.seed = Int64(bitPattern: random.next())
    configuration.reloadLimit = random.pick([0, 1, 3, 10])
    configuration.retryableFailures = random.pick([.all, .all, .connectivity])
    configuration.backgroundTime = random.pick([.zero, .seconds(240)])
    for setting in [
      Setting.retryResetsOnReady, .retryResetsOnItem, .retryResetsOnCommand, .retryResetsOnProgress,
      .retryResumesAtInitial, .retriesOpening,
      .retryKeepsIntent, .openFailureHolds, .emptiesOnFailure, .allowsCellular, .checksPolicyWhilePlaying,
      .reloadsOnNetworkChange, .reloadsOnStall, .resumesOnReconnect, .firstNetworkReportCounts, .stopKeepsIntent,
    ] {
      configuration[setting] = Int64(random.below(2))
    }
    return configuration
  }
}
