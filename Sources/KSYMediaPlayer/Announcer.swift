import Foundation
import PlayerCore
import PlayerRuntime

/// What was last reported, and what remains to be reported.
struct Announcer {
  var state = MPMoviePlaybackState.stopped
  var loadState = MPMovieLoadState.unknown
  /// Whether an opening reloads the media that played before; meanwhile the state does not change.
  var isReloading = false
  /// Whether this opening has ended, in any way.
  var hasFinished = false
  /// The opening that `stop` closed.
  var closing = Epoch.none
  /// What the current opening has reported so far.
  var upcoming = StreamInformation()
  /// What the prepared opening has reported; nil before one is prepared.
  var stream: StreamInformation?
}

extension KSYMoviePlayerController {
  func hear(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged: if !announcer.isReloading { forgetStream() }
    case .phaseChanged(let from, let to): follow(from, to)
    case .naturalSizeChanged(let width, _): if width > 0 { post(.MPMovieNaturalSizeAvailable) }
    case .connected(let address, let nameLookup, let connect, let firstData):
      announcer.upcoming.address = host.library.text(of: address)
      announcer.upcoming.nameLookup = nameLookup
      announcer.upcoming.connect = connect
      announcer.upcoming.firstData = firstData
    case .metadataFound(let key, let value):
      announcer.upcoming.take(host.library.text(of: key), host.library.text(of: value))
    case .prepared: announcePrepared()
    case .supplyChanged: announceLoadState()
    case .seekEnded: announceLanding()
    case .seekBegan: announceState()
    case .playbackStateChanged(_, let state):
      announceState()
      // A rewind that fails does not end playback again.
      if state == .ended { finish(.playbackEnded) }
    case .failed(let failure, _): finish(.playbackError, KSYMPErrorCode(failure.kind))
    // What was prepared is not opened.
    case .policyPrevented: if player.phase == .blocked { finish(.playbackError, KSYMPErrorCode(.policy)) }
    case .firstFrame(.video, _): post(.MPMoviePlayerFirstVideoFrameRendered)
    case .firstFrame(.audio, _): post(.MPMoviePlayerFirstAudioFrameRendered)
    case .closed(let epoch): if epoch == announcer.closing { announceClosed() }
    default: break
    }
  }

  private func follow(_ from: Phase, _ to: Phase) {
    switch to {
    case .opening:
      announcer.hasFinished = false
      announcer.closing = .none
      if !announcer.isReloading { forgetStream() }
    case .idle, .empty:
      announcer.isReloading = false
      forgetStream()
      if from == .opening || from == .prepared, !announcer.hasFinished { announcer.closing = player.epoch }
    case .failed: announcer.isReloading = false
    case .prepared: if from == .ended { announcer.hasFinished = false }
    case .blocked: (announcer.isReloading, announcer.hasFinished) = (false, false)
    case .ended: break
    }
  }

  private func forgetStream() {
    announcer.upcoming = StreamInformation()
    announcer.stream = nil
    relay.clearPicture()
  }

  private func announcePrepared() {
    announcer.isReloading = false
    announcer.hasFinished = false
    announcer.stream = announcer.upcoming
    announcer.upcoming = StreamInformation()
    post(.MPMediaPlaybackIsPreparedToPlayDidChange)
  }

  private func announceLoadState() {
    let state = loadState
    guard state != announcer.loadState else { return }
    announcer.loadState = state
    post(.MPMoviePlayerLoadStateDidChange, ["loadState": Int(state.rawValue)])
    // The related engine repeats the state when enough is loaded.
    if compatibility.showsEngineStates, state.contains(.playable) { postState() }
  }

  func announceState() { if playbackState != announcer.state { postState() } }

  private func postState() {
    announcer.state = playbackState
    post(.MPMoviePlayerPlaybackStateDidChange, ["playbackState": announcer.state.rawValue])
  }

  private func announceLanding() {
    // Not if a newer jump or a stop has replaced this one.
    if compatibility.postsSeekComplete, player.phase == .prepared, !player.seekTarget.isKnown {
      post(.MPMoviePlayerSeekComplete)
    }
    announceState()
  }

  /// Once for each preparation.
  private func finish(_ reason: MPMovieFinishReason, _ error: KSYMPErrorCode? = nil) {
    if announcer.hasFinished { return }
    announcer.hasFinished = true
    // The related engine reports the state before and after, even if it has not changed.
    if compatibility.showsEngineStates, error != nil { postState() }
    let error = compatibility.showsEngineStates && error != nil ? .ok : error
    var userInfo: [String: Int] = [MPMoviePlayerPlaybackDidFinishReasonUserInfoKey: reason.rawValue]
    userInfo[MPMoviePlayerPlaybackDidFinishErrorUserInfoKey] = error?.rawValue
    post(.MPMoviePlayerPlaybackDidFinish, userInfo, userInfo: userInfo)
    if compatibility.showsEngineStates, reason == .playbackEnded { postState() }
  }

  private func announceClosed() {
    announcer.closing = .none
    if compatibility.postsFinishWhenClosed { finish(.userExited) }
  }

  /// Whether nothing is reported: the related engine reports nothing after `stop`.
  private var isSilent: Bool { compatibility.showsEngineStates && player.phase == .idle && !player.epoch.isNone }

  private func post(_ name: Foundation.Notification.Name, _ fields: [String: Int] = [:], userInfo: [String: Int]? = nil)
  {
    if isSilent { return }
    environment.notificationCenter.post(name: name, object: self, userInfo: userInfo)
    log(name.rawValue, fields)
  }
}

// MARK: - Log

extension KSYMoviePlayerController {
  /// Logs one line for each notification: the time, the event, and its fields.
  private func log(_ event: String, _ fields: [String: Int]) {
    guard shouldEnableKSYStatModule, let effectiveLogBlock else { return }
    var line: [String: Any] = fields
    line["time"] = Double(host.now.microseconds) / 1e6
    line["event"] = event
    line["url"] = playingURL?.absoluteString ?? contentURL.absoluteString
    guard
      let data = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return }
    effectiveLogBlock(String(decoding: data, as: UTF8.self))
  }
}
