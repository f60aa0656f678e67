@testable import PlayerCore
import Testing

@Suite("Configuration")
struct ConfigurationTests {
  @Test("defaults match what the reference systems document")
  func documentedDefaults() {
    let configuration = Configuration()
    #expect(configuration.openTimeout == .seconds(30))  // KSYManual.md#6.3, setTimeout
    #expect(configuration.readTimeout == .seconds(30))  // KSYManual.md#6.3, setTimeout
    #expect(configuration.liveTolerance == .seconds(30))  // SRG.md#1.9
    #expect(configuration.liveRateMargin == .seconds(5))  // SRG.md#1.10
    #expect(configuration.minimumDVRWindow == .zero)  // SRG.md#1.9
    #expect(configuration.startEndTolerance == .zero)  // SRG.md#1.8
    #expect(configuration.startEndToleranceRatio == .zero)  // SRG.md#1.8
    #expect(configuration.minimumRate == .thousandths(500))  // SRG.md#1.10
    #expect(configuration.maximumRate == .thousandths(2_000))  // SRG.md#1.10
    #expect(configuration.softEndFraction == .zero)  // PRX.md#13
    #expect(configuration.allowsCellular)  // PRX.md#8
    #expect(configuration.replaysOnPlay)  // SRG.md#1.3
    #expect(!configuration.stopKeepsIntent)  // PRX.md#6
    #expect(!configuration.playWhilePlayingPauses)  // Contradictions.md#X-05
    #expect(!configuration.reloadsOnStall && !configuration.reloadsOnNetworkChange)  // Contradictions.md#X-23
    #expect(configuration.retryLimit == 0)  // Comparison.md#4
    #expect(!configuration.pausesInBackground)  // Contradictions.md#X-27
  }

  @Test("every default lies in its range, and every range fits its unit")
  func ranges() {
    #expect(Setting.allCases.count == Setting.count)
    for setting in Setting.allCases {
      let specification = setting.specification
      #expect(specification.range.contains(specification.standard), "\(setting)")
      #expect(Configuration()[setting] == specification.standard, "\(setting)")
      switch specification.unit {
      case .flag: #expect(specification.range == 0...1)
      case .microseconds: #expect(specification.range.upperBound == .max)
      case .thousandths: #expect(specification.range.lowerBound >= 0 && specification.range.upperBound <= 100_000)
      case .count: #expect(specification.range.lowerBound == 0 && specification.range.upperBound <= 1_000)
      case .bits: #expect(specification.range == .min ... .max)
      }
    }
  }

  @Test("a value outside the range moves to the nearest one inside")
  func clamping() {
    for setting in Setting.allCases {
      var configuration = Configuration()
      configuration[setting] = .max
      #expect(configuration[setting] == setting.specification.range.upperBound)
      configuration[setting] = .min
      #expect(configuration[setting] == setting.specification.range.lowerBound)
    }
  }

  @Test("typed properties read and write their own setting, and no other")
  func typedProperties() {
    var configuration = Configuration()
    configuration.openTimeout = .seconds(7)
    configuration.autoplay = true
    configuration.maximumRate = .thousandths(4_000)
    configuration.retryLimit = 3
    let changed = Setting.allCases.filter { configuration[$0] != $0.specification.standard }
    #expect(changed == [.autoplay, .openTimeout, .maximumRate, .retryLimit])
    #expect(configuration.openTimeout == .seconds(7))
    #expect(configuration.maximumRate == .thousandths(4_000))
  }

  @Test("choices and sets of failures are typed, and travel as numbers")
  func choices() {
    var configuration = Configuration()
    #expect(configuration.retryDelayKind == .exponential && configuration.retryableFailures == .all)
    configuration.retryDelayKind = .fixed
    configuration.retryableFailures = [.io, .httpServerError]
    configuration.softEndFraction = .thousandths(950)
    #expect(configuration[.retryDelayKind] == 1)
    #expect(configuration[.retryableFailures] == 1 << 2 | 1 << 12)
    #expect(configuration.retryableFailures.includes(.io) && !configuration.retryableFailures.includes(.connect))
    #expect(configuration[.softEndFraction] == 950)
    #expect(configuration.softEndFraction.part(of: .seconds(20)) == .seconds(19))
    #expect(FailureKinds { $0.isConnectivity } == .connectivity)
  }

  @Test("a command changes a setting: announced once, refused outside its range")
  func byCommand() {
    var harness = Harness()
    let change = harness.ask(.set(.readTimeout, 5_000_000))
    #expect(harness.notifications == [.settingChanged(.readTimeout, value: 5_000_000)])
    #expect(harness.answers(to: change) == [.done])
    harness.forget()
    harness.ask(.set(.readTimeout, 5_000_000))
    #expect(harness.notifications.isEmpty)
    let refused = harness.ask(.set(.readTimeout, -1))
    #expect(harness.refusal(of: refused) == .outOfRange)
    #expect(harness.player.configuration.readTimeout == .seconds(5))
  }

  @Test("a copy of a player keeps its configuration when the original changes it")
  func valueSemantics() {
    var harness = Harness()
    let copy = harness.player
    harness.ask(.set(.retryLimit, 9))
    #expect(copy.configuration.retryLimit == 0)
    #expect(harness.player.configuration.retryLimit == 9)
    #expect(copy != harness.player)
  }

  @Test("requesting the position more than ten times a second is refused: 0 would never end")
  func probeInterval() {
    var harness = Harness()
    let never = harness.ask(.set(.probeInterval, 0))
    let often = harness.ask(.set(.probeInterval, 100_000))
    #expect(harness.refusal(of: never) == .outOfRange)
    #expect(harness.answers(to: often) == [.done])
  }
}
