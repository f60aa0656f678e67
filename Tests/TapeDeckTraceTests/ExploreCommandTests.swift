import Foundation
import Testing

@Suite("tapedeck explore")
struct ExploreCommandTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func explore(_ arguments: String...) throws -> ProgramResult { try Program.run(["explore"] + arguments) }

  @Test("A scope in which everything holds: its states in a table, and exit code 0")
  func clean() throws {
    let result = try explore("basic")
    #expect(result.exit == 0)
    #expect(result.errors == "")
    #expect(result.lines.count == 2)
    #expect(result.lines.last?.contains(/^basic +[\d,]+ .* complete$/) == true, "\(result.output)")
  }

  @Test("--json is one object for each scope, and the same with one thread and with three but for time and memory")
  func json() throws {
    let one = try explore("basic", "--workers", "1", "--json").object()
    let several = try explore("basic", "--workers", "3", "--json").object()
    #expect(
      Set(one.keys) == [
        "scope", "end", "states", "transitions", "depth", "deadEnds", "mostOutputs", "peakBytes", "milliseconds",
        "stuck",
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
    for text in ["EXAMPLES", "EXIT CODES", "--checkpoint", "--resume", "--monitor", "--output"] {
      #expect(help.output.contains(text), "\(text)")
    }
    let list = try explore("--list")
    for name in ["basic", "replacing", "live", "wide"] { #expect(list.output.contains("\(name) "), "\(name)") }
  }

  @Test(
    "Arguments that make no sense: exit code 2, what was found and what can be said",
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

  @Test("What stops at a bound goes on from its checkpoint, to the same end")
  func resumed() throws {
    let file = fixture.file("seeking.checkpoint")
    let whole = try explore("seeking", "--json").object()
    let first = try explore("seeking", "--depth", "8", "--checkpoint", file, "--json").object()
    #expect(first["end"] as? String == "depth")
    let rest = try explore("seeking", "--resume", file, "--json").object()
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

  @Test("--monitor looks at every step with all properties")
  func monitored() throws {
    let object = try explore("basic", "--monitor", "--json").object()
    #expect(object["monitored"] as? Int == object["transitions"] as? Int)
  }
}
