#if FFmpeg
import CFFmpeg
import PlayerCore

/// Writes the pictures as YUV4MPEG2, 4:2:0.
///
/// In the size of the first, to which pictures of another size are scaled; or in a frame of a given size, which they fill
/// as the player's scaling mode and rotation say.
public final class Y4MOutput: MediaOutput {
  private let file: FileDescriptor
  private let converter = PictureConverter(to: AV_PIX_FMT_YUV420P)
  private let fitter: PictureFitter?
  private var size: (width: Int32, height: Int32)?
  private var buffer: [UInt8] = []

  private static let frameMark = [UInt8]("FRAME\n".utf8)

  /// Creates the file, or empties it.
  ///
  /// - Parameter frame: the size of the frame that pictures are fitted into; nil for the size of the first picture.
  public init(path: String, frame: PixelSize? = nil) throws(OutputError) {
    file = try FileDescriptor(creating: path)
    fitter = frame.flatMap { $0.isEmpty ? nil : PictureFitter(frame: $0) }
  }

  public var wantsAudio: Bool { false }
  public func present(_ samples: AudioSamples) {}
  public func flush() {}
  public func finish() {}

  public func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    fitter?.mode = mode
    fitter?.rotation = rotation
  }

  public func present(_ picture: Picture) throws(OutputError) {
    if let fitter { return try present(picture, by: fitter) }
    let size = size ?? (picture.width, picture.height)
    if self.size == nil { try writeHeader(picture) }
    self.size = size
    guard let frame = try? converter.convert(picture.frame, width: size.width, height: size.height) else {
      throw OutputError(code: 0)
    }
    try write(frame.pointer)
  }

  private func present(_ picture: Picture, by fitter: PictureFitter) throws(OutputError) {
    if size == nil {
      try writeHeader(picture, fitter.frame.width, fitter.frame.height, aspect: "1:1")
      size = (fitter.frame.width, fitter.frame.height)
    }
    guard let planes = try? fitter.fit(picture) else { throw OutputError(code: 0) }
    try file.write(Self.frameMark + planes)
  }

  private func writeHeader(_ picture: Picture) throws(OutputError) {
    let pixel = picture.frame.pointer.pointee.sample_aspect_ratio
    let aspect = pixel.num > 0 && pixel.den > 0 ? "\(pixel.num):\(pixel.den)" : "1:1"
    try writeHeader(picture, picture.width, picture.height, aspect: aspect)
  }

  private func writeHeader(
    _ picture: Picture, _ width: Int32, _ height: Int32, aspect: String
  ) throws(OutputError) {
    let rate = picture.frameRate
    let header = "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A\(aspect) C420jpeg\n"
    try file.write([UInt8](header.utf8))
  }

  private func write(_ frame: UnsafeMutablePointer<AVFrame>) throws(OutputError) {
    let (width, height) = (frame.pointee.width, frame.pointee.height)
    let length = av_image_get_buffer_size(AV_PIX_FMT_YUV420P, width, height, 1)
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
                buffer.baseAddress.map { $0 + start }, length, data, lines, AV_PIX_FMT_YUV420P, width, height, 1)
            }
          }
        }
      }
    }
    try file.write(buffer)
  }
}
#endif
