@testable import PlayerCore
import Testing

@Suite("Every input, with every extreme number, in every situation")
struct ExtremeTests {
  static let numbers: [Int64] = [
    .min, .min + 1, .min / 2, -2_147_483_648, -1, 0, 1, 2_147_483_647, 4_294_967_295, .max / 2, .max - 1, .max,
  ]

  @Test(
    "has a defined result, obeys the drive's transition table, and survives the wire (BugZoo.md#12, BugZoo.md#13)",
    arguments: Situation.allCases)
  func everyInputIsHandled(situation: Situation) {
    let player = situation.harness.player
    var outputs = Outputs()
    var taken = 0
    for kind in Vocabulary.inputs {
      for number in Self.numbers {
        guard let input = Self.input(kind, number, of: player) else { continue }
        taken += 1
        #expect(Input(input.message) == input)
        for now in [player.clock, .never] {
          // Debug builds check the invariants at the end of each step.
          var after = player
          after.receive(input, at: now, into: &outputs)
          let (from, to) = (player.transport.drive, after.transport.drive)
          #expect(from == to || from.canBecome(to), "\(from) to \(to) by \(input)")
          #expect(outputs.count <= Outputs.maximumPerInput)
          #expect(outputs.allSatisfy { Output($0.message) == $0 }, "\(input)")
          for instant in [Instant.never, .microseconds(.min)] { _ = after.position(at: instant) }
          #expect(after.seekableRange.lowerBound <= after.seekableRange.upperBound)
        }
      }
    }
    #expect(taken > 400)
  }

  /// An input whose fields all have this number, or 1 where it does not fit their type; reports belong to the current
  /// opening.
  private static func input(_ kind: Vocabulary.Kind, _ number: Int64, of player: Player) -> Input? {
    var message = WireMessage(code: kind.code)
    for field in kind.fields {
      let isOpening = "\(field.type.name)" == "epoch"
      message.put(isOpening ? Int64(player.epoch.rawValue) : number)
    }
    for place in kind.fields.indices where Input(message) == nil {
      var tame = WireMessage(code: kind.code)
      for index in 0..<message.count { tame.put(index == place ? 1 : message[index]) }
      message = tame
    }
    return Input(message)
  }
}
