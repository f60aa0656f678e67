#if FFmpeg
import CFFmpeg
import Foundation

/// Encodes one picture as a file.
public enum StillPicture {
  /// The kind of file.
  public enum Format: String, CaseIterable, Sendable {
    /// Exact, large.
    case png
    /// Small, for photographs.
    case jpeg
  }

  /// The bytes of a file that shows `picture` in its natural size, or nil when it cannot be encoded.
  public static func encode(_ picture: Picture, as format: Format) -> [UInt8]? {
    let size = picture.frame.naturalSize
    let pixels = format == .png ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_YUVJ420P
    guard
      let frame = try? PictureConverter(to: pixels).convert(picture.frame, width: size.width, height: size.height),
      let encoder = avcodec_find_encoder(format == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG)
    else { return nil }
    var context = avcodec_alloc_context3(encoder)
    defer { avcodec_free_context(&context) }
    guard let context else { return nil }
    context.pointee.width = size.width
    context.pointee.height = size.height
    context.pointee.pix_fmt = pixels
    context.pointee.time_base = AVRational(num: 1, den: 25)
    context.pointee.thread_count = 1
    // JPEG: quality 3 of 1 … 31, hardly distinguishable from the original.
    context.pointee.flags |= AV_CODEC_FLAG_QSCALE
    context.pointee.global_quality = 3 * FF_QP2LAMBDA
    guard avcodec_open2(context, encoder, nil) >= 0 else { return nil }
    return bytes(of: frame, encodedBy: context)
  }

  private static func bytes(of frame: Frame, encodedBy context: UnsafeMutablePointer<AVCodecContext>) -> [UInt8]? {
    // The frame may have another owner: the encoder needs its own time stamp and quality on it.
    var copy = av_frame_clone(frame.pointer)
    defer { av_frame_free(&copy) }
    copy?.pointee.pts = 0
    copy?.pointee.quality = context.pointee.global_quality
    copy?.pointee.pict_type = AV_PICTURE_TYPE_NONE
    guard let copy, let packet = Packet(), avcodec_send_frame(context, copy) >= 0,
      avcodec_send_frame(context, nil) >= 0,
      avcodec_receive_packet(context, packet.pointer) >= 0, let data = packet.pointer.pointee.data
    else { return nil }
    return [UInt8](UnsafeBufferPointer(start: data, count: packet.size))
  }
}
#endif
