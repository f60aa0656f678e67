import PlayerCore

// An opening inherits nothing from its predecessor. The fields of the state are compared by name. A new field of a
// machine that is listed as a whole is compared automatically; a test finds names in the table that the state no longer
// has.

extension PlayerMonitor {
  /// When media is closed, or another opening begins.
  @inline(__always)
  mutating func checkFresh(_ code: UInt16, _ player: inout Player) {
    if stepOutputs.hasFrame || code == Kind.load { checkCounters(code, &player) }
    let isGone = before.isEngineOpen && !inspection.isEngineOpen && inspection.shown.phase != .failed
    let isNew = stepOutputs.opens && inspection.nextEpoch.isNone && inspection.shown.phase == .opening
    if isGone || isNew { checkFreshness(&player) }
  }

  @inline(never)
  private mutating func checkFreshness(_ player: inout Player) {
    let table = FreshTable.shared
    let stale: (field: FreshTable.Field, seen: Int64)? =
      withUnsafeTemporaryAllocation(of: Int64.self, capacity: table.length) { values in
        _ = Player.readState(of: &player, into: values)
        for field in table.entries where values[field.place] != field.expected { return (field, values[field.place]) }
        return nil
      }
    if let stale { expectSame(stale.field.name, stale.seen, stale.field.expected, .openingNotFresh) }
  }
}

/// The fields that belong to open media, and their values in a new player.
struct FreshTable: Sendable {
  /// Whole machines, by the prefix of their fields.
  static let machines = ["seeking.", "buffering.", "timeline.", "liveEdge.", "tracks."]
  static let fields: Set<String> = [
    "loading.nextEpoch", "loading.isConnected", "loading.failure.kind", "loading.failure.detail",
    "loading.failure.text",
    "retrying.origin", "transport.drive", "transport.awaitsProbe", "transport.unexpectedStops", "transport.stoppedAt",
    "transport.pendingStops",
    "transport.hasTurned", "presentation.naturalWidth", "presentation.naturalHeight", "intervals.isLanded",
    "intervals.next", "intervals.gate", "intervals.round", "intervals.isGateClosed", "intervals.awaitsLanding",
    "segments.lower", "segments.upper", "segments.origin", "segments.current", "segments.isSelected", "segments.target",
    "segments.skipped", "segments.skipOrigin", "segments.due", "segments.isPresent", "segments.endsInRun",
  ]
  /// Fields that outlive media: names, intents, and values that are set again before they are read.
  static let kept: Set<String> = [
    "seeking.serial", "seeking.request", "seeking.request.isOpen", "timeline.hasWallClock", "timeline.wallClockOffset",
    "tracks.wanted.audio", "tracks.wanted.video", "tracks.wanted.subtitle", "tracks.preferred.audio",
    "tracks.preferred.video", "tracks.preferred.subtitle",
  ]

  static let shared = FreshTable()

  /// A field that belongs to media, its index among all fields of the state, and its value without media.
  struct Field: Sendable {
    var name: StaticString
    var place: Int
    var expected: Int64
  }

  private(set) var entries: [Field] = []
  /// The number of fields of the state up to the last one that belongs to media.
  var length: Int { entries.last.map { $0.place + 1 } ?? 0 }

  init() {
    var reader = FieldReader()
    var player = Player()
    player.visitState(&reader)
    for var field in reader.fields {
      let name = field.name.description
      let belongs = Self.machines.contains { name.hasPrefix($0) } || Self.fields.contains(name)
      guard belongs, !Self.kept.contains(name) else { continue }
      // The gate of a new opening is closed.
      if name == "intervals.isGateClosed" { field.expected = 1 }
      entries.append(field)
    }
  }

  private struct FieldReader: StateVisitor {
    var fields: [Field] = []

    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      fields.append(Field(name: name, place: fields.count, expected: value.wireValue))
    }
  }
}
