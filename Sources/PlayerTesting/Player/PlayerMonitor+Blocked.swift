import PlayerCore

// Blocked media: a playhead in it leaves as soon as it is evaluated, skips that do not leave it are counted, and media
// that ends blocked ends there (SRG.md#3.4).

extension PlayerMonitor {
  /// The consecutive skips that did not leave blocked media.
  struct SkipAccount: Sendable {
    var inVain: Int64 = 0
    /// False while the number from before the monitor started is unknown.
    var isKnown = false
  }

  @inline(__always)
  mutating func checkBlocked(_ code: UInt16, _ hidden: borrowing Player.Memory, _ player: inout Player) {
    let inVain = Int64(hidden.skipsInVain)
    if inspection.segmentCount > 0 || skipAccount.inVain | inVain != 0 { checkBlockedMedia(code, inVain, &player) }
  }

  @inline(never)
  private mutating func checkBlockedMedia(_ code: UInt16, _ inVain: Int64, _ player: inout Player) {
    let isBlocked = isInPlace && landing(behindBlockedAt: inspection.position, &player) != nil
    countSkips(code, isBlocked: isBlocked)
    if skipAccount.isKnown {
      expectSame("skips in vain", inVain, skipAccount.inVain, .rememberedOtherwise)
    }
    if isBlocked { checkLeaving(&player) }
    // An announced skip is about to begin, or in progress.
    if inspection.looksAtSegments, !inspection.shown.skipped.isNone { expect(inspection.isSegmentDue, .skipNotClosed) }
  }

  /// Whether the playhead was evaluated where it is now.
  private var isInPlace: Bool {
    inspection.looksAtSegments && inspection.placeStart <= inspection.position
      && inspection.position < inspection.placeEnd
  }

  // MARK: Counting

  /// Counts each skip as possibly vain. The count restarts when the playhead is seen outside blocked media, and after a
  /// replay, a reload, or a change of content.
  private mutating func countSkips(_ code: UInt16, isBlocked: Bool) {
    if code == Kind.deadline, before.isSegmentDeadline {
      let isBeside = inspection.epoch != before.epoch && !inspection.shown.skipped.isNone
      let skips = stepOutputs.commandsSeek && !stepOutputs.loops || isBeside
      if skips || stepOutputs.failure == .stuckSeeking { enterSkip() }
    }
    let isOut =
      inspection.shown.phase == .empty
      || isInPlace && !isBlocked && isLookedUp && inspection.shown.skipped.isNone
    // At the end of the number range no place contains the playhead.
    if inspection.position == .microseconds(.max) { skipAccount.isKnown = false }
    if isOut || isReplay(code) || code == Kind.reload && !stepOutputs.isRefused {
      // Buffered media may still play out, and then nothing starts over.
      let isKept =
        code == Kind.reload && stepOutputs.isPrevented && before.shown.phase == .prepared && !before.isSeeking
      skipAccount = SkipAccount(inVain: 0, isKnown: isOut || !isKept)
    }
  }

  /// An engine that does not leave blocked media fails when the setting requires it, and not before.
  private mutating func enterSkip() {
    skipAccount.inVain += 1
    guard skipAccount.isKnown else { return }
    expect((stepOutputs.failure == .stuckSeeking) == (skipAccount.inVain > policies.skipLimit), .skipChainEndless)
  }

  /// Whether ended media plays from its beginning again.
  private func isReplay(_ code: UInt16) -> Bool {
    let isWish = code == Kind.play || code == Kind.toggle || code == Kind.remoteControl
    return isWish && before.shown.phase == .ended && inspection.shown.phase == .prepared
      && inspection.epoch == before.epoch
  }

  /// Without a list the place of the playhead does not matter, unless a former list has yet to be left.
  private var isLookedUp: Bool {
    inspection.segmentCount > 0 || !before.shown.skipped.isNone || !before.shown.segment.isNone
      || !before.pendingSelection.isNone
  }

  // MARK: Leaving

  /// Blocked media that can be left is left at once: by a skip, or by the end if nothing follows.
  private mutating func checkLeaving(_ player: inout Player) {
    guard !inspection.isSegmentDue, inspection.canSeek, inspection.nextDeadline > inspection.clock,
      let landing = landing(behindBlockedAt: inspection.position, &player)
    else { return }
    let reach = reachable(landing)
    expect(reach <= inspection.position || reach < landing, .blockedNotLeft)
    let endsBlocked = inspection.shown.streamType == .onDemand && landing >= reachable(inspection.shown.duration)
    expect(!endsBlocked, .blockedNotLeft)
  }

  /// The nearest position that can be sought.
  func reachable(_ position: MediaTime) -> MediaTime {
    position.clamped(
      from: inspection.shown.rangeStart, to: inspection.shown.rangeEnd + (.zero - policies.seekEndMargin))
  }
}
