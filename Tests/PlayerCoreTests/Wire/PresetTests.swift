@testable import PlayerCore
import Testing

@Suite("Presets")
struct PresetTests {
  @Test("PRX: what the README and the source say, and where they differ (PRX.md#7, Contradictions.md)")
  func prx() {
    let prx = Configuration.prx
    #expect(prx.retryLimit == 3 && prx.retryDelayKind == .none)  // PRX.md#7
    #expect(!prx.retriesOpening && prx.openFailureHolds && prx.emptiesOnFailure)  // PRX.md#5, PRX.md#7
    #expect(prx.reloadsOnStall && prx.reloadsOnNetworkChange)  // Contradictions.md#X-23
    #expect(!prx.checksPolicyWhilePlaying && prx.allowsCellular)  // Contradictions.md#X-12, PRX.md#8
    // Contradictions.md#X-31, PRX.md#8
    #expect(prx.interruptionResumeLimit == .seconds(240) && prx.backgroundTime == .seconds(240))
    // PRX.md#6, Contradictions.md#X-09
    #expect(prx.stopKeepsIntent && prx.playWithoutContentSetsIntent && !prx.togglesByIntent)
    #expect(prx.softEndFraction == .thousandths(950) && prx.longTickPhase == 9)  // PRX.md#13, Contradictions.md#X-02
    // Contradictions.md#X-10, Contradictions.md#X-30
    #expect(prx.retryResetsOnReady && prx.retryResetsOnItem && !prx.firstNetworkReportCounts)
    let source = Configuration.prxSource
    // Contradictions.md#X-10
    #expect(!source.retryResetsOnReady && !source.retryResetsOnItem && !source.retryResetsOnCommand)
    #expect(source.firstNetworkReportCounts)  // Contradictions.md#X-30
    #expect(prx.playOpens && !source.playOpens)  // Contradictions.md#X-36
    #expect(!source.interruptionsHold && source.readinessEndsInterruption)  // PRX.md#11, PRX.md#4
    let first = Configuration.prx1
    #expect(!first.retryKeepsIntent && first.retryResetsOnReady && first.retryResetsOnCommand)  // PRX.md#7
  }

  @Test("KSY follows KSYManual.md#6.3, and never retries by itself (Contradictions.md#X-23)")
  func ksy() {
    let ksy = Configuration.ksy
    #expect(ksy.autoplay && ksy.playWhilePlayingPauses)  // Contradictions.md#X-05
    #expect(ksy.openTimeout == .seconds(30) && ksy.readTimeout == .seconds(30))
    #expect(ksy.liveBufferMaximum == .seconds(2) && ksy.rebuffer < ksy.liveBufferMaximum)
    #expect(ksy.retryLimit == 0 && !ksy.reloadsOnStall && !ksy.reloadsOnNetworkChange)
  }

  @Test("SRG uses initial positions and retries nothing by itself (SRG.md#1.6)")
  func srg() {
    for configuration in [Configuration.srg, .srgSource] {
      #expect(!configuration.reopensAtLastPosition && configuration.retryResumesAtInitial)
      #expect(configuration.seekEndMargin == .milliseconds(100))  // SRG.md#1.8
      #expect(configuration.retryLimit == 0 && !configuration.resumesOnReconnect)
      #expect(configuration.commandsEndInterruption)  // SRGGuide.md#hooks
    }
  }

  @Test("PlayerProtocol: play and toggle change what is paused (PlayerProtocolGuide.md#states)")
  func playerProtocol() {
    #expect(Configuration.playerProtocol.commandsEndInterruption && Configuration.playerProtocol.togglesByIntent)
  }

  @Test("for new apps: retries after 1, 2 and 4 seconds, for failures a network can cause, in place")
  func standard() {
    let standard = Configuration.standard
    for kind in Failure.Kind.allCases {
      let isRetried = standard.retryableFailures.includes(kind)
      let isTheServers = kind == .httpServerError || kind == .httpTooManyRequests
      #expect(isRetried == (kind.isConnectivity || isTheServers), "\(kind)")
    }
    var harness = Harness(standard)
    harness.engine.openFailure = Failure(.httpServerError, detail: 503)
    harness.load(plays: true)
    harness.run(seconds: 60)
    for (retry, longest) in zip(harness.retries, [1, 2, 4]) {
      #expect(retry.after <= .seconds(Int64(longest)) && retry.after >= .milliseconds(Int64(longest) * 750))
    }
    #expect(harness.retries.count == 3 && harness.failures.count == 1)
    #expect(!standard.retryResumesAtInitial && standard.reopensAtLastPosition)
  }

  @Test("a configuration without a preset retries nothing by itself")
  func none() {
    let configuration = Configuration()
    #expect(configuration.retryLimit == 0 && !configuration.resumesOnReconnect && !configuration.reloadsOnStall)
  }
}
