import Dispatch
import PlayerCore
import PlayerRuntime
import Backports

/// Passes frames from the engine's threads to the blocks that receive them.
final class FrameRelay: Sendable {
  struct Receivers {
    var video: (@Sendable (VideoFrame) -> Void)?
    var audio: (@Sendable (AudioFrame) -> Void)?
    var view: (@Sendable (VideoFrame) -> Void)?
  }

  private let receivers = Lock(Receivers())
  private let latest = Lock(VideoFrame?.none)
  private let still = Lock(VideoFrame?.none)
  private let stillArrived = DispatchSemaphore(value: 0)

  /// The picture that is shown.
  var picture: VideoFrame? { latest.withLock { $0 } }

  /// Sets what the app receives from now on.
  func connect(video: (@Sendable (VideoFrame) -> Void)?, audio: (@Sendable (AudioFrame) -> Void)?) {
    receivers.withLock {
      $0.video = video
      $0.audio = audio
    }
  }

  func connect(view: (@Sendable (VideoFrame) -> Void)?) { receivers.withLock { $0.view = view } }

  func clearPicture() { latest.withLock { $0 = nil } }

  var hooks: EngineHooks {
    var hooks = EngineHooks()
    hooks.onVideo = { [self] in show($0) }
    hooks.onAudio = { [self] in sound($0) }
    hooks.onStill = { [self] in keep($1) }
    return hooks
  }

  private func show(_ frame: VideoFrame) {
    latest.withLock { $0 = frame }
    let receivers = receivers.withLock { $0 }
    receivers.view?(frame)
    receivers.video?(frame)
  }

  private func sound(_ frame: AudioFrame) { receivers.withLock { $0.audio }?(frame) }

  private func keep(_ frame: VideoFrame) {
    still.withLock { $0 = frame }
    stillArrived.signal()
  }

  /// Drops requests for stills that are no longer awaited.
  func expectStill() {
    while stillArrived.wait(timeout: .now()) == .success {}
    still.withLock { $0 = nil }
  }

  /// The still that was requested after ``expectStill()``; nil if it does not arrive in time.
  func takeStill(within milliseconds: Int) -> VideoFrame? {
    _ = stillArrived.wait(timeout: .now() + .milliseconds(milliseconds))
    return still.withLock { $0 }
  }
}
