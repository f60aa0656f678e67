import Foundation
import Testing

@Suite("tapedeck fuzz")
struct FuzzCommandTests {
  private let fixture: Fixture
  fileprivate let folder: String

  init() throws {
    fixture = try Fixture()
    folder = fixture.file("found")
  }

  private func fuzz(_ arguments: String...) throws -> ProgramResult {
    try Program.run(["fuzz", "--seeds", "0..<40", "--length", "30", "--output", folder] + arguments)
  }

  @Test("Sessions in which everything holds: exit code 0, and how to continue")
  func clean() throws {
    let result = try fuzz()
    #expect(result.exit == 0, "\(result.output)")
    #expect(result.errors.contains("nothing found: 40 sessions"))
    #expect(result.errors.contains("continue with --seeds '40..<80'"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("The same seeds give the same digest, on one core and on several")
  func deterministic() throws {
    let one = try fuzz("--json", "--workers", "1").object()
    let several = try fuzz("--json", "--workers", "3").object()
    #expect(one["digest"] as? String == several["digest"] as? String)
    #expect(one["steps"] as? Int == several["steps"] as? Int)
    #expect(
      Set(one.keys) == [
        "kind", "model", "seeds", "length", "sessions", "steps", "findings", "fixed", "digest", "behaviour",
        "vocabulary", "stopped",
      ])
    let others = try Program.run(["fuzz", "--seeds", "40..<80", "--length", "30", "--json"]).object()
    #expect(others["digest"] as? String != one["digest"] as? String)
  }

  @Test("Stored sessions run first: one that breaks nothing any more is reported or deleted; a broken file is damage")
  func stored() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/plays-although-paused-0123456789abcdef.trace.jsonl"
    try FileManager.default.copyItem(atPath: try fixture.story(), toPath: path)
    #expect(try fuzz().errors.contains("no longer breaks anything (--remove-fixed deletes it)"))
    #expect(try fuzz("--json", "--no-corpus").object()["fixed"] as? Int == 0)
    #expect(try fuzz("--remove-fixed").exit == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    // A file name must not move the cursor.
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder + "/a\u{1B}[2J.trace.jsonl"))
    let damaged = try fuzz()
    #expect(damaged.exit == 3 && damaged.errors.contains("a [2J.trace.jsonl:"))
    #expect(!damaged.errors.contains("\u{1B}"))
  }

  @Test("A stored world session runs first, and the scenario and trace of its finding are named")
  func world() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/watchdog-bites-0123456789abcdef.world.yaml"
    try Data(Self.slow.utf8).write(to: URL(fileURLWithPath: path))
    let result = try fuzz("--model", "world", "--property", "watchdog-bites", "--json")
    #expect(result.exit == 1, "\(result.errors)")
    let line = try #require(result.lines.first)
    let finding = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(finding["property"] as? String == "watchdog-bites" && finding["file"] as? String == path)
    let (trace, scenario) = (try #require(finding["trace"] as? String), try #require(finding["scenario"] as? String))
    #expect(finding["replay"] as? String == "tapedeck simulate --check \(scenario)")
    #expect(try Program.run(["replay", "--complete", trace]).exit == 0)
    let check = try Program.run(["simulate", "--check", scenario])
    #expect(check.exit == 1 && check.output.contains("watchdog-bites does not hold"))
    let text = try fuzz("--model", "world", "--property", "watchdog-bites")
    #expect(text.output.contains("Replay:   tapedeck simulate --check \(folder)/watchdog-bites-"))
    // The player model ignores world sessions.
    #expect(try fuzz().exit == 0)
    // For another property the session breaks nothing, as after a fix.
    #expect(try fuzz("--model", "world", "--property", "never-plays", "--remove-fixed").exit == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private static let slow = """
    scenario: Slow
    load: no
    media: [{duration: 60 s}, {duration: 60 s}]
    engine: {open: 35 s, start: 0, pause: 0, seek: 0, close: 0}
    steps:
      - {command: load, item: 1, autoplay: yes}
    until: 40 s
    """

  @Test("An unshrunk session is shrunk by the next run, and the small session replaces it")
  func unshrunk() throws {
    let path = try storeUnshrunk(steps: 0)
    let result = try fuzz("--model", "world", "--property", "watchdog-bites", "--json")
    #expect(result.exit == 1, "\(result.errors)")
    let line = try #require(result.lines.first)
    let finding = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(finding["file"] as? String == path && finding["verdict"] as? String == "minimal")
    let scenario = try #require(finding["scenario"] as? String)
    #expect(!scenario.contains("unshrunk") && FileManager.default.fileExists(atPath: scenario))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect((finding["stepNumbers"] as? [Any])?.count == finding["shrunkSteps"] as? Int)
  }

  /// Stores an unshrunk finding of the world model, with this many additional steps that change nothing.
  fileprivate func storeUnshrunk(steps: Int) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/watchdog-bites-0123456789abcdef.unshrunk.world.yaml"
    let more = (0..<steps).map { "  - at \(100 + $0 * 7) s: seek to \($0 % 50) s" }.joined(separator: "\n")
    let text = Self.slow.replacing("until: 40 s", with: steps == 0 ? "until: 40 s" : more + "\nuntil: 80000 s")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("--findings limits the findings that are distinguished, and --progress sets the progress interval")
  func options() throws {
    for wrong in [["--findings", "0"], ["--findings", "65"], ["--progress", "0"], ["--progress", "x"]] {
      #expect(try Program.run(["fuzz"] + wrong).exit == 2, "\(wrong)")
    }
    let told = try Program.untilItSpeaks(
      ["fuzz", "--seeds", "0..<1000000000000", "--no-corpus", "--output", folder, "--progress", "0.01"])
    #expect(told.exit == 130)
    #expect(told.errors.contains(/player: [\d ,]+ sessions/), "\(told.errors)")
    #expect(!told.errors.contains("\r"))
    #expect(try Program.run(["fuzz", "--help"]).output.contains("unshrunk"))
  }

  @Test("A foreign scenario among the stored worlds is damage, with what does not belong in it")
  func foreign() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/mine.world.yaml"
    try Data("scenario: Mine\nmedia: {duration: 5 s}\nsteps: [play]\n".utf8).write(to: URL(fileURLWithPath: path))
    let result = try fuzz("--model", "world")
    #expect(result.exit == 3)
    #expect(result.errors.contains("mine.world.yaml: something is loaded before the first step"))
  }

  @Test("The suggested continuation ends with the last seed")
  func lastSeeds() throws {
    func fuzz(_ seeds: String) throws -> ProgramResult {
      try Program.run(["fuzz", "--seeds", seeds, "--length", "5", "--no-corpus", "--output", folder])
    }
    let last = try fuzz("18446744073709551600..<18446744073709551615")
    #expect(last.exit == 0 && last.errors.contains("15 sessions"), "\(last.errors)")
    #expect(last.errors.contains("there are no further seeds"))
    let before = try fuzz("18446744073709551590..<18446744073709551610")
    #expect(before.errors.contains("continue with --seeds '18446744073709551610..<18446744073709551615'"))
  }

  @Test("Invalid seeds are usage errors", arguments: ["5..<5", "x", "9..<1", "-1", "1..", "18446744073709551615"])
  func seeds(_ argument: String) throws {
    #expect(try Program.run(["fuzz", "--seeds", argument]).exit == 2)
  }
}

/// The signal must come before the work is done.
@Suite("tapedeck fuzz, interrupted")
struct FuzzRealTimeTests {
  @Test(
    "Ctrl-C stops shrinking: the finding so far is reported, and stored for the next run", arguments: ["INT", "TERM"])
  func interrupted(signal: String) throws {
    let commands = try FuzzCommandTests()
    _ = try commands.storeUnshrunk(steps: 10_000)
    let result = try Program.interrupt(
      [
        "fuzz", "--model", "world", "--seeds", "0", "--length", "5", "--property", "watchdog-bites", "--output",
        commands.folder,
      ], signal)
    #expect(result.exit == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("stopped)"), "\(result.output)")
    #expect(result.output.contains("(not yet shrunk: the next run continues with it)"))
    let stored = try FileManager.default.contentsOfDirectory(atPath: commands.folder)
      .filter { $0.hasSuffix(".world.yaml") }
    #expect(stored.count == 1 && stored.allSatisfy { $0.contains(".unshrunk.") }, "\(stored)")
  }
}
