import Foundation
import PlayerCore
import Testing

@testable import PRXPlayerKit

/// Buttons pressed at random, while the engine, the network and the items do as they please.
@MainActor
@Suite("Whatever is pressed")
struct ChaosTests {
  @Test("Item and rate changes start from the previous value, and nothing is lost", arguments: 0..<60)
  func laws(seed: UInt64) {
    let behavior: PRXPlayerOptions.Behavior = seed % 2 == 0 ? .readme : .source
    let harness = Harness(behavior)
    var random = LinearRandom(state: seed &+ 1)
    let items: [Episode] = ["one", "two", "three"].map { Episode($0) }
    items[2].playerTime = nil
    var item = "-"
    var rate = "0.0"
    var place = "nothing yet"
    harness.log.onLine = { line in
      let words = line.split(separator: " ")
      if words[0] == "item" {
        #expect(words[1] == item, "\(line) after \(place), seed \(seed)")
        item = String(words[2])
      } else if words[0] == "rate" {
        #expect(words[1] != rate, "\(line) after \(place), seed \(seed)")
        rate = String(words[1])
      }
      // Code inside a handler sees the item that was announced last.
      if words[0] == "change" { #expect(harness.player.playerItem?.label ?? "-" == item, "\(place), seed \(seed)") }
    }
    for step in 0..<120 {
      place = "step \(step): " + act(&random, harness, items)
      harness.run(to: Double(harness.player.host.now.microseconds) / 1e6 + Double(random.below(40)) / 10)
      #expect(harness.player.playerItem?.label ?? "-" == item, "\(place), seed \(seed)")
      #expect("\(harness.player.rate)" == rate, "\(place), seed \(seed)")
      #expect((harness.player.state == .empty) == (item == "-"), "\(place), seed \(seed)")
      #expect(harness.player.playerItem == nil || !harness.player.host.player.item.isNone, "\(place), seed \(seed)")
      if harness.player.rate != 0 { #expect(harness.player.host.player.wantsPlay, "\(place), seed \(seed)") }
    }
  }

  private func act(_ random: inout LinearRandom, _ harness: Harness, _ items: [Episode]) -> String {
    let player = harness.player
    let item = items[random.below(items.count)]
    switch random.below(26) {
    case 0: player.play()
    case 1: player.pause()
    case 2: player.toggle()
    case 3: player.toggleOrCancel()
    case 4: player.stop()
    case 5, 6: player.playPlayerItem(item)
    case 7: player.loadPlayerItem(item)
    case 8: player.togglePlayerItem(item)
    case 9: player.togglePlayerItem(item, orCancel: true)
    case 10: player.playerItem = item
    case 11: player.player?.seek(to: .seconds(Int64(random.below(70))))
    case 12: player.reachabilityDidChange(to: [.none, .wifi, .cellular][random.below(3)])
    case 13: player.audioSessionInterruptionBegan(stopsEngine: false)
    case 14: player.audioSessionInterruptionEnded()
    case 15: player.audioSessionRouteChanged(.oldDeviceUnavailable)
    case 16:
      item.playerAsset = PRXAsset(url: URL(fileURLWithPath: "/music/\(random.below(3)).mp3"))
      item.differsFromItself = random.below(2) == 0
    case 17: harness.fail()
    case 18: harness.starve()
    case 19...22: harness.connect()
    default: harness.open(random.below(4) == 0 ? .unknown : .seconds(Int64(random.below(90) + 1)))
    }
    return "\(harness.log.lines.last ?? "-"), phase \(player.host.player.phase)"
  }
}

/// The same numbers on every machine.
private struct LinearRandom {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
