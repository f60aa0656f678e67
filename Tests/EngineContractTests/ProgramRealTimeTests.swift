import EngineContract
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
private let silence = ["python3", folder.appending(path: "../../Sources/Hosts/pipe/silence.py").path()]

private func misbehaving(_ how: String) -> [String] {
  ["python3", folder.appending(path: "Support/misbehaving.py").path(), how]
}

private func certified(_ program: [String]) -> EngineUnderTest {
  EngineUnderTest(
    "program", clock: .real, media: [ContractMedia("silence:30", lasts: .seconds(30)), .missing("nothing")]
  ) { library in ProgramEngine(program, library: library) }
}

/// Opens an item, performs the commands, and returns the program's problem and its reports.
private func problem(_ program: [String], after commands: [EngineCommand]) -> (text: String?, events: [EngineEvent]) {
  let library = IdentifierTable()
  let engine = ProgramEngine(program, library: library, patience: .seconds(20))
  defer { engine.shutDown() }
  var events: [EngineReport] = []
  for command in [.open(item: library.item(for: "silence:2"), keepsBuffer: false)] + commands {
    engine.perform(command, epoch: Epoch(1), at: .zero)
  }
  for _ in 0..<3_000 {
    guard engine.problem == nil else { break }
    usleep(10_000)
  }
  engine.perform(.close, epoch: Epoch(1), at: .zero)
  engine.takeEvents(upTo: .zero, into: &events)
  return (engine.problem, events.map(\.event))
}

/// Programs have time limits on the machine's clock.
@Suite("Engine contract: engines in separate programs", .serialized)
struct ProgramRealTimeTests {
  @Test("an engine in Python keeps every rule that applies to it")
  func pythonEngineKeepsRules() {
    let report = certified(silence).certify(sessions: 6)
    #expect(report.isClean, "\(report)")
    #expect(report.counts[.seekAnswered, default: 0] > 0 && report.counts[.playAnswered, default: 0] > 0, "\(report)")
  }

  @Test("an engine that keeps moving after a seek is found")
  func moves() {
    // On a busy machine a session may first find a wrong start of playback: the next session then decides.
    let isFound = (0..<UInt64(30)).contains { seed in
      let report = certified(misbehaving("moves")).certify(sessions: 1, firstSeed: seed, shrinkBudget: 1)
      return report.findings.first?.rule == .seekRests
    }
    #expect(isFound)
  }

  @Test(
    "a program's mistake is reported, and everything that is open fails",
    arguments: [
      ("dies", "has ended (exit code 3)"),
      ("chatters", "has written Opening the file: record: expected '{', found 'Opening the file'"),
      ("invents", "e: expected the name of a report of an engine, found \"begun\""),
      ("unnamed", "a: expected a line that defines text 5 before it is used, found none"),
      ("floods", "has written a line of more than 1048576 bytes"),
      ("spaces", "has written a line of more than 1048576 bytes"),
    ])
  func reportsMistakes(how: String, expected: String) throws {
    let outcome = problem(misbehaving(how), after: [.play(rate: .normal)])
    let text = try #require(outcome.text)
    #expect(text.contains(expected), "\(text)")
    #expect(outcome.events.contains(.failed(Failure(.unknown))) && outcome.events.last == .closed)
  }

  @Test("a program that does not introduce itself, or does not exist, is unusable")
  func programsWithoutIntroduction() throws {
    let silent = ProgramEngine(misbehaving("silent"), library: IdentifierTable(), patience: .milliseconds(200))
    #expect(try #require(silent.problem).hasPrefix("has not introduced itself within"))
    let missing = ProgramEngine(["no-such-program-anywhere"], library: IdentifierTable())
    #expect(try #require(missing.problem).hasPrefix("has ended (exit code 127)"))
  }

  @Test("a program that does not read blocks nothing")
  func programThatNeverReads() {
    let library = IdentifierTable()
    let engine = ProgramEngine(misbehaving("deaf"), library: library)
    let command = EngineCommand.setVolume(left: 1_000, right: 1_000, isMuted: false)
    for _ in 0..<20_000 { engine.perform(command, epoch: Epoch(1), at: .zero) }
    #expect(engine.problem == nil && engine.identity == "deaf 1")
    engine.shutDown()
  }
}
