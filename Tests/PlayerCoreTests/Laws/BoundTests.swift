@testable import PlayerCore
import Testing

@Suite("Law 7: outputs are bounded")
struct BoundTests {
  @Test("no input of a random session says more than the bound")
  func randomSearch() {
    var longest = 0
    Sessions.play(800, from: 800_000) { step in
      longest = max(longest, step.outputs.count)
      #expect(step.outputs.count <= Outputs.maximumPerInput, "\(step.place)")
      return step.outputs.count <= Outputs.maximumPerInput
    }
    print("most outputs of one random input: \(longest) of \(Outputs.maximumPerInput)")
    #expect(longest > 10)
  }

  @Test("every sequence of a small alphabet, to a fixed depth, keeps the bound and the legal states")
  func breadthFirst() {
    var frontier: Set<Player> = [Self.seasoned]
    var known = frontier
    var longest = 0
    var outputs = Outputs()
    for _ in 0..<6 {
      var next: Set<Player> = []
      for player in frontier {
        for input in Self.alphabet(for: player) {
          var successor = player
          let now = input == .deadline ? player.nextDeadline : player.clock + .milliseconds(500)
          if now == .never { continue }
          successor.receive(input, at: now, into: &outputs)
          longest = max(longest, outputs.count)
          if outputs.count > Outputs.maximumPerInput { Issue.record("\(outputs.count) outputs after \(input)") }
          // States that differ only in when or how often are one state of the exploration.
          if known.insert(successor.essence).inserted { next.insert(successor) }
        }
      }
      frontier = next
    }
    print("breadth-first: \(known.count) states, most outputs \(longest)")
    #expect(known.count > 1_000)
  }

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
    print("most outputs by hand: \(stage.said.count) of \(Outputs.maximumPerInput)")
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

  private static func alphabet(for player: Player) -> [Input] {
    let commands: [Command] = [
      .load(item: ItemID(1), start: .at(.seconds(5)), autoplay: true, opens: true), .play, .pause, .stop, .reset,
      .reload(item: ItemID(2), flush: false), .seek(.at(.seconds(30))), .captureStill, .retry,
    ]
    let events: [EngineEvent] = [
      .opened(OpenedMedia(duration: .seconds(60))), .buffered(until: .seconds(60), bytesRead: 1, isSaturated: true),
      .playbackStarted(position: .seconds(1), rate: .normal), .starved(position: .seconds(2)),
      .seekCompleted(player.seeking.inFlight, position: .seconds(30), isFinished: true), .ended(position: .seconds(60)),
      .trackFound(.audio, TrackID(1), language: .none, title: .none, isDefault: true), .failed(Failure(.io)),
      .naturalSizeChanged(width: 4, height: 3), .subtitleShown(TextID(1)),
    ]
    var inputs: [Input] = [.deadline, .environment(.enteredBackground(audioContinues: false))]
    inputs += commands.map { .command($0, RequestID(7)) }
    inputs += events.map { .engine($0, player.epoch) }
    if player.isReplacing { inputs += events.prefix(1).map { .engine($0, player.loading.nextEpoch) } }
    return inputs
  }
}

extension Player {
  /// The player with its clocks and counters set to nothing.
  var essence: Player {
    var copy = self
    copy.clock = .zero
    copy.statistics = Statistics()
    copy.loading.openingSince = .zero
    copy.shown.preparedCount = 0
    copy.closing = Closing()
    copy.loading.epoch = .none
    copy.transport.anchoredAt = .zero
    copy.transport.probedAt = .zero
    copy.seeking.serial = .none
    copy.seeking.inFlight = .none
    copy.seeking.issuedAt = .zero
    copy.buffering.lastDataAt = .zero
    copy.buffering.waitingSince = .zero
    copy.buffering.stallSince = .zero
    copy.presentation.stillSerial = .none
    copy.shown.loopCount = 0
    copy.shown.trackCount.audio = min(copy.shown.trackCount.audio, 1)
    return copy
  }
}
