@testable import PlayerCore
import Foundation

/// One step of a random session.
struct Step {
  var seed: UInt64
  var input: Input
  var now: Instant
  var before: Player
  var after: Player
  var outputs: [Output]

  /// Says where a law was broken, so that the session can be run again.
  var place: String { "session \(seed), \(input) at \(now.microseconds)" }
}

/// Random sessions from fixed seeds. `TAPEDECK_SESSIONS` multiplies their number for a long search.
enum Sessions {
  static let factor = max(1, Int(ProcessInfo.processInfo.environment["TAPEDECK_SESSIONS"] ?? "") ?? 1)

  /// Plays `count` sessions of `length` inputs and hands every step to `visit`, which returns false to end a session.
  static func play(
    _ count: Int, length: Int = 50, extremesOnceIn: Int = 6, from firstSeed: UInt64 = 1,
    with configuration: Configuration? = nil, _ visit: (Step) throws -> Bool
  ) rethrows {
    var outputs = Outputs()
    for seed in firstSeed..<(firstSeed + UInt64(count * factor)) {
      var chaos = Chaos(seed: seed)
      chaos.extremesOnceIn = extremesOnceIn
      var player = Player(configuration: configuration ?? Chaos.configuration(seed: seed))
      for _ in 0..<length {
        let now = chaos.instant(for: player)
        let input = chaos.input(for: player)
        let before = player
        player.receive(input, at: now, into: &outputs)
        let step = Step(
          seed: seed, input: input, now: now, before: before, after: player, outputs: Array(outputs))
        if try !visit(step) { break }
      }
    }
  }
}
