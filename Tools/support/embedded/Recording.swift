// Records the fixed session as a binary trace: in Embedded Swift with the encoder alone, in an ordinary build with the
// recorder that hosts use. The bytes must be the same.

import PlayerCore

/// Records the session and returns a digest of the length and of all bytes of its trace.
@_cdecl("tapedeck_recording")
public func recording() -> UInt64 {
  let tape = Tape()
  var session = Session()
  session.hasReceived = { session, input in tape.record(session, input) }
  session.playRealistically()
  session.playRandomly(count: 2_000)
  return digest(tape.finish(session.player))
}

private func digest(_ bytes: [UInt8]) -> UInt64 {
  var digest = StateDigest()
  digest.put(Int64(bytes.count))
  for byte in bytes { digest.put(Int64(byte)) }
  return digest.value
}

private let header = TraceHeader(engine: "none", tool: "embedded-proof", note: "the fixed session")
private let item = TraceDefinition.item(ItemID(1), source: "episode.m4a")

#if hasFeature(Embedded)

/// What an embedding does: it counts, makes a checkpoint after every 256th step, and keeps the bytes.
private final class Tape {
  private var encoder = BinaryEncoder(header)
  private var steps: Int64 = 0
  private var outputs: Int64 = 0

  init() { encoder.encode(item) }

  func record(_ session: Session, _ input: Input) {
    steps += 1
    outputs += Int64(session.outputs.count)
    encoder.encodeStep(steps, input, at: session.now, outputs: session.outputs)
    guard steps % TraceLimit.checkpointInterval == 0 else { return }
    let player = session.player
    encoder.encode(TraceCheckpoint(number: steps, instant: session.now, state: player, digest: player.digest))
  }

  func finish(_ player: Player) -> [UInt8] {
    encoder.encode(
      TraceEnd(number: steps, inputs: steps, outputs: outputs, digest: player.digest, ending: .finished))
    return encoder.bytes
  }
}

#else

private final class Tape {
  private let sink = MemorySink()
  private let recorder: TraceRecorder

  init() {
    do {
      recorder = try TraceRecorder(sink: sink, form: .binary, header: header)
      try recorder.define(item)
    } catch { fatalError("\(error)") }
  }

  func record(_ session: Session, _ input: Input) {
    do {
      try recorder.record(input, at: session.now, outputs: session.outputs, player: session.player)
    } catch { fatalError("\(error)") }
  }

  func finish(_ player: Player) -> [UInt8] {
    do { try recorder.finish(.finished, player: player) } catch { fatalError("\(error)") }
    return sink.bytes
  }
}

#endif
