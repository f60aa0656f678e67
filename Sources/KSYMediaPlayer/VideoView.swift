import Foundation
import PlayerCore
import PlayerRuntime

/// What receives the pictures: the latest one, and where it goes in the frame. Drawing is the app's; a terminal and a
/// file of pictures are outputs of the engine.
@MainActor
public final class KSYVideoView {
  /// Where the view lies, in units of the app's own.
  public var frame = CGRect.zero
  /// Called for every picture, on the engine's thread.
  public var onPicture: (@Sendable (VideoFrame) -> Void)? {
    didSet { relay.connect(view: onPicture) }
  }

  private let host: MainPlayer
  private let relay: FrameRelay

  init(host: MainPlayer, relay: FrameRelay) {
    self.host = host
    self.relay = relay
  }

  /// The picture that is shown, in its natural size and upright; `nil` while nothing is.
  public var picture: VideoFrame? { relay.picture }
  /// How the picture fills the frame.
  public var scalingMode: MPMovieScalingMode { MPMovieScalingMode(host.player.scalingMode) }
  /// By how much the picture is turned, counter-clockwise.
  public var rotateDegrees: Int { Int(host.player.rotation) }
}
