#if FFmpeg
import CFFmpeg
import PlayerCore

/// A text on the screen.
struct Cue: Hashable {
  /// Microseconds from the first moment of the media.
  var start: Int64
  var end: Int64
  var text: String
}

/// Turns the packets of a text stream into cues; pictures, as on discs, are passed over.
final class SubtitleDecoder: StreamDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>

  init(_ stream: AVStream) throws(MediaError) {
    guard let parameters = stream.codecpar, let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw MediaError(code: CFF_ERROR_NO_DECODER)
    }
    guard let context = avcodec_alloc_context3(codec) else { throw MediaError(code: -ENOMEM) }
    self.context = context
    // From here on `deinit` frees the context.
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = stream.time_base
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    if code < 0 { throw MediaError(code: code) }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  func flush(to position: Int64) { avcodec_flush_buffers(context) }

  func decode(_ packet: Packet) -> Cue? {
    guard let start = packet.position else { return nil }
    var subtitle = AVSubtitle()
    var isComplete: Int32 = 0
    guard avcodec_decode_subtitle2(context, &subtitle, &isComplete, packet.pointer) >= 0, isComplete != 0 else {
      return nil
    }
    defer { avsubtitle_free(&subtitle) }
    let lines = (0..<Int(min(subtitle.num_rects, 64))).compactMap {
      subtitle.rects?[$0].flatMap { Self.text($0.pointee) }
    }
    // A cue without a duration stays for a while.
    let duration = packet.duration > 0 ? packet.duration : 5_000_000
    return Cue(
      start: start, end: start.saturatingPlus(duration), text: lines.joined(separator: "\n"))
  }

  /// The words of an ASS event: what follows eight commas, without `{…}`.
  private static func text(_ rectangle: AVSubtitleRect) -> String? {
    guard let event = rectangle.ass else { return rectangle.text.map { String(cString: $0) } }
    let fields = String(cString: event).split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return nil }
    return withoutTags(fields[8]).replacing("\\N", with: "\n").replacing("\\n", with: "\n").replacing("\\h", with: " ")
  }

  private static func withoutTags(_ text: Substring) -> String {
    var result = ""
    var isTag = false
    for character in text {
      if character == "{" { isTag = true }
      if !isTag { result.append(character) }
      if character == "}" { isTag = false }
    }
    return result
  }
}
#endif
