import PlayerCore
import Testing

@testable import PlayerTrace

/// Counts the values at the leaves of a value: what a complete list of fields must have.
private func leaves(_ value: Any, _ path: String) -> [String] {
  if value is any WireValue { return [path] }
  let mirror = Mirror(reflecting: value)
  // The machines stored apart, in an array of one.
  if path == "apart.storage" { return mirror.children.flatMap { leaves($0.value, "apart") } }
  // A table is not visited: the digest next to it stands for it.
  if mirror.displayStyle == .collection { return [] }
  if mirror.children.isEmpty { return [path] }
  return mirror.children.flatMap { leaves($0.value, "\(path).\($0.label ?? "?")") }
}

/// What follows from the rest, and is not visited.
private let derived: Set = [
  "nextDeadline", "nextSlot", "shown.rangeStart", "shown.rangeEnd", "shown.seekOrigin", "shown.seekTarget",
  "shown.seek", "shown.stallCount", "shown.effectiveRate", "shown.selectedSegment", "shown.state",
  "watched.isTouched", "apart.intervals.hasNewcomers",
]

@Suite struct StateTests {
  @Test func everyStoredPropertyIsVisited() {
    let visited = TraceVocabulary.current.state.map(\.name)
    #expect(Set(visited).count == visited.count)
    #expect(visited.filter { $0.hasPrefix("setting.") }.count == Setting.allCases.count)
    let stored = Mirror(reflecting: Player()).children.flatMap { leaves($0.value, $0.label ?? "?") }
    #expect(derived.isSubset(of: stored))
    // The one table that is visited, entry by entry, and what stands for the others: the next test changes them.
    let tables = ["setting.", "tracks.found.", "segments.list."]
    let names = visited.filter { name in !tables.contains { name.hasPrefix($0) } }
    #expect(names.count == stored.count - derived.count, "stored \(stored), visited \(names)")
  }

  @Test func anyChangedFieldChangesDigest() {
    let player = Player()
    let values = player.stateValues
    var seen: Set<UInt64> = [player.digest]
    for index in values.indices {
      for delta in [1, -1] as [Int64] {
        var changed = values
        changed[index] &+= delta
        var invalid: Int?
        let other = Player.with(stateValues: changed, invalid: &invalid)
        guard invalid == nil else { continue }
        #expect(other != player && other.stateValues == changed)
        #expect(seen.insert(other.digest).inserted, "\(TraceVocabulary.current.state[index].name)")
      }
    }
    #expect(seen.count > values.count)
  }

  @Test func stateRoundTripsThroughFields() {
    var random = Seeded(1)
    var player = Player()
    var outputs = Outputs()
    for step in 0..<3_000 as Range<Int64> {
      player.receive(randomInput(&random), at: .seconds(step), into: &outputs)
      var invalid: Int?
      let copy = Player.with(stateValues: player.stateValues, invalid: &invalid)
      #expect(copy.digest == player.digest && copy.isRestorable == player.isRestorable)
      if player.isRestorable { #expect(copy == player) }
      #expect(invalid == nil)
    }
  }
}
