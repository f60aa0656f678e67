#if FFmpeg
import CFFmpeg
import PlayerCore

/// The cues that were read, and those that are shown.
struct SubtitleTrack {
  var decoder: SubtitleDecoder? {
    didSet { restart() }
  }
  /// Those to come, in the order of their beginnings.
  private var cues: [Cue] = []
  /// In the order of their beginnings, too.
  private var shown: [Cue] = []

  /// Files with more cues waiting, or more at a time, than this are not text to read.
  private static let limit = 1_000
  private static let shownLimit = 32

  /// Forgets the cues; those that are shown go away with the next change.
  mutating func restart() {
    cues.removeAll()
    decoder?.flush(to: 0)
    for index in shown.indices { shown[index].end = .min }
  }

  mutating func fill(_ next: (TrackKind) -> Supply<Packet>) {
    while let decoder, cues.count < Self.limit, case .next(let packet) = next(.subtitle) {
      if let cue = decoder.decode(packet) { add(cue) }
    }
  }

  private mutating func add(_ cue: Cue) {
    // A seek may read a cue twice: once because it reaches up to the target.
    if cues.contains(cue) || shown.contains(cue) { return }
    let place = cues.lastIndex { $0.start <= cue.start }.map { $0 + 1 } ?? 0
    cues.insert(cue, at: place)
  }

  /// Where the next cue comes or one that is shown goes; nil when nothing is known to change.
  var nextChange: Int64? { (shown.map(\.end) + cues.prefix(1).map(\.start)).min() }

  /// The texts from `position` on, one below the other; empty for none.
  mutating func advance(to position: Int64) -> String {
    shown.removeAll { $0.end <= position }
    let count = cues.prefix { $0.start <= position }.count
    shown += cues.prefix(count).filter { $0.end > position }
    cues.removeFirst(count)
    return shown.prefix(Self.shownLimit).map(\.text).joined(separator: "\n")
  }
}

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

  init(_ setup: Decoder.Setup) throws(MediaError) { context = try setup.open() }

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
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    return parts[0] + parts.dropFirst().map { $0.drop { $0 != "}" }.dropFirst() }.joined()
  }
}
#endif
