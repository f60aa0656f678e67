import Foundation
import PlayerCore
import PlayerSimulation
import PlayerTrace
import ReducerTesting
import Testing

@testable import PlayerTesting

@Suite("Sessions of worlds in a corpus")
struct WorldStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "worlds-\(UUID().uuidString)")
    .path(percentEncoded: false)

  private static let load = WorldStep(
    .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)), at: .zero)
  /// An engine slower than the time-out.
  private static let slow = Session<WorldSetup, WorldStep>(
    WorldSetup(.film, otherMedia: .dvr, latency: .seconds(35)), [load, WorldStep(.wait, at: .seconds(40))])

  @Test("a drawn session can be written as a scenario, and reads back with the same inputs for the player")
  func roundTrip() throws {
    let model = WorldModel(properties: .none)
    let finding = Finding(PropertyViolation("some-property"), stepCount: 1)
    for seed in 0..<UInt64(40) {
      let (session, _) = model.explore(seed: seed, length: 20)
      let file = try model.encode(session, breaking: finding)
      let again = try model.decode(file, from: "test.world.yaml")
      #expect(again.setup.player.configuration == session.setup.player.configuration, "seed \(seed)")
      #expect(model.trace(of: again) == model.trace(of: session), "seed \(seed)")
      #expect(try model.encode(again, breaking: finding) == file, "seed \(seed)")
    }
  }

  @Test("a session that reads back differently is reported with the setting, setup or step that differs")
  func differences() {
    let model = WorldModel(properties: .none)
    var setup = WorldSetup(.film)
    setup.player.changes = [PlayerSetup.Change(.readTimeout, 5_000_000)]
    let steps = [Self.load, WorldStep(.wait, at: .seconds(3)), WorldStep(.command(.pause), at: .seconds(2))]
    let written = Session(setup, steps)
    // A step that is earlier than its predecessor happens together with it.
    let read = Session(setup, [steps[0], steps[1], WorldStep(.command(.pause), at: .seconds(3))])
    #expect(model.difference(of: read, from: written) == nil)
    func difference(_ change: (inout Session<WorldSetup, WorldStep>) -> Void) -> String {
      var other = read
      change(&other)
      return model.difference(of: other, from: written) ?? ""
    }
    #expect(
      difference { $0.setup.player.changes[0].value = 6_000_000 }
        == "its setting readTimeout is 5000000 and reads back as 6000000")
    #expect(difference { $0.setup.media = .jingle }.hasPrefix("its setup 'item 1 film"))
    #expect(
      difference { $0.steps[1].instant = .seconds(4) }
        == "its step 2, 'at 00:03.000  wait', reads back as 'at 00:04.000  wait'")
    #expect(
      difference { $0.steps[2].event = .command(.play) }
        == "its step 3, 'at 00:03.000  pause', reads back as 'at 00:03.000  play'")
    #expect(difference { $0.steps.removeLast() } == "its step 3, 'at 00:03.000  pause', reads back as 'nothing'")
    #expect(difference { $0.steps.append(Self.load) }.hasPrefix("after its last step 'at 00:00.000  load"))
  }

  @Test("a session played as a scenario gives the player the same inputs, except the healing")
  func sameInputs() throws {
    let model = WorldModel(properties: .none)
    for seed in 200..<UInt64(220) {
      let (session, _) = model.explore(seed: seed, length: 15)
      let scenario = WorldModel.scenario(of: session, name: "drawn")
      let played = try steps(ScenarioRun(scenario, trace: .text).trace)
      let taken = try steps(model.trace(of: session))
      #expect(!played.isEmpty && played.count < taken.count, "seed \(seed)")
      #expect(played.elementsEqual(taken.prefix(played.count)) { $0 == $1 }, "seed \(seed)")
    }
  }

  private func steps(_ trace: [UInt8]) throws -> [TraceStep] {
    var reader = try TraceReader(bytes: trace)
    var steps: [TraceStep] = []
    while let record = try reader.next() { if case .step(let step) = record { steps.append(step) } }
    return steps
  }

  @Test("a finding is stored as a scenario with its trace, runs first next time, and is deleted once repaired")
  func corpus() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let model = WorldModel()
    let finding = try #require(model.run(Self.slow))
    #expect(finding.violation.property == "watchdog-bites")
    let path = try #require(try Corpus(folder).store(Self.slow, breaking: finding, of: model))
    #expect(path.hasSuffix(".world.yaml"))
    let trace = try #require(model.companionPath(for: path))
    var reader = try TraceReader(path: trace)
    #expect(try TraceReplayer.replay(&reader).difference == nil)
    #expect(reader.header.note.hasPrefix("breaks watchdog-bites"))

    let entries = try Corpus(folder).run(model)
    #expect(entries.count == 1)
    guard case .failing(_, let again) = entries.first?.outcome else {
      Issue.record("\(entries)")
      return
    }
    #expect(again.violation == finding.violation)
    // The trace is not a session of a player.
    #expect(try Corpus(folder).run(PlayerModel()).isEmpty)
    // As if it were repaired.
    #expect(try Corpus(folder).run(model.allowing(["watchdog-bites"]), removingFixed: true).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("a checked scenario breaks the same property as its session, also at the end")
  func check() throws {
    let broken = ScenarioCheck(WorldModel.scenario(of: Self.slow, name: "slow"))
    #expect(broken.violation?.property == "watchdog-bites")
    var impatient = WorldModel()
    impatient.patience = .zero
    let session = Session<WorldSetup, WorldStep>(WorldSetup(latency: .seconds(1)), [Self.load])
    #expect(
      ScenarioCheck(WorldModel.scenario(of: session, name: "slow"), impatient).violation?.property == "never-plays")
    #expect(ScenarioCheck(WorldModel.scenario(of: session, name: "slow")).violation == nil)
  }

  @Test("a scenario that is not a session of a world is refused with its file and the reason")
  func refused() throws {
    let text = """
      scenario: Mine
      media: {duration: 20 s}
      steps:
        - on playing: pause
      """
    let error = #expect(throws: CorpusError.self) {
      try WorldModel().decode(Array(text.utf8), from: "mine.world.yaml")
    }
    #expect(error?.description.hasPrefix("mine.world.yaml: something is loaded before the first step") == true)
    let damaged = #expect(throws: CorpusError.self) {
      try WorldModel().decode(Array("steps: [play".utf8), from: "mine.world.yaml")
    }
    #expect(damaged?.description.hasPrefix("mine.world.yaml:") == true)
  }
}
