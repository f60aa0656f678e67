import PlayerCore
import PlayerSimulation
import PlayerTesting
import Testing

@Suite("A world as a model under test")
struct WorldModelTests {
  @Test("sessions with and without faults keep every property and come to a good end", arguments: [false, true])
  func campaign(hasFaults: Bool) {
    var model = WorldModel()
    model.faults = hasFaults
    for seed in 0..<UInt64(60) {
      let (session, finding) = model.explore(seed: seed, length: 25)
      guard let finding else { continue }
      let script = session.steps.prefix(finding.stepCount).map(model.describe).joined(separator: "\n")
      Issue.record("seed \(seed): \(finding.breach)\n\(model.describe(session.setup))\n\(script)")
    }
  }

  private static let load = WorldStep(
    .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)), at: .zero)

  @Test("who gives a player no time finds that it never plays")
  func neverPlays() {
    var model = WorldModel()
    let session = Session(WorldSetup(latency: .seconds(1)), [Self.load])
    #expect(model.run(session) == nil)
    model.patience = .zero
    #expect(model.run(session)?.breach.property == "never-plays")
  }

  @Test("an engine slower than the time-outs is bitten by a watchdog, and a fault is its excuse")
  func watchdog() {
    let model = WorldModel()
    let wait = WorldStep(.wait, at: .seconds(40))
    let slow = WorldSetup(latency: .seconds(35))
    #expect(model.run(Session(slow, [Self.load, wait]))?.breach.property == "watchdog-bites")
    let excuse = WorldStep(.fault(.openHangs(count: 1)), at: .zero)
    #expect(model.run(Session(slow, [excuse, Self.load, wait])) == nil)
  }

  @Test("faults are forgiven once they are over: a network that comes back, an engine that answers again")
  func healing() {
    let model = WorldModel()
    for fault in [EngineFaultCase.outage, .openHangs, .openFails, .seekHangs] {
      let steps = [
        Self.load, WorldStep(.fault(fault.fault), at: .seconds(1)),
        WorldStep(.command(.seek(.at(.seconds(40)))), at: .seconds(2)),
        WorldStep(.command(.reload(item: .none, flush: true)), at: .seconds(5)),
      ]
      #expect(model.run(Session(WorldSetup(player: PlayerSetup(.standard)), steps)) == nil, "\(fault)")
    }
  }
}

private enum EngineFaultCase: CaseIterable {
  case outage, openHangs, openFails, seekHangs

  var fault: EngineFault {
    switch self {
    case .outage: .outage
    case .openHangs: .openHangs(count: 1)
    case .openFails: .openFails(Failure(.connect), after: .zero, count: 2)
    case .seekHangs: .seekHangs(count: 1)
    }
  }
}
