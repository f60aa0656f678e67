import PlayerCore

// What an opening knows of the one before it: nothing. The fields of the state are looked at by their names. A new field of
// a machine that is listed whole is looked at by itself; a test finds names in the table that the state no longer has.

extension PlayerMonitor {
  /// When media is gone: another opening begins, or what was open is closed.
  @inline(__always)
  mutating func checkFresh(_ code: UInt16, _ player: inout Player) {
    if said.hasFrame || code == Kind.load { checkCounters(code, &player) }
    let isGone = before.isEngineOpen && !facts.isEngineOpen && facts.shown.phase != .failed
    let isNew = said.opens && facts.nextEpoch.isNone && facts.shown.phase == .opening
    if isGone || isNew { checkFreshness(&player) }
  }

  @inline(never)
  private mutating func checkFreshness(_ player: inout Player) {
    var reader = FreshReader()
    player.visitState(&reader)
    guard let stale = reader.stale else { return }
    expectSame(stale.name, stale.seen, stale.expected, .openingNotFresh)
  }
}

/// Finds the first field that is not as in a new player although media is gone.
private struct FreshReader: StateVisitor {
  var index = 0
  var stale: (name: StaticString, seen: Int64, expected: Int64)?

  static let table = FreshTable()

  @inline(__always)
  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    defer { index &+= 1 }
    guard index < Self.table.isFresh.count, Self.table.isFresh[index], stale == nil else { return }
    let seen = value.wireValue
    let expected = Self.table.initial[index]
    if seen != expected { stale = (name, seen, expected) }
  }
}

/// Which fields belong to the media that is open, and what a new player has in them.
struct FreshTable: Sendable {
  /// Whole machines, by the beginning of the names of their fields.
  static let machines = ["seeking.", "buffering.", "timeline.", "liveEdge.", "tracks."]
  static let fields: Set<String> = [
    "loading.nextEpoch", "loading.isConnected", "loading.failure.kind", "loading.failure.detail",
    "loading.failure.text",
    "retrying.origin", "transport.drive", "transport.awaitsProbe", "transport.unexpectedStops",
    "transport.pendingStops",
    "transport.hasTurned", "presentation.naturalWidth", "presentation.naturalHeight", "intervals.isLanded",
    "intervals.next", "intervals.gate", "intervals.round", "intervals.isGateClosed", "intervals.awaitsLanding",
    "segments.lower", "segments.upper", "segments.origin", "segments.current", "segments.isSelected", "segments.target",
    "segments.skipped", "segments.skipOrigin", "segments.due", "segments.isPresent", "segments.endsInRun",
  ]
  /// What outlives media: names, wishes, and what nobody reads before it is set again.
  static let kept: Set<String> = [
    "seeking.serial", "seeking.request", "seeking.request.isOpen", "timeline.hasWallClock", "timeline.wallClockOffset",
    "tracks.wanted.audio", "tracks.wanted.video", "tracks.wanted.subtitle", "tracks.preferred.audio",
    "tracks.preferred.video", "tracks.preferred.subtitle",
  ]

  var isFresh: [Bool] = []
  var initial: [Int64] = []

  init() {
    var reader = NameReader()
    var player = Player()
    player.visitState(&reader)
    for (name, value) in reader.fields {
      let belongs = Self.machines.contains { name.hasPrefix($0) } || Self.fields.contains(name)
      isFresh.append(belongs && !Self.kept.contains(name))
      // A gate is closed until somebody opens it.
      initial.append(name == "intervals.isGateClosed" ? 1 : value)
    }
  }

  private struct NameReader: StateVisitor {
    var fields: [(name: String, value: Int64)] = []

    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      fields.append((name.description, value.wireValue))
    }
  }
}
