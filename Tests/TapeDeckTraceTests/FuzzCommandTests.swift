import Foundation
import Testing

@Suite("tapedeck fuzz")
struct FuzzCommandTests {
  private let fixture: Fixture
  private let folder: String

  init() throws {
    fixture = try Fixture()
    folder = fixture.file("found")
  }

  private func fuzz(_ arguments: String...) throws -> ProgramResult {
    try Program.run(["fuzz", "--seeds", "0..<40", "--length", "30", "--output", folder] + arguments)
  }

  @Test("Sessions in which everything holds: exit code 0, and how to go on")
  func clean() throws {
    let result = try fuzz()
    #expect(result.exit == 0, "\(result.output)")
    #expect(result.errors.contains("nothing found: 40 sessions"))
    #expect(result.errors.contains("go on with --seeds '40..<80'"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("The same seeds give the same digest, on one core and on several")
  func deterministic() throws {
    let one = try fuzz("--json", "--workers", "1", "--marks").object()
    let several = try fuzz("--json", "--workers", "3", "--marks").object()
    #expect(one["digest"] as? String == several["digest"] as? String)
    #expect(one["steps"] as? Int == several["steps"] as? Int && one["marks"] as? Int == several["marks"] as? Int)
    #expect(
      Set(one.keys) == [
        "kind", "model", "seeds", "length", "sessions", "steps", "findings", "fixed", "marks", "digest", "behaviour",
        "vocabulary", "stopped",
      ])
    let others = try Program.run(["fuzz", "--seeds", "40..<80", "--length", "30", "--json"]).object()
    #expect(others["digest"] as? String != one["digest"] as? String)
  }

  @Test("Stored sessions are run first: one that breaks nothing any more is told, or deleted; a damaged one is damage")
  func stored() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/plays-although-paused-0123456789abcdef.trace.jsonl"
    try FileManager.default.copyItem(atPath: try fixture.story(), toPath: path)
    #expect(try fuzz().errors.contains("breaks nothing any more (--remove-fixed)"))
    #expect(try fuzz("--json", "--no-corpus").object()["fixed"] as? Int == 0)
    #expect(try fuzz("--remove-fixed").exit == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try fuzz().exit == 3)
  }

  @Test("Seeds that are none are usage", arguments: ["5..<5", "x", "9..<1", "-1", "1..", "18446744073709551615"])
  func seeds(_ argument: String) throws {
    #expect(try Program.run(["fuzz", "--seeds", argument]).exit == 2)
  }
}
