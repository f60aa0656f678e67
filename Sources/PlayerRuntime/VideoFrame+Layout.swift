import PlayerCore

extension VideoFrame {
  /// Whether it has a byte for each colour of each pixel.
  public var isWhole: Bool { width > 0 && height > 0 && pixels.count / 3 / width >= height }

  /// The picture as a frame of this size shows it: rotated, scaled and cropped as the mode requires, with black bars
  /// where it does not reach; unchanged when it is incomplete or there is no frame. Pixels are taken from the nearest
  /// position; see ``PlayerCore/PictureLayout`` for the rounding.
  public func fitted(into frame: PixelSize, mode: ScalingMode, rotation degrees: Int32 = 0) -> VideoFrame {
    guard !frame.isEmpty, isWhole else { return self }
    let picture = PixelSize(width: Int32(clamping: width), height: Int32(clamping: height))
    let layout = PictureLayout(picture: picture, frame: frame, mode: mode, rotation: degrees)
    var shown = [UInt8](repeating: 0, count: Int(frame.width) * Int(frame.height) * 3)
    let area = layout.destination
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) {
        guard let from = layout.sourcePixel(x: x, y: y) else { continue }
        let target = (Int(y) * Int(frame.width) + Int(x)) * 3
        let source = (Int(from.y) * width + Int(from.x)) * 3
        for channel in 0..<3 { shown[target + channel] = pixels[source + channel] }
      }
    }
    return VideoFrame(
      position: position, width: Int(frame.width), height: Int(frame.height), pixels: shown)
  }
}
