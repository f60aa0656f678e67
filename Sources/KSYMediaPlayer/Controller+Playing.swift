import Foundation
import PlayerCore
import PlayerRuntime

// KSYManual.md#6.2: starting and stopping.

extension KSYMoviePlayerController {
  /// Whether the media is initialised: `play` may be called. Otherwise `play` prepares it first.
  public var isPreparedToPlay: Bool { player.phase == .prepared || player.phase == .ended }

  /// Initialises the media at ``contentURL``; the prepared notification follows when that is done. Without effect while
  /// the same address is open or opening; after the end it starts over.
  public func prepareToPlay() { open(autoplay: shouldAutoplay) }

  /// Starts prepared media; otherwise prepares it, and plays when it is ready, whatever ``shouldAutoplay`` is
  /// (Contradictions.md#X-16). While that is on, media that already plays pauses (Contradictions.md#X-05).
  public func play() {
    if isDeaf { return }
    if upcoming.phase.isOpen { host.send(.play) } else { open(autoplay: true) }
    isPlayCalled = true
  }

  /// Pauses; without effect if already paused.
  public func pause() {
    if isDeaf { return }
    host.send(.pause)
    isPlayCalled = false
  }

  /// Closes and releases the media. Call it once for each player. The finish notification with
  /// ``MPMovieFinishReason/userExited`` follows when everything is released, unless playback was already over or
  /// something was prepared meanwhile.
  public func stop() {
    host.send(.stop)
    environment.ledger.release(number)
  }

  /// Reloads the stream, from another address or from the current one. Without `flush`, the buffer plays out until the
  /// new stream is open. The player never reloads on its own.
  public func reload(_ url: URL?, flush: Bool) {
    if let url { contentURL = url }
    guard upcoming.phase.isOpen || upcoming.phase == .failed else { return open(autoplay: shouldAutoplay) }
    announcer.isReloading = true
    announcer.upcoming = StreamInformation()
    environment.ledger.enter(number)
    host.send(
      .reload(
        item: url == nil ? .none : contentItem, flush: flush, isLocal: url?.isFileURL ?? false)
    ) { [weak self] completion in
      // Nothing opens, for example for want of a network.
      if completion.answer == .failed || completion.answer == .refused { self?.announcer.isReloading = false }
    }
  }

  /// The related engine ignores commands while it prepares.
  private var isDeaf: Bool { compatibility.showsEngineStates && upcoming.phase == .opening }

  private func open(autoplay: Bool) {
    let (item, player) = (contentItem, upcoming)
    switch player.phase {
    case .opening where item == player.item, .prepared where item == player.item: return
    default: break
    }
    isPlayCalled = false
    takeSettings()
    environment.ledger.enter(number)
    host.send(
      .load(
        item: item, start: start(of: item), autoplay: autoplay, opens: true, isLocal: contentURL.isFileURL))
  }

  /// Playback begins at a time that was set before (Contradictions.md#X-18).
  private func start(of item: ItemID) -> Position {
    let player = upcoming
    guard player.phase == .idle, item == player.item, player.position(at: host.now) != .zero else { return .standard }
    return .at(player.position(at: host.now))
  }

  /// Applies settings that are effective only before preparation (KSYManual.md#6.3, KSYManual.md#6.8).
  private func takeSettings() {
    effective = Effective(
      shouldEnableVideoPostProcessing: shouldEnableVideoPostProcessing, shouldUseHWCodec: shouldUseHWCodec)
    effectiveLogBlock = logBlock
    relay.connect(video: videoDataBlock, audio: audioDataBlock)
    if compatibility.latchesLoop { host.send(.setLooping(shouldLoop)) }
  }
}
