import PlayerCore
import PlayerTrace

/// Records for ever, so that a test can kill it: `TraceVictim PATH`. After each record it says the number of the step
/// on its standard output, as four bytes, the lowest first.
@main
enum TraceVictim {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { return }
    let recorder = try TraceRecorder(path: CommandLine.arguments[1], header: TraceHeader(tool: "TraceVictim"))
    let progress = try FileSink(path: "-")
    var player = Player()
    var outputs = Outputs()
    for step in 1...UInt32.max {
      let input = Input.command(command(step), RequestID(step))
      let now = Instant(microseconds: Int64(step) &* 1_000_003)
      player.receive(input, at: now, into: &outputs)
      try recorder.record(input, at: now, outputs: outputs, player: player)
      try progress.append((0..<4).map { UInt8(truncatingIfNeeded: step >> (8 * $0)) })
    }
  }

  private static func command(_ step: UInt32) -> Command {
    switch step % 5 {
    case 1: .load(item: ItemID(step), start: .standard, autoplay: step % 2 == 0, opens: true)
    case 2: .play
    case 3: .setVolume(left: Int32(step % 1_000), right: 500)
    case 4: .seek(.around(.seconds(Int64(step))))
    default: .toggle
    }
  }
}
