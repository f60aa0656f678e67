import Foundation
import PlayerCore
import PlayerRuntime

// The presentation of a step: the reducer's notifications, in the order of the original (SRG.md#1.2).

extension SRGMediaPlayerController {
  func presentStep() {
    let heard = presenter.heard
    presenter.heard.removeAll()
    if playbackState != .idle { presentSurroundings(heard) }
    takeSelection(heard)
    presenter.held += heard.filter { $0.notification.isAboutSegments }
    presenter.waiting += heard
    if !presenter.preparations.isEmpty { answerPreparations() }
    if presenter.awaitsRequests, host.player.phase == .prepared { return holdAnswers() }
    present()
  }

  /// If the handlers make requests, what is shown next depends on them.
  private func answerPreparations() {
    let handlers = presenter.preparations
    presenter.preparations.removeAll()
    lookAtProperties()
    for handler in handlers { handler?() }
    guard host.waitingInputs > 0 else { return }
    presenter.awaitsRequests = true
    host.perform { [self] in if presenter.awaitsRequests { present() } }
  }

  private func present() {
    let heard = presenter.waiting
    presenter.waiting.removeAll()
    presenter.awaitsRequests = false
    watchStall()
    presentState(heard)
    for event in heard { presentMoment(event) }
    presenter.lastMedia = MediaDescription(self)
    presenter.lastSeekStart = seekStartTime
    watchSegments()
    releaseSegments()
  }

  /// A seek that the reducer has accepted determines the selection of the next states.
  private func takeSelection(_ heard: [PlayerEvent]) {
    let isSought = heard.contains {
      if case .seekBegan = $0.notification { return $0.reason == .command }
      return false
    }
    guard isSought else { return }
    pendingSelection = upcomingSelection
    upcomingSelection = nil
  }

  // MARK: State

  /// The original's name for the reducer's state. Media that starts to play keeps its former state until it plays, so
  /// media that is prepared and then played in the completion handler never shows a pause.
  private var nextState: SRGMediaPlayerPlaybackState {
    if hidesStall || hidesRecovery { return playbackState }
    let player = host.player
    let state = SRGMediaPlayerPlaybackState(player.state)
    let startsToPlay =
      player.phase == .prepared && player.wantsPlay && !player.isHindered && !player.seekTarget.isKnown
    let isStart = startsToPlay && (state == .preparing || state == .seeking || state == .paused)
    let isShown = playbackState == .preparing || playbackState == .seeking || playbackState == .paused
    return isStart && isShown ? playbackState : state
  }

  private func presentState(_ heard: [PlayerEvent]) {
    let next = nextState
    let seeks = heard.compactMap(SeekMoment.init)
    // A load that the network policy prevents is a load that fails.
    if playbackState == .idle, heard.contains(where: { $0.notification.isPrevention }) { change(to: .preparing) }
    if next == .seeking, playbackState == .preparing, presenter.held.contains(where: { $0.notification.isWillSkip }) {
      // The start is blocked, and is skipped before the media was shown as prepared.
      show(host.player.wantsPlay ? .playing : .paused)
      presentHeld(afterChange: true)
    }
    if next == playbackState {
      // A seek into blocked media during another seek announces its skip at once.
      if next.showsSegments || !seeks.isEmpty { presentHeld() }
    } else if next == .seeking {
      presentHeld()
      change(to: next)
    } else if next == .idle {
      presentClosing(heard)
    } else {
      show(next)
    }
    for seek in seeks { post(seek) }
    presentHeld(afterChange: true)
    lookAtProperties()
    answerSeeks()
    if playbackState == .ended { lookAtRewind(heard) }
  }

  /// The app has asked for playback, and no state is between `ended` and `playing`: that the media cannot go back is a
  /// failure, after which `play` prepares it anew (SRG.md#1.3, SRG.md#1.6).
  private func lookAtRewind(_ heard: [PlayerEvent]) {
    let hasEnded = heard.contains { if case .phaseChanged(.prepared, .ended) = $0.notification { true } else { false } }
    let hasPlayed = heard.contains { if case .playbackStateChanged = $0.notification { true } else { false } }
    guard hasEnded, !hasPlayed else { return }
    presenter.rewindFailure = Failure(.stuckSeeking)
    stop()
  }

  /// Changes the state; segments that are entered or left with it are posted before the change (SRG.md#1.2).
  private func show(_ state: SRGMediaPlayerPlaybackState) {
    let previous = playbackState
    begin(state)
    if state.showsSegments { presentHeld() }
    announce(state, from: previous)
  }

  private func change(to state: SRGMediaPlayerPlaybackState) {
    let previous = playbackState
    begin(state)
    announce(state, from: previous)
  }

  private func begin(_ state: SRGMediaPlayerPlaybackState) {
    if playbackState == .idle {
      pendingSelection = media?.target.flatMap { $0.isBlocked ? nil : PendingSelection(reason: .initial) }
      takePlayer()
    }
    if state == .playing, playbackState != .stalled { presenter.stall.playingSince = host.now }
    playbackState = state
    lookAtProperties()
  }

  /// The player is available, or has changed (SRG.md#2).
  private func takePlayer() {
    isReplacing = false
    let isReplaced = hasPlayer
    hasPlayer = true
    if isReplaced { playerDestructionBlock?(engine) }
    if !isReplaced || environment.compatibility == .documented { playerCreationBlock?(engine) }
    reloadPlayerConfiguration()
  }

  /// Releases the player, unless other media takes it over.
  private func releasePlayer() {
    guard hasPlayer, !isReplacing else { return }
    playerDestructionBlock?(engine)
    hasPlayer = false
  }

  private func announce(
    _ state: SRGMediaPlayerPlaybackState, from previous: SRGMediaPlayerPlaybackState, _ departure: Departure? = nil
  ) {
    var userInfo = UserInfo()
    userInfo[.playbackState] = state
    userInfo[.previousPlaybackState] = previous
    userInfo[.selection] = pendingSelection != nil
    userInfo[.selectionReason] = pendingSelection?.reason
    departure?.fill(&userInfo)
    if state.showsSegments { pendingSelection = nil }
    post(.SRGMediaPlayerPlaybackStateDidChange, userInfo)
  }

  // MARK: Closing

  /// Everything is released, by a command or because of a failure.
  private func presentClosing(_ heard: [PlayerEvent]) {
    var failure = presenter.rewindFailure
    presenter.rewindFailure = nil
    if heard.contains(where: { $0.notification.isPrevention }) { failure = Failure(.policy) }
    for case .failed(let what, let position) in heard.map(\.notification) {
      failure = what
      if departure == nil {
        let time = presenter.lastSeekStart ?? position.seconds
        departure = Departure(time: time, date: isReady ? streamDate(for: time) : nil, media: presenter.lastMedia)
      }
    }
    let previous = playbackState
    closeSegments()
    pendingSelection = nil
    releasePlayer()
    forgetTracks()
    playbackState = .idle
    lookAtProperties()
    announce(.idle, from: previous, departure)
    let past = departure
    departure = nil
    presenter.lastMedia = MediaDescription()
    if let failure { post(failure, past) }
  }

  /// The original ends neither segments nor skips when it stops.
  private func closeSegments() {
    if environment.compatibility == .source { presenter.held.removeAll() }
    presentHeld()
    presentRest()
  }

  private func post(_ failure: Failure, _ past: Departure?) {
    var userInfo = UserInfo()
    if environment.compatibility == .documented {
      userInfo[.lastPlaybackTime] = past?.time
      userInfo[.lastPlaybackDate] = past?.date
    }
    userInfo[.error] = SRGMediaPlayerError(failure, message: host.library.text(of: failure.text))
    post(.SRGMediaPlayerPlaybackDidFail, userInfo)
  }

  // MARK: Answers

  /// Completed seeks wait until the state is shown.
  private func holdAnswers() {
    let answers = presenter.answers
    presenter.answers.removeAll()
    for (completion, handler) in answers {
      if completion.answer == .done { presenter.arrived.append(handler) } else { answer(completion, handler) }
    }
  }

  private func answerSeeks() {
    holdAnswers()
    guard playbackState != .seeking else { return }
    let arrived = presenter.arrived
    presenter.arrived.removeAll()
    for handler in arrived { handler?(true) }
  }

  private func answer(_ completion: Completion, _ handler: ((Bool) -> Void)?) {
    switch completion.answer {
    case .done, .superseded: handler?(false)
    case .refused:
      upcomingSelection = nil
      ignore(handler)
    case .cancelled, .failed: ignore(handler)
    }
  }

  func post(_ name: Notification.Name, _ userInfo: UserInfo) {
    environment.notificationCenter.post(name: name, object: self, userInfo: userInfo.values)
  }
}

extension SRGMediaPlayerPlaybackState {
  /// Whether segments are evaluated, which happens only in these states (SRG.md#3.1).
  var showsSegments: Bool { self == .playing || self == .paused || self == .ended }
}
