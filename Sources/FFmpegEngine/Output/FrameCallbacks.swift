#if FFmpeg
import PlayerCore

/// Calls closures with every decoded frame at the moment it is due, sound and pictures on one clock.
///
/// They are called on the engine's presenting thread, one at a time, and hold playback up while they run.
public final class FrameCallbacks: MediaOutput {
  private let onAudio: ((AudioSamples) -> Void)?
  private let onVideo: ((Picture) -> Void)?

  public init(onAudio: ((AudioSamples) -> Void)? = nil, onVideo: ((Picture) -> Void)? = nil) {
    self.onAudio = onAudio
    self.onVideo = onVideo
  }

  public var wantsAudio: Bool { onAudio != nil }
  public func present(_ samples: AudioSamples) { onAudio?(samples) }
  public func present(_ picture: Picture) { onVideo?(picture) }
  public func flush() {}
  public func finish() {}
}
#endif
