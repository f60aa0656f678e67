import PlayerCore

// The player's state contains digests of its tables: two players are equal only if their tables are. Here the digests
// are computed independently, those of segments from the staged ones, that of the observers from the table itself.

extension PlayerMonitor {
  /// The digests of both lists of segments, as given by the inputs.
  struct SegmentDigests: Sendable {
    var staged: Int64 = 0
    var list: Int64 = 0
    /// False if something was staged or committed before the monitor started.
    var isStagedKnown = false
    var isListKnown = false

    init() {}

    init(isNew: Bool) { (isStagedKnown, isListKnown) = (isNew, isNew) }

    mutating func stage(_ segment: Segment) {
      var sum = StateDigest()
      sum.put(staged)
      sum.putSegment(segment)
      staged = Int64(bitPattern: sum.value | 1)
    }

    mutating func commit() { (list, isListKnown, staged, isStagedKnown) = (staged, isStagedKnown, 0, true) }

    mutating func dropList() { (list, isListKnown) = (0, true) }

    mutating func dropAll() { self = SegmentDigests(isNew: true) }
  }

  @inline(__always)
  mutating func checkDigests(_ input: Input, _ code: UInt16, _ player: inout Player) {
    switch code {
    case Kind.stageSegment, Kind.commitSegments, Kind.load, Kind.reset: checkSegmentDigests(input, &player)
    case Kind.addPeriodicObserver, Kind.addBoundaryObserver, Kind.removeObserver: checkObserverDigest(&player)
    // A new observer becomes like the others later, at any input.
    default: if inspection.observerCount > 0, inputCount & 7 == 0 { checkObserverDigest(&player) }
    }
    if inspection.shown.phase == .empty, before.shown.phase != .empty { digests.dropAll() }
  }

  @inline(never)
  private mutating func checkSegmentDigests(_ input: Input, _ player: inout Player) {
    if case .command(let command, _) = input, !stepOutputs.isRefused { enterSegmentDigests(command) }
    let seen = Player.TableDigests(player)
    if digests.isStagedKnown {
      expectSame("digest of the staged list", seen.staged, digests.staged, .rememberedOtherwise)
    }
    if digests.isListKnown { expectSame("digest of the list", seen.list, digests.list, .rememberedOtherwise) }
  }

  private mutating func enterSegmentDigests(_ command: Command) {
    switch command {
    case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _):
      // An empty segment is not staged, and the host is notified.
      guard start.isKnown, start < end else { return expect(stepOutputs.diagnosesEmptyRange, .droppedSilently) }
      digests.stage(Segment(id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated))
    case .commitSegments: digests.commit()
    case .load: if before.shown.phase != .empty { digests.dropList() }
    case .reset: digests.dropAll()
    default: break
    }
  }

  @inline(never)
  private mutating func checkObserverDigest(_ player: inout Player) {
    let table = player.observerTable
    var sum = StateDigest()
    for observer in table {
      sum.put(Int64(observer.id.rawValue))
      sum.put(observer.interval.microseconds)
      sum.put(observer.offset.microseconds)
      if observer.since.isKnown { sum.put(observer.since.microseconds) }
    }
    let expected = table.isEmpty ? 0 : Int64(bitPattern: sum.value | 1)
    expectSame("digest of the observers", Player.TableDigests(player).observers, expected, .rememberedOtherwise)
  }
}
