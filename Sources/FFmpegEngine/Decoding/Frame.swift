#if FFmpeg
import CFFmpeg
import PlayerCore

/// One decoded picture or run of samples, freed with the object.
final class Frame: @unchecked Sendable {  // Never changed once decoded; FFmpeg counts references atomically.
  let kind: TrackKind
  let pointer: UnsafeMutablePointer<AVFrame>
  /// Microseconds from the first moment of the media.
  let position: Int64
  /// Microseconds.
  let duration: Int64
  /// How it becomes upright; see ``PictureTurner``.
  let orientation: Orientation

  init(
    _ pointer: UnsafeMutablePointer<AVFrame>, kind: TrackKind, position: Int64, duration: Int64,
    orientation: Orientation = .upright
  ) {
    self.pointer = pointer
    self.orientation = orientation
    self.kind = kind
    self.position = position
    self.duration = duration
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  var end: Int64 { position.saturatingPlus(duration) }

  /// The size to show a picture in.
  var naturalSize: PixelSize {
    shownSize(pointer.pointee.width, pointer.pointee.height, pointer.pointee.sample_aspect_ratio)
  }

  /// One plane of a picture, as it lies in memory.
  struct Plane {
    /// The first pixel of the highest line.
    var start: UnsafeMutableRawPointer
    /// From one line to the next; negative where the lowest line comes first.
    var stride: Int
    /// From one pixel to the next, in bytes.
    var step: Int
    var width: Int
    var height: Int
  }

  /// A plane, or nil when there is no such plane. Where pixels are not whole bytes, its step and width mean nothing.
  func plane(_ number: Int) -> Plane? {
    let format = AVPixelFormat(rawValue: pointer.pointee.format)
    guard number >= 0, number < av_pix_fmt_count_planes(format), let shape = av_pix_fmt_desc_get(format)?.pointee
    else { return nil }
    let (data, strides) = (pointer.pointee.data, pointer.pointee.linesize)
    let stride = withUnsafeBytes(of: strides) { Int($0.load(fromByteOffset: number * 4, as: Int32.self)) }
    let start = withUnsafeBytes(of: data) { $0.load(fromByteOffset: number * 8, as: UnsafeMutableRawPointer?.self) }
    guard let start else { return nil }
    let isSubsampled = number == 1 || number == 2
    let components = [shape.comp.0, shape.comp.1, shape.comp.2, shape.comp.3].prefix(Int(shape.nb_components))
    return Plane(
      start: start, stride: stride, step: components.filter { $0.plane == number }.map { Int($0.step) }.max() ?? 1,
      width: Int(-(-pointer.pointee.width >> (isSubsampled ? Int32(shape.log2_chroma_w) : 0))),
      height: Int(-(-pointer.pointee.height >> (isSubsampled ? Int32(shape.log2_chroma_h) : 0))))
  }

  /// Writes the planes after the first `start` of `bytes`, without gaps. Returns whether there was memory for that.
  func copyPixels(to bytes: inout [UInt8], after start: Int = 0) -> Bool {
    let (width, height) = (pointer.pointee.width, pointer.pointee.height)
    let format = AVPixelFormat(rawValue: pointer.pointee.format)
    let length = av_image_get_buffer_size(format, width, height, 1)
    guard length > 0 else { return false }
    if bytes.count != start + Int(length) { bytes = bytes.prefix(start) + [UInt8](repeating: 0, count: Int(length)) }
    return bytes.withUnsafeMutableBufferPointer { bytes in
      withUnsafePointer(to: &pointer.pointee.data) { data in
        withUnsafePointer(to: &pointer.pointee.linesize) { lines in
          data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
            lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
              av_image_copy_to_buffer(
                bytes.baseAddress.map { $0 + start }, length, data, lines, format, width, height, 1) >= 0
            }
          }
        }
      }
    }
  }

  /// Whether its brightness goes from 0 to the largest value.
  var isFullRange: Bool {
    switch AVPixelFormat(rawValue: pointer.pointee.format) {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P: true
    default: pointer.pointee.color_range == AVCOL_RANGE_JPEG
    }
  }

  /// Takes over the colour description, the fields and the pixel shape of `other`.
  func takeColours(of other: Frame) {
    let source = other.pointer.pointee
    pointer.pointee.color_range = other.isFullRange ? AVCOL_RANGE_JPEG : source.color_range
    pointer.pointee.colorspace = source.colorspace
    pointer.pointee.color_primaries = source.color_primaries
    pointer.pointee.color_trc = source.color_trc
    pointer.pointee.chroma_location = source.chroma_location
    pointer.pointee.sample_aspect_ratio = source.sample_aspect_ratio
    pointer.pointee.interlaced_frame = source.interlaced_frame
    pointer.pointee.top_field_first = source.top_field_first
  }
}

/// The size to show a picture in: pixels that are not square widen or narrow it.
func shownSize(_ width: Int32, _ height: Int32, _ pixel: AVRational) -> PixelSize {
  let stored = PixelSize(width: width, height: height)
  guard pixel.num > 0, pixel.den > 0, pixel.num != pixel.den else { return stored }
  let shown = av_rescale(Int64(width), Int64(pixel.num), Int64(pixel.den))
  // A ratio that no real media has.
  return shown > 0 && shown <= 1 << 15 ? PixelSize(width: Int32(shown), height: height) : stored
}

extension AVStream {
  /// The shape of a pixel as the container declares it; nil where it does not.
  var declaredPixel: AVRational? {
    sample_aspect_ratio.num > 0 && sample_aspect_ratio.den > 0 ? sample_aspect_ratio : nil
  }
}
#endif
