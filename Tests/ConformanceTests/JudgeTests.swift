import Foundation
import Testing

@testable import Conformance

@MainActor
@Suite("The runner's verdict on a case")
struct JudgeTests {
  /// Runs one case of the SDK's player: a video of 20 s that is ready after one second and plays.
  private func failure(
    _ expectations: String, steps: String = "", system: String = "pp"
  ) throws -> Verdict.Unmet? {
    let text = """
      [{"id": "x", "system": "\(system)", "basis": "seed", "setup": {"observers": ["o"]}, "run_until_seconds": 30,
        "steps": [{"at_seconds": 0, "action": {"name": "set", "video": "V", "play": true}},
                  {"at_seconds": 1, "engine_event": {"name": "contentReady", "duration": 20}},
                  {"at_seconds": 1, "engine_event": {"name": "bufferingEnded"}}\(steps)],
        "expect": [\(expectations)]}]
      """
    let conformanceCase = try #require(ConformanceCase.cases(in: Data(text.utf8), named: "x.json").first)
    return try ConformanceRunner().run(conformanceCase).failure
  }

  @Test("An event that is missing, comes at another time or differs is a failure")
  func occurrence() throws {
    let ready = #""observer": "o", "call": "playerPlaybackReady""#
    #expect(try failure(#"{"at_seconds": 1, \#(ready)}"#) == nil)
    let late = try #require(try failure(#"{"at_seconds": 2, \#(ready)}"#))
    #expect(late.expected == #"call playerPlaybackReady(observer: "o")"#)
    #expect(late.at == "2 s")
    #expect(try failure(#"{"at_seconds": 1, "observer": "p", "call": "playerPlaybackReady"}"#) != nil)
    #expect(try failure(#"{"at_seconds": 1, "observer": "o", "call": "playerDurationChanged", "duration": 19}"#) != nil)
  }

  @Test("Events at the same time come in the order of the list")
  func order() throws {
    let duration = #"{"at_seconds": 1, "observer": "o", "call": "playerDurationChanged", "duration": 20}"#
    let ready = #"{"at_seconds": 1, "observer": "o", "call": "playerPlaybackReady"}"#
    #expect(try failure(duration + "," + ready) == nil)
    #expect(try failure(ready + "," + duration) != nil)
  }

  @Test("Values, counts and absences")
  func values() throws {
    #expect(try failure(#"{"at_seconds": 5, "prop": "position", "value": 4}"#) == nil)
    let wrong = try #require(try failure(#"{"at_seconds": 5, "prop": "position", "value": 4.001}"#))
    #expect((wrong.expected, wrong.got) == ("position = 4.001", "position = 4"))
    let finished = #""from_seconds": 0, "to_seconds": 30"#
    #expect(try failure(#"{"count": "playerPlaybackFinished", "value": 1, \#(finished)}"#) == nil)
    #expect(try failure(#"{"count": "playerPlaybackFinished", "value": 2, \#(finished)}"#)?.got.hasPrefix("1:") == true)
    #expect(try failure(#"{"absent": "playerPlaybackFinished", \#(finished)}"#) != nil)
    #expect(try failure(#"{"absent": "playerPlaybackFinished", "from_seconds": 0, "to_seconds": 20.9}"#) == nil)
  }

  @Test("An expectation beyond the end of the run is not met, and a file without cases is invalid")
  func nothing() throws {
    let late = #"{"absent": "playerPlaybackFinished", "from_seconds": 40, "to_seconds": 50}"#
    #expect(try failure(late)?.got == "the run ended at 30 s")
    #expect(throws: CaseFileError.self) { try ConformanceCase.cases(in: Data("[]".utf8), named: "x.json") }
  }

  @Test("Unknown words are failures")
  func unsupported() throws {
    #expect(try failure(#"{"at_seconds": 5, "prop": "colour", "value": 4}"#)?.got == "unsupported property colour")
    #expect(try failure(#"{"at_seconds": 5, "smell": "sweet"}"#)?.got.hasPrefix("unsupported expectation") == true)
    for name in [#""absent": "rain""#, #""count": "rain", "value": 0"#] {
      let interval = #"{"from_seconds": 0, "to_seconds": 5, \#(name)}"#
      #expect(try failure(interval)?.got == "unsupported rain")
    }
    #expect(try failure(#"{"at_seconds": 5, "notify": "rain"}"#)?.got == "unsupported notify rain")
    #expect(
      try failure("", steps: #", {"at_seconds": 2, "action": {"name": "dance"}}"#)?.got == "unsupported action dance")
    #expect(
      try failure("", steps: #", {"at_seconds": 2, "engine_event": {"name": "rain"}}"#)?.got
        == "unsupported engine event rain")
    #expect(try failure("", system: "vlc")?.got == "unsupported system vlc")
  }

  @Test(
    "Files that are not case files are reported, with the place",
    arguments: [("{", "x.json: not JSON"), ("{}", "x.json: found an object, expected an array of cases")])
  func badFiles(text: String, message: String) {
    let error = #expect(throws: CaseFileError.self) {
      try ConformanceCase.cases(in: Data(text.utf8), named: "x.json")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "An invalid case fails with its place, and the cases beside it run",
    arguments: [
      ("1", "a number, expected an object"), ("{}", #"no "id" (a string)"#),
      (#"{"id": "a"}"#, #"no "expect" (an array)"#), (#"{"id": "a", "expect": []}"#, "neither"),
      (#"{"id": 5, "system": "pp", "expect": []}"#, #"no "id" (a string)"#),
    ])
  func badCases(text: String, flaw: String) throws {
    let good = #"{"id": "good", "system": "pp", "setup": {"observers": [], "videos": {}}, "steps": [], "expect": []}"#
    let cases = try ConformanceCase.cases(in: Data("[\(text), \(good)]".utf8), named: "x.json")
    let verdicts = try cases.map { try ConformanceRunner().run($0) }
    #expect(verdicts.map(\.passed) == [false, true])
    #expect(verdicts[0].failure?.got.hasPrefix(flaw) == true && !verdicts[0].id.isEmpty)
  }

  @Test("Invalid JSON is reported with its line")
  func defects() {
    let error = #expect(throws: CaseFileError.self) {
      try ConformanceCase.cases(in: Data("[\n{\"id\": \"a\",\n \"steps\": [ }\n]".utf8), named: "x.json")
    }
    #expect(error?.description.contains("ine 3, column 13") == true, "\(error?.description ?? "")")
  }

  @Test("Impossible numbers are failures, or move to the nearest possible ones")
  func extremes() throws {
    for seconds in ["-1", "1e300", "-1e300", "1000001"] {
      let failure = try failure(#"{"at_seconds": \#(seconds), "prop": "position", "value": 4}"#)
      #expect(failure?.got.hasPrefix("unsupported at_seconds outside") == true, "\(seconds)")
    }
    for number in ["-1", "1e300", "-1e300"] {
      let errors = #"{"count": "playerError", "from_seconds": 0, "to_seconds": 9, "value": \#(number)}"#
      #expect(try failure(errors) != nil, "\(number)")
      let seek = #", {"at_seconds": 2, "action": {"name": "seek", "to": \#(number)}}"#
      #expect(try failure(#"{"at_seconds": 2, "prop": "hasContent", "value": true}"#, steps: seek) == nil)
    }
  }

  @Test(
    "Long texts, which take a long time to compare, are refused", arguments: ["\u{316}\u{301}", #"\u0316\u0301\""#])
  func longTexts(unit: String) {
    let text = #"[{"id": "\#(String(repeating: unit, count: 300))", "expect": []}]"#
    let error = #expect(throws: CaseFileError.self) {
      try ConformanceCase.cases(in: Data(text.utf8), named: "x.json")
    }
    #expect(error?.description.hasPrefix("x.json: found a text of more than 1000 bytes") == true)
    #expect(throws: Never.self) {
      try ConformanceCase.cases(in: Data(#"[{"id": "\\", "expect": "\\"}]"#.utf8), named: "x.json")
    }
  }

  @Test("Deep nesting does not crash the process")
  func nesting() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: CaseFileError.self) { try ConformanceCase.cases(in: Data(text.utf8), named: "x.json") }
  }
}
