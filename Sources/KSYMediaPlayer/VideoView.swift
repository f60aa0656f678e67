import Foundation
import PlayerCore
import PlayerRuntime

/// Receives the pictures: holds the latest one, and its layout in the frame. It does not draw on a screen; an app draws
/// ``rendered()``, or the picture itself with ``layout``. Terminals and picture files are outputs of the engine.
@MainActor
public final class KSYVideoView {
  /// The frame of the view, in pixels.
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
  /// The rotation of the picture, counter-clockwise.
  public var rotateDegrees: Int { Int(host.player.rotation) }

  /// Where the picture is in the frame, rotated and scaled; empty while there is no picture or no frame.
  public var layout: PictureLayout {
    let natural = host.player.naturalSize
    let size = picture.map { PixelSize($0) } ?? PixelSize(width: natural.width, height: natural.height)
    return PictureLayout(
      picture: size, frame: frameSize, mode: host.player.scalingMode, rotation: host.player.rotation)
  }

  /// The rendered frame: the picture in its place, with black bars around it. `nil` while there is no picture or no
  /// frame.
  public func rendered() -> VideoFrame? {
    guard let picture, picture.isWhole, !frameSize.isEmpty else { return nil }
    return picture.fitted(into: frameSize, mode: host.player.scalingMode, rotation: host.player.rotation)
  }

  /// Larger frames are drawn in this size.
  private static let sideLimit: CGFloat = 16_384

  private var frameSize: PixelSize {
    func pixels(_ length: CGFloat) -> Int32 {
      length > 0 ? Int32(min(length, Self.sideLimit).rounded()) : 0
    }
    return PixelSize(width: pixels(frame.width), height: pixels(frame.height))
  }
}

extension PixelSize {
  fileprivate init(_ frame: VideoFrame) {
    self.init(width: Int32(clamping: frame.width), height: Int32(clamping: frame.height))
  }
}
