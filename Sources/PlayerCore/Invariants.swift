// What holds for every player after every input. Debug builds check it at the end of each step; other builds contain
// none of it, and are proven never to trap.

#if DEBUG && !hasFeature(Embedded)

/// A relation between parts of the state that holds after every input; its raw value is the sentence that reports a
/// violation.
package enum Invariant: String, CaseIterable {  // Strings for the message; debug builds only.
  // The content and its opening.
  case emptyHasNoContent = "the phase is empty exactly without content"
  case failedHasReason = "the phase is failed exactly with a failure"
  case engineMatchesPhase = "the engine is open in opening, prepared and ended, and in no other phase"
  case retryWaitsClosed = "a retry waits in opening, with the engine closed"
  case connectedIsOpen = "only an open engine is connected"
  case preparedIsConnected = "prepared and ended media is connected"
  case blockedByNetwork = "only the network policy blocks"
  case policyWhilePlaying =
    "a prevented network is not used where the policy is checked while playing (Contradictions.md#X-12)"
  case loadRequestWaits = "a load request waits for an opening"
  case replacesPrepared = "only prepared media is replaced"
  case replacingDoesNotSeek = "no seek runs while the buffer plays out"
  case stillNeedsMedia = "a still request waits for open media"
  // The playhead.
  case drivenIsPrepared = "only prepared media is driven"
  case drivenIsWanted = "only wanted playback is driven (BugZoo.md#7)"
  case drivenIsFree = "hindered playback is not driven"
  case drivenHasSupply = "nothing is driven without supply (BugZoo.md#32)"
  case drivenDoesNotSeek = "nothing is driven during a seek"
  case movingIsNotStalled = "moving media is not stalled (BugZoo.md#2)"
  case stallsInPlayback = "only prepared media and visible seeks stall (BugZoo.md#18)"
  // Seeks.
  case seeksInOpenMedia = "a seek needs open media"
  case visibleSeekIsSeek = "a visible seek is a seek in prepared media"
  case seekRequestWaits = "a seek request waits for a seek or an opening"
  // Segments.
  case segmentIsPrepared = "a segment is played in prepared media only"
  case selectedIsPlayed = "only the segment that is played is selected"
  case skipNeedsMedia = "a skip needs open media"
  case skipHasOrigin = "a skip knows where it was decided"
  case skipIsAnnounced = "a skip is announced before it is made"
  case selectionWaits = "a selection waits for a landing"
  case segmentHoldsPlayhead = "the segment that is played holds the playhead"
  case blockedIsNotPlayed = "blocked media is not played"
  // Time.
  case deadlineIsEarliest = "the next deadline is the earliest of all slots"
}

extension Player {
  /// Stops with a message when an invariant is broken. The last action of each step in debug builds.
  ///
  /// So a debug build shows a bug of the player where it occurs. Strings and arrays are created only in that case.
  package func checkInvariants() {
    guard Invariant.allCases.contains(where: { !holds($0) }) else { return }
    fatalError(report(of: brokenInvariants))  // Stopping is its purpose.
  }

  /// The invariants that do not hold.
  package var brokenInvariants: [Invariant] { Invariant.allCases.filter { !holds($0) } }

  /// The report of broken invariants: their sentences, and every field of the state that differs from that of a new
  /// player.
  package func report(of broken: [Invariant]) -> String {
    var lister = FieldLister()
    var (fresh, copy) = (Player(configuration: configuration), self)
    fresh.visitState(&lister)
    (lister.fresh, lister.values) = (lister.values, [])
    copy.visitState(&lister)
    return """
      broken invariant of the player: \(broken.map { "\($0.rawValue) (\($0))" }.joined(separator: "; "))
      state: \(lister.differences.joined(separator: ", ")); nextDeadline \(nextDeadline.microseconds) (\(nextSlot))
      This is a bug of PlayerCore, or the state was written by something else than receive(_:at:into:).
      """
  }
}

/// Lists the fields of a state.
private struct FieldLister: StateVisitor {
  var values: [(name: String, value: String)] = []  // Strings for the message; debug builds only.
  var fresh: [(name: String, value: String)] = []  // The same for a new player.

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    values.append(("\(name)", "\(value)"))
  }

  var differences: [String] {
    zip(values, fresh).filter { $0.value != $1.value }.map { "\($0.0.name) \($0.0.value)" }
  }
}

extension Player {
  // One table; what needs more than an expression follows below.
  private func holds(_ invariant: Invariant) -> Bool {
    switch invariant {
    case .emptyHasNoContent: shown.item.isNone == (phase == .empty)
    case .failedHasReason: (phase == .failed) == (failure.kind != .none)
    case .engineMatchesPhase: retrying.isWaiting || loading.isEngineOpen == needsEngine
    case .retryWaitsClosed: !retrying.isWaiting || (phase == .opening && !loading.isEngineOpen)
    case .connectedIsOpen: !isConnected || loading.isEngineOpen
    case .preparedIsConnected: isConnected || !(phase == .prepared || phase == .ended)
    case .blockedByNetwork: phase != .blocked || isPrevented
    case .policyWhilePlaying: !mayNotGoOn || !usesNetwork
    case .loadRequestWaits: !loading.request.isOpen || phase == .opening || isReplacing
    case .replacesPrepared: !isReplacing || (phase == .prepared && loading.isEngineOpen)
    case .replacingDoesNotSeek: !isReplacing || !seeking.isActive
    case .stillNeedsMedia: !presentation.stillRequest.isOpen || phase == .prepared || phase == .ended
    case .drivenIsPrepared: !isDriven || phase == .prepared
    case .drivenIsWanted: !isDriven || wantsPlay
    case .drivenIsFree: !isDriven || !isHindered
    case .drivenHasSupply: !isDriven || supply.allowsPlayback
    case .drivenDoesNotSeek: !isDriven || !seeking.isActive
    case .movingIsNotStalled: !isMoving || supply != .stalled
    case .stallsInPlayback: supply != .stalled || (phase == .prepared && seeking.isActive == seeking.isVisible)
    case .seeksInOpenMedia: !seeking.isActive || phase == .opening || phase == .prepared
    case .visibleSeekIsSeek: !seeking.isVisible || (seeking.isActive && phase == .prepared)
    case .seekRequestWaits: !seeking.request.isOpen || seeking.isActive || phase == .opening
    case .segmentIsPrepared: currentSegment.isNone || phase == .prepared
    case .selectedIsPlayed: !segments.isSelected || !currentSegment.isNone
    case .skipNeedsMedia: shown.skipped.isNone || phase == .prepared || phase == .opening
    case .skipHasOrigin: shown.skipped.isNone != segments.skipOrigin.isKnown
    case .skipIsAnnounced: segments.due != .skip || !shown.skipped.isNone
    case .selectionWaits: segments.target.isNone || seeking.isActive || !segments.isPresent
    case .segmentHoldsPlayhead: !isPlaceSettled || isPlaceOfSegment
    case .blockedIsNotPlayed: !isPlaceSettled || !playsBlocked
    case .deadlineIsEarliest: earliestSlot == (nextDeadline, nextSlot)
    }
  }

  private var isDriven: Bool { transport.drive != .stopped }
  private var needsEngine: Bool { phase == .opening || phase == .prepared || phase == .ended }
  private var usesNetwork: Bool { (phase == .opening || phase == .prepared) && !retrying.isWaiting }

  /// Whether segments are evaluated and no work on them is left at this instant.
  private var isPlaceSettled: Bool { segments.isPresent && segments.due == .none && nextDeadline > clock }

  private var isPlaceOfSegment: Bool {
    let place = segments.table.place(at: position(at: clock))
    return place.isBlocked || place.id == currentSegment
  }

  /// Whether blocked media plays although there is something after it to skip to.
  private var playsBlocked: Bool {
    let position = position(at: clock)
    let place = segments.table.place(at: position)
    guard place.isBlocked, canSeek, isMoving else { return false }
    if configuration.playsUnskippable, shown.playedBlocked == place.id { return false }
    let end = seekWindow.nearest(to: place.landing)
    return end > position && end >= place.landing
  }

  private var earliestSlot: (Instant, DeadlineSlot) {
    var earliest = (Instant.never, DeadlineSlot.none)
    for slot in DeadlineSlot.allCases where deadline(of: slot) < earliest.0 { earliest = (deadline(of: slot), slot) }
    return earliest
  }
}

#else

extension Player {
  /// Does nothing: only debug builds check invariants.
  @inline(__always)
  func checkInvariants() {}
}

#endif
