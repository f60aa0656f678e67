@testable import PlayerCore
import Testing

@Suite("The digest represents the state")
struct DigestTests {
  @Test("equal states have equal digests, and different states different ones")
  func equalStatesEqualDigests() {
    let players = Situation.allCases.map(\.harness.player)
    for a in players {
      for b in players { #expect((a == b) == (a.digest == b.digest)) }
    }
    #expect(Set(players).count > 10)
  }

  @Test("every field of the state is visited: changing one changes the digest")
  func everyFieldCounts() {
    var player = Player()
    var saving = Saver()
    player.visitState(&saving)
    let digest = player.digest
    for index in saving.values.indices {
      var values = saving.values
      values[index] = values[index] == 1 ? 0 : 1
      var changed = Player()
      var restoring = Restorer(values: values[...])
      changed.visitState(&restoring)
      // A setting clamps its value, which may undo the change; any other field must show it.
      if changed != player { #expect(changed.digest != digest) }
    }
    #expect(saving.values.count > 150)
  }

  private struct Saver: StateVisitor {
    var values: [Int64] = []
    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      values.append(value.wireValue)
    }
  }

  private struct Restorer: StateVisitor {
    var values: ArraySlice<Int64>
    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      value = values.popFirst().flatMap(Value.init(wireValue:)) ?? .placeholder
    }
  }
}
