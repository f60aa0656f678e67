import PlayerSimulation
import Testing

/// Mistakes of newcomers, and the answers to them.
@Suite("Hints for mistakes in scenarios")
struct ScenarioHintTests {
  /// Puts the line after four others, so that it is line 5.
  private static func text(_ line: String, _ media: String = "audio: 400k") -> String {
    """
    scenario: Test
    media: {duration: 20 s, \(media)}
    load: yes
    until: 19 s
    \(line)
    """
  }

  private static func problem(_ line: String, _ media: String = "audio: 400k") -> String {
    do throws(ScenarioError) {
      _ = try ScenarioFile(text: text(line, media))
      return "understood"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "a mistake is reported with its line, what was found, and what to write",
    arguments: [
      ("network: 3 Mbps", "'3 Mbps'", "Did you mean '3 Mbit/s'?"),
      ("network: 3Mbps", "'3Mbps'", "Did you mean '3 Mbit/s'?"),
      ("network: 500 kb/s", "'500 kb/s'", "Did you mean '500 kbit/s'?"),
      ("network: 2 MB/s", "'2 MB/s'", "Did you mean '16 Mbit/s'?"),
      ("network: 800 kbps, latency 80 ms", "'800 kbps, latency 80 ms'", "Did you mean '800 kbit/s'?"),
      ("network: 3 Mbit/s, latency 80", "latency 80'", "Did you mean 'latency 80 ms'?"),
      ("network: 3 Mbit/s, loss 2", "loss 2'", "Did you mean 'loss 2 %'?"),
      ("network: 3 Mbit/s, loss 0.02", "loss 0.02'", "Did you mean 'loss 2 %'?"),
      ("network: 3 Mbit/s, delay 80 ms", "delay 80 ms'", "Did you mean 'latency'?"),
      ("network: offline", "'offline'", "Did you mean 'nothing'?"),
      ("network: wifi", "'wifi'", "such as 'network wifi'"),
      ("network: {bandwidth: 3 Mbit/s}", "'bandwidth'", "Did you mean 'rate'?"),
      ("network: {rate: 3 Mbit/s, rtt: 80 ms}", "'rtt'", "Did you mean 'latency'?"),
      ("engine: {buffer: 10}", "'10'", "Did you mean '10 s'?"),
      ("engine: {buffer: 10m}", "'10m'", "Did you mean '10 min'?"),
      ("engine: {buffer: 1m30s}", "'1m30s'", "Did you mean '1:30'?"),
      ("engine: {buffer: 1.5}", "'1.5'", "Did you mean '1.5 s'?"),
      ("engine: {buffer: .5 s}", "'.5 s'", "Did you mean '0.5 s'?"),
      ("segments: [{id: 1, from: 0:10, to: 0:05}]", "'10 s to 5 s'", "'to: never'"),
      ("segments: [{id: 1, from: 0:10, to: 0:10}]", "'10 s to 10 s'", "'to: never'"),
      ("segments: [{id: 1, from: unknown, to: 0:10}]", "'unknown to 10 s'", "'to: never'"),
      ("segments: [{id: 1, from: never, to: never}]", "'never to never'", "'to: never'"),
      ("segments: [{id: 0, from: 0:10, to: 0:20}]", "'0'", "a whole number from 1 to"),
      ("segments: [{id: 1, from: 0:10, to: .inf}]", "'.inf'", "a time with its unit"),
      ("expectations: [playing]", "'expectations'", "Did you mean 'expect'?"),
      ("name: x", "'name'", "Did you mean 'scenario'?"),
      ("steps: play", "'play'", "a list of steps, each after a '-'"),
      ("steps: [seek +10]", "'seek +10'", "Did you mean 'seek by +10 s'?"),
      ("steps: [seek: 10]", "keys with values", "Did you mean 'seek to 10 s'?"),
      ("steps: [seek 1:30]", "'seek 1:30'", "Did you mean 'seek to 1:30'?"),
      ("steps: [seek to 90]", "'seek to 90'", "Did you mean 'seek to 90 s'?"),
      ("steps: [skip 10s]", "'skip 10s'", "Did you mean 'seek by +10s'?"),
      ("steps: [wait 3]", "'wait 3'", "Did you mean 'after 3 s: wait'?"),
      ("steps: [\"wait: 3\"]", "'wait: 3'", "Did you mean 'after 3 s: wait'?"),
      ("steps: [resume]", "'resume'", "Did you mean 'play'?"),
      ("steps: [volume 50]", "'volume 50'", "Did you mean 'volume 50 %'?"),
      ("steps: [speed 2x]", "'speed 2x'", "Did you mean 'rate 2'?"),
      ("steps: [network offline]", "'network offline'", "Did you mean 'network none'?"),
      ("steps: [network: offline]", "'offline'", "Did you mean 'none'?"),
      ("steps: [network lte at 1 Mbit/s]", "'network lte at 1 Mbit/s'", "Did you mean 'network cellular'?"),
      ("steps: [network cellular at 3 Mbps]", "'at 3 Mbps'", "Did you mean '3 Mbit/s'?"),
      ("steps: [at 5: pause]", "'5'", "Did you mean '5 s'?"),
      ("steps: [5 s: pause]", "'5 s'", "Did you mean 'at 5s'?"),
      ("steps: [at 5 s pause]", "'at 5 s pause'", "Did you mean 'at 5s: pause'?"),
      ("steps: [on stall: pause]", "'stall'", "Did you mean 'stalled'?"),
      ("steps: [on error: retry]", "'error'", "Did you mean 'failed'?"),
      ("steps:\n\t- play", "a tab", "Indent with spaces"),
      ("expect: playing", "'playing'", "a list of expectations, each after a '-'"),
      ("expect: [at end: ended]", "'at end'", "Did you mean 'at the end'?"),
      ("expect: [at 10: playing]", "'at 10'", "Did you mean 'at 10 s'?"),
      ("expect: [at 10 s: buffering]", "'buffering'", "Did you mean 'stalled'?"),
      ("expect: [position: 10]", "'10'", "Did you mean '10 s'?"),
      ("expect: [at 5 s: {time: 5 s}]", "'time'", "Did you mean 'position'?"),
    ])
  func hints(_ line: String, _ found: String, _ advice: String) {
    let problem = Self.problem(line)
    let isPlaced = problem.contains("scenario:5:") || problem.contains("scenario:6:")
    #expect(isPlaced && problem.contains(found), "\(problem)")
    #expect(problem.contains(advice), "\(problem)")
  }

  @Test("playback cannot begin at a time that never comes")
  func startNever() {
    #expect {
      try ScenarioFile(text: "scenario: Never\nmedia: {duration: 1 min}\nload: {start: never}\n")
    } throws: {
      "\($0)".contains("3:15: start: expected a time such as '1:30', found 'never'")
    }
  }

  @Test("an engine that was recorded has no world beside it", arguments: ["media", "network", "segments", "load"])
  func recorded(key: String) {
    let values = [
      "media": "{duration: 1 min}", "network": "5 Mbit/s", "segments": "[{id: 1, from: 1 s, to: 2 s}]", "load": "yes",
    ]
    #expect {
      try ScenarioFile(text: "scenario: As it was\nengine: recorded\n\(key): \(values[key] ?? "")\nsteps: [play]\n")
    } throws: {
      "\($0)".contains("3:") && "\($0)".contains("Leave out '\(key)', or 'engine: recorded'")
    }
  }

  @Test(
    "chapters and cues that are no ranges are refused; a chapter may be a place, or have no end",
    arguments: [
      ("chapters: [{from: 5 s, to: 4 s}]", "chapters: expected a 'to' after its 'from', found '5 s to 4 s'"),
      ("chapters: [{to: 4 s}]", "found 'unknown to 4 s'"), ("cues: [{from: 5 s, text: a}]", "found '5 s to unknown'"),
      ("chapters: [{from: 5 s, to: 5 s}, {from: 6 s}, {from: 7 s, to: never}]", "understood"),
      ("cues: [{from: 5 s, to: never, text: a}]", "understood"),
    ])
  func ranges(_ media: String, _ words: String) {
    let problem = Self.problem("steps: [play]", media)
    #expect(problem.contains(words), "\(problem)")
  }

  @Test(
    "a deviation with only one possible meaning is understood",
    arguments: [
      ("steps: [Play, PAUSE]", "steps: [play, pause]"), ("steps: [seek to: 10 s]", "steps: [seek to 10 s]"),
      ("steps: [play, wait: 3 s, pause]", "steps: [play, after 3 s: wait, pause]"),
      ("steps: [play, wait 3 seconds, pause]", "steps: [play, after 3 s: wait, pause]"),
      ("steps: [rate: 2]", "steps: [rate 2]"), ("engine: {buffer: 5sec}", "engine: {buffer: 5 s}"),
      ("engine: {buffer: 5 Secs}", "engine: {buffer: 5 s}"), ("engine: {buffer: 1:30}", "engine: {buffer: 90 s}"),
      ("engine: {buffer: 2mins}", "engine: {buffer: 2 min}"), ("engine: {open: 100msec}", "engine: {open: 100 ms}"),
      ("network: {rate: 3 Mbit/s, latency: 80 ms}", "network: 3 Mbit/s, latency 80 ms"),
      ("expect: [stalls: at most 1]", "expect: [at the end: {stalls: at most 1}]"),
    ])
  func understood(_ line: String, _ same: String) throws {
    #expect(try ScenarioFile(text: Self.text(line)).scenario == ScenarioFile(text: Self.text(same)).scenario)
  }
}
