import PlayerCore
import PlayerSimulation
import PlayerTrace
import Testing

@Suite("Texts in scenarios")
struct ScenarioTextTests {
  /// Texts that a reader of YAML or of scenarios could mistake for something else.
  private static let hostile = [
    "512", "-1", "0", "3.5", "1e3", "0x10", "true", "null", "Null", "~", "no", "on", "none", "never", "unknown", "1:30",
    "5 s", "128k", "2024-01-01", "", " x ", "x ", "a: b", "a:", "#x", "x #y", "a, b", "[x]", "{x}", "- x", "? x", "!x",
    "*x", "&x", "a &b", "Tom &Jerry", "|", ">", "%x", "@x", "`x", "'", "\"", "\\", "\\n", "\n", "a\nb", "\r\n", "\t",
    "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}x", "\u{FFFE}", "\u{FFFF}", "\u{301}e",
    "é",
    "e\u{301}", "日本語", "👩‍👩‍👧", "\u{10FFFF}", "---", "...", "a -- b", "with", "and", "s", "x", "x",
    String(repeating: "[", count: 70), String(repeating: "{[", count: 40) + "x", String(repeating: "long ", count: 300),
  ]

  /// A session with every text in every place for texts.
  private static func session() -> [UInt8] {
    var encoder = TraceEncoder(.binary, header: TraceHeader(engine: "engine: \"1\"", tool: "tests", note: "1: 2 #x"))
    var player = Player()
    var outputs = Outputs()
    var count: Int64 = 0
    func take(_ input: Input) {
      player.receive(input, at: Instant(microseconds: count * 1_000), into: &outputs)
      count += 1
      encoder.encodeStep(count, input, at: Instant(microseconds: (count - 1) * 1_000), outputs: outputs)
    }
    for (index, text) in hostile.enumerated() {
      encoder.encode(.definition(.text(TextID(UInt32(index + 1)), text)))
    }
    take(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)))
    for number in 0...UInt32(hostile.count + 2) {
      let text = TextID(number)
      take(.command(.setPreferredLanguage(.audio, text), RequestID(number + 2)))
      take(
        .command(
          .stageSegment(
            SegmentID(number), start: .zero, end: .seconds(1), isBlocked: false, isHidden: false, isDated: false,
            title: text), .none))
      take(.engine(.trackFound(.audio, TrackID(0), language: text, title: text, isDefault: false), player.epoch))
      take(.engine(.warned(Failure(.io, detail: 512, text: text)), player.epoch))
    }
    encoder.encode(
      .end(TraceEnd(number: count, inputs: count, outputs: 0, digest: player.digest, ending: .finished)))
    return encoder.bytes
  }

  private static func records(_ bytes: [UInt8]) throws -> (texts: [UInt32: String], inputs: [Input]) {
    var reader = try TraceReader(bytes: bytes)
    var (texts, inputs): ([UInt32: String], [Input]) = ([:], [])
    while let record = try reader.next() {
      switch record {
      case .definition(.text(let id, let words)): texts[id.rawValue] = words
      case .step(let step): inputs.append(step.input)
      default: break
      }
    }
    return (texts, inputs)
  }

  @Test("hostile texts and all inputs survive the way from a trace to a scenario and back")
  func roundTrip() throws {
    let bytes = Self.session()
    var reader = try TraceReader(bytes: bytes)
    let scenario = try Scenario(recorded: &reader, expecting: .all)
    let read = try ScenarioFile(text: scenario.text).scenario
    #expect(read == scenario)
    for (text, other) in zip(read.texts, scenario.texts) { #expect(Array(text.utf8) == Array(other.utf8)) }
    let run = ScenarioRun(read, trace: .text)
    #expect(run.failures == [])
    let (before, after) = (try Self.records(bytes), try Self.records(run.trace))
    #expect(after.inputs == before.inputs)
    // An empty text counts as not defined.
    for (number, words) in before.texts where !words.isEmpty {
      #expect(after.texts[number].map { Array($0.utf8) } == Array(words.utf8), "\(words)")
    }
  }

  @Test("media with hostile texts are the same after they are written and read")
  func simulation() throws {
    var reader = try TraceReader(bytes: Self.session())
    var scenario = try Scenario(simulating: &reader)
    scenario.media[0].chapters = (1...Self.hostile.count).map { number in
      .init(start: .seconds(Int64(number)), end: .seconds(Int64(number + 1)), title: TextID(UInt32(number)))
    }
    scenario.media[0].tracks = scenario.media[0].chapters.map { .init(.audio, language: $0.title, title: $0.title) }
    #expect(try ScenarioFile(text: scenario.text).scenario == scenario)
    (scenario.media[0].chapters, scenario.media[0].tracks) = ([], [])
    for text in Self.hostile where !text.isEmpty {
      (scenario.name, scenario.origin, scenario.tags) = (text, text, [text])
      #expect(try ScenarioFile(text: scenario.text).scenario == scenario, "\(scenario.text)")
    }
  }

  // MARK: Reading

  private static func read(_ lines: String) throws -> Scenario {
    try ScenarioFile(text: "scenario: Test\n\(lines)").scenario
  }

  private static func problem(_ lines: String) -> String {
    do {
      _ = try read(lines)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("a number in quotes is a text; without quotes it is the number of a text")
  func numbers() throws {
    let step = "media: {duration: 1 s}\ntexts: [a, b]\nsteps: [{command: setPreferredLanguage, language: "
    let quoted = try Self.read(step + "\"2\"}]")
    #expect(quoted.texts == ["a", "b", "2"])
    #expect(quoted.steps.map(\.action) == [.command(.setPreferredLanguage(.audio, TextID(3)), nil)])
    let plain = try Self.read(step + "2}]")
    #expect(plain.texts == ["a", "b"])
    #expect(plain.steps.map(\.action) == [.command(.setPreferredLanguage(.audio, TextID(2)), nil)])
    for tagged in ["'2'", "!!str 2"] { #expect(try Self.read(step + tagged + "}]") == quoted) }
    #expect(try Self.read(step + "\"none\"}]").texts == ["a", "b", "none"])
    #expect(try Self.read(step + "none}]").texts == ["a", "b"])
    let title = "media: {duration: 1 s, chapters: [{from: 0, to: 1 s, title: "
    #expect(try Self.read(title + "'1984'}]}").texts == ["1984"])
    #expect(Self.problem(title + "1984}]}").contains("a text that is a number needs quotes"))
  }

  @Test(
    "YAML's null is not a text, and a tag does not change a value",
    arguments: ["~", "null", "", "!!int 5", "!!binary aGk=", "!mine x"])
  func nullAndTags(_ value: String) {
    #expect(!Self.problem("media: {duration: 1 s, chapters: [{from: 0, to: 1 s, title: \(value)}]}").isEmpty)
    #expect(!Self.problem("source: \(value)\nmedia: {duration: 1 s}").isEmpty)
  }

  @Test(
    "a track is a language tag or a bit rate with its unit",
    arguments: [
      ("128 kbps", "Did you mean '128 kbit/s'?"), ("stereo", "a language tag such as de or de-CH"),
      ("512", "a bit rate such as 400k"), ("\"128k\"", "Write a bit rate without quotes"), ("no", "'no' needs quotes"),
      ("true", "a language tag"), ("~", "a language tag"), ("de_CH", "a language tag"),
      ("{language: English}", "quotes"),
      ("{language: no}", "needs quotes"), ("{language: 5}", "There is no text 5"),
    ])
  func tracks(_ value: String, _ says: String) {
    let problem = Self.problem("media: {duration: 1 s, audio: \(value)}")
    #expect(problem.contains(says), "\(problem)")
    #expect(problem.contains(":2:"))
  }

  @Test("languages have the form of BCP 47, and others need quotes")
  func languages() throws {
    let tracks = "de, de-CH, zh-Hant-TW, x-dolphin, \"no\", {language: \"Deutsch (Schweiz)\"}, 96k"
    let media = try Self.read("media: {duration: 1 s, audio: [\(tracks)]}")
    #expect(media.texts == ["de", "de-CH", "zh-Hant-TW", "x-dolphin", "no", "Deutsch (Schweiz)"])
    #expect(media.media[0].tracks.last?.bitsPerSecond == 96_000)
    #expect(try ScenarioFile(text: media.text).scenario == media)
    let steps = "media: {duration: 1 s}\nsteps: [prefer audio "
    #expect(try Self.read(steps + "de-CH]").texts == ["de-CH"])
    #expect(Self.problem(steps + "german]").contains("a language tag such as de or de-CH, found 'german'"))
  }

  @Test(
    "a step with a short form is written in it",
    arguments: [
      "server answers 503 to the next opening", "server answers 404 to the next 2 openings", "next seek fails",
      "volume 50 %", "volume 50 % left, 20 % right", "seek to 10 s ± 2 s", "seek by +10 s", "seek by -10 s",
      "prefer audio de-CH", "set readTimeout to 5 s", "load item 2 at 60 s and play", "headphones out", "audio off",
      "rate 1.5", "playhead drifts by 5 %", "heal", "seek to 3600 s behind live", "observe every 10 s as 1",
    ])
  func shortForms(_ form: String) throws {
    let scenario = try Self.read("media: {duration: 1 s}\nsteps: [{at 5 s: \"\(form)\"}]")
    #expect(scenario.steps.map { scenario.words(of: $0) } == ["at 5 s: \(form)"])
    #expect(try ScenarioFile(text: scenario.text).scenario == scenario)
  }

  @Test("occasions are counted in words", arguments: ["second", "tenth", "11th", "21st", "102nd", "113th"])
  func ordinals(_ word: String) throws {
    let scenario = try Self.read("media: {duration: 1 s}\nsteps: [{\"on stalled, the \(word) time\": pause}]")
    #expect(scenario.steps.map { scenario.words(of: $0) } == ["on stalled, the \(word) time: pause"])
  }
}
