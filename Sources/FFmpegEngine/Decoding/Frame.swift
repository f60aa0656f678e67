#if FFmpeg
import CFFmpeg
import PlayerCore

/// One decoded picture or run of samples, freed with the object.
///
/// Unchecked, because it holds a pointer: but nobody changes what was decoded, and FFmpeg counts references atomically.
final class Frame: @unchecked Sendable {
  let kind: TrackKind
  let pointer: UnsafeMutablePointer<AVFrame>
  /// Microseconds from the first moment of the media.
  let position: Int64
  /// Microseconds.
  let duration: Int64

  init(_ pointer: UnsafeMutablePointer<AVFrame>, kind: TrackKind, position: Int64, duration: Int64) {
    self.pointer = pointer
    self.kind = kind
    self.position = position
    self.duration = duration
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  var end: Int64 { position.addingReportingOverflow(duration).partialValue }

  /// The size to show a picture in.
  var naturalSize: (width: Int32, height: Int32) {
    shownSize(pointer.pointee.width, pointer.pointee.height, pointer.pointee.sample_aspect_ratio)
  }

  /// See ``Picture/withPlane(_:_:)``.
  func withPlane<Result>(_ plane: Int, _ body: (UnsafeRawBufferPointer, Int) -> Result) -> Result? {
    let format = AVPixelFormat(rawValue: pointer.pointee.format)
    guard plane >= 0, plane < av_pix_fmt_count_planes(format), let shape = av_pix_fmt_desc_get(format) else {
      return nil
    }
    let (data, strides) = (pointer.pointee.data, pointer.pointee.linesize)
    let stride = withUnsafeBytes(of: strides) { Int($0.load(fromByteOffset: plane * 4, as: Int32.self)) }
    let start = withUnsafeBytes(of: data) { $0.load(fromByteOffset: plane * 8, as: UnsafeMutableRawPointer?.self) }
    let isSubsampled = plane == 1 || plane == 2
    let lines = Int(-(-pointer.pointee.height >> (isSubsampled ? Int32(shape.pointee.log2_chroma_h) : 0)))
    let line = Int(av_image_get_linesize(format, pointer.pointee.width, Int32(plane)))
    guard let start, lines > 0, line > 0 else { return nil }
    let lowest = stride < 0 ? start + stride * (lines - 1) : start
    return body(UnsafeRawBufferPointer(start: lowest, count: abs(stride) * (lines - 1) + line), stride)
  }
}

/// The size to show a picture in: pixels that are not square widen or narrow it.
func shownSize(_ width: Int32, _ height: Int32, _ pixel: AVRational) -> (width: Int32, height: Int32) {
  guard pixel.num > 0, pixel.den > 0, pixel.num != pixel.den else { return (width, height) }
  let shown = av_rescale(Int64(width), Int64(pixel.num), Int64(pixel.den))
  // A ratio that nobody would make on purpose.
  return shown > 0 && shown <= 1 << 15 ? (Int32(shown), height) : (width, height)
}
#endif
