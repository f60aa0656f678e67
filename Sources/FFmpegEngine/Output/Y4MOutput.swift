#if FFmpeg
import CFFmpeg
import PlayerCore

/// Writes the pictures as YUV4MPEG2, 4:2:0, in the size of the first; pictures of another size are scaled to it.
public final class Y4MOutput: MediaOutput {
  private let file: FileDescriptor
  private let converter = PictureConverter(to: AV_PIX_FMT_YUV420P)
  private var size: (width: Int32, height: Int32)?
  private var buffer: [UInt8] = []

  private static let frameMark = [UInt8]("FRAME\n".utf8)

  /// Creates the file, or empties it.
  public init(path: String) throws(OutputError) { file = try FileDescriptor(creating: path) }

  public var wantsAudio: Bool { false }
  public func present(_ samples: AudioSamples) {}
  public func flush() {}
  public func finish() {}

  public func present(_ picture: Picture) throws(OutputError) {
    let size = size ?? (picture.width, picture.height)
    if self.size == nil { try writeHeader(picture) }
    self.size = size
    guard let frame = try? converter.convert(picture.frame, width: size.width, height: size.height) else {
      throw OutputError(code: 0)
    }
    try write(frame.pointer)
  }

  private func writeHeader(_ picture: Picture) throws(OutputError) {
    let rate = picture.frameRate
    let pixel = picture.frame.pointer.pointee.sample_aspect_ratio
    let aspect = pixel.num > 0 && pixel.den > 0 ? "\(pixel.num):\(pixel.den)" : "1:1"
    let header =
      "YUV4MPEG2 W\(picture.width) H\(picture.height) F\(rate.numerator):\(rate.denominator) Ip A\(aspect) C420jpeg\n"
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
