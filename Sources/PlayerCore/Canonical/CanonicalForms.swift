// What the `canonical` lists of the specification name: when a field counts, and what is written in its place. The
// specification gives the reasons.

// MARK: When a field counts

extension Player {
  @inline(__always)
  var isOpeningTimed: Bool {
    loading.isEngineOpen && (shown.phase == .opening && !seeking.isActive || isReplacing)
  }

  /// Whether a returning network may reopen what has failed.
  @inline(__always)
  var canReopenFailed: Bool {
    shown.phase == .failed && (configuration.resumesOnReconnect || configuration.reloadsOnNetworkChange)
  }

  @inline(__always)
  var keepsRetryCounts: Bool {
    switch shown.phase {
    case .empty, .idle: false
    case .failed: retrying.wasUnderWay && canReopenFailed
    case .blocked, .opening, .prepared, .ended: true
    }
  }

  /// An observer may wait for a position that a resting playhead has already reached, for example after the duration
  /// has changed: the instant of the anchor is then the deadline.
  @inline(__always)
  var isAnchorTimed: Bool { transport.drive == .moving || loading.isEngineOpen && needsIntervals }

  /// Whether any position of the playhead is ever reported.
  @inline(__always)
  var needsIntervals: Bool {
    intervals.digest != 0 || configuration.softEndFraction != .zero || configuration.tickGate != .zero
  }

  @inline(__always)
  var isEngineCommanded: Bool { transport.isDriven || buffering.kickedAt != .never }

  @inline(__always)
  var isKickAwaited: Bool {
    shown.supply == .stalled && configuration.stallKick != .never && buffering.kickedAt == .never
  }

  @inline(__always)
  var isCatchUpDelayed: Bool { liveEdge.nextCatchUp > clock }

  @inline(__always)
  var looksAtSegments: Bool {
    segments.table.count != 0
      || (shown.segment.rawValue | segments.target.rawValue | shown.skipped.rawValue | shown.playedBlocked.rawValue)
        != 0
  }
}

extension Transport {
  @inline(__always)
  var isDriven: Bool { drive != .stopped }
}

extension Intervals {
  @inline(__always)
  var isInRound: Bool { round != .none }
}

// MARK: Numbers from the newest

extension Identifier {
  /// What the newest in a series of increasing numbers becomes.
  @inline(__always)
  static var newest: Self { Self(1_000) }

  /// What this number becomes when `newest` becomes ``newest``; none stays none.
  @inline(__always)
  func counted(from newest: Self) -> Self {
    isNone ? .none : Self(Self.newest.rawValue &+ rawValue &- newest.rawValue)
  }
}

extension Loading {
  @inline(__always)
  var epochFromNewest: Epoch { epoch.counted(from: epoch) }
  @inline(__always)
  var nextEpochFromNewest: Epoch { nextEpoch.counted(from: epoch) }
}

extension Player {
  @inline(__always)
  var closedEpochFromNewest: Epoch { closing.newest.counted(from: loading.epoch) }
}

extension Seeking {
  @inline(__always)
  var inFlightFromNewest: SeekSerial {
    guard isActive else { return .none }
    return inFlight == serial ? .newest : SeekSerial(SeekSerial.newest.rawValue &- 1)
  }
}

extension Presentation {
  @inline(__always)
  var stillSerialFromNewest: StillSerial { stillRequest.isOpen ? .newest : .none }
}

// MARK: Times from the clock

extension Instant {
  /// Represents every instant that has passed.
  @inline(__always)
  static var longAgo: Self { .microseconds(.min) }
}

extension Player {
  @inline(__always)
  var lastDataWaitedFor: Instant {
    let isWaiting = buffering.isWaiting
    return max(buffering.lastDataAt, isWaiting ? buffering.waitingSince : clock + (.zero - buffering.waitedInVain))
  }

  @inline(__always)
  var dateAtClock: Int64 { timeline.wallClockOffset.saturatingPlus(clock.microseconds) }

  @inline(__always)
  var interruptedSince: Instant {
    let limit = configuration.interruptionResumeLimit
    let earliest = limit == .never ? clock : Instant.zero + (clock - .zero - limit - .microseconds(1))
    return max(interruption.since, earliest)
  }
}

// MARK: Tables

// Setting a digest keeps the table of the player that is being restored. Only a table that the canonical state does not
// have is dropped.

extension Tracks {
  @inline(__always)
  var foundDigest: Int64 {
    get { found.words.isEmpty ? 0 : found.digest }
    set { if newValue == 0, !found.words.isEmpty { found.removeAll() } }
  }
}

extension TrackTable {
  fileprivate var digest: Int64 {
    var sum = StateDigest()
    for word in words { sum.put(word) }
    return Int64(bitPattern: sum.value | 1)
  }
}

extension Intervals {
  @inline(__always)
  var tableDigest: Int64 {
    get { digest }
    set {}
  }
}

extension Segments {
  @inline(__always)
  var listDigest: Int64 {
    get { table.digest }
    set { if newValue == 0, !table.isEmpty { table = SegmentTable() } }
  }

  @inline(__always)
  var stagedDigest: Int64 {
    get { staged.digest }
    set { if newValue == 0, staged.count != 0 { staged = SegmentList() } }
  }
}
