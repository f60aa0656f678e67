#if FFmpeg
import CFFmpeg
import PlayerCore

/// Packets that were read and not yet decoded: one line for each kind, bounded together.
struct PacketQueue {
  /// How much may wait: bytes of all kinds together, and microseconds of each.
  struct Bounds: Hashable, Sendable {
    var bytes = 15 << 20
    var duration: Int64 = 30_000_000
  }

  private struct Line {
    var packets: [Packet?] = []
    /// Packets before this one are taken; the array is tidied when they are half of it.
    var head = 0
    var isPlayed = false
    /// Where the last packet that came ends.
    var end: Int64?

    var isEmpty: Bool { head == packets.count }
    var duration: Int64 {
      guard !isEmpty, let start = packets[head]?.position, let end else { return 0 }
      return end.saturatingMinus(start)
    }
    func has(_ duration: Int64) -> Bool { !isPlayed || self.duration >= duration }
  }

  let bounds: Bounds
  private var lines = [Line](repeating: Line(), count: TrackKind.allCases.count)
  private(set) var bytes = 0
  /// No more packets will come.
  var isAtEnd = false
  private var isFilling = true

  init(bounds: Bounds = Bounds()) { self.bounds = bounds }

  /// Full: by bytes, or because every stream that plays has enough. A stream alone cannot fill the queue with its
  /// duration, or badly interleaved files would never get to the other one.
  var isFull: Bool { bytes >= bounds.bytes || (isPlaying && lines.allSatisfy { $0.has(bounds.duration) }) }

  /// Whether packets are to be read. Once full, the queue is filled again when a quarter of it is gone.
  var wantsMore: Bool {
    if isAtEnd || isFull || !isPlaying { return false }
    return isFilling || lines.contains { $0.isPlayed && $0.isEmpty }
      || (bytes < bounds.bytes / 4 * 3 && lines.contains { !$0.has(bounds.duration / 4 * 3) })
  }

  private var isPlaying: Bool { lines.contains(where: \.isPlayed) }

  /// Up to where everything that plays is there; nil while nothing is.
  var bufferedUntil: Int64? {
    let ends = lines.filter(\.isPlayed).map(\.end)
    // At the end the longest stream counts; the others have ended.
    return isAtEnd ? ends.compactMap(\.self).max() : ends.contains(nil) ? nil : ends.compactMap(\.self).min()
  }

  /// Which kinds must have data for playback to continue: audio and video, where selected.
  mutating func setPlayed(_ kind: TrackKind, _ isPlayed: Bool) { lines[Int(kind.rawValue)].isPlayed = isPlayed }

  mutating func append(_ packet: Packet, kind: TrackKind) {
    let line = Int(kind.rawValue)
    lines[line].packets.append(packet)
    if let end = packet.end { lines[line].end = max(end, lines[line].end ?? end) }
    bytes += Self.weight(packet)
    isFilling = !isFull
  }

  func isEmpty(_ kind: TrackKind) -> Bool { lines[Int(kind.rawValue)].isEmpty }

  mutating func next(_ kind: TrackKind) -> Packet? {
    let line = Int(kind.rawValue)
    guard !lines[line].isEmpty, let packet = lines[line].packets[lines[line].head].take() else { return nil }
    lines[line].head += 1
    bytes -= Self.weight(packet)
    if lines[line].head * 2 > lines[line].packets.count {
      lines[line].packets.removeFirst(lines[line].head)
      lines[line].head = 0
    }
    return packet
  }

  /// What a packet costs: its data and what surrounds it. Packets of a byte each must not slip through the bound.
  private static func weight(_ packet: Packet) -> Int { packet.size + 512 }

  /// Drops what is not needed to play from `position` on: what decoding begins with stays, a key frame and the sound before
  /// it. Returns the kinds that continue elsewhere, and the key frame that the pictures begin with, if they are among them.
  mutating func advance(to position: Int64, preroll: Int64) -> (moved: Set<TrackKind>, keyFrame: Int64?) {
    var moved: Set<TrackKind> = []
    var keyFrame: Int64?
    for kind in [TrackKind.audio, .video] where lines[Int(kind.rawValue)].isPlayed {
      let line = lines[Int(kind.rawValue)]
      let limit = kind == .video ? position : position.saturatingMinus(preroll)
      let place = line.packets[line.head...].lastIndex { packet in
        packet?.isKey == true && packet?.position.map { $0 <= limit } == true
      }
      guard let place, place > line.head else { continue }
      if kind == .video { keyFrame = line.packets[place]?.position }
      let decoder = (line.head..<place).compactMap { _ in next(kind)?.decoder }.last
      if let decoder, let first = line.packets[place] { first.decoder = first.decoder ?? decoder }
      moved.insert(kind)
    }
    return (moved, keyFrame)
  }

  mutating func removeAll() {
    for kind in TrackKind.allCases { removeAll(kind) }
    isAtEnd = false
    isFilling = true
  }

  mutating func removeAll(_ kind: TrackKind) {
    while next(kind) != nil {}
    lines[Int(kind.rawValue)].end = nil
  }
}

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
