@testable import PlayerCore
import Testing

@Suite("Outputs are bounded")
struct OutputBoundTests {
  @Test("the richest state, thrown away at once by a load")
  func worstCase() {
    var stage = Stage()
    stage.player = Self.seasoned
    stage.engine.closeLatency = nil
    stage.load(1)
    stage.run()
    let epoch = stage.player.epoch
    stage.report(.seekableRangeChanged(start: .seconds(1), end: .seconds(50)))
    for kind in TrackKind.allCases {
      stage.report(.trackFound(kind, TrackID(1), language: .none, title: .none, isDefault: true))
      stage.report(.trackSelected(kind, TrackID(1)))
    }
    stage.report(.naturalSizeChanged(width: 640, height: 360))
    stage.report(.subtitleShown(TextID(3)))
    stage.ask(.captureStill)
    stage.ask(.play)
    stage.run()
    stage.report(.starved(position: .seconds(1)))
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.ask(.reload(item: ItemID(3), flush: false))
    stage.forget()
    stage.load(2, from: .at(.seconds(9)))
    #expect(stage.player.epoch != epoch)
    #expect(stage.said.count <= Outputs.maximumPerInput)
    #expect(stage.said.count > 20)
  }

  /// A player with everything set to other than its default, so that every change has something to change.
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
