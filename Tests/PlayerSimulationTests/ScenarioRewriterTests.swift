import PlayerCore
import PlayerSimulation
import Testing

@Suite("Rewriting of scenario files")
struct ScenarioRewriterTests {
  private static let train = """
    # Of the files of the field team.
    scenario: Stall on the train
    source: a report from the field
    # Why this preset: see the report.
    preset: srg
    settings: {readTimeout: 40 s, seekTimeout: 9 s}
    media: {duration: 10 min, segments: 2 s, video: 1.2M, audio: [en, de]}   # two languages
    networks:
      # at home
      wifi: 3 Mbit/s
      cellular: 1 Mbit/s
    engine: {open: 100 ms, buffer: 6 s}
    segments: [{id: 1, from: 0:50, to: 0:55, blocked: yes}, {id: 2, from: 1:00, to: 1:10}]
    steps:
      # The listener begins,
      - play
      # and is in a hurry.
      - at 3 s: rate 1.5
      - at 5 s: [mute, server answers 503 to the next 3 openings, unmute]  # a bad day

      - at 0:10: network none   # the tunnel
      - on stalled, after 4 s: network wifi
    expect:
      - playing within 3 s     # quick enough
      # At most one.
      - stalled once
      - at 40 s: {state: playing, stalls: 1}
    until: 1 min
    """

  private static func rewrite(_ text: String, _ change: (inout Scenario) -> Void) throws -> String {
    let file = try ScenarioFile(text: text)
    var scenario = file.scenario
    change(&scenario)
    let rewritten = file.rewritten(as: scenario)
    let read = try ScenarioFile(text: rewritten).scenario
    #expect(read.steps == scenario.steps && read.expectations == scenario.expectations, "\(rewritten)")
    #expect(read.media == scenario.media && read.settings == scenario.settings && read.end == scenario.end)
    #expect(read.segments == scenario.segments && read.networks == scenario.networks && read.timing == scenario.timing)
    return rewritten
  }

  /// The lines of the first text that are not in the second.
  private static func gone(_ text: String, _ other: String) -> [String] {
    let kept = other.split(separator: "\n").map(String.init)
    return text.split(separator: "\n").map(String.init).filter { !kept.contains($0) }
      .map { String($0.drop { $0 == " " }) }
  }

  @Test("an unchanged scenario is the same character for character")
  func same() throws { #expect(try Self.rewrite(Self.train) { _ in } == Self.train) }

  @Test("a removed step takes its comments with it, and all other lines stay")
  func steps() throws {
    let text = try Self.rewrite(Self.train) { $0.steps.remove(at: 1) }
    #expect(Self.gone(Self.train, text) == ["# and is in a hurry.", "- at 3 s: rate 1.5"])
    #expect(Self.gone(text, Self.train).isEmpty)
  }

  @Test("one of several actions is removed from its brackets")
  func actions() throws {
    let text = try Self.rewrite(Self.train) { $0.steps.remove(at: 4) }
    #expect(text.contains("- at 5 s: [mute, server answers 503 to the next 3 openings]  # a bad day"))
    let first = try Self.rewrite(Self.train) {
      $0.steps.remove(at: 2)
      $0.steps[2].trigger = .at(.seconds(5))
    }
    #expect(first.contains("server answers 503 to the next 3 openings") && first.contains("unmute"))
  }

  @Test("a simplified step keeps its short form and its comment")
  func simpler() throws {
    let text = try Self.rewrite(Self.train) {
      let failure = Failure(.httpServerError, detail: 503)
      $0.steps[3].action = .fault(.openFails(failure, after: .milliseconds(40), count: 1))
      $0.steps[5].trigger = .at(.seconds(2))
    }
    #expect(text.contains("- at 5 s: [mute, server answers 503 to the next opening, unmute]  # a bad day"))
    #expect(text.contains("- at 2 s: network none   # the tunnel"))
    #expect(!text.contains("fault:"))
  }

  @Test("keys, settings, tracks, segments and networks are removed one by one")
  func sections() throws {
    let text = try Self.rewrite(Self.train) {
      $0.preset = ""
      $0.settings.removeFirst()
      $0.media[0].tracks.remove(at: 1)
      $0.media[0].duration = .seconds(60)
      $0.segments.removeFirst()
      $0.segments[0].end = .seconds(65)
      $0.networks.removeFirst()
      $0.timing.openLatency = EngineTiming().openLatency
      $0.end = nil
      $0.expectations.removeLast()
    }
    for line in [
      "settings: {seekTimeout: 9 s}",
      "media: {duration: 60 s, segments: 2 s, video: 1.2M, audio: [en]}   # two languages",
      "  cellular: 1 Mbit/s", "engine: {buffer: 6 s}", "segments: [{id: 2, from: 1:00, to: 65 s}]", "  # At most one.",
      "  - playing within 3 s     # quick enough",
    ] { #expect(text.contains("\(line)\n"), "\(line)") }
    for word in ["preset", "# Why", "at home", "wifi: ", "until", "at 40 s"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.hasPrefix("# Of the files of the field team.\nscenario: Stall on the train\n"))
  }

  @Test("a scenario without steps or expectations has no such keys")
  func empty() throws {
    let text = try Self.rewrite(Self.train) { ($0.steps, $0.expectations) = ([], []) }
    #expect(!text.contains("steps:") && !text.contains("expect:") && text.contains("until: 1 min"))
  }

  @Test(
    "files of any layout are rewritten correctly",
    arguments: [
      "{scenario: A, media: {duration: 20 s}, steps: [play, at 5 s: pause], expect: [playing, paused]}",
      "scenario: A\nmedia: {duration: 20 s}\nsteps: [play, at 5 s: pause]\nexpect: [playing, paused]",
      "scenario: A\nmedia:\n  - duration: 20 s\nsteps:\n- play\n- at 5 s:\n    pause\nexpect:\n- playing\n- paused",
      "scenario: >\n  A\n  B\nmedia: {duration: 20 s}\nsteps: [\n  play, # x\n  {at 5 s: pause}\n]\nexpect:\n"
        + "  - playing\n  - paused",
      "scenario: \"A\"\nmedia: {duration: 20 s}\nsteps:\n  - 'play'\n  - \"at 5 s\": 'pause'\n"
        + "expect: [\"playing\", paused]",
      "scenario: A\r\nmedia: {duration: 20 s}\r\nsteps:\r\n  - play\r\n  - at 5 s: pause\r\nexpect: [playing, paused]\r\n",
    ])
  func shapes(_ text: String) throws {
    for index in 0..<2 {
      _ = try Self.rewrite(text) { $0.steps.remove(at: index) }
      _ = try Self.rewrite(text) { $0.expectations.remove(at: index) }
    }
    _ = try Self.rewrite(text) { $0.steps[1].trigger = .at(.seconds(1)) }
    _ = try Self.rewrite(text) { $0.steps[0].action = .command(.setVolume(left: 10, right: 20), nil) }
    _ = try Self.rewrite(text) { $0.media[0].duration = .seconds(7) }
  }
}
