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
    guard let frame else { throw OutputError(code: 0) }
    try write(frame.pointer)
  }

  /// Writes the header.
  private func begin(with picture: Picture) throws(OutputError) -> Beginning {
    let frame = picture.frame
    let format = fitter == nil ? Y4MFormat(keeping: frame) : Y4MFormat(reducing: frame)
    let (width, height) = fitter.map { ($0.frame.width, $0.frame.height) } ?? (picture.width, picture.height)
    let pixel = frame.pointer.pointee.sample_aspect_ratio
    let isKnown = fitter == nil && pixel.num > 0 && pixel.den > 0
    let header = format.header(
      width: width, height: height, rate: picture.frameRate, aspect: isKnown ? "\(pixel.num):\(pixel.den)" : "1:1")
    try file.write([UInt8](header.utf8))
    return Beginning(
      converter: PictureConverter(to: format.pixels), width: width, height: height, isFullRange: frame.isFullRange)
  }

  private func write(_ frame: UnsafeMutablePointer<AVFrame>) throws(OutputError) {
    let (width, height) = (frame.pointee.width, frame.pointee.height)
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    let length = av_image_get_buffer_size(format, width, height, 1)
    guard length > 0 else { throw OutputError(code: 0) }
    let start = Self.frameMark.count
    if buffer.count != start + Int(length) {
      buffer = Self.frameMark + [UInt8](repeating: 0, count: Int(length))
    }
    buffer.withUnsafeMutableBufferPointer { buffer in
      _ = withUnsafePointer(to: &frame.pointee.data) { data in
        withUnsafePointer(to: &frame.pointee.linesize) { lines in
          data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
            lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
              av_image_copy_to_buffer(
                buffer.baseAddress.map { $0 + start }, length, data, lines, format, width, height, 1)
            }
          }
        }
      }
    }
    try file.write(buffer)
  }
}
#endif
