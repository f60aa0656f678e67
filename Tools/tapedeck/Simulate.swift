import ArgumentParser
import PlayerSimulation

/// `tapedeck simulate`: sessions in a world that is computed.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate sessions: scenarios with expectations, or sessions over networks as SABRE plays them.",
    discussion: """
      SCENARIOS say what there is to play, over which network, what the user does and what is expected:

        scenario: Stall on the train
        media: {duration: 10 min, segments: 2 s, video: 1.2M}
        network: 3 Mbit/s, latency 80 ms
        engine: {buffer: 6 s}
        steps:
          - play
          - at 10 s: network none
          - on stalled, after 2 s: network wifi
        expect:
          - playing within 2 s
          - stalled between 10 s and 20 s
          - not failed
          - playing
          - at 30 s: {state: playing, stalls: 1}

      A line for each says whether it passed, with the place of what did not: FILE:LINE:COLUMN. Failures of several are \
      listed again at the end. One that expects nothing is played, and has not passed. --junit writes a report for CI, also \
      when a scenario cannot be read (an error in it); one without expectations is skipped there. Every word of the language \
      is in the page Scenarios of the module PlayerSimulation. --output keeps a trace of each, which 'tapedeck replay' \
      and the others read. --check looks at every property of 'tapedeck check --list', too, and at the end heals the \
      world and demands that it comes to a good end; so it plays what 'tapedeck fuzz --model world' has found.

      JSON, a line for each scenario: file, name, verdict (passed, failed, played, damaged, unusable), end, inputs, wall, property \
      (that broke, with --check), failures (line, column, text). Times are microseconds.

      With --sabre-compat: sessions as the independent simulator SABRE plays them, one quality, whole segments, \
      playback as soon as there is one. Several networks and qualities are combined, one line for each. With --player \
      the reducer plays them, over the simulated engine: its stalls are SABRE's, give or take 1 µs for each segment.

      A network is a file in the form of SABRE ([{"duration_ms", "bandwidth_kbps", "latency_ms"}, …]), of Mahimahi (a \
      millisecond for each 1,500 bytes), or a table of seconds and Mbit/s; its content says which. It begins again when \
      it is over. Media are a file in the form of SABRE (segment_duration_ms, bitrates_kbps, segment_sizes_bits).

      JSON: events (how often the buffer ran empty), rebuffer_us (how long playback waited for that), play_us (from the \
      first request to the last frame), in microseconds; network and quality, too, where there are several.

      EXIT CODES
        0  simulated; all scenarios with expectations passed
        1  a scenario failed; or a session without an end, because its network never delivers a segment
        2  wrong usage, or a file that cannot be opened
        3  a damaged file

      EXAMPLES
        tapedeck simulate Tests/PlayerSimulationTests/Scenarios
        tapedeck simulate scenarios --junit results.xml
        tapedeck simulate train.yaml --timeline
        tapedeck simulate --check found/never-plays-0123456789abcdef.world.yaml
        tapedeck simulate train.yaml --output train.trace.jsonl
        tapedeck simulate --sabre-compat --media bbb.json --network trace.json --quality 3 --json
        tapedeck simulate --sabre-compat --media bbb.json --network *.json --quality 0 --quality 9
        tapedeck simulate --sabre-compat --player --media bbb.json --network trace.json --quality 3
        tapedeck simulate --sabre-compat --media bbb.json --network trace.json --quality 3 --scale 0.5 --offset 1:00
      """)

  @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions

  @OptionGroup(title: "Sessions of SABRE") var sabre: SabreOptions

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object for each scenario or session.")
  var json = false

  mutating func validate() throws {
    if sabre.isWanted {
      guard scenarios.files.isEmpty else { throw ValidationError("Give either scenarios or --sabre-compat.") }
      return try sabre.check()
    }
    guard !scenarios.files.isEmpty else {
      throw ValidationError(
        "Say what to simulate: scenario files or a folder of them, or --sabre-compat with --media, --network and --quality."
      )
    }
    if let option = sabre.given.first { throw ValidationError("\(option) belongs to --sabre-compat.") }
    try scenarios.openFolders()
    try scenarios.check(json: json)
  }

  func run() throws {
    progress.begin()
    let output = DataStream()
    let exit =
      sabre.isWanted
      ? try SabreRun(sabre, json: json).run(into: output)
      : try ScenarioRuns(scenarios, json: json).run(into: output)
    try output.flush()
    try exit.throwUnlessOK()
  }
}
