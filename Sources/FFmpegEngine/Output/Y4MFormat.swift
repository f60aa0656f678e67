#if FFmpeg
import CFFmpeg

/// How YUV4MPEG2 keeps pictures: the pixel format, and its entry in the header.
struct Y4MFormat {
  let pixels: AVPixelFormat
  private let colours: String
  private let range: String
  private let interlacing: String

  /// The format that keeps most of `frame`: its brightness and colours in as many bits and in the same places, unless
  /// it consists of red, green and blue, or of values that the file format does not have.
  init(keeping frame: Frame) {
    let fields = frame.pointer.pointee
    let shape = av_pix_fmt_desc_get(AVPixelFormat(rawValue: fields.format))?.pointee
    let sampling = shape.map(Self.sampling) ?? "420"
    let depth = shape.map { Self.depth($0, isGrey: sampling == "mono") } ?? 8
    let name = (sampling == "mono" ? "gray" : "yuv\(sampling)p") + (depth > 8 ? "\(depth)le" : "")
    let pixels = av_get_pix_fmt(name)
    self.init(
      pixels == AV_PIX_FMT_NONE ? AV_PIX_FMT_YUV420P : pixels,
      sampling: pixels == AV_PIX_FMT_NONE ? "420" : sampling, depth: pixels == AV_PIX_FMT_NONE ? 8 : depth, of: frame)
  }

  /// 8 bits and 4:2:0, whatever `frame` has; its range and fields.
  init(reducing frame: Frame) { self.init(AV_PIX_FMT_YUV420P, sampling: "420", depth: 8, of: frame) }

  private init(_ pixels: AVPixelFormat, sampling: String, depth: Int, of frame: Frame) {
    self.pixels = pixels
    let fields = frame.pointer.pointee
    colours = Self.colours(sampling, depth, fields.chroma_location)
    range =
      frame.isFullRange
      ? " XCOLORRANGE=FULL" : fields.color_range == AVCOL_RANGE_MPEG ? " XCOLORRANGE=LIMITED" : ""
    interlacing = fields.interlaced_frame == 0 ? "Ip" : fields.top_field_first != 0 ? "It" : "Ib"
  }

  /// The first line of a file, in the words of the `ffmpeg` program.
  func header(width: Int32, height: Int32, rate: (numerator: Int32, denominator: Int32), aspect: String) -> String {
    "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) \(interlacing) A\(aspect) \(colours)\(range)\n"
  }

  private static func sampling(_ shape: AVPixFmtDescriptor) -> String {
    // RGB formats have chroma to spare.
    if shape.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) != 0 { return "420" }
    if shape.nb_components < 3 { return "mono" }
    return switch (shape.log2_chroma_w, shape.log2_chroma_h) {
    case (0, _): "444"
    case (1, 0): "422"
    case (2, 0): "411"
    default: "420"
    }
  }

  private static func depth(_ shape: AVPixFmtDescriptor, isGrey: Bool) -> Int {
    if shape.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) != 0 { return 8 }
    // The depths that the file format has names for.
    let known = isGrey ? [8, 9, 10, 12, 16] : [8, 9, 10, 12, 14, 16]
    return known.first { $0 >= Int(shape.comp.0.depth) } ?? 16
  }

  private static func colours(_ sampling: String, _ depth: Int, _ location: AVChromaLocation) -> String {
    if sampling == "mono" { return depth > 8 ? "Cmono\(depth)" : "Cmono" }
    if depth > 8 { return "C\(sampling)p\(depth) XYSCSS=\(sampling)P\(depth)" }
    if sampling != "420" { return "C\(sampling) XYSCSS=\(sampling)" }
    return switch location {
    case AVCHROMA_LOC_TOPLEFT: "C420paldv XYSCSS=420PALDV"
    case AVCHROMA_LOC_LEFT: "C420mpeg2 XYSCSS=420MPEG2"
    default: "C420jpeg XYSCSS=420JPEG"
    }
  }
}
#endif
