#if FFmpeg
import CFFmpeg
import PlayerCore

/// A picture as it lies in a frame: the pixels that it covers, and where those are.
public struct FittedPicture: Hashable, Sendable {
  /// The part of the frame that the picture covers.
  public let area: PixelRectangle
  /// Red, green and blue of each pixel of ``area``, from the upper left, line by line.
  public let pixels: [UInt8]
}

/// Fits pictures into frames, in red, green and blue: for those who draw them themselves. It belongs to one thread.
public final class PixelFitter {
  private let scaler = PictureConverter(to: AV_PIX_FMT_RGB24)

  /// A fitter that has seen no picture.
  public init() {}

  /// `picture` in a frame of square pixels, or nil when it cannot be converted. `rotation` counts counter-clockwise.
  public func fit(
    _ picture: Picture, into frame: PixelSize, mode: ScalingMode = .aspectFit, rotation: Int32 = 0
  ) -> FittedPicture? {
    let natural = picture.frame.naturalSize
    let layout = PictureLayout(
      picture: PixelSize(width: natural.width, height: natural.height), frame: frame, mode: mode, rotation: rotation)
    let area = layout.destination
    guard area.width > 0, area.height > 0 else { return nil }
    let isOnItsSide = rotation == 90 || rotation == 270
    guard let cropped = try? picture.frame.cropped(to: layout.source, of: natural),
      let scaled = try? scaler.convert(
        cropped, width: isOnItsSide ? area.height : area.width, height: isOnItsSide ? area.width : area.height)
    else { return nil }
    return scaled.plane(0).map { FittedPicture(area: area, pixels: Self.pixels(of: $0, area, rotation)) }
  }

  private static func pixels(of plane: Frame.Plane, _ area: PixelRectangle, _ rotation: Int32) -> [UInt8] {
    let (width, height) = (Int(area.width), Int(area.height))
    return [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
      for row in 0..<height {
        for column in 0..<width {
          let (x, y): (Int, Int) =
            switch rotation {
            case 90: (plane.width - 1 - row, column)
            case 180: (plane.width - 1 - column, plane.height - 1 - row)
            case 270: (row, plane.height - 1 - column)
            default: (column, row)
            }
          let place = plane.start + y * plane.stride + x * 3
          for colour in 0..<3 {
            pixels[(row * width + column) * 3 + colour] = place.load(fromByteOffset: colour, as: UInt8.self)
          }
        }
      }
      count = width * height * 3
    }
  }
}
#endif
