import Foundation
import Testing

@Suite("tapedeck shrink")
struct ShrinkCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("The result still reaches the goal, replays, is smaller and proven minimal; the original is unchanged")
  func stall() throws {
    let original = try fixture.text("story.trace.jsonl")
    let small = fixture.file("small.trace.jsonl")
    let result = try Program.run(["shrink", story, "--until", "stallBegan", "--output", small])
    #expect(result.exit == 0, "\(result.errors)")
    #expect(result.output.contains("(nothing can be left out or made simpler)"))
    #expect(try Program.run(["replay", "--complete", small]).exit == 0)
    let text = try fixture.text("small.trace.jsonl")
    #expect(text.contains("\"e\":\"stallBegan\""))
    #expect(text.split(separator: "\n").count { $0.contains("\"k\":\"i\"") } < 8)
    #expect(try fixture.text("story.trace.jsonl") == original)
  }

  @Test("Words after the name must occur in the output")
  func words() throws {
    let small = fixture.file("small.trace.jsonl")
    let result = try Program.run(
      ["shrink", story, "--until", "playbackStateChanged to=playing", "--output", small, "--json"])
    #expect(result.exit == 0, "\(result.errors)")
    let object = try result.object()
    #expect(
      Set(object.keys) == [
        "trace", "until", "detail", "steps", "shrunkSteps", "minimal", "verdict", "executions", "executedSteps",
        "script", "stepNumbers", "output",
      ])
    #expect(object["steps"] as? Int == 20 && object["minimal"] as? Bool == true)
    #expect(try fixture.text("small.trace.jsonl").contains("\"to\":\"playing\""))
  }

  @Test("Without --output the result is written beside the trace")
  func defaultOutput() throws {
    let result = try Program.run(["shrink", story, "--until", "stallBegan"])
    #expect(result.exit == 0)
    #expect(try fixture.text("story.shrunk.trace.jsonl").contains("stallBegan"))
  }

  @Test("An unwritable path is a usage error that names it")
  func unwritable() throws {
    let nowhere = fixture.file("none/small.trace.jsonl")
    let result = try Program.run(["shrink", story, "--until", "stallBegan", "--output", nowhere])
    #expect(result.exit == 2)
    #expect(result.errors.contains("\(nowhere): create failed: No such file or directory"))
  }

  @Test("For a goal that does not happen, the exit code is 1 and nothing is written")
  func unreachedGoal() throws {
    let result = try Program.run(["shrink", story])
    #expect(result.exit == 1)
    #expect(result.errors.contains("every property holds"))
    let other = try Program.run(["shrink", story, "--until", "plays-although-paused"])
    #expect(other.exit == 1)
    #expect(other.errors.contains("does not break plays-although-paused"))
    #expect(!FileManager.default.fileExists(atPath: fixture.file("story.shrunk.trace.jsonl")))
  }

  @Test("A shrunk scenario is a scenario whose expectation still fails")
  func scenario() throws {
    let train = try fixture.write(
      """
      scenario: Stall on the train
      media: {duration: 10 min, video: 1.2M, audio: [en, de]}
      engine: {buffer: 6 s}
      steps:
        - play
        - at 3 s: rate 1.5
        - at 10 s: network none
        - at 40 s: pause
      expect:
        - playing within 3 s
        - never stalled
      """, to: "train.yaml")
    let result = try Program.run(["shrink", train])
    #expect(result.exit == 0, "\(result.errors)")
    #expect(result.output.contains("4 steps, 2 left (nothing can be left out or made simpler)"))
    let small = fixture.file("train.shrunk.yaml")
    #expect(result.output.contains("play     tapedeck simulate \(small)"))
    let text = try fixture.text("train.shrunk.yaml")
    #expect(text.contains("never") && text.contains("network none") && !text.contains("setRate"))
    let played = try Program.run(["simulate", small])
    #expect(played.exit == 1 && played.output.contains("never"))

    let said = try Program.run(["shrink", train, "--until", "stallBegan", "--output", fixture.file("s.yaml"), "--json"])
    #expect(try said.object()["minimal"] as? Bool == true && said.exit == 0)
    let nothing = try Program.run([
      "shrink", train, "--until", "plays-although-paused", "--output", fixture.file("n.yaml"),
    ])
    #expect(nothing.exit == 1 && nothing.errors.contains("does not break plays-although-paused"))
    #expect(try Program.run(["shrink", try fixture.write("steps: 5", to: "bad.yaml")]).exit == 3)
    #expect(try Program.run(["shrink", fixture.file("no-such.yaml")]).exit == 2)
    #expect(try Program.run(["shrink", train, "--output", train]).exit == 2)
  }

  @Test("Ctrl-C stops: the result so far is written, and reported as not proven minimal")
  func stopped() throws {
    let seeks = (0..<60).map { "  - at \(10 + $0 * 3) s: seek to \($0 * 13) s" }.joined(separator: "\n")
    // All sixty are needed, so the proof takes long.
    let long = try fixture.write(
      """
      scenario: Long
      media: {duration: 10 h}
      steps:
        - play
      \(seeks)
      until: 1 h
      expect:
        - seekEnded at most 59 times
      """, to: "long.yaml")
    let small = fixture.file("small.yaml")
    let result = try Program.interrupt(["shrink", long, "--output", small])
    #expect(result.exit == 130, "\(result.errors)")
    #expect(result.output.contains("not proven minimal: stopped"))
    #expect(try Program.run(["simulate", small]).output.contains("seekEnded at most 59 times"))
    let spent = try Program.run(["shrink", long, "--budget", "20000", "--output", small, "--json"])
    #expect(spent.exit == 1)
    #expect(try spent.object()["verdict"] as? String == "budgetExhausted")
  }

  @Test("The suggested commands can be copied, whatever a path contains")
  func quoted() throws {
    let odd = fixture.file("it's $HOME.trace.jsonl")
    try FileManager.default.copyItem(atPath: story, toPath: odd)
    let result = try Program.run(["shrink", odd, "--until", "stallBegan"])
    let line = try #require(result.lines.first { $0.hasPrefix("replay ") })
    let command = line.dropFirst("replay ".count).drop { $0 == " " }.dropFirst("tapedeck ".count)
    #expect(try Program.shell("\"$TAPEDECK\" \(command)").exit == 0, "\(line)")
  }

  @Test("An unknown word is a usage error with the nearest one, so is the trace as output; garbage is damage")
  func wrong() throws {
    let result = try Program.run(["shrink", story, "--until", "stalBegan"])
    #expect(result.exit == 2)
    #expect(result.errors.contains("The nearest is 'stallBegan'"))
    #expect(try Program.run(["shrink", story, "--output", story]).exit == 2)
    #expect(try Program.run(["shrink", try fixture.write("garbage", to: "garbage")]).exit == 3)
  }

  @Test("A word of a goal matches a whole value, or a field and its value: 'io' does not match 'position'")
  func wholeWords() throws {
    func shrink(_ goal: String) throws -> ProgramResult {
      try Program.run(["shrink", story, "--until", goal, "--output", fixture.file("small.trace.jsonl")])
    }
    #expect(try shrink("failed io").exit == 0)
    #expect(try shrink("failed failure=io").exit == 0)
    #expect(try shrink("failed detail=104").exit == 0)
    // A part of a value does not match.
    let never = try shrink("failed detail=10")
    #expect(never.exit == 1 && never.errors.contains("'failed detail=10' is never reported"))
    #expect(try shrink("failed connect").exit == 1)
    #expect(try shrink("playbackStateChanged stalled").exit == 0)
  }

  @Test(
    "An unknown word is a usage error, with the nearest one",
    arguments: [
      ("failed ioo", "no field of failed can be 'ioo'. The nearest is 'io'"), ("failed playing", "no field of failed"),
      ("failed kind=io", "failed has no field 'kind'"), ("failed failure=stuckSeking", "The nearest is 'stuckSeeking'"),
      ("failed detail=x", "Expected a whole number"), ("seek", "It is an input"),
    ])
  func wrongWords(_ goal: String, _ says: String) throws {
    for file in [story, try fixture.write("scenario: A\nmedia: {duration: 1 s}", to: "a.yaml")] {
      let result = try Program.run(["shrink", file, "--until", goal])
      #expect(result.exit == 2 && result.errors.contains(says), "\(result.errors)")
    }
  }

  @Test("A shrunk scenario reads like the original without what was left out")
  func ownWords() throws {
    let file = try fixture.write(
      """
      # From the field.
      scenario: Two answers of 503   # seen twice
      settings: {retryLimit: 3, retryDelayKind: 1, retryDelay: 1 s, seekTimeout: 9 s}
      media: {duration: 1 min, audio: [en, de]}
      steps:
        # The server is down.
        - server answers 503 to the next 2 openings   # both
        - play
        - at 20 s: mute
        - at 25 s: unmute
      expect:
        # Never seen.
        - retryScheduled with attempt 3   # the third
        - playing
        - ended
      until: 30 s
      """, to: "retry.yaml")
    let result = try Program.run(["shrink", file])
    #expect(result.exit == 0, "\(result.errors)")
    let text = try fixture.text("retry.shrunk.yaml")
    #expect(text.hasPrefix("# From the field.\nscenario: Two answers of 503   # seen twice\n"))
    #expect(text.contains("  # Never seen.\n  - retryScheduled with attempt 3   # the third\n"))
    #expect(!text.contains("- playing") && !text.contains("- ended") && !text.contains("mute"))
    #expect(!text.contains("fault:") && !text.contains("seekTimeout"))
    if text.contains("server") { #expect(text.contains("  # The server is down.\n  - server answers 503 to the next")) }
    let played = try Program.run(["simulate", fixture.file("retry.shrunk.yaml")])
    #expect(played.exit == 1 && played.output.contains("retryScheduled with attempt 3"))
  }
}
