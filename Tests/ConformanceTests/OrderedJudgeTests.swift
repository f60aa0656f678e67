import Foundation
import Testing

@testable import Conformance

@MainActor
@Suite("The runner's verdict on an ordered case")
struct OrderedJudgeTests {
  /// Runs one case of SRGMediaPlayer: 60 s with a segment of ten.
  private func verdict(
    _ expectations: String, steps: String = #"{"at": "start", "action": {"op": "load", "autoplay": true}}"#,
    notes: String = "", engine: String = "srg", settings: String = "{}"
  ) throws -> Verdict {
    let text = """
      [{"id": "x", "source_file": "own", "notes": "\(notes)",
        "setup": {"engine": "\(engine)", "stream": {"type": "on_demand", "duration": 60}, "settings": \(settings),
                  "segments": [{"id": "s1", "start": 10, "end": 20, "blocked": false, "hidden": false}]},
        "steps": [\(steps)], "expect": [\(expectations)]}]
      """
    let conformanceCase = try #require(ConformanceCase.cases(in: Data(text.utf8), named: "x.json").first)
    return try ConformanceRunner().run(conformanceCase)
  }

  @Test("Events come in the order of the list, others in between; what comes instead is reported")
  func order() throws {
    let (playing, start) = (#"{"event": "state", "to": "playing"}"#, #"{"event": "segment_start", "segment": "s1"}"#)
    #expect(try verdict(playing + "," + start).passed)
    let swapped = try #require(try verdict(start + "," + playing).failure)
    #expect(swapped.expected == #"state(to: "playing")"#)
    #expect(swapped.at.hasPrefix("expect[1], after segment_start"))
    let wrong = try #require(try verdict(#"{"event": "segment_start", "segment": "s1", "last_time": 12}"#).failure)
    #expect(wrong.got.contains("last_time: 10"))
  }

  @Test("Times are compared in whole seconds, unless the case demands more precision")
  func rounding() throws {
    #expect(try verdict(#"{"event": "segment_end", "segment": "s1", "last_time": 20.3}"#).passed)
    #expect(try !verdict(#"{"event": "segment_end", "segment": "s1", "last_time": 20.3, "exact": true}"#).passed)
    #expect(try verdict(#"{"event": "segment_end", "segment": "s1", "last_time": 23, "within": 4}"#).passed)
    #expect(
      try verdict(#"{"event": "segment_end", "last_time": {"near": 21, "within": 2, "not": 21}}"#).passed)
    #expect(try !verdict(#"{"event": "segment_end", "last_time": {"near": 20, "within": 2, "not": 20}}"#).passed)
  }

  @Test("A forbidden event must not happen: ever, for a while, until or after another event")
  func never() throws {
    #expect(try verdict(#"{"never": ["state:paused", "will_skip"]}"#).passed)
    #expect(try verdict(#"{"event": "state", "to": "playing"}, {"never": ["segment_start"], "during": 9}"#).passed)
    #expect(try !verdict(#"{"event": "state", "to": "playing"}, {"never": ["segment_start"], "during": 11}"#).passed)
    #expect(try verdict(#"{"event": "segment_end"}, {"never": ["segment_end"], "until": "segment_start:s1"}"#).passed)
    #expect(try !verdict(#"{"never": ["segment_end"], "after": "segment_start:s1"}"#).passed)
  }

  @Test("A step waits for its event; one that never comes is a failure")
  func steps() throws {
    let load = #"{"at": "start", "action": {"op": "load", "autoplay": true}}, "#
    let stop = #"{"at": "on:segment_end:s1", "action": {"op": "stop"}}"#
    #expect(try verdict(#"{"event": "state", "to": "idle", "last_time": 20}"#, steps: load + stop).passed)
    let waiting = try verdict("", steps: load + #"{"at": "on:will_skip:b1", "action": {"op": "stop"}}"#)
    #expect(waiting.failure?.at.hasPrefix("step 2, stop") == true)
    let timed = #"{"at": "at_time=12.5", "action": {"op": "pause"}}, {"at": "+3s", "action": {"op": "check"}}"#
    #expect(
      try verdict(
        #"{"event": "state", "to": "paused", "time_during": 12.5, "exact": true}, {"check": {"state": "paused"}}"#,
        steps: load + timed
      ).passed)
  }

  @Test("An event that no original test asserts may differ if the case asserts something else, or if it is a fault")
  func unassertedEventsMayDiffer() throws {
    let asserted = #"{"event": "state", "to": "playing"}, "#
    let read = #"{"event": "segment_start", "segment": "s1", "previous": "s0", "by": "code"}"#
    let mixed = try verdict(asserted + read)
    #expect(mixed.passed && mixed.differences.count == 1 && mixed.json["differs"]?.array?.count == 1)
    #expect(try !verdict(read).passed)
    #expect(try verdict(read, notes: "An upstream quirk.").passed)
    let late = #"{"event": "state", "to": "preparing", "note": "posted late"}"#
    #expect(try verdict(asserted + late).passed, "it may come in its own place")
  }

  @Test("The effect of a step that follows an event can be read after that event")
  func stepEffectsAfterEvent() throws {
    let load = #"{"at": "start", "action": {"op": "load", "autoplay": true}}, "#
    let rate = #"{"at": "on:state=playing", "action": {"op": "set_rate", "rate": 2}}"#
    let playing = #"{"event": "state", "to": "playing"}, "#
    for checks in [#"{"check": {"rate": 1}}"#, #"{"check": {"rate": 2}}"#] {
      #expect(try verdict(playing + checks, steps: load + rate).passed)
    }
    #expect(try !verdict(playing + #"{"check": {"rate": 1.5}}"#, steps: load + rate).passed)
  }

  @Test("A check of counts may include other values, and a time between states may span the events in between")
  func countsAndTimes() throws {
    #expect(try verdict(#"{"event": "segment_end"}, {"check": {"counts": {"segment_end": 1}, "time": 20}}"#).passed)
    #expect(try !verdict(#"{"event": "segment_end"}, {"check": {"counts": {"segment_end": 1}, "time": 23}}"#).passed)
    let between = #"{"event": "state", "to": "playing"}, {"event": "segment_end"}, "#
    for (seconds, passes) in [(60, true), (40, true), (50, false)] {
      let ended = #"{"event": "state", "to": "ended", "after_seconds": \#(seconds)}"#
      #expect(try verdict(between + ended).passed == passes)
    }
  }

  @Test("Unknown words are failures, wherever they occur")
  func unsupported() throws {
    let load = #"{"at": "start", "action": {"op": "load", "autoplay": true}}, "#
    for verdict in [
      try verdict("", steps: load + #"{"at": "then", "action": {"op": "dance"}}"#),
      try verdict("", steps: load + #"{"at": "whenever", "action": {"op": "play"}}"#),
      try verdict("", steps: load + #"{"at": "on:smell:sweet", "action": {"op": "play"}}"#),
      try verdict("", steps: load + #"{"at": "then", "action": {"op": "seek", "position": {"upwards": 3}}}"#),
      try verdict("", steps: load + #"{"at": "then", "action": {"op": "backend", "rain": true}}"#),
      try verdict(#"{"event": "thunder"}"#), try verdict(#"{"event": "state", "colour": "red"}"#),
      try verdict(#"{"check": {"smell": 1}}"#), try verdict(#"{"never": [1]}"#), try verdict(#"{"maybe": 1}"#),
      try verdict(#"{"never": ["thunder"]}"#), try verdict(#"{"never": ["state:asleep"]}"#),
      try verdict(#"{"never": ["state"], "until": "observed=mood"}"#),
      try verdict(#"{"never": ["state"], "after": "callback::"}"#),
      try verdict(#"{"never": ["callback:dance"]}"#), try verdict(#"{"never": ["engine_command:dance"]}"#),
      try verdict(#"{"event": "engine_command", "command": "selectTrack"}"#),
      try verdict(#"{"event": "state", "to": "asleep"}"#), try verdict(#"{"event": "observed", "property": "mood"}"#),
      try verdict("", steps: load + #"{"at": "then", "action": {"op": "play", "loudly": true}}"#),
      try verdict(
        "", steps: load + #"{"at": "then", "action": {"op": "seek_series", "count": 1e30, "position": "1+1*i"}}"#),
      try verdict("", engine: "vlc"), try verdict("", settings: #"{"mood": "good"}"#),
      try verdict(#"{"check": {"mood": 1}}"#, engine: "value"), try verdict(#"{"event": "state"}"#, engine: "value"),
      try verdict(#"{"check": {"table": "mood", "rows": [[1, 2]]}}"#, engine: "value"),
      try verdict("", engine: "resolver"),
    ] {
      #expect(verdict.failure?.got.hasPrefix("unsupported") == true, "\(verdict.failure?.got ?? "passed")")
    }
  }
}
