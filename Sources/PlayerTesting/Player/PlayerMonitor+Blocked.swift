import PlayerCore

// Blocked media: a playhead in it leaves as soon as it is evaluated, skips that do not leave it are counted, and media
// that ends blocked ends there (SRG.md#3.4).

extension PlayerMonitor {
  /// The skips since the playhead passed where they lead, or the app has intervened: at least and at most this
  /// many, as the player looks only when the playhead leaves a place.
  struct SkipAccount: Sendable {
    var least: Int64 = 0
    var most: Int64 = 0
    /// The farthest landing of these skips, and of those that count for certain.
    var goal = MediaTime.unknown
    var nearGoal = MediaTime.unknown
    /// Whether it is known where all of them lead.
    var isKnown = true
  }

  @inline(__always)
  mutating func checkBlocked(_ code: UInt16, _ player: inout Player) {
    guard inspection.segmentCount > 0, inspection.looksAtSegments else { return }
    if isInPlace, landing(behindBlockedAt: inspection.position, &player) != nil { checkLeaving(&player) }
    // An announced skip is about to begin, or in progress.
    if !inspection.shown.skipped.isNone { expect(inspection.isSegmentDue, .skipNotClosed) }
  }

  /// Whether the playhead was evaluated where it is now.
  private var isInPlace: Bool {
    inspection.looksAtSegments && inspection.placeStart <= inspection.position
      && inspection.position < inspection.placeEnd
  }

  /// Nowhere is in no place, and past every landing.
  private var isAtEndOfTime: Bool {
    inspection.shown.phase == .prepared && !inspection.isSeeking && inspection.position == Observers.nowhere
  }

  // MARK: Counting

  @inline(__always)
  mutating func countSkips(_ code: UInt16, _ player: inout Player) {
    if inspection.segmentCount > 0 || ledger.budgets.skips.goal.isKnown { enterSkips(code, &player) }
  }

  /// Counts the skips as they are announced: each may fall short until the playhead has passed where it leads. An engine that
  /// does not get there has failed when the setting says so, and not before.
  @inline(never)
  private mutating func enterSkips(_ code: UInt16, _ player: inout Player) {
    guard ledger.budgets.isKnown else { return }
    var skips = ledger.budgets.skips
    let (segment, origin) = stepOutputs.skip
    let isDeadline = code == Kind.deadline && before.isSegmentDeadline && !stepOutputs.loops
    let isBeside = isDeadline && inspection.epoch != before.epoch && !inspection.shown.skipped.isNone
    // The positions of a live stream may begin anew.
    let wasLive = before.shown.streamType == .live || before.shown.streamType == .dvr
    let isForgotten = inspection.epoch != before.epoch || inspection.shown.streamType == .unknown
    let isAnew = isForgotten && wasLive && !isBeside
    if isAnew, !isDeadline { skips = SkipAccount() }
    // A skip that a failure or the app has broken off did not land, and one that a standby opening has ended, perhaps.
    let isHandedOver = isForgotten && before.nextEpoch == inspection.epoch
    let isBrokenOff = stepOutputs.endsSkip && !isHandedOver && (isForgotten || !inspection.isEngineOpen)
    if stepOutputs.endsSkip, isHandedOver { skips.least = max(0, skips.least - 1) }
    if !segment.isNone {
      // A playhead meets blocked media, and seeks at once or in the next step; starts and seeks go around it.
      let isHere = inspection.shown.phase == .prepared && !inspection.isSeeking
      if origin >= skips.nearGoal { (skips.least, skips.nearGoal) = (0, .unknown) }
      if isHere || isDeadline, origin >= skips.goal { skips = SkipAccount(isKnown: skips.isKnown) }
      // A skip that the playhead meets leads out of its run, whatever the next seek or opening is asked for.
      let shown = isHere ? inspection.shown : before.shown
      var landing = inspection.position
      if isBeside, lists.list.contains(where: { $0.isDated }) {
        // The dates by which the run ended were those of the opening that was left.
        landing = .unknown
      } else if isHere || isDeadline {
        landing = self.landing(behindBlockedAt: origin, &player).map { reachable($0, in: shown) } ?? .unknown
      }
      if !landing.isKnown { skips.isKnown = false }
      // A seek that waits for an opening goes around what is blocked in any case.
      if policies.playsUnskippable, skips.isKnown, before.pendingSeek.isNone {
        expect(skips.least < max(1, policies.skipLimit), .skipChainEndless)
      }
      skips.least += 1
      skips.most += 1
      (skips.goal, skips.nearGoal) = (max(skips.goal, landing), max(skips.nearGoal, landing))
    } else if inspection.position >= skips.nearGoal, isInPlace || isAtEndOfTime {
      (skips.least, skips.nearGoal) = (0, .unknown)
      let isLookedAt = stepOutputs.endsSkip || inspection.placeStart != before.placeStart
      if isLookedAt, inspection.position >= skips.goal { skips = SkipAccount(isKnown: skips.isKnown) }
    }
    if skips.isKnown, isDeadline {
      if stepOutputs.failure == .stuckSeeking { expect(skips.most > policies.skipLimit, .skipChainEndless) }
      if isBeside || stepOutputs.commandsSeek { expect(skips.least <= policies.skipLimit, .skipChainEndless) }
    }
    if isBrokenOff { (skips.least, skips.most) = (max(0, skips.least - 1), max(0, skips.most - 1)) }
    ledger.budgets.skips = inspection.segmentCount > 0 && !(isAnew && isDeadline) ? skips : SkipAccount()
  }

  // MARK: Leaving

  /// Blocked media that can be left is left at once: by a skip, or by the end if nothing follows.
  private mutating func checkLeaving(_ player: inout Player) {
    guard !inspection.isSegmentDue, inspection.canSeek, inspection.nextDeadline > inspection.clock,
      let landing = landing(behindBlockedAt: inspection.position, &player)
    else { return }
    let reach = reachable(landing)
    expect(reach <= inspection.position || reach < landing || mayPlayBlocked, .blockedNotLeft)
    let endsBlocked = inspection.shown.streamType == .onDemand && landing >= reachable(inspection.shown.duration)
    expect(!endsBlocked, .blockedNotLeft)
  }

  /// Whether the skips are used up that the app wants before it has blocked media played.
  var mayPlayBlocked: Bool {
    let skips = ledger.budgets.skips
    return policies.playsUnskippable && (!ledger.budgets.isKnown || !skips.isKnown || skips.most >= policies.skipLimit)
  }

  /// The same for certain.
  var playsBlockedStarts: Bool {
    let skips = ledger.budgets.skips
    return policies.playsUnskippable && ledger.budgets.isKnown && skips.isKnown && skips.least >= policies.skipLimit
  }

  /// The nearest position that can be sought.
  func reachable(_ position: MediaTime) -> MediaTime { reachable(position, in: inspection.shown) }

  func reachable(_ position: MediaTime, in shown: Player.Observable) -> MediaTime {
    position.clamped(from: shown.rangeStart, to: shown.rangeEnd + (.zero - policies.seekEndMargin))
  }
}
