#if FFmpeg
import CFFmpeg
import PlayerCore

/// Fits pictures into a frame of a fixed size: cropped, scaled, turned, and with bars where they do not reach.
final class PictureFitter {
  let frame: PixelSize
  var mode = ScalingMode.aspectFit
  /// Degrees counter-clockwise.
  var rotation: Int32 = 0
  private let scaler = PictureConverter(to: AV_PIX_FMT_YUV420P)
  private let turner = PictureTurner()

  init(frame: PixelSize) { self.frame = frame }

  /// The planes of the frame, 8-bit 4:2:0, one after the other.
  func fit(_ picture: Picture, isFullRange: Bool) throws(MediaError) -> [UInt8] {
    let natural = picture.frame.naturalSize
    let layout = PictureLayout(picture: natural, frame: frame, mode: mode, rotation: rotation)
    let cropped = try picture.frame.cropped(to: layout.source, of: natural)
    let area = layout.destination
    let size = PixelSize(width: area.width, height: area.height).rotated(by: rotation)
    let scaled = try scaler.convert(cropped, width: size.width, height: size.height, isFullRange: isFullRange)
    let turned = turner.turned(scaled, by: Orientation(degrees: rotation))
    return (0..<3).flatMap { draw($0, of: turned, into: area) }
  }

  /// One plane of the frame: black, and that of the picture in its place. Colour planes have half the size, rounded up.
  private func draw(_ plane: Int, of picture: Frame, into area: PixelRectangle) -> [UInt8] {
    let isColour = plane > 0
    func half(_ length: Int32) -> Int { isColour ? (Int(length) + 1) / 2 : Int(length) }
    let (width, height) = (half(frame.width), half(frame.height))
    // The brightness of bars.
    let black: UInt8 = picture.isFullRange ? 0 : 16
    var drawn = [UInt8](repeating: isColour ? 128 : black, count: width * height)
    let (left, top) = isColour ? (Int(area.x) / 2, Int(area.y) / 2) : (Int(area.x), Int(area.y))
    guard let lines = picture.plane(plane) else { return drawn }
    let count = min(lines.width, width - left)
    for row in 0..<min(lines.height, height - top) {
      let place = (top + row) * width + left
      drawn.replaceSubrange(
        place..<place + count, with: UnsafeRawBufferPointer(start: lines.start + row * lines.stride, count: count))
    }
    return drawn
  }
}

extension Frame {
  /// A part of the picture. What is counted in pixels as they are shown, `natural` in all, may be stored in others.
  func cropped(to part: PixelRectangle, of natural: PixelSize) throws(MediaError) -> Frame {
    let (width, height) = (Int(pointer.pointee.width), Int(pointer.pointee.height))
    let left = Int(part.x) * width / Int(natural.width)
    let top = Int(part.y) * height / Int(natural.height)
    let shownWidth = max(1, Int(part.width) * width / Int(natural.width))
    let shownHeight = max(1, Int(part.height) * height / Int(natural.height))
    if (left, top, shownWidth, shownHeight) == (0, 0, width, height) { return self }
    guard let clone = av_frame_clone(pointer) else { throw MediaError(code: -ENOMEM) }
    let part = Frame(clone, kind: .video, position: position, duration: duration)
    clone.pointee.crop_left = left
    clone.pointee.crop_top = top
    clone.pointee.crop_right = max(0, width - left - shownWidth)
    clone.pointee.crop_bottom = max(0, height - top - shownHeight)
    let code = av_frame_apply_cropping(clone, Int32(AV_FRAME_CROP_UNALIGNED))
    if code < 0 { throw MediaError(code: code) }
    return part
  }
}
#endif
