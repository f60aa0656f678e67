import PlayerCore

/// Compares the states of two runs: instants relative to the clock; mere counters are not compared.
enum StateComparer {
  /// Fields whose numbers come from counting requests, openings or texts.
  private static let counters: Set<String> = [
    "clock", "loading.epoch", "loading.nextEpoch", "loading.request", "closing.newest", "seeking.serial",
    "seeking.inFlight", "seeking.request", "presentation.stillSerial", "presentation.stillRequest",
  ]
  private static let texts: Set<String> = [
    "loading.failure.text", "tracks.subtitleText", "tracks.preferred.audio", "tracks.preferred.video",
    "tracks.preferred.subtitle",
  ]

  static func fields(_ a: Player, _ b: Player, _ comparer: MessageComparer) -> [FieldDifference] {
    let (first, second) = (values(of: a), values(of: b))
    let schema = TraceVocabulary.current
    return schema.state.indices.compactMap { index in
      let field = schema.state[index]
      let (x, y) = (first[index], second[index])
      if x == y || counters.contains(field.name) || comparer.ignored.ignores(stateField: field.name) { return nil }
      if let name = comparer.namesA.name(x.value, type(field.name)),
        name == comparer.namesB.name(y.value, type(field.name))
      {
        return nil
      }
      let (expected, found) = (a.stateValues[index], b.stateValues[index])
      return FieldDifference(
        field: field.name, expected: TraceDiffer.describe(expected, field.type),
        found: TraceDiffer.describe(found, field.type))
    }
  }

  /// What the number in a field of the state refers to: `item`, `text`, or nothing.
  static func type(_ field: String) -> String {
    field == "content.item" ? "item" : texts.contains(field) ? "text" : ""
  }

  private static func values(of player: Player) -> [RelativeReader.Value] {
    var copy = player
    var reader = RelativeReader(clock: player.clock)
    copy.visitState(&reader)
    return reader.values
  }
}

/// Reads every field of a state in order; instants as the time from the clock to them.
private struct RelativeReader: StateVisitor {
  struct Value: Hashable, Equatable {
    var value: Int64
    var isRelative: Bool
  }

  let clock: Instant
  var values: [Value] = []

  init(clock: Instant) { self.clock = clock }

  mutating func visit<Field: WireValue>(_ name: StaticString, _ value: inout Field) {
    let wire = value.wireValue
    guard case .instant = Field.wireKind, wire > 0, wire != .max else {
      return values.append(Value(value: wire, isRelative: false))
    }
    values.append(Value(value: (Instant(microseconds: wire) - clock).microseconds, isRelative: true))
  }
}
