@testable import PlayerCore

/// The language of outputs, as an automaton: reads what a player says and tells the first sentence that is wrong.
struct Grammar {
  private(set) var state = PlaybackState.idle
  private(set) var phase = Phase.empty
  private var isSeeking = false
  private var isStalled = false
  private var stallCount: Int32 = 0
  private var openEpochs: Set<Epoch> = []
  private var closedEpochs: Set<Epoch> = []
  private var preparedEpochs = 0
  private var openedEpochs = 0
  private var runningEpoch = Epoch.none
  /// A retry was announced and has not opened yet.
  private var isWaiting = false
  private var segment = SegmentID.none
  private var isSkipping = false
  /// Within an input: diagnostics 0, changes 1, other notifications 2, completions 3, engine commands 4.
  private var rank = 0
  private var place = -1
  /// Content that failed may be dropped in the same input, once the failure is announced.
  private var hasFailed = false

  mutating func beginInput() {
    rank = 0
    place = -1
    hasFailed = false
  }

  /// `nil` when `output` may be said here; else what is wrong with it.
  mutating func read(_ output: Output) -> String? {
    let next = rank(of: output)
    guard next >= rank else { return "kinds out of order" }
    rank = next
    switch output {
    case .diagnostic, .completion: return nil
    case .notification(let notification, _):
      if notification.code == 1, hasFailed { place = -1 }
      if let next = notification.place {
        guard next > place || (notification.mayRepeat && next == place) else { return "notifications out of order" }
        place = next
      }
      return read(notification)
    case .engine(let command, let epoch): return read(command, epoch)
    }
  }

  /// The end of a skip comes behind the changes, or before what follows from it: another skip, or the end of the media.
  private func rank(of output: Output) -> Int {
    switch output {
    case .diagnostic: 0
    case .notification(.didSkip, _): max(rank, 1)
    case .notification(let notification, _): notification.place != nil ? 1 : 2
    case .completion: 3
    case .engine: 4
    }
  }

  private mutating func read(_ notification: Player.Notification) -> String? {
    switch notification {
    case .phaseChanged(let from, let to):
      guard from == phase else { return "a phase from nowhere" }
      phase = to
      if to != .opening { isWaiting = false }
      return from.canBecome(to) ? nil : "phase \(to) after \(from)"
    case .prepared:
      preparedEpochs += 1
      return preparedEpochs <= openedEpochs ? nil : "prepared more often than opened"
    case .stallBegan(let count):
      defer { (isStalled, stallCount) = (true, count) }
      return isStalled ? "a stall within a stall" : nil
    case .stallEnded(let lasted):
      defer { isStalled = false }
      return isStalled && lasted >= .zero ? nil : "the end of no stall (BugZoo.md#35)"
    case .seekBegan:
      defer { isSeeking = true }
      return isSeeking ? "a seek within a seek" : nil
    case .seekEnded:
      defer { isSeeking = false }
      return isSeeking ? nil : "the end of no seek (BugZoo.md#6)"
    case .playbackStateChanged(let from, let to):
      guard from == state else { return "a state from nowhere" }
      state = to
      return from.canBecome(to) ? nil : "state \(to) after \(from)"
    case .segmentStarted(let id, let isSelected, let selection, _, _):
      defer { segment = id }
      guard segment.isNone, !id.isNone else { return "a segment within a segment" }
      return isSelected == (selection != .none) ? nil : "selected without a reason"
    case .segmentEnded(let id, _, let selection, let exit, _, _):
      defer { segment = .none }
      guard !segment.isNone, !id.isNone else { return "the end of no segment" }
      return (selection != .none) == (exit == .selection) ? nil : "a selection that is none"
    case .willSkip(let id, _):
      defer { isSkipping = true }
      return isSkipping || id.isNone ? "a skip within a skip" : nil
    case .didSkip:
      defer { isSkipping = false }
      return isSkipping ? nil : "the end of no skip"
    case .ended: return state == .ended && phase == .ended ? nil : "ended, and not shown as ended"
    case .failed:
      hasFailed = true
      return state == .idle && phase == .failed ? nil : "failed before idle (SRG.md#1.6)"
    case .retryScheduled(let attempt, let limit, let after):
      if after > .zero { isWaiting = true }
      guard phase == .opening || phase == .blocked else { return "a retry in phase \(phase)" }
      return 1...max(1, limit) ~= attempt && after >= .zero ? nil : "retry \(attempt) of \(limit)"
    case .policyPrevented:
      return phase == .blocked || phase == .prepared ? nil : "prevented, and yet \(phase)"
    case .supplyChanged(_, let to):
      return to == .stalled && phase != .prepared ? "buffering before any load (BugZoo.md#22)" : nil
    case .closed(let epoch):
      return closedEpochs.remove(epoch) == nil && !openEpochs.contains(epoch) ? "closed, and never open" : nil
    default: return nil
    }
  }

  private mutating func read(_ command: EngineCommand, _ epoch: Epoch) -> String? {
    switch command {
    case .open:
      openedEpochs += 1
      isWaiting = false
      guard openEpochs.insert(epoch).inserted else { return "opened twice" }
      return openEpochs.count <= 2 ? nil : "three openings at once"
    case .close:
      closedEpochs.insert(epoch)
      return openEpochs.remove(epoch) == nil ? "closed, and not open" : nil
    case .play, .pause, .seek, .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill,
      .reportPosition, .catchUp:
      return openEpochs.contains(epoch) ? nil : "\(command) for an engine that is not open (BugZoo.md#23)"
    }
  }

  /// At the end of an input the engine holds open what the phase needs, and nothing else.
  func endInput() -> String? {
    if isSkipping, !(phase == .opening || phase == .prepared) { return "a skip in phase \(phase)" }
    if !segment.isNone, phase != .prepared { return "a segment is played in phase \(phase)" }
    if isWaiting { return openEpochs.isEmpty ? nil : "an engine open while a retry waits" }
    let needsEngine = phase == .opening || phase == .prepared || phase == .ended
    return needsEngine == !openEpochs.isEmpty ? nil : "an engine open in phase \(phase): \(openEpochs.count)"
  }
}
