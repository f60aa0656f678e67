@testable import PlayerCore
@testable import PlayerTesting
import Testing

@Suite("A player that is restored from its canonical form")
struct BisimulationTests {
  @Test("goes on as the original does, whatever happens")
  func goesOn() {
    let model = PlayerModel()
    var compared = 0
    for seed in UInt64(900_000)..<900_300 {
      let session = model.explore(seed: seed, length: 60).session
      var player = Player(configuration: session.setup.configuration)
      var outputs = Outputs()
      for (number, step) in session.steps.enumerated() {
        // Instants that saturate have no distances.
        if step.instant > .seconds(1_000_000) { break }
        var lateness = 0
        while player.nextDeadline <= step.instant, lateness < 1_000 {
          lateness += 1
          guard Self.goesOn(.deadline, at: player.nextDeadline, &player, &outputs, &compared) else {
            Issue.record("seed \(seed), a deadline before step \(number)")
            return
          }
        }
        let input = step.resolved(player.facts, request: RequestID(UInt32(number) + 1))
        guard Self.goesOn(input, at: max(player.clock, step.instant), &player, &outputs, &compared) else {
          Issue.record("seed \(seed), step \(number): \(step)")
          return
        }
      }
    }
    #expect(compared > 5_000)
  }

  /// Takes the input, and lets a twin of the player take it, too. Whether both end up the same and say the same.
  private static func goesOn(
    _ input: Input, at now: Instant, _ player: inout Player, _ outputs: inout Outputs, _ compared: inout Int
  ) -> Bool {
    let before = player
    player.receive(input, at: now, into: &outputs)
    // An essence stands for a player with the same tables; a list that is changed may matter to what was forgotten.
    guard !changesTables(input) else { return true }
    var twin = before
    twin.restore(Essence(before))
    guard Essence(twin) == Essence(before), distance(before) == distance(twin) else { return false }
    var twinOutputs = Outputs()
    twin.receive(twin.translated(input, of: before), at: .zero + (now - before.clock), into: &twinOutputs)
    compared += 1
    return Essence(twin) == Essence(player) && outputs.map(\.code) == twinOutputs.map(\.code)
  }

  /// Instants that are further away than anybody lives are equally far: sums of them saturate.
  private static func distance(_ player: Player) -> TimeSpan {
    min(player.nextDeadline - player.clock, .seconds(1_000_000_000))
  }

  private static func changesTables(_ input: Input) -> Bool {
    switch input {
    case .command(.commitSegments, _), .command(.stageSegment, _), .command(.set, _), .command(.addPeriodicObserver, _),
      .command(.addBoundaryObserver, _), .command(.removeObserver, _), .environment(.wallClock):
      true
    default: false
    }
  }
}

extension Player {
  /// What happens to `original`, with the numbers of this player.
  fileprivate func translated(_ input: Input, of original: Player) -> Input {
    guard case .engine(var event, let epoch) = input else { return input }
    var number = epoch
    if !epoch.isNone { number = Epoch(epoch.rawValue &- original.epoch.rawValue &+ self.epoch.rawValue) }
    switch event {
    case .seekCompleted(let serial, let position, let isFinished):
      let mine = serial == original.seeking.inFlight ? seeking.inFlight : SeekSerial(77)
      event = .seekCompleted(mine, position: position, isFinished: isFinished)
    case .stillCaptured(let serial, let isCaptured):
      let mine = serial == original.presentation.stillSerial ? presentation.stillSerial : StillSerial(77)
      event = .stillCaptured(mine, isCaptured: isCaptured)
    default: break
    }
    return .engine(event, number)
  }
}
