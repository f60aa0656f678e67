#if FFmpeg
import CFFmpeg
import PlayerCore

/// Counts the pictures of a raw video stream, whose packets have no presentation times: each begins where the one
/// before it in the file ends. Remembers the key frames that were passed, for there is no other way to go to a place.
struct PictureCounter {
  /// A key frame, where it lies in the file and when it is shown, in the stream's time base.
  struct Place: Hashable {
    var stamp: Int64
    var byte: Int64
  }

  /// Raw video whose packets libavformat leaves without presentation times.
  private static let containers: Set<String> = [
    "avs2", "avs3", "cavsvideo", "dirac", "h261", "h263", "h264", "hevc", "mpegvideo", "vc1",
  ]
  private static let placeLimit = 200_000

  private let codec: String
  private let base: AVRational
  private var next: Int64 = 0
  /// The largest that ``next`` ever was.
  private var furthest: Int64 = 0
  private var places = [Place(stamp: 0, byte: 0)]
  /// The next packet is the first one after a seek.
  private var isEntering = false

  /// Nil for media with stamps of its own.
  init?(_ info: MediaInfo, base: AVRational) {
    guard Self.containers.contains(info.container), info.streams.count == 1, let stream = info.streams.first else {
      return nil
    }
    codec = stream.codec
    self.base = base
  }

  /// Gives `packet` its place. Its own stamps, if it has any, are decoding times: decoders count better without them.
  /// After a seek the first packet has to show where they begin.
  mutating func stamp(_ packet: Packet) {
    let fields = packet.pointer
    let stamp = next
    next = next.saturatingPlus(max(0, fields.pointee.duration))
    furthest = max(furthest, next)
    fields.pointee.pts = isEntering ? stamp : CFF_NO_TIMESTAMP
    fields.pointee.dts = CFF_NO_TIMESTAMP
    isEntering = false
    packet.position = microseconds(stamp, base, origin: 0)
    packet.duration = max(0, microseconds(fields.pointee.duration, base, origin: 0) ?? 0)
    remember(packet, at: stamp)
  }

  private mutating func remember(_ packet: Packet, at stamp: Int64) {
    let byte = packet.pointer.pointee.pos
    guard packet.isKey, let last = places.last, byte > last.byte, stamp > last.stamp, places.count < Self.placeLimit,
      isEntry(packet)
    else { return }
    places.append(Place(stamp: stamp, byte: byte))
  }

  /// How far the key frames are known, in microseconds.
  var reach: Int64 { microseconds(furthest, base, origin: 0) ?? 0 }

  /// The last key frame at `position` or before it, in microseconds.
  func place(at position: Int64) -> Place {
    places.last { microseconds($0.stamp, base, origin: 0) ?? .max <= position } ?? places[0]
  }

  /// Reading continues at `place`.
  mutating func move(to place: Place) {
    next = place.stamp
    isEntering = true
  }

  /// Whether no picture that comes after this key frame is shown before it: those would be lost, and the count with
  /// them.
  private func isEntry(_ packet: Packet) -> Bool {
    guard let data = packet.pointer.pointee.data, packet.size > 6 else { return false }
    let bytes = UnsafeBufferPointer(start: data, count: packet.size)
    for index in 0..<bytes.count - 6 where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 {
      let head = bytes[index + 3]
      switch codec {
      case "h264" where (1...5).contains(head & 31): return head & 31 == 5
      case "hevc" where head >> 1 & 63 < 32: return [19, 20].contains(head >> 1 & 63)
      // The temporal reference: the picture's place in the display order of its group.
      case "mpeg1video" where head == 0, "mpeg2video" where head == 0:
        return bytes[index + 4] == 0 && bytes[index + 5] >> 6 == 0
      default: break
      }
    }
    return false
  }
}

extension InputFile {
  /// Goes to the last key frame before `position` in a stream whose pictures are counted, after reading up to it when
  /// it is further than what was read. Returns whether this file is sought that way.
  func seekByCount(to position: Int64) throws(MediaError) -> Bool {
    guard let known = pictures else { return false }
    if position > known.reach {
      try enter(known.place(at: .max))
      while let packet = try read(), (packet.position ?? 0) <= position {}
    }
    try enter((pictures ?? known).place(at: position))
    return true
  }

  private func enter(_ place: PictureCounter.Place) throws(MediaError) {
    try goToByte(place.byte)
    pictures?.move(to: place)
  }
}
#endif
