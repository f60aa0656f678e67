#if FFmpeg
import CFFmpeg
import PlayerCore

/// Writes the pictures as YUV4MPEG2.
///
/// In the size and the format of the first, which the others are converted to: 4:2:0, 4:2:2, 4:4:4, 4:1:1 or grey, in 8
/// to 16 bits, with its range, fields and chroma site in the header. Or in a frame of a given size and 8 bits, 4:2:0,
/// which pictures fill according to the player's scaling mode and rotation.
public final class Y4MOutput: MediaOutput {
  private let file: FileDescriptor
  private let fitter: PictureFitter?
  private var beginning: Beginning?
  private var buffer: [UInt8] = []

  /// What the first picture set.
  private struct Beginning {
    let converter: PictureConverter
    let width: Int32
    let height: Int32
    let isFullRange: Bool
  }

  private static let frameMark = [UInt8]("FRAME\n".utf8)

  /// Creates the file, or empties it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - frame: the size of the frame that pictures are fitted into; nil for the size of the first picture.
  public init(path: String, frame: PixelSize? = nil) throws(OutputError) {
    file = try FileDescriptor(creating: path)
    fitter = frame.flatMap { $0.isEmpty ? nil : PictureFitter(frame: $0) }
  }

  /// It takes pictures.
  public var wantsPictures: Bool { true }

  /// Takes the scaling and the rotation, counter-clockwise in degrees, for the pictures to come.
  public func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    fitter?.mode = mode
    fitter?.rotation = rotation
  }

  /// Writes a picture.
  public func present(_ picture: Picture) throws(OutputError) {
    if beginning == nil { beginning = try begin(with: picture) }
    guard let beginning else { return }
    if let fitter {
      guard let planes = try? fitter.fit(picture, isFullRange: beginning.isFullRange) else {
        throw OutputError(code: 0)
      }
      return try file.write(Self.frameMark + planes)
    }
    let frame = try? beginning.converter.convert(
      picture.frame, width: beginning.width, height: beginning.height, isFullRange: beginning.isFullRange)
    if buffer.isEmpty { buffer = Self.frameMark }
    guard let frame, frame.copyPixels(to: &buffer, after: Self.frameMark.count) else { throw OutputError(code: 0) }
    try file.write(buffer)
  }

  /// Writes the header.
  private func begin(with picture: Picture) throws(OutputError) -> Beginning {
    let frame = picture.frame
    let format = Y4MFormat(frame, isReduced: fitter != nil)
    let (width, height) = fitter.map { ($0.frame.width, $0.frame.height) } ?? (picture.width, picture.height)
    let pixel = frame.pointer.pointee.sample_aspect_ratio
    let isKnown = fitter == nil && pixel.num > 0 && pixel.den > 0
    let header = format.header(
      width: width, height: height, rate: picture.frameRate, aspect: isKnown ? "\(pixel.num):\(pixel.den)" : "1:1")
    try file.write([UInt8](header.utf8))
    return Beginning(
      converter: PictureConverter(to: format.pixels), width: width, height: height, isFullRange: frame.isFullRange)
  }
}

/// How YUV4MPEG2 keeps pictures: the pixel format, and its entry in the header.
struct Y4MFormat {
  let pixels: AVPixelFormat
  private let colours: String
  private let range: String
  private let interlacing: String

  /// The format that keeps most of `frame`: its brightness and colours in as many bits and in the same places, unless
  /// it consists of red, green and blue, or of values that the file format does not have. Or 8 bits and 4:2:0, whatever it has.
  init(_ frame: Frame, isReduced: Bool) {
    let fields = frame.pointer.pointee
    let shape = isReduced ? nil : av_pix_fmt_desc_get(AVPixelFormat(rawValue: fields.format))?.pointee
    let sampling = shape.map(Self.sampling) ?? "420"
    let depth = shape.map { Self.depth($0, isGrey: sampling == "mono") } ?? 8
    let named = av_get_pix_fmt((sampling == "mono" ? "gray" : "yuv\(sampling)p") + (depth > 8 ? "\(depth)le" : ""))
    let isKnown = named != AV_PIX_FMT_NONE
    pixels = isKnown ? named : AV_PIX_FMT_YUV420P
    colours = Self.colours(isKnown ? sampling : "420", isKnown ? depth : 8, fields.chroma_location)
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
