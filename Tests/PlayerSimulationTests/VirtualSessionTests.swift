import PlayerCore
import PlayerTrace
import Testing

@testable import PlayerSimulation

@Suite struct ScenarioJSONTests {
  /// The same contents in both forms give the same scenario.
  @Test func yamlAndJSONAgree() throws {
    let yaml = """
      scenario: Both
      preset: srg
      settings: {retryLimit: 3, readTimeout: 20 s, allowsCellular: no, maximumRate: 1.5}
      media: {duration: 1:30, segments: 2 s, audio: [de, en], video: 1.2M, subtitles: none, size: 640x360}
      network: {then: stays, periods: [{10 s: "3 Mbit/s, latency 80 ms"}, {5 s: nothing}]}
      networks: {cellular: 1 Mbit/s}
      engine: {buffer: 6 s, landing: keyframe}
      segments: [{id: 1, from: 0:10, to: 0:20, blocked: yes, title: Advert}]
      steps:
        - play
        - at 10 s: [network none, {fault: openHangs, count: 2}]
        - on stalled, after 2 s: {command: seek, anchor: start, offset: 5 s}
      expect:
        - playing within 2 s
        - at the end: {state: stalled, position: 10 s ± 1 s}
      until: 1 min
      """
    // Numbers are in the unit of the vocabulary, and strings are YAML's unquoted words.
    let json = """
      {"scenario": "Both", "preset": "srg",
       "settings": {"retryLimit": 3, "readTimeout": 20000000, "allowsCellular": false, "maximumRate": 1500},
       "media": {"duration": 90000000, "segments": "2 s", "audio": ["de", "en"], "video": 1200000, "subtitles": "none",
         "size": "640x360"},
       "network": {"then": "stays", "periods": [{"10 s": "3 Mbit/s, latency 80 ms"}, {"5 s": "nothing"}]},
       "networks": {"cellular": 1000000}, "engine": {"buffer": "6 s", "landing": "keyframe"},
       "segments": [{"id": 1, "from": "0:10", "to": 20000000, "blocked": true, "title": "Advert"}],
       "steps": ["play", {"at 10 s": ["network none", {"fault": "openHangs", "count": 2}]},
         {"on stalled, after 2 s": {"command": "seek", "anchor": "start", "offset": "5 s"}}],
       "expect": ["playing within 2 s", {"at the end": {"state": "stalled", "position": "10 s ± 1 s"}}], "until": "1 min"}
      """
    var reader = ScenarioReader(files: nil)
    let scenario = reader.read(try ScenarioJSON.root(of: Array(json.utf8)))
    #expect(reader.problems.map(\.sentence) == [])
    #expect(try scenario == ScenarioFile(text: yaml).scenario)
    #expect(
      reader.stepPlaces.map(\.path) == [
        "steps[0]", #"steps[1]["at 10 s"][0]"#, #"steps[1]["at 10 s"][1]"#, #"steps[2]["on stalled, after 2 s"]"#,
      ])
    #expect(reader.expectationPlaces.map(\.path) == ["expect[0]", "expect[1]"])
  }

  /// JSON has both words and texts in quotes: a number in quotes is a text, and a language may look like a flag.
  @Test func jsonStringsAreWordsOrTexts() throws {
    let json = """
      {"scenario": "Texts", "media": {"duration": "1 min", "audio": ["no", {"language": "none"}],
       "chapters": [{"from": 0, "to": 1, "title": "7"}, {"from": 0, "to": 1, "title": 1}, {"from": 0, "to": 1, "title": "null"}]}}
      """
    var reader = ScenarioReader(files: nil)
    let scenario = reader.read(try ScenarioJSON.root(of: Array(json.utf8)))
    #expect(reader.problems.isEmpty)
    #expect(scenario.texts == ["no", "7", "null"])
    #expect(scenario.media[0].tracks.map(\.language.rawValue) == [1, 0])
    #expect(scenario.media[0].chapters.map(\.title.rawValue) == [2, 1, 3])
  }

  @Test(
    arguments: [
      (#"{"scenario": "x", "media": {"duraton": 1}}"#, "media.duraton", "'duraton'", "Did you mean 'duration'?"),
      (
        #"{"scenario": "x", "media": [{"duration": "1 min"}, {"duration": "5"}]}"#, "media[1].duration", "'5'",
        "Did you mean '5 s'?"
      ),
      (
        #"{"scenario": "x", "media": {"duration": "1 min"}, "steps": [{"at 5 s": "plai"}]}"#, #"steps[0]["at 5 s"]"#,
        "'plai'", nil
      ),
      (
        #"{"scenario": "x", "media": {"duration": "1 min"}, "network": {"file": "x.json"}}"#, "network.file",
        "'x.json'", nil
      ),
      (#"{"scenario": "x", "media": {"duration": null}}"#, "media.duration", "null", nil),
      (#"{"scenario": "x", "media": {"duration": 1.5}}"#, "media.duration", "1.5", nil),
      (
        #"{"scenario": "x", "settings": {"retryLimit": -1}, "media": {"duration": 1}}"#, "settings.retryLimit", "-1",
        nil
      ),
      ("[]", "", "a list", nil), ("3", "", "3", nil), ("{", "", "the end of the file (byte 1)", nil),
      (#"{"a": 1, "a": 2}"#, "", nil, nil), ("", "", "the end of the file (byte 0)", nil),
    ] as [(String, String, String?, String?)])
  func problemsNameThePath(json: String, path: String, found: String?, advice: String?) throws {
    do throws(SimulationProblems) {
      _ = try SimulationReport(Array(json.utf8))
      Issue.record("\(json) was played")
    } catch {
      #expect(error.problems[0].place.path == path)
      if let found { #expect(error.problems[0].found == found) }
      if let advice { #expect(error.problems[0].advice == advice) }
    }
  }

  /// Each value has its path: a long key in all of them would fill the memory.
  @Test func aLongKeyIsCutInThePath() throws {
    let (key, beginning) = (String(repeating: "k", count: 500), String(repeating: "k", count: 60))
    try problemsNameThePath(
      json: #"{"scenario": "x", "media": {"\#(key)": [1]}}"#, path: #"media["\#(beginning)…"]"#, found: nil, advice: nil
    )
  }

  /// Any input is read or refused.
  @Test func hostileJSONIsRefused() {
    let texts = [
      String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 1_000), "{\"scenario\":\"\u{0}\"}",
      #"{"scenario":"x","media":{"duration":99999999999999999999}}"#, #"{"steps":[{}],"expect":[{}],"media":[[[]]]}"#,
      #"{"scenario":"x","media":{"duration":1},"steps":[[],{"at 5 s":[]},{"command":{}},{"fault":null},null,true,7]}"#,
      #"{"scenario":"x","media":{"duration":-1,"tracks":[{"segment bits":[-1]}]},"segments":[{"id":-1,"from":-9223372036854775808,"to":1}]}"#,
    ]
    // This one is valid, and must not crash the process when it is written.
    let least = #"{"scenario":"x","media":{"duration":1},"expect":["failed with text -9223372036854775808"]}"#
    #expect(throws: Never.self) { try SimulationReport(Array(least.utf8)) }
    for text in texts { #expect(throws: SimulationProblems.self) { try SimulationReport(Array(text.utf8)) } }
    #expect(throws: SimulationProblems.self) { try SimulationReport([0xFF, 0xFE, 0x00]) }
    #expect(throws: SimulationProblems.self) {
      try SimulationReport([UInt8](repeating: 0x20, count: ScenarioLimit.bytes + 1))
    }
  }

  @Test func reportMatchesRun() throws {
    let json = #"{"scenario": "x", "media": {"duration": "10 s"}, "steps": ["play"], "expect": ["playing", "failed"]}"#
    let report = try SimulationReport(Array(json.utf8), trace: .text)
    let yaml = try ScenarioFile(
      text: "scenario: x\nmedia: {duration: 10 s}\nsteps: [play]\nexpect: [playing, failed]\n")
    let run = ScenarioRun(yaml.scenario, trace: .text)
    #expect(report.trace == run.trace)
    let text = String(decoding: report.json, as: UTF8.self)
    #expect(text.contains(#""verdict":"failed""#) && text.contains(#""path":"expect[1]""#))
    #expect(text.contains(run.failures[0].sentence))
  }
}

@Suite struct VirtualSessionTests {
  private static let setup = Array(
    #"{"scenario":"session","media":{"duration":"1 min","video":"1.2M","segments":"2 s"},"network":"3 Mbit/s","engine":{"buffer":"6 s"}}"#
      .utf8)

  private func json(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A session driven by hand gives the same bytes as a scenario.
  @Test func sessionMatchesScenario() throws {
    var session = try VirtualSession(Self.setup, trace: .binary)
    try session.perform(json("\"play\""))
    try session.plan(json(#"{"instant": "10 s", "input": "network none"}"#))
    #expect(try session.run(json(#"{"until": "stalled", "by": "1 min"}"#)) == .found)
    try session.perform(json(#"["network wifi", {"name": "setRate", "rate": 1500}]"#))
    #expect(try session.run(json("{}")) == .idle)
    let end = session.now
    let file = try ScenarioFile(
      text: """
        scenario: session
        media: {duration: 1 min, video: 1.2M, segments: 2 s}
        network: 3 Mbit/s
        engine: {buffer: 6 s}
        steps:
          - play
          - at 10 s: network none
          - on stalled: network wifi
          - rate 1.5
        """)
    let run = ScenarioRun(file.scenario, trace: .binary)
    #expect(session.digest == run.player.digest)
    #expect(session.takeTrace(isEnd: true) == run.trace)
    #expect(session.takeTrace(isEnd: true).isEmpty)
    #expect(end <= run.end)
  }

  @Test func timeAdvancesWithoutEvents() throws {
    var session = try VirtualSession(Self.setup)
    #expect(session.nextInstant == .never)
    #expect(try session.run(json(#"{"by": "10 s"}"#)) == .idle)
    #expect(session.now == .microseconds(10_000_000))
    #expect(try session.run(json(#"{"until": "playing", "by": "10 s"}"#)) == .idle)
    #expect(session.now == .microseconds(10_000_000))
    try session.perform(json(#"{"command": "play"}"#))
    #expect(try session.run(json(#"{"inputs": 1}"#)) == .stepped)
    #expect(try session.run(json(#"{"to": 12000000}"#)) == .reached)
    #expect(session.now == .microseconds(12_000_000))
    #expect(try session.differences(from: json("\"playing\"")).isEmpty)
    #expect(
      try session.differences(from: json(#"{"state": "paused", "rate": 1}"#)) == ["state is playing, expected paused"])
  }

  @Test func outputsAreTakenOnce() throws {
    var session = try VirtualSession(Self.setup)
    let first = String(decoding: session.takeOutputs(), as: UTF8.self)
    #expect(first.hasPrefix(#"[{"at":0,"name":"#))
    #expect(session.takeOutputs() == json("[]"))
    #expect(String(decoding: session.observed, as: UTF8.self).contains(#""state":"preparing""#) == false)
  }

  /// A copy is a fork: the same calls give the same bytes.
  @Test func copiesAreIndependent() throws {
    var a = try VirtualSession(Self.setup)
    try a.perform(json("\"play\""))
    _ = try a.run(json(#"{"by": "5 s"}"#))
    var b = a
    #expect(a.worldDigest == b.worldDigest)
    _ = try a.run(json(#"{"by": "5 s"}"#))
    #expect(a.worldDigest != b.worldDigest)
    _ = try b.run(json(#"{"by": "5 s"}"#))
    #expect(a.worldDigest == b.worldDigest)
    #expect(a.takeOutputs() == b.takeOutputs())
  }

  @Test(arguments: [
    "\"plai\"", "3", "null", "{}", "[[]", #"{"name": "seekk"}"#, #"{"name": "seek", "anchor": "nowhere"}"#,
    #"{"name": 3}"#,
    #"{"fault": "openFail"}"#, #"{"play": 1}"#,
  ])
  func refusesInvalidActions(text: String) throws {
    var session = try VirtualSession(Self.setup)
    let before = session.worldDigest
    #expect(throws: SimulationProblems.self) { try session.perform(json(text)) }
    #expect(session.worldDigest == before)
  }

  @Test(arguments: [
    #"{"scenario":"x","media":{"duration":1},"steps":[]}"#,
    #"{"scenario":"x","media":{"duration":1},"engine":"recorded"}"#,
    #"{"media":{"duration":1}}"#, #"{"scenario":"x"}"#,
  ])
  func refusesInvalidSetups(text: String) {
    #expect(throws: SimulationProblems.self) { try VirtualSession(json(text)) }
  }
}
