import Foundation
import PlayerCore
import PlayerRuntime

/// What receives the pictures: the latest one, and how it lies in the frame. There is no screen here; an app draws
/// ``rendered()``, or the picture itself by ``layout``. A terminal and files of pictures are outputs of the engine.
@MainActor
public final class KSYVideoView {
  /// Where the view lies, in pixels.
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

  /// Where the picture lies in the frame, turned and scaled; empty while there is no picture or no frame.
  public var layout: PictureLayout {
    let natural = host.player.naturalSize
    let size = picture.map { PixelSize($0) } ?? PixelSize(width: natural.width, height: natural.height)
    return PictureLayout(
      picture: size, frame: frameSize, mode: host.player.scalingMode, rotation: host.player.rotation)
  }

  /// The frame as it is seen: the picture in its place, black where it does not reach. `nil` while there is no picture or
  /// no frame.
  public func rendered() -> VideoFrame? {
    guard let picture, picture.isWhole, !frameSize.isEmpty else { return nil }
    return picture.fitted(into: frameSize, mode: host.player.scalingMode, rotation: host.player.rotation)
  }

  /// Larger frames are drawn as this one.
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
