@testable import PlayerCore
import Testing

@Suite("The digest stands for the state")
struct DigestTests {
  @Test("equal states have equal digests, and different states different ones")
  func equalStatesEqualDigests() {
    Sessions.play(120, from: 500_000) { step in
      let isKept = (step.before == step.after) == (step.before.digest == step.after.digest)
      #expect(isKept, "\(step.place)")
      return isKept
    }
  }

  @Test("two runs of the same session end with the same digest")
  func twoRuns() {
    func digests() -> [UInt64] {
      var digests: [UInt64] = []
      Sessions.play(40, from: 510_000) { step in
        digests.append(step.after.digest)
        return true
      }
      return digests
    }
    #expect(digests() == digests())
  }

  @Test("visiting writes nothing, and what is visited rebuilds a player without tables")
  func visitingRebuilds() {
    Sessions.play(120, from: 520_000) { step in
      guard step.after.isRestorable else { return false }
      var source = step.after
      var saving = Saver()
      source.visitState(&saving)
      var copy = Player()
      var restoring = Restorer(values: saving.values[...])
      copy.visitState(&restoring)
      let isKept = source == step.after && copy == step.after
      #expect(isKept, "\(step.place)")
      return isKept
    }
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
      // A setting moves a value into its range; anything else has to show.
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
