import PlayerCore
import Testing

@testable import PlayerSimulation

@Suite("A step for every time")
struct ScenarioHandlerTests {
  private static func file(
    _ steps: [String], until end: String = "1 min", engine: String = "{start: 20 ms}"
  ) throws -> ScenarioFile {
    let lines = [
      "scenario: Handlers", "media: {duration: 3 s, audio: 128k}", "until: \(end)", "engine: \(engine)", "steps:",
      "  - play",
    ]
    return try ScenarioFile(text: (lines + steps.map { "  - \($0)" }).joined(separator: "\n") + "\n")
  }

  private static func commands(_ file: ScenarioFile) -> (commands: [Command], run: ScenarioRun) {
    var observer = Commands()
    let run = ScenarioRun(file.scenario, observer: &observer)
    return (observer.commands, run)
  }

  private struct Commands: ScenarioObserver {
    var commands: [Command] = []
    mutating func prepare(for event: WorldEvent, at instant: Instant) {}
    mutating func arrive(_ world: borrowing World) -> Bool { true }
    mutating func finish(_ world: World) {}
    mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
      if case .command(let command, _) = input { commands.append(command) }
      return true
    }
  }

  @Test("is done each time, and the rest of its list with it")
  func list() throws {
    let file = try Self.file(["on ended, every time: [mute, seek to the beginning, play]"], until: "20 s")
    let (commands, run) = Self.commands(file)
    #expect(run.isPassed, "\(run.failures.map(\.sentence))")
    let mutes = commands.count { $0 == .setMuted(true) }
    #expect(mutes >= 5)
    #expect(commands.count { $0 == .seek(.at(.zero)) } == mutes)
  }

  @Test("a time that comes while it is about to be done does not count")
  func delayed() throws {
    let file = try Self.file(["on playing, every time, after 10 s: mute", "at 1 s: [pause, play, pause, play]"])
    #expect(Self.commands(file).commands.count { $0 == .setMuted(true) } == 1)
  }

  @Test("steps that cause each other end with the run, over real media too")
  func endless() throws {
    let file = try Self.file(["on playing, every time: pause", "on paused, every time: play"], engine: "immediate")
    let (_, run) = Self.commands(file)
    #expect(run.failures.contains { $0.subject == .run })
    #expect(run.inputs == ScenarioLimit.inputs)
    var drive = ScenarioDrive(file.scenario, isLocal: true)
    #expect(drive.nextInstant == .zero)
    for _ in 0..<ScenarioLimit.inputs { _ = drive.hear(Outputs(), at: .zero) }
    #expect(drive.takeDue(at: .zero, Player()).isEmpty)
  }

  @Test("its words are read as they are written")
  func words() throws {
    let file = try Self.file(["on stalled, every time, after 2 s: pause", "then on playing, every time: mute"])
    let triggers = file.scenario.steps.map(\.trigger)
    #expect(triggers.dropFirst().allSatisfy { if case .on(_, 0, _, _) = $0 { true } else { false } })
    #expect(file.scenario.text.contains("on stalled, every time, after 2 s: pause"))
    #expect(try ScenarioFile(text: file.scenario.text).scenario.steps == file.scenario.steps)
  }
}
