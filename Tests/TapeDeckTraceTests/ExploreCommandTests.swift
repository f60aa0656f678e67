import Foundation
import PlayerTesting
import ReducerTesting
import Testing

@testable import tapedeck

@Suite("tapedeck explore")
struct ExploreCommandTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func explore(_ arguments: String...) throws -> ProgramResult { try Program.run(["explore"] + arguments) }
  private func outline(_ arguments: String...) throws -> ProgramResult {
    try Program.run(["explore", "--no-monitor"] + arguments)
  }

  @Test("A scope in which everything holds: a table of its states, and exit code 0")
  func clean() throws {
    let result = try explore("basic")
    #expect(result.exit == 0)
    #expect(result.errors == "")
    #expect(result.lines.count == 3)
    #expect(result.lines[1].contains(/^basic +[\d,]+ .* complete$/), "\(result.output)")
    #expect(result.lines[2].hasSuffix(" with every property"))
  }

  @Test("--json gives one object for each scope, equal with one thread and three except for time and memory")
  func json() throws {
    let one = try explore("basic", "--workers", "1", "--json").object()
    let several = try explore("basic", "--workers", "3", "--json").object()
    #expect(
      Set(one.keys) == [
        "scope", "end", "states", "transitions", "depth", "deadEnds", "mostOutputs", "peakBytes", "milliseconds",
        "stuck", "monitored",
      ])
    for key in one.keys where key != "milliseconds" && key != "peakBytes" {
      #expect("\(one[key] ?? "")" == "\(several[key] ?? "")", "\(key)")
    }
    #expect(one["end"] as? String == "complete" && one["stuck"] as? Int == 0)
    let two = try explore("basic", "seeking", "--depth", "3", "--json")
    #expect(two.lines.count == 2 && two.lines.allSatisfy { $0.contains("\"end\":\"depth\"") })
  }

  @Test("--help shows options, exit codes and examples; --list names every scope")
  func help() throws {
    let help = try explore("--help")
    #expect(help.exit == 0)
    for text in ["EXAMPLES", "EXIT CODES", "--checkpoint", "--resume", "--no-monitor", "--output", "--write-expected"] {
      #expect(help.output.contains(text), "\(text)")
    }
    let list = try explore("--list")
    for name in ["basic", "replacing", "live", "wide"] { #expect(list.output.contains("\(name) "), "\(name)") }
  }

  @Test(
    "Invalid arguments: exit code 2, what was found and what is valid",
    arguments: [
      (["nowhere"], "no scope \"nowhere\""), (["basic", "--depth", "0"], "--depth 0"),
      (["basic", "--states", "0"], "--states 0"), (["basic", "--workers", "0"], "--workers 0"),
      (["basic", "--memory", "much"], "--memory"), (["basic", "seeking", "--checkpoint", "x"], "--checkpoint"),
      (["--resume", "x"], "--resume"),
    ])
  func wrongUsage(arguments: [String], text: String) throws {
    let result = try Program.run(["explore"] + arguments)
    #expect(result.exit == 2, "\(result.output)")
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  @Test("An exploration that stops at a bound resumes from its checkpoint, to the same end")
  func resumed() throws {
    let file = fixture.file("seeking.checkpoint")
    let whole = try outline("seeking", "--json").object()
    let first = try outline("seeking", "--depth", "8", "--checkpoint", file, "--json").object()
    #expect(first["end"] as? String == "depth")
    let rest = try outline("seeking", "--resume", file, "--json").object()
    for key in ["end", "states", "transitions", "depth", "mostOutputs", "stuck"] {
      #expect("\(rest[key] ?? "")" == "\(whole[key] ?? "")", "\(key)")
    }
    let other = try explore("basic", "--resume", file)
    #expect(other.exit == 3)
    #expect(other.errors.contains("found \"scope seeking") && other.errors.contains("expected \"scope basic"))
    let torn = try fixture.write("TapeDeckexplore1", to: "torn.checkpoint")
    #expect(try explore("seeking", "--resume", torn).errors.contains("torn.checkpoint: byte "))
    #expect(try explore("seeking", "--resume", fixture.file("none")).exit == 2)
    #expect(try explore("basic", "--checkpoint", "/no/such/folder/file").exit == 2)
  }

  @Test("All properties are checked at every step, unless that is disabled")
  func monitored() throws {
    let object = try explore("basic", "--json").object()
    #expect(object["monitored"] as? Int == object["transitions"] as? Int)
    #expect(try outline("basic", "--json").object()["monitored"] == nil)
  }

  @Test("An unexpected number of states is reported, with both numbers and how to write the table")
  func otherStates() throws {
    func outcome(of scope: PlayerScope) throws -> ExplorationOutcome {
      try ExplorationRun(bounds: ExplorationBounds(), checkpoint: nil, resume: nil, monitors: false).explore(scope)
    }
    #expect(try outcome(of: .basic).complaint == nil)
    var smaller = PlayerScope.basic
    smaller.steps = [.load, .opened]
    let complaint = try #require(try outcome(of: smaller).complaint)
    #expect(complaint.hasPrefix("basic: ") && complaint.contains("expected 1"), "\(complaint)")
    #expect(complaint.contains("--write-expected Sources/PlayerTesting/Player/Scopes/PlayerScope+Expected.swift"))
    // At a bound the number of states is unknown.
    var bounds = ExplorationBounds()
    bounds.depth = 1
    let bounded = ExplorationRun(bounds: bounds, checkpoint: nil, resume: nil, monitors: false)
    #expect(try bounded.explore(smaller).complaint == nil)
  }

  @Test("The table of expected states can be written: explored scopes are updated, the others stay")
  func expectedStates() throws {
    let file = fixture.file("Expected.swift")
    #expect(try outline("basic", "--write-expected", file).exit == 0)
    let text = try fixture.text("Expected.swift")
    #expect(text == ExpectedStates.text(PlayerScope.expectedStates))
    #expect(text.contains("    \"basic\": "))
    #expect(try outline("basic", "--write-expected", "/no/such/folder/file").exit == 2)
  }

  @Test("If standard error is no terminal, nothing is printed, except plain lines with --progress")
  func progress() throws {
    #expect(try outline("segments", "--states", "20000").errors == "")
    let told = try Program.untilItSpeaks(["explore", "wide", "--no-monitor", "--progress", "0.01"])
    #expect(told.errors.contains(/wide: [\d ,]+ states, depth \d+/), "\(told.errors)")
    #expect(!told.errors.contains("\r"))
    #expect(try outline("basic", "--progress", "0").exit == 2)
  }
}
