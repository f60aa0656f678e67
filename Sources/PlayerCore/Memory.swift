extension Player {
  /// Hidden state that ``Inspection`` does not contain and whose effect is visible only later: monitors track it
  /// independently. The fields of the state, named by their meaning.
  package struct Memory: Sendable {
    package let lastDataAt: Instant
    package let waitingSince: Instant
    package let interruptedSince: Instant
    package let kickedAt: Instant
    package let waitedInVain: TimeSpan
    package let probedPosition: MediaTime
    package let stretchOrigin: MediaTime
    package let gate: MediaTime
    package let resets: Int32
    package let unexpectedStops: UInt16
    package let skipsInVain: UInt16
    package let seekAttempts: UInt16
    package let pendingStops: UInt8
    package let isSaturated: Bool
    package let awaitsProbe: Bool
    package let hasTurned: Bool
    package let wasUnderWay: Bool
    package let audioContinues: Bool
    package let hasDates: Bool
    package let isGateClosed: Bool
    package let holdsRate: Bool
    package let awaitsWindow: Bool

    @inline(never)
    package init(_ player: borrowing Player) {
      lastDataAt = player.buffering.lastDataAt
      waitingSince = player.buffering.waitingSince
      interruptedSince = player.interruption.since
      kickedAt = player.buffering.kickedAt
      waitedInVain = player.buffering.waitedInVain
      probedPosition = player.transport.probedPosition
      stretchOrigin = player.retrying.origin
      gate = player.intervals.gate
      resets = player.retrying.resets
      unexpectedStops = player.transport.unexpectedStops
      skipsInVain = player.segments.skipsInVain
      seekAttempts = player.seeking.attempts
      pendingStops = player.transport.pendingStops
      isSaturated = player.buffering.isSaturated
      awaitsProbe = player.transport.awaitsProbe
      hasTurned = player.transport.hasTurned
      wasUnderWay = player.retrying.wasUnderWay
      audioContinues = player.surroundings.audioContinues
      hasDates = player.timeline.hasReference
      isGateClosed = player.intervals.isGateClosed
      holdsRate = player.liveEdge.holdsRate
      awaitsWindow = player.liveEdge.awaitsWindow
    }
  }

  /// Digests that represent tables of the state.
  package struct TableDigests: Sendable {
    /// The list of segments in use.
    package let list: Int64
    /// What becomes the list with the next commit.
    package let staged: Int64
    package let stagedCount: Int32
    package let observers: Int64

    @inline(never)
    package init(_ player: borrowing Player) {
      list = player.segments.table.digest
      staged = player.segments.staged.digest
      stagedCount = player.segments.staged.count
      observers = player.intervals.digest
    }
  }

  /// The renditions that a preference could choose, one word each: from low to high two bits of kind (never 0),
  /// default, upcoming, twenty-eight bits of number, the language.
  package var renditionWords: [Int64] { tracks.found.words }
}
