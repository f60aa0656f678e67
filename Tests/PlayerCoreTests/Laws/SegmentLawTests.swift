@testable import PlayerCore
import Testing

@Suite("Segments, whatever happens")
struct SegmentLawTests {
  @Test(
    "over whole sessions that end with a reset, starts and ends go in pairs, and so do skips (SRG.md#5.4, SRG.md#5.5)")
  func pairs() {
    var outputs = Outputs()
    var counts = Counts()
    var total = Counts()
    let length = 60
    var taken = 0
    Sessions.play(1_200, length: length, from: 950_000) { step in
      counts.add(step.outputs)
      taken += 1
      guard taken == length else { return true }
      var player = step.after
      player.receive(.command(.reset, RequestID(.max)), at: player.clock, into: &outputs)
      counts.add(Array(outputs))
      let isKept = counts.starts == counts.ends && counts.announced == counts.skipped
      #expect(isKept, "\(counts) in session \(step.seed)")
      total.starts += counts.starts
      total.announced += counts.announced
      (counts, taken) = (Counts(), 0)
      return isKept
    }
    #expect(total.starts > 20 && total.announced > 10, "\(total)")
  }

  private struct Counts {
    var starts = 0
    var ends = 0
    var announced = 0
    var skipped = 0

    mutating func add(_ outputs: [Output]) {
      for case .notification(let notification, _) in outputs {
        switch notification {
        case .segmentStarted: starts += 1
        case .segmentEnded: ends += 1
        case .willSkip: announced += 1
        case .didSkip: skipped += 1
        default: break
        }
      }
    }
  }

  @Test("while the media stands still, skips are bounded by their budget: no skip loop (BugZoo.md#1)")
  func noLoop() {
    for seed in 0..<UInt64(200 * Sessions.factor) {
      var random = SplitMix64(seed: seed &+ 960_000)
      var stage = Stage()
      stage.engine.landingOffset = .milliseconds(Int64(random.below(20_000)) - 12_000)
      stage.load(plays: true)
      stage.ask(.setLooping(random.bool()))
      stage.commit(
        (0..<(1 + random.below(5))).map { index in
          let start = Int64(random.below(60))
          return .blocked(UInt32(index) + 1, start, start + 1 + Int64(random.below(30)))
        })
      stage.forget()
      // An engine that lands somewhere else answers at once, so everything happens in one instant.
      for _ in 0..<40 {
        let (before, position) = (stage.segmentPlot.count, stage.position)
        stage.run()
        if stage.position == position { #expect(stage.segmentPlot.count - before <= 12, "seed \(seed)") }
        stage.run(for: .milliseconds(Int64(random.below(3_000))))
      }
    }
  }

  @Test("what is blocked is not played by an engine that lands where it is told, for no time at all")
  func blockedIsNotPlayed() {
    for seed in 0..<UInt64(150 * Sessions.factor) {
      var theatre = Theatre(seed: seed &+ 970_000)
      for _ in 0..<30 {
        theatre.act()
        let player = theatre.stage.player
        guard player.isMoving, player.canSeek, player.shown.streamType == .onDemand,
          let truth = theatre.stage.engine.truth(player.epoch, at: theatre.stage.now)
        else { continue }
        let place = player.segments.table.place(at: truth)
        // The engine may still be starting or stopping; what it has told counts.
        let isPlayed = place.isBlocked && theatre.stage.position == truth && truth > player.transport.anchor
        #expect(!isPlayed, "seed \(seed): \(truth) after \(theatre.script.suffix(8))")
        if isPlayed { break }
      }
    }
  }
}
