@testable import PlayerCore

extension Player {
  /// What holds in every state that inputs can lead to; the names of what does not.
  var brokenInvariants: [String] {
    var broken: [String] = []
    func expect(_ holds: Bool, _ name: String) { if !holds { broken.append(name) } }
    let phase = loading.phase
    let isOpenPhase = phase == .opening || phase == .prepared || phase == .ended
    expect(isOpenPhase == loading.isEngineOpen, "the engine is open in the phases that need it, and in no other")
    expect(content.isEmpty == (phase == .empty), "empty is the phase without content")
    expect((phase == .failed) == (failure.kind != .none), "failed has a reason, and nothing else has one")
    if transport.drive != .stopped {
      expect(phase == .prepared, "only what is prepared is driven")
      expect(wantsPlay, "only what is wanted is driven (bug-zoo #7)")
      expect(!isHindered, "what is hindered is not driven")
      expect(supply.allowsPlayback, "without supply nothing is driven (bug-zoo #32)")
      expect(!seeking.isActive, "a seek rests")
    }
    if supply == .stalled {
      expect(phase == .prepared && !seeking.isActive, "only prepared media stalls (bug-zoo #18)")
    }
    if isMoving { expect(supply != .stalled, "what moves is not stalled (bug-zoo #2)") }
    if seeking.isActive { expect(phase == .opening || phase == .prepared, "seeks need open media") }
    if seeking.isVisible { expect(seeking.isActive && phase == .prepared, "a visible seek is a seek") }
    if seeking.request.isOpen { expect(seeking.isActive || phase == .opening, "a seek request waits for a seek") }
    if loading.request.isOpen { expect(phase == .opening || isReplacing, "a load request waits for an opening") }
    if presentation.stillRequest.isOpen { expect(phase == .prepared || phase == .ended, "stills need open media") }
    if isReplacing { expect(phase == .prepared && loading.isEngineOpen, "only prepared media is replaced") }
    if isReplacing { expect(!seeking.isActive, "no seek while the buffer plays out") }
    if seekableRange.isEmpty == false { expect(timeline.canSeek, "a range to seek in is seekable") }
    return broken
  }

  /// Whether the player shows something that only time or the engine can end.
  var showsWaiting: Bool {
    switch state {
    case .preparing, .playing, .seeking, .stalled: true
    case .idle, .paused, .ended: false
    }
  }
}
