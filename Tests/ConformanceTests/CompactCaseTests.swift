import Foundation
import Testing

@testable import Conformance

@Suite("The compact form of acceptance cases")
struct CompactCaseTests {
  private func bodies(_ text: String) throws -> [JSONValue] {
    try ConformanceCase.cases(in: Data(text.utf8), named: "x.cases").map(\.body)
  }

  @Test("A timed case is the same as in JSON")
  func timed() throws {
    let compact = """
      # What comes first is for every case.
      system pp
      source seed PlayerProtocolGuide.md
      setup observers=[o] videos={V={duration=40}}
      begin playing
        0  set video=V play=true
        1  ? state=ready
        1  * contentReady duration=40, bufferingEnded

      here: A title: with a colon, and
          one more line [later PRX.md, "5"]
        setup observers=[]
        begin playing
        2.5 setVolume left=-1e-2 right="1" nothing=null
        1    ? position=3 state="a, b"
        1    > call=ready observer=o, notify=Ready
        0..9 > count=ready value=2
      there:
        until 7

      """
    let json = #"""
      [{"id": "here", "system": "pp", "title": "A title: with a colon, and one more line", "basis": "later",
        "source": "PRX.md, \"5\"", "setup": {"observers": [], "videos": {"V": {"duration": 40}}},
        "steps": [{"at_seconds": 0, "action": {"name": "set", "video": "V", "play": true}},
          {"at_seconds": 1, "engine_event": {"name": "contentReady", "duration": 40}},
          {"at_seconds": 1, "engine_event": {"name": "bufferingEnded"}},
          {"at_seconds": 2.5, "action": {"name": "setVolume", "left": -0.01, "right": "1", "nothing": null}}],
        "expect": [{"at_seconds": 1, "prop": "state", "value": "ready"},
          {"at_seconds": 1, "prop": "position", "value": 3}, {"at_seconds": 1, "prop": "state", "value": "a, b"},
          {"at_seconds": 1, "call": "ready", "observer": "o"}, {"at_seconds": 1, "notify": "Ready"},
          {"from_seconds": 0, "to_seconds": 9, "count": "ready", "value": 2}],
        "run_until_seconds": 9},
       {"id": "there", "system": "pp", "title": "", "basis": "seed", "source": "PlayerProtocolGuide.md",
        "setup": {"observers": ["o"], "videos": {"V": {"duration": 40}}}, "steps": [], "expect": [],
        "run_until_seconds": 7}]
      """#
    #expect(try bodies(compact) == bodies(json))
    #expect(try bodies(compact.replacing("\n", with: "\r\n")) == bodies(json), "lines may end as on Windows")
  }

  @Test("An ordered case is the same as in JSON")
  func ordered() throws {
    let compact = """
      source SRG.md
      setup engine=srg segments=[]
      own.x: A note. [SRG.md#2 (code)]
        setup segments=[s1@1..6, b1@-3..6.5:blocked, c@0..1:blocked:hidden, d@1]
        start load autoplay=true
        "on:observed=live true" seek position={edge=-15}
        > state idle -> preparing -> playing selection=false
        > state to=idle, failure
        ? counts={"state=playing"=2} rate=1
        > never=[state:paused, observed=mood] during=9
      """
    let json = #"""
      [{"id": "own.x", "source_file": "SRG.md#2 (code)", "notes": "A note.",
        "setup": {"engine": "srg", "segments": [
          {"id": "s1", "start": 1, "end": 6, "blocked": false, "hidden": false},
          {"id": "b1", "start": -3, "end": 6.5, "blocked": true, "hidden": false},
          {"id": "c", "start": 0, "end": 1, "blocked": true, "hidden": true}, "d@1"]},
        "steps": [{"at": "start", "action": {"op": "load", "autoplay": true}},
          {"at": "on:observed=live true", "action": {"op": "seek", "position": {"edge": -15}}}],
        "expect": [{"event": "state", "from": "idle", "to": "preparing"},
          {"event": "state", "from": "preparing", "to": "playing", "selection": false},
          {"event": "state", "to": "idle"}, {"event": "failure"},
          {"check": {"counts": {"state=playing": 2}, "rate": 1}},
          {"never": ["state:paused", "observed=mood"], "during": 9}]}]
      """#
    #expect(try bodies(compact) == bodies(json))
  }

  /// The last line of each is damaged.
  @Test(
    "Damage is reported with its line, with what was found and what was expected",
    arguments: [
      ("hello", "line 1: found 'hello', expected 'ID: TITLE' of a case"),
      ("# only a remark", "found no case"), ("\u{FEFF}system pp", #"line 1: found '\u{feff}system pp', expected 'ID"#),
      ("a:\n\t5 pause", #"line 2: found '\u{9}5 pause', expected UTF-8 without tabs"#),
      ("\n  5 pause", "line 2: found '5 pause', expected 'ID: TITLE'"),
      ("a:\n  5 set text=\"open", #"line 2: found '"open', expected a word, or a text in quotes"#),
      ("a:\n  5 set a=", "line 2: found the end of the line, expected a word"),
      ("a:\n  5 set a=[1, 2", "line 2: found the end of the line, expected ]"),
      ("a:\n  5 set a={b=1, 2}", "line 2: found '{b=1, 2}', expected key=value with each key once"),
      ("a:\n  5 set a={b=1, b=2}", "line 2: found '{b=1, b=2}', expected key=value with each key once"),
      ("a:\n  5 set stop", "line 2: found 'set stop', expected key=value with each key once, and at most one name"),
      ("a:\n  5 pause]", "line 2: found ']', expected a word"),
      ("a:\n  until 5, 6", "line 2: found ', 6', expected the end of the line"),
      ("a:\n  > state idle ->", "line 2: found 'state idle ->', expected EVENT A -> B -> C"),
      ("a:\n  until later", "line 2: found 'until later', expected until SECONDS"),
      ("a:\n  begin playing", "line 2: found 'begin playing', expected the name of a beginning above"),
      ("a:\n  5 set a=" + String(repeating: "[", count: 100_000), "expected at most 32 brackets in each other"),
      (
        "begin b\n 0 p\nbegin c\n" + String(repeating: " begin b\n", count: 1_001) + "a:\n"
          + String(repeating: " begin c\n", count: 1_000), "expected at most 1000000 steps and expectations in the file"
      ),
      ("a:\n  5 a" + String(repeating: "\u{316}\u{301}", count: 300), "a text in quotes, of at most 1000 bytes"),
      (
        "a:\n  5 a k" + String(repeating: "\u{316}\u{301}", count: 300) + "=1",
        "a text in quotes, of at most 1000 bytes"
      ),
      (String(repeating: " ", count: 1 << 20) + "a:", "larger than 1 MiB, the limit of compact cases"),
    ])
  func damage(text: String, words: String) {
    let error = #expect(throws: CaseFileError.self) { try bodies(text) }
    let message = error?.description ?? ""
    #expect(message.hasPrefix("x.cases: ") && message.contains(words) && message.utf8.count < 500, "\(message)")
  }

  @Test("Bytes that are no text are reported with their line")
  func noText() {
    let error = #expect(throws: CaseFileError.self) {
      try ConformanceCase.cases(in: Data("a:\n  5 pa".utf8) + [0xFF], named: "x.cases")
    }
    #expect(error?.description == #"x.cases: line 2: found '5 pa\xff', expected UTF-8 without tabs"#)
  }

  @Test(
    "Long files of one line again and again are read",
    arguments: [
      "a:\n", "a:\n  5 p\n", "a:\n    b\n", "  > a b -> c -> d\n", "system pp\n", "a: \u{301}[\u{316}]\n",
      "  ? a=s@1..2:hidden\n",
      "setup a={b=[c, d]}\n", "begin b\n  5 p\n",
    ])
  func long(unit: String) throws {
    let text = "a:\n" + String(repeating: unit, count: (1 << 16) / unit.utf8.count)
    _ = try bodies(text)
  }
}
