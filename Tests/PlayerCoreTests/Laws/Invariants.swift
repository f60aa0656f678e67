@testable import PlayerCore

extension Player {
  /// What holds in every state that inputs can lead to; the names of what does not.
  var brokenInvariants: [String] {
    var broken: [String] = []
    func expect(_ holds: Bool, _ name: String) { if !holds { broken.append(name) } }
    let phase = shown.phase
    let isOpenPhase = phase == .opening || phase == .prepared || phase == .ended
    if !retrying.isWaiting {
      expect(isOpenPhase == loading.isEngineOpen, "the engine is open in the phases that need it, and in no other")
    } else {
      expect(phase == .opening && !loading.isEngineOpen, "a retry waits with nothing open")
    }
    if isConnected { expect(loading.isEngineOpen, "only what is open is connected") }
    if phase == .prepared || phase == .ended { expect(isConnected, "what is open is connected") }
    if phase == .blocked { expect(isPrevented, "only what the network does not allow is blocked") }
    if configuration.checksPolicyWhilePlaying, phase == .opening || phase == .prepared {
      expect(!isPrevented || retrying.isWaiting, "what the network does not allow is not open (Contradictions.md#X-12)")
    }
    expect(shown.item.isNone == (phase == .empty), "empty is the phase without content")
    expect((phase == .failed) == (failure.kind != .none), "failed has a reason, and nothing else has one")
    if transport.drive != .stopped {
      expect(phase == .prepared, "only what is prepared is driven")
      expect(wantsPlay, "only what is wanted is driven (BugZoo.md#7)")
      expect(!isHindered, "what is hindered is not driven")
      expect(supply.allowsPlayback, "without supply nothing is driven (BugZoo.md#32)")
      expect(!seeking.isActive, "a seek rests")
    }
    if supply == .stalled {
      let stalls = phase == .prepared && (!seeking.isActive || seeking.isVisible)
      expect(stalls, "only prepared media stalls, and seeks that people see (BugZoo.md#18)")
    }
    if isMoving { expect(supply != .stalled, "what moves is not stalled (BugZoo.md#2)") }
    if seeking.isActive { expect(phase == .opening || phase == .prepared, "seeks need open media") }
    if seeking.isVisible { expect(seeking.isActive && phase == .prepared, "a visible seek is a seek") }
    if seeking.request.isOpen { expect(seeking.isActive || phase == .opening, "a seek request waits for a seek") }
    if loading.request.isOpen { expect(phase == .opening || isReplacing, "a load request waits for an opening") }
    if presentation.stillRequest.isOpen { expect(phase == .prepared || phase == .ended, "stills need open media") }
    if isReplacing { expect(phase == .prepared && loading.isEngineOpen, "only prepared media is replaced") }
    if isReplacing { expect(!seeking.isActive, "no seek while the buffer plays out") }
    if seekableRange.isEmpty == false { expect(canSeek, "a range to seek in is seekable") }
    expectSegments(expect)
    return broken
  }

  private func expectSegments(_ expect: (Bool, String) -> Void) {
    let place = segments.table.place(at: position(at: clock))
    if !currentSegment.isNone { expect(phase == .prepared, "segments are played in prepared media") }
    expect(shown.segment.isNone ? selectedSegment.isNone : true, "only what is played is selected")
    if !shown.skipped.isNone { expect(phase == .prepared || phase == .opening, "skips need open media") }
    expect(shown.skipped.isNone != segments.skipOrigin.isKnown, "a skip knows where it was decided")
    if segments.due == .skip { expect(!shown.skipped.isNone, "a skip is announced before it is made") }
    if !segments.target.isNone { expect(seeking.isActive || !segments.isPresent, "a selection waits for a landing") }
    guard segments.isPresent, segments.due == .none, nextDeadline > clock else { return }
    expect(place.isBlocked || place.id == currentSegment, "the segment that is played holds the playhead")
    if place.isBlocked, canSeek, transport.drive == .moving {
      let end = clamped(place.landing, endMargin: configuration.seekEndMargin)
      expect(end <= position(at: clock) || end < place.landing, "what is blocked is not played")
    }
  }

  /// Whether the player shows something that only time or the engine can end.
  var showsWaiting: Bool {
    switch state {
    case .preparing, .playing, .seeking, .stalled: true
    case .idle, .paused, .ended: false
    }
  }
}
