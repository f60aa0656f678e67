#if FFmpeg
import PlayerCore

/// Calls closures with every decoded frame when it is due, sound and pictures on one clock.
///
/// They are called on the engine's presenting thread, one at a time, and block playback while they run.
public final class FrameCallbacks: MediaOutput {
  private let onAudio: ((AudioSamples) -> Void)?
  private let onVideo: ((Picture) -> Void)?

  /// Passes sound and pictures to closures, on the engine's thread.
  public init(onAudio: ((AudioSamples) -> Void)? = nil, onVideo: ((Picture) -> Void)? = nil) {
    self.onAudio = onAudio
    self.onVideo = onVideo
  }

  /// It takes sound when there is a closure for it.
  public var wantsAudio: Bool { onAudio != nil }
  /// It takes pictures when there is a closure for them.
  public var wantsPictures: Bool { onVideo != nil }
  /// Passes sound to its closure.
  public func present(_ samples: AudioSamples) { onAudio?(samples) }
  /// Passes a picture to its closure.
  public func present(_ picture: Picture) { onVideo?(picture) }
}
#endif
