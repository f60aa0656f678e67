@testable import PlayerCore
import Testing

@Suite("The live edge, whatever happens")
struct LiveEdgeTests {
  @Test("the flag is what distance and stream type say, except on the way to another place")
  func flag() {
    var seen = (live: 0, behind: 0)
    Sessions.play(1_200, from: 920_000) { step in
      let player = step.after
      guard player.streamType == .dvr, player.loading.isEngineOpen, !player.seeking.isActive else {
        return !player.isLive || player.streamType == .live || player.streamType == .dvr
      }
      let distance = player.mediaEnd - player.position(at: player.clock)
      #expect(player.isLive == (distance < player.configuration.liveTolerance), "\(step.place)")
      if player.isLive { seen.live += 1 } else { seen.behind += 1 }
      return true
    }
    #expect(seen.live > 100 && seen.behind > 50, "\(seen)")
  }

  @Test("nothing but one of three rates; fast only beyond the margin, and never on a live stream (SRG.md#1.10)")
  func rates() {
    Sessions.play(900, from: 930_000) { step in
      let player = step.after
      var isRight: Bool
      switch player.streamType {
      case .live: isRight = player.effectiveRate == .normal
      case .unknown, .onDemand: isRight = player.effectiveRate == player.rate
      case .dvr:
        isRight = player.effectiveRate == player.rate || player.effectiveRate == .normal && player.rate > .normal
        if !player.seeking.isActive, player.loading.isEngineOpen, player.effectiveRate > .normal {
          let distance = player.mediaEnd - player.position(at: player.clock)
          isRight = isRight && distance >= player.configuration.liveRateMargin
        }
      }
      #expect(isRight, "\(step.place)")
      return isRight
    }
  }

  @Test("however the window slides, the rate changes once for each crossing and does not swing (SRG.md#3.9)")
  func noOscillation() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var stage = Stage()
      stage.engine.media = OpenedMedia(duration: .unknown)
      stage.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(600))]
      stage.engine.restingPosition = .seconds(600)
      stage.ask(.setRate(.thousandths(2_000)))
      stage.load(from: .liveEdge(behind: .seconds(Int64(random.below(120)))), plays: true)
      stage.run()
      stage.forget()
      let start = stage.now
      // Segments of six seconds, as live streams come.
      for _ in 0..<40 {
        stage.run(for: .milliseconds(Int64(5_500 + random.below(1_000))))
        let elapsed = (stage.now - start).microseconds / 6_000_000 * 6
        stage.report(.seekableRangeChanged(start: .seconds(elapsed), end: .seconds(600 + elapsed)))
      }
      let changes = stage.notifications.filter { if case .effectiveRateChanged = $0 { true } else { false } }
      #expect(changes.count <= 1)
      #expect(stage.player.effectiveRate == .normal, "it has caught up with the edge")
    }
  }

  @Test("catching up goes forward, on live streams that are wanted, and not more often than once a second")
  func catchUp() {
    var last: Instant?
    var lastSeed: UInt64 = 0
    var count = 0
    var configuration = Configuration()
    configuration.liveBufferMaximum = .seconds(2)
    Sessions.play(600, extremesOnceIn: 40, from: 940_000, with: configuration) { step in
      if step.seed != lastSeed { (last, lastSeed) = (nil, step.seed) }
      if step.after.epoch != step.before.epoch { last = nil }
      for case .engine(.catchUp(let target), _) in step.outputs {
        count += 1
        #expect(step.after.streamType == .live && step.after.wantsPlay, "\(step.place)")
        #expect(step.after.bufferedUntil - target == step.after.configuration.liveBufferMaximum, "\(step.place)")
        if let last { #expect(step.after.clock - last >= .seconds(1), "\(step.place)") }
        last = step.after.clock
      }
      return true
    }
    #expect(count > 20)
  }
}
