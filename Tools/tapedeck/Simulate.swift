import ArgumentParser
import PlayerSimulation

/// `tapedeck simulate`: sessions in a world that is computed.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate sessions over simulated networks.",
    discussion: """
      With --sabre-compat: sessions as the independent simulator SABRE plays them, one quality, whole segments, \
      playback as soon as there is one. Several networks and qualities are combined, one line for each.

      A network is a file in the form of SABRE ([{"duration_ms", "bandwidth_kbps", "latency_ms"}, …]), of Mahimahi (a \
      millisecond for each 1,500 bytes), or a table of seconds and Mbit/s; its content says which. It begins again when \
      it is over. Media are a file in the form of SABRE (segment_duration_ms, bitrates_kbps, segment_sizes_bits).

      JSON: events (how often the buffer ran empty), rebuffer_us (how long playback waited for that), play_us (from the \
      first request to the last frame), in microseconds; network and quality, too, where there are several.

      EXIT CODES
        0  simulated
        1  a session without an end, because its network never delivers a segment
        2  wrong usage, or a file that cannot be opened
        3  a damaged file

      EXAMPLES
        tapedeck simulate --sabre-compat --media bbb.json --network trace.json --quality 3 --json
        tapedeck simulate --sabre-compat --media bbb.json --network *.json --quality 0 --quality 9
        tapedeck simulate --sabre-compat --media bbb.json --network trace.json --quality 3 --scale 0.5 --offset 1:00
      """)

  @OptionGroup(title: "Sessions of SABRE") var sabre: SabreOptions

  @Flag(help: "Print one JSON object for each session.")
  var json = false

  func validate() throws {
    guard sabre.isWanted else {
      throw ValidationError("Say what to simulate: --sabre-compat with --media, --network and --quality.")
    }
    try sabre.check()
  }

  func run() throws {
    let output = DataStream()
    let exit = try SabreRun(sabre, json: json).run(into: output)
    try output.flush()
    try exit.throwUnlessOK()
  }
}
