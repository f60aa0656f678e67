import ArgumentParser
import PlayerSimulation

/// `tapedeck simulate`: sessions in a simulated world.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate sessions: scenarios with expectations, or sessions over networks as SABRE plays them.",
    discussion: """
      A scenario describes the media, the network, what the user does and what is expected:

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

      Prints a line per scenario with its verdict; an expectation that is not met is reported with its place, \
      FILE:LINE:COLUMN. Failures of several scenarios are listed again at the end. --junit writes a report for CI, also \
      when a scenario cannot be read (an error in it). A scenario without expectations is played, but does not count as \
      passed (skipped in the report). 'tapedeck words' lists the language. --output keeps a trace of each run, for \
      'tapedeck replay' and others. --check also checks every property of 'tapedeck check --list', then heals the world \
      and demands a good end; it plays the findings of 'tapedeck fuzz --model world'.

      With --sabre-compat, plays sessions as the independent simulator SABRE does: one quality, whole segments, \
      playback as soon as the first one is there. Networks and qualities are combined, one line each. With --player, \
      the reducer plays them over the simulated engine; its stalls equal SABRE's within 1 microsecond per segment.

      A network is a file in the format of SABRE ([{"duration_ms", "bandwidth_kbps", "latency_ms"}, ...]) or Mahimahi \
      (a millisecond per 1,500 bytes), or a table of seconds and Mbit/s; its content decides. It repeats from its \
      start. Media are files in the format of SABRE (segment_duration_ms, bitrates_kbps, segment_sizes_bits).

      EXIT CODES
        0  simulated; all scenarios with expectations passed
        1  a scenario failed, or a session has no end because its network never
           delivers a segment
        2  wrong usage, or a file that cannot be opened
        3  a damaged file

      JSON
      One object per scenario: file, name, verdict (passed, failed, played, damaged, unusable), end, inputs, wall, \
      property (the broken one, with --check), failures (line, column, text). Times are microseconds. With \
      --sabre-compat: events (how often the buffer ran empty), rebuffer_us (how long playback waited for that), \
      play_us (from the first request to the last frame), and network and quality where there are several.

      EXAMPLES
        tapedeck simulate Tests/PlayerSimulationTests/Scenarios
        tapedeck simulate scenarios --junit results.xml
        tapedeck simulate train.yaml --timeline
        tapedeck simulate --check found/never-plays-0123456789abcdef.world.yaml
        tapedeck simulate train.yaml --output train.trace.jsonl
        tapedeck simulate --sabre-compat --media a.json --network b.json --quality 3
        tapedeck simulate --sabre-compat --media a.json --network *.json --quality 0
      """)

  @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions

  @OptionGroup(title: "Sessions of SABRE") var sabre: SabreOptions

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object per scenario or session.")
  var json = false

  mutating func validate() throws {
    if sabre.isWanted {
      guard scenarios.files.isEmpty else { throw ValidationError("Give either scenarios or --sabre-compat.") }
      return try sabre.check()
    }
    guard !scenarios.files.isEmpty else {
      throw ValidationError(
        "Give something to simulate: scenario files or a folder of them, or --sabre-compat with --media, --network and --quality."
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
