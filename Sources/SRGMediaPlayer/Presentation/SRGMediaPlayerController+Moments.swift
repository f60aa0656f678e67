import Foundation
import PlayerCore
import PlayerRuntime

// Notifications of segments, seeks and tracks, and of changes of the environment.

/// A seek that begins.
struct SeekMoment {
  var origin: MediaTime
  var target: MediaTime

  init?(_ event: PlayerEvent) {
    guard case .seekBegan(_, let origin, let target) = event.notification else { return nil }
    self.origin = origin
    self.target = target
  }
}

extension SRGMediaPlayerController {
  func post(_ seek: SeekMoment) {
    var userInfo = lastPlayback(seek.origin)
    userInfo[.seekTime] = seek.target.seconds
    userInfo[.seekDate] = streamDate(for: seek.target.seconds)
    post(.SRGMediaPlayerSeek, userInfo)
  }

  // MARK: Segments

  /// Posts the held notifications: starts, ends and announcements of skips. The ends of skips follow a change of state.
  func presentHeld(afterChange: Bool = false) {
    var rest: [PlayerEvent] = []
    let held = presenter.held
    presenter.held.removeAll()
    // A replaced skip ends before its replacement is announced.
    let lastWillSkip = held.lastIndex { $0.notification.isWillSkip } ?? -1
    for (index, event) in held.enumerated() {
      let isDidSkip = event.notification.isDidSkip && index > lastWillSkip
      // The end of a skip that is not announced yet waits, too.
      let isAnnounced = !rest.contains { $0.notification.isWillSkip }
      if isDidSkip == afterChange, !afterChange || isAnnounced && mayTellDidSkip(event) {
        present(event.notification)
      } else {
        rest.append(event)
      }
    }
    presenter.held = rest + presenter.held
  }

  /// Posts the notifications that were held for a state that will no longer occur.
  func presentRest() {
    let rest = presenter.held
    presenter.held.removeAll()
    for event in rest { present(event.notification) }
  }

  /// The end of a skip is posted when the state after it is shown; that of an interrupted skip is posted at once
  /// (SRG.md#3.4).
  private func mayTellDidSkip(_ event: PlayerEvent) -> Bool {
    guard case .didSkip(_, _, let isFinished) = event.notification else { return true }
    return !isFinished || playbackState != .seeking
  }

  private func present(_ notification: Player.Notification) {
    switch notification {
    case .segmentStarted(let id, let isSelected, let selection, let previous, let last):
      guard var userInfo = segmentInfo(id, last, selection) else { return }
      userInfo[.selected] = isSelected
      userInfo[.previousSegment] = playable(previous)
      post(.SRGMediaPlayerSegmentDidStart, userInfo)
    case .segmentEnded(let id, let wasSelected, let selection, let exit, let next, let last):
      guard var userInfo = segmentInfo(id, last, selection) else { return }
      userInfo[.selected] = wasSelected
      userInfo[.interruption] = exit.isInterruption
      userInfo[.nextSegment] = playable(next)
      post(.SRGMediaPlayerSegmentDidEnd, userInfo)
    case .willSkip(let id, let last):
      presenter.skippedSegment = id
      guard let userInfo = skipInfo(id, last) else { return }
      post(.SRGMediaPlayerWillSkipBlockedSegment, userInfo)
    case .didSkip(let id, let last, _):
      if presenter.skippedSegment == id { presenter.skippedSegment = .none }
      guard let userInfo = skipInfo(id, last) else { return }
      post(.SRGMediaPlayerDidSkipBlockedSegment, userInfo)
    default: break
    }
  }

  private func segmentInfo(_ id: SegmentID, _ last: MediaTime, _ selection: SelectionReason) -> UserInfo? {
    guard let segment = registry[id] else { return nil }
    var userInfo = lastPlayback(last)
    userInfo[.segment] = segment
    userInfo[.selection] = selection != .none
    userInfo[.selectionReason] = SRGMediaPlayerSelectionReason(selection)
    return userInfo
  }

  private func skipInfo(_ id: SegmentID, _ last: MediaTime) -> UserInfo? {
    guard let segment = registry[id] else { return nil }
    var userInfo = lastPlayback(last)
    userInfo[.segment] = segment
    return userInfo
  }

  private func playable(_ id: SegmentID) -> (any SRGSegment)? {
    guard let segment = registry[id], !segment.isBlocked else { return nil }
    return segment
  }

  func lastPlayback(_ position: MediaTime) -> UserInfo {
    var userInfo = UserInfo()
    userInfo[.lastPlaybackTime] = position.seconds
    userInfo[.lastPlaybackDate] = streamDate(for: position.seconds) ?? past?.date
    return userInfo
  }

  // MARK: The rest

  /// Posts notifications that follow the state.
  func presentMoment(_ event: PlayerEvent) {
    switch event.notification {
    case .tick(let observer, let position): tick(observer, at: position)
    case .boundaryReached(let observer, _): reachBoundary(observer)
    case .seekableRangeChanged:
      if streamType == .dvr, !host.player.isMoving { tickAll() }
    default: break
    }
  }

  /// Updates what precedes the state: it is known when the state shows it.
  func presentSurroundings(_ heard: [PlayerEvent]) {
    for event in heard {
      switch event.notification {
      case .externalPlaybackChanged:
        reloadPlayerConfiguration()
        post(.SRGMediaPlayerExternalPlaybackStateDidChange, UserInfo())
      case .pictureInPictureChanged:
        post(.SRGMediaPlayerPictureInPictureStateDidChange, UserInfo())
      case .prepared: configureTracks()
      default: presentTracks(event.notification)
      }
    }
  }
}

extension SegmentExit {
  /// Whether the segment was left before its end.
  var isInterruption: Bool {
    switch self {
    case .natural, .listUpdate, .ended: false
    case .seek, .selection, .stop, .failure: true
    }
  }
}

extension Player.Notification {
  var isAboutSegments: Bool {
    switch self {
    case .segmentStarted, .segmentEnded, .willSkip, .didSkip: true
    default: false
    }
  }

  var isWillSkip: Bool {
    if case .willSkip = self { true } else { false }
  }

  var isPrevention: Bool {
    if case .policyPrevented = self { true } else { false }
  }

  var isDidSkip: Bool {
    if case .didSkip = self { true } else { false }
  }
}
