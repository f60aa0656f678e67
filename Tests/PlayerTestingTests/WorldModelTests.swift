import PlayerCore
import PlayerSimulation
@testable import PlayerTesting
import ReducerTesting
import Testing

@Suite("A world as a model under test")
struct WorldModelTests {
  @Test("sessions with and without faults keep every property and end well", arguments: [false, true])
  func campaign(hasFaults: Bool) {
    var model = WorldModel()
    model.faults = hasFaults
    for seed in 0..<UInt64(60) {
      let (session, finding) = model.explore(seed: seed, length: 25)
      guard let finding else { continue }
      let script = session.steps.prefix(finding.stepCount).map(model.describe).joined(separator: "\n")
      Issue.record("seed \(seed): \(finding.violation)\n\(model.describe(session.setup))\n\(script)")
    }
  }

  /// A sleep excuses no watchdog.
  @Test("now and then the host sleeps, at any moment of a session without faults")
  func sleeps() {
    var model = WorldModel()
    model.faults = false
    var lengths: Set<TimeSpan> = []
    for seed in 0..<UInt64(300) {
      let (session, finding) = model.explore(seed: seed, length: 25)
      for case .sleep(let span) in session.steps.map(\.event) { lengths.insert(span) }
      guard let finding else { continue }
      let script = session.steps.prefix(finding.stepCount).map(model.describe).joined(separator: "\n")
      Issue.record("seed \(seed): \(finding.violation)\n\(model.describe(session.setup))\n\(script)")
    }
    #expect(lengths.count == 4)
  }

  private static let load = WorldStep(
    .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)), at: .zero)

  @Test("a model without patience finds that a player never plays")
  func neverPlays() {
    var model = WorldModel()
    let session = Session(WorldSetup(latency: .seconds(1)), [Self.load])
    #expect(model.run(session) == nil)
    model.patience = .zero
    #expect(model.run(session)?.violation.property == "never-plays")
  }

  @Test("a watchdog fires on an engine slower than the time-outs, unless a fault excuses it")
  func watchdog() {
    let model = WorldModel()
    let wait = WorldStep(.wait, at: .seconds(40))
    let slow = WorldSetup(latency: .seconds(35))
    #expect(model.run(Session(slow, [Self.load, wait]))?.violation.property == "watchdog-bites")
    let excuse = WorldStep(.fault(.openHangs(count: 1)), at: .zero)
    #expect(model.run(Session(slow, [excuse, Self.load, wait])) == nil)
  }

  @Test("faults break nothing once they are over: the network returns, the engine answers again")
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

  // MARK: Each law of a world can fail

  /// A minute of audio that has played for two seconds; 320 seconds after ``WorldModel/finish(_:)`` begins, its pause
  /// has rested, and 60 seconds later its stop.
  private static func playing(_ model: WorldModel) -> WorldModel.State {
    var state = model.begin(WorldSetup())
    #expect(model.take(load, in: &state) == nil)
    #expect(model.take(WorldStep(.wait, at: .seconds(2)), in: &state) == nil)
    return state
  }

  /// What the end of a session finds after a command that the model does not know about.
  private static func finding(
    of command: Command, after span: TimeSpan, _ prepare: (inout WorldModel.State) -> Void = { _ in }
  ) -> String? {
    let model = WorldModel()
    var state = playing(model)
    prepare(&state)
    state.world.plan(command, at: state.world.now + span)
    return model.finish(&state)?.property
  }

  @Test("a player that plays during the rest after a pause never rests")
  func neverRests() { #expect(Self.finding(of: .play, after: .seconds(305)) == "never-rests") }

  @Test("a player that rests and still waits for a deadline breaks deadline-at-rest")
  func deadlineAtRest() {
    // Reopens slowly at the very end of the rest: the position is the same, but a time-out runs.
    let found = Self.finding(of: .reload(item: .none, flush: true), after: .seconds(320) + .microseconds(-1)) { state in
      state.world.inject(.openIsSlow(by: .seconds(1), count: 1))
    }
    #expect(found == "deadline-at-rest")
  }

  @Test("a landing whose report was lost may be awaited beyond the model's patience; without a fault it may not")
  func lostLandingReport() {
    var model = WorldModel(properties: PlayerPropertySet(ids: ["deadline-at-rest"]))
    model.patience = .seconds(60)
    let forever = PlayerSetup.Change(.seekTimeout, TimeSpan.seconds(2_000_000).microseconds)
    for isExcused in [true, false] {
      var state = model.begin(WorldSetup(player: PlayerSetup(changes: [forever])))
      #expect(model.take(Self.load, in: &state) == nil)
      #expect(model.take(WorldStep(.wait, at: .seconds(2)), in: &state) == nil)
      state.world.inject(.reportsAreLost(.seekCompleted, count: 1))
      state.hasFaults = isExcused
      #expect(model.take(WorldStep(.command(.seek(.at(.seconds(40)))), at: .seconds(2)), in: &state) == nil)
      #expect(model.finish(&state)?.property == (isExcused ? nil : "deadline-at-rest"))
    }
    // The excuse applies to landings, not to an opening.
    let found = Self.finding(of: .reload(item: .none, flush: true), after: .seconds(320) + .microseconds(-1)) { state in
      state.hasFaults = true
      state.world.inject(.openIsSlow(by: .seconds(1), count: 1))
    }
    #expect(found == "deadline-at-rest")
  }

  /// What the end of a session under `prxSource` finds, whose time-outs last an hour.
  private static func findingOfPatientPlayer(_ disturb: (inout WorldModel.State) -> Void) -> String? {
    let model = WorldModel(properties: PlayerPropertySet(ids: ["deadline-at-rest"]))
    var state = model.begin(WorldSetup(player: PlayerSetup(.prxSource)))
    // Otherwise the healing would be its first report of a network, and it would open again.
    #expect(model.take(WorldStep(.environment(.networkChanged(.wifi)), at: .zero), in: &state) == nil)
    #expect(model.take(load, in: &state) == nil)
    #expect(model.take(WorldStep(.wait, at: .seconds(2)), in: &state) == nil)
    disturb(&state)
    return model.finish(&state)?.property
  }

  private static let reloadBeside = Command.reload(item: .none, flush: false)

  @Test("a parallel opening whose report was lost may be awaited for an hour", arguments: [true, false])
  func lostOpeningReport(isExcused: Bool) {
    let found = Self.findingOfPatientPlayer { state in
      state.world.inject(.reportsAreLost(.opened, count: 1))
      state.hasFaults = isExcused
      #expect(WorldModel().take(WorldStep(.command(Self.reloadBeside), at: .seconds(2)), in: &state) == nil)
      #expect(WorldModel().take(WorldStep(.wait, at: .seconds(4)), in: &state) == nil)
    }
    #expect(found == (isExcused ? nil : "deadline-at-rest"))
  }

  @Test("a close whose report was lost may be awaited until its time-out", arguments: [true, false])
  func lostCloseReport(isExcused: Bool) {
    let model = WorldModel(properties: PlayerPropertySet(ids: ["deadline-at-rest", "left-open"]))
    let patient = PlayerSetup.Change(.closeTimeout, TimeSpan.seconds(3_600).microseconds)
    var state = model.begin(WorldSetup(player: PlayerSetup(changes: [patient])))
    state.world.inject(.reportsAreLost(.closed, count: 1))
    state.hasFaults = isExcused
    let reload = WorldStep(.command(.reload(item: .none, flush: true)), at: .seconds(2))
    for step in [Self.load, reload, WorldStep(.wait, at: .seconds(4))] { #expect(model.take(step, in: &state) == nil) }
    #expect(model.finish(&state)?.property == (isExcused ? nil : "deadline-at-rest"))
  }

  @Test("a wait that begins after the healing has no excuse, however long its time-out")
  func waitAfterHealing() {
    let openings = Self.findingOfPatientPlayer { state in
      state.hasFaults = true
      state.world.plan(Self.reloadBeside, at: state.world.now + .seconds(310))
      state.world.plan(.fault(.openIsSlow(by: .seconds(60), count: 1)), at: state.world.now + .seconds(309))
    }
    #expect(openings == "deadline-at-rest")
    let landings = Self.findingOfPatientPlayer { state in
      state.hasFaults = true
      state.world.plan(.seek(.at(.seconds(40))), at: state.world.now + .seconds(210))
      state.world.plan(.fault(.seekHangs(count: 1)), at: state.world.now + .seconds(209))
    }
    #expect(landings == "deadline-at-rest")
  }

  @Test("an opening after the last stop is left open")
  func leftOpen() {
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: false, opens: true)
    #expect(Self.finding(of: load, after: .seconds(370)) == "left-open")
  }

  @Test("an undisturbed session ends without such a finding")
  func comesToRest() {
    let model = WorldModel()
    var state = Self.playing(model)
    #expect(model.finish(&state) == nil)
  }

  @Test(
    "a playhead that differs from the engine's is untrue, also after the host has slept, unless a fault excuses it",
    arguments: [TimeSpan.zero, .seconds(60)])
  func positionUntrue(sleep: TimeSpan) {
    let model = WorldModel()
    var state = Self.playing(model)
    #expect(model.take(WorldStep(.sleep(sleep), at: .seconds(3)), in: &state) == nil)
    let slips = Instant.seconds(33) + sleep
    #expect(model.take(WorldStep(.fault(.slips(by: .seconds(7))), at: slips), in: &state) == nil)
    state.hasFaults = false
    #expect(model.take(WorldStep(.wait, at: slips + .milliseconds(1)), in: &state)?.property == "position-untrue")
  }

  @Test("a world with too many inputs at one instant is busy")
  func busy() {
    let model = WorldModel()
    var state = model.begin(WorldSetup())
    // With this limit, an opening already causes too many inputs at one instant.
    state.world.inputLimit = 2
    #expect(model.take(Self.load, in: &state) == nil)
    let wait = WorldStep(.wait, at: .seconds(2))
    #expect(model.take(wait, in: &state)?.property == "world-busy-at-one-instant")
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
