import PlayerCore
import PlayerTrace

/// Records a world while it runs, as a trace that replays without the world.
public struct WorldRecorder: WorldObserver, Sendable {
  private var encoder: TraceEncoder
  private var stepCount: Int64 = 0
  private var outputCount: Int64 = 0
  private var sinceCheckpoint: Int64 = 0

  /// Begins a trace with the current `world`; if it already has a history, the trace begins with a checkpoint.
  public init(_ world: World, form: TraceForm = .text, note: String = "") {
    let header = TraceHeader(
      configuration: world.player.configuration, engine: SimulatedEngine.identity, tool: "tapedeck", note: note)
    encoder = TraceEncoder(form, header: header)
    if world.player != Player(configuration: world.player.configuration) {
      encoder.encode(
        .checkpoint(
          TraceCheckpoint(number: 0, instant: world.player.clock, state: world.player, digest: world.player.digest)))
    }
    for index in world.engine.library.indices {
      let item = ItemID(UInt32(clamping: index + 1))
      encoder.encode(.definition(.item(item, source: "simulated:\(item.rawValue)")))
    }
  }

  /// Records a step.
  public mutating func observe(
    _ input: Input, at instant: Instant, _ outputs: borrowing Outputs, _ player: borrowing Player
  ) -> Bool {
    stepCount += 1
    outputCount += Int64(outputs.count)
    let said = copy outputs
    encoder.encodeStep(stepCount, input, at: instant, outputs: said)
    sinceCheckpoint += 1
    if sinceCheckpoint == TraceLimit.checkpointInterval || encoder.wantsCheckpoint {
      sinceCheckpoint = 0
      let state = copy player
      encoder.encode(
        .checkpoint(TraceCheckpoint(number: stepCount, instant: instant, state: state, digest: state.digest)))
    }
    return true
  }

  /// Ends the trace, and returns its bytes. `player` is the state after the last step.
  public mutating func finish(_ player: Player) -> [UInt8] {
    encoder.encode(
      .end(
        TraceEnd(
          number: stepCount, inputs: stepCount, outputs: outputCount, digest: player.digest, ending: .finished)))
    defer { encoder.removeAll() }
    return encoder.bytes
  }
}

extension World {
  /// Runs until `end` and returns a trace of what happened.
  public mutating func record(until end: Instant, form: TraceForm = .text, note: String = "") -> [UInt8] {
    var recorder = WorldRecorder(self, form: form, note: note)
    var outputs = Outputs()
    _ = run(until: end, into: &outputs, observer: &recorder)
    return recorder.finish(player)
  }
}
