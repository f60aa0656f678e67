@testable import PlayerCore
import Testing

@Suite("Outputs are bounded")
struct OutputBoundTests {
  @Test("a load that discards the richest state stays within the bound")
  func worstCase() {
    var harness = Harness()
    harness.player = Self.seasoned
    harness.engine.closeLatency = nil
    harness.load(1)
    harness.run()
    let epoch = harness.player.epoch
    harness.report(.seekableRangeChanged(start: .seconds(1), end: .seconds(50)))
    for kind in TrackKind.allCases {
      harness.report(.trackFound(kind, TrackID(1), language: .none, title: .none, isDefault: true))
      harness.report(.trackSelected(kind, TrackID(1)))
    }
    harness.report(.naturalSizeChanged(width: 640, height: 360))
    harness.report(.subtitleShown(TextID(3)))
    harness.ask(.captureStill)
    harness.ask(.play)
    harness.run()
    harness.report(.starved(position: .seconds(1)))
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.ask(.reload(item: ItemID(3), flush: false))
    harness.forget()
    harness.load(2, from: .at(.seconds(9)))
    #expect(harness.player.epoch != epoch)
    #expect(harness.said.count <= Outputs.maximumPerInput)
    #expect(harness.said.count > 20)
  }

  /// A player with every setting off its default, so that every change has an effect.
  private static var seasoned: Player {
    var configuration = Configuration()
    configuration.autoplay = true
    configuration.pausesInBackground = true
    var player = Player(configuration: configuration)
    var outputs = Outputs()
    for command in [
      Command.setVolume(left: 1, right: 2), .setScalingMode(.fill), .setRotation(degrees: 90),
      .setRate(.thousandths(2_000)),
      .selectTrack(.audio, TrackID(3)), .selectTrack(.subtitle, TrackID(4)), .setLooping(true),
    ] {
      player.receive(.command(command, RequestID(1)), at: .zero, into: &outputs)
    }
    return player
  }
}
