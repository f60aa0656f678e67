#if FFmpeg
import CFFmpeg
import PlayerCore

// A stream that plays may go on as another one: where a part of HLS, or a recording from some place on, has other streams.
// libavformat gives the packets of those; what they continue it does not know.

extension InputFile {
  /// What carries a stream that plays: a stream of the demuxer, in a codec.
  struct Carrier {
    var index: Int32
    var codec: AVCodecID
    /// Whether there is a decoder for it.
    var isDecoded = true
  }

  /// A stream that has begun while another one of its kind plays. Which of them goes on the next packets show.
  struct Heir {
    /// The stream that plays.
    let number: Int32
    var packets: [Packet] = []
    var bytes = 0
  }

  /// So much of a stream that begins, in microseconds, packets or bytes, without the one that played: it goes on in its place.
  private static let trial = (duration: Int64(1_000_000), count: 500, bytes: 4 << 20)
  /// More do not begin at a time.
  static let heirLimit = 4

  /// Places a packet of the demuxer. Returns whether it is passed on now.
  func admit(_ packet: Packet) -> Bool {
    let index = packet.stream
    packet.pointer.pointee.stream_index = number(of: index)
    guard let heir = heirs[index] else {
      guard isCarried(packet, by: index, isPlaced: false) else { return false }
      stamp(packet, of: index)
      for (other, heir) in heirs where heir.number == packet.stream { weigh(heir, other, against: packet) }
      return true
    }
    if heir.packets.isEmpty { takeOver(heir.number, by: index) }
    stamp(packet, of: index)
    heirs[index]?.packets.append(packet)
    heirs[index]?.bytes += packet.size
    let begin = heir.packets.first?.position ?? .max
    if heir.packets.count > Self.trial.count || heir.bytes > Self.trial.bytes
      || (packet.position ?? 0) >= begin.saturatingPlus(Self.trial.duration)
    {
      inherit(index)
    }
    return false
  }

  /// Both go on: the one that plays is not continued by the other.
  private func weigh(_ heir: Heir, _ index: Int32, against packet: Packet) {
    guard let begin = heir.packets.first?.position, packet.position ?? .min >= begin else { return }
    heirs[index] = nil
    select(selected)
  }

  private func inherit(_ index: Int32) {
    guard let heir = heirs.removeValue(forKey: index) else { return }
    numbers[index] = heir.number
    hasHeirs = true
    select(selected)
    waiting += heir.packets.filter { packet in
      packet.pointer.pointee.stream_index = heir.number
      return isCarried(packet, by: index, isPlaced: true)
    }
  }

  /// Nothing more comes: what has begun continues what has ended. Returns whether there was any.
  func inheritAll() -> Bool {
    for (index, heir) in heirs where !heir.packets.isEmpty { inherit(index) }
    return !waiting.isEmpty
  }

  /// Has another decoder come with the first packet that another carrier brings. Returns whether a packet can be decoded.
  private func isCarried(_ packet: Packet, by index: Int32, isPlaced: Bool) -> Bool {
    guard let carrier = carriers[packet.stream], let stream = context.pointee.streams?[Int(index)]?.pointee,
      let codec = stream.codecpar?.pointee.codec_id,
      let kind = info.streams.first(where: { $0.index == packet.stream })?.kind
    else { return true }
    if carrier.index == index, carrier.codec == codec { return carrier.isDecoded }
    // The last picture of a stream comes when that goes on, or at the end.
    if kind == .video, !packet.isKey { return false }
    if !isPlaced { takeOver(packet.stream, by: index) }
    carriers[packet.stream] = Carrier(index: index, codec: codec)
    do throws(MediaError) {
      packet.decoder = try setup(of: stream, kind: kind)
    } catch {
      carriers[packet.stream]?.isDecoded = false
      gate.log.miss(error.naming(String(cString: avcodec_get_name(codec))))
    }
    return packet.decoder != nil
  }

  /// The stamps of `index` follow those of what carries the stream by now.
  private func takeOver(_ number: Int32, by index: Int32) {
    guard let carrier = carriers[number], carrier.index != index else { return }
    let isVideo = info.streams.contains { $0.index == number && $0.kind == .video }
    stamps?.take(over: carrier.index, as: index, isHeldBack: isVideo)
  }

  /// After a seek each stream may be carried by another one than before, and what is held is elsewhere.
  func forgetCarriers() {
    waiting.removeAll()
    for index in heirs.keys { heirs[index] = heirs[index].map { Heir(number: $0.number) } }
    guard hasHeirs else { return }
    for number in carriers.keys { carriers[number]?.codec = AV_CODEC_ID_NONE }
  }

  /// Whether two streams may be of one program.
  func areTogether(_ index: Int32, _ other: Int32) -> Bool {
    guard let program = av_find_program_from_stream(context, nil, index),
      let theirs = av_find_program_from_stream(context, nil, other)
    else { return true }
    return program == theirs
  }
}
#endif
