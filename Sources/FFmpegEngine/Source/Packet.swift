#if FFmpeg
import CFFmpeg
import PlayerCore

/// One demuxed packet, freed with the object.
final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>
  /// Microseconds from the first moment of the media; nil when the container has none.
  var position: Int64?
  /// Microseconds; 0 when the container has none.
  var duration: Int64 = 0
  /// What decodes it and what follows, where that is another one than before. Made when its time comes: many may be queued.
  var decoder: Decoder.Setup?

  init?() {
    guard let pointer = av_packet_alloc() else { return nil }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  var stream: Int32 { pointer.pointee.stream_index }
  var size: Int { Int(max(0, pointer.pointee.size)) }
  var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Where the media that it holds ends.
  var end: Int64? { position.map { $0.saturatingPlus(duration) } }
}
#endif
