#if FFmpeg
import CFFmpeg
import Foundation

/// Turns pictures of any format and size into one format and size: the only owner of a scaler.
final class PictureConverter {
  private let format: AVPixelFormat
  private var scaler: OpaquePointer?

  init(to format: AVPixelFormat) { self.format = format }

  deinit { sws_freeContext(scaler) }

  /// `frame` in the requested format and size, and in its own range unless another is asked for: itself when it has
  /// them already. What becomes JPEG has the full range.
  func convert(
    _ frame: Frame, width: Int32, height: Int32, isFullRange: Bool? = nil
  ) throws(MediaError) -> Frame {
    let source = frame.pointer
    let sourceFormat = AVPixelFormat(rawValue: source.pointee.format)
    let isFull = format == AV_PIX_FMT_YUVJ420P || (isFullRange ?? frame.isFullRange)
    if sourceFormat == format, isFull == frame.isFullRange, source.pointee.width == width,
      source.pointee.height == height
    {
      return frame
    }
    scaler = sws_getCachedContext(
      scaler, source.pointee.width, source.pointee.height, sourceFormat, width, height, format, SWS_BICUBIC, nil, nil,
      nil)
    guard let scaler else { throw MediaError(code: -EINVAL) }
    // Without it every picture would count as standard definition.
    let colours = sws_getCoefficients(Int32(source.pointee.colorspace.rawValue))
    sws_setColorspaceDetails(
      scaler, colours, frame.isFullRange ? 1 : 0, colours, isFull ? 1 : 0, 0, 1 << 16, 1 << 16)
    guard let target = av_frame_alloc() else { throw MediaError(code: -ENOMEM) }
    let converted = Frame(target, kind: .video, position: frame.position, duration: frame.duration)
    target.pointee.format = format.rawValue
    target.pointee.width = width
    target.pointee.height = height
    converted.takeColours(of: frame)
    if isFull != frame.isFullRange { target.pointee.color_range = isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }
    let code = sws_scale_frame(scaler, target, source)
    if code < 0 { throw MediaError(code: code) }
    return converted
  }
}
#endif
