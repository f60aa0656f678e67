#if FFmpeg
import PlayerCore

/// Where a seek came down.
struct Landing {
  /// Where playback begins.
  var position: Int64
  /// The key frame that decoding begins with; nil when none came.
  var keyFrame: Int64?
  /// Where the sound begins that was read; nil when none was.
  var sound: Int64?
  /// What was read to find out.
  var packets: [Packet] = []
  var isAtEnd = false
}

extension Reader {
  /// How far before the target a key frame is looked for. Demuxers without an index land at some frame, and HLS at the
  /// next key frame; what lies before the target is only seen by going back and looking.
  private static let margins: [Int64] = [0, 2_000_000, 10_000_000, 60_000_000, .max]

  /// How much sound before the target is decoded and not played. Decoders of MP3, AAC, Opus and Vorbis need what came
  /// before: the reservoir of MP3 holds up to nine frames, Opus needs 80 ms.
  static let preroll: Int64 = 300_000

  /// Moves `input` so that playback can begin within the tolerances of `request`: at a key frame if one lies there,
  /// else exactly at the target, decoding from the key frame before it.
  func land(_ request: SeekRequest, in input: InputFile) throws(MediaError) -> Landing {
    if let live = input.live { return try land(request, in: input, live) }
    if !request.isExact {
      for direction in [InputFile.Direction.before, .after] {
        if direction == .after, request.latest <= request.target { continue }
        guard var landing = try? attempt(request.target, direction, in: input) else {
          if interrupt.isRaised { throw .interrupted }
          continue
        }
        guard let keyFrame = landing.keyFrame, (request.earliest...request.latest).contains(keyFrame) else { continue }
        landing.position = keyFrame
        return landing
      }
    }
    return try landExactly(request.target, in: input)
  }

  func landExactly(_ target: Int64, in input: InputFile) throws(MediaError) -> Landing {
    if let live = input.live { return try landExactly(target, in: input, live) }
    let soundNeeded = target.saturatingMinus(selection[.audio] == nil ? 0 : Self.preroll)
    for margin in Self.margins where margin > 0 || !input.isEnteredEarly {
      let place = max(0, soundNeeded.saturatingMinus(margin))
      var landing = try attempt(place, .before, soundUntil: target, in: input)
      landing.position = target
      if place == 0 { return try landInSound(landing, from: max(0, soundNeeded), in: input) }
      // Sound that begins late, or has a gap, is not searched for through the whole file.
      let isSoundThere = margin > 2_000_000 || landing.sound.map { $0 <= soundNeeded } ?? true
      if let keyFrame = landing.keyFrame, keyFrame <= target, isSoundThere { return landing }
    }
    throw .failed(.io)
  }

  /// Before the first picture demuxers go to that, past the sound before it, and at the beginning past what fills the decoder: they
  /// find the place in the sound then, unless that loses the picture.
  private func landInSound(
    _ landing: Landing, from place: Int64, in input: InputFile
  ) throws(MediaError) -> Landing {
    guard let stream = selection[.audio], let keyFrame = landing.keyFrame else { return landing }
    let (sound, begin) = (landing.sound ?? .max, input.beginnings[stream] ?? 0)
    let isPast = keyFrame > landing.position && sound > max(place, begin) + 50_000
    guard isPast || place == 0 && begin < 0 && sound > begin else { return landing }
    var other = try attempt(place, .before, soundUntil: landing.position, leading: stream, in: input)
    if other.keyFrame != keyFrame { other = try attempt(0, .before, soundUntil: landing.position, in: input) }
    other.position = landing.position
    return other
  }

  /// Seeks, and reads up to the first key frame of the stream that leads; with `soundUntil` also up to the first sound,
  /// unless that comes after there. The demuxer finds the place in the stream `leading`, or in the one that it prefers.
  func attempt(
    _ position: Int64, _ direction: InputFile.Direction, soundUntil limit: Int64? = nil, leading: Int32? = nil,
    in input: InputFile
  ) throws(MediaError) -> Landing {
    do throws(MediaError) {
      try input.seek(to: position, direction, leading: leading)
    } catch .failed where direction == .before && position == 0 {
      // Nothing lies before the first frame.
      try input.seek(to: position, .after)
    }
    let lead = selection[.video] == nil ? TrackKind.audio : .video
    var landing = Landing(position: position)
    var beginnings: [TrackKind: Beginning] = [:]
    var room = state.access { $0.queue.bounds.bytes }
    while room > 0 {
      guard let packet = try input.read() else {
        landing.isAtEnd = true
        break
      }
      guard let kind = kind(of: packet.stream) else { continue }
      room -= packet.size
      // Nothing can be decoded before the key frame.
      if kind == lead, !packet.isKey, beginnings[lead] == nil { continue }
      landing.packets.append(packet)
      beginnings[kind, default: Beginning()].take(packet)
      landing.keyFrame = beginnings[lead]?.position
      landing.sound = beginnings[.audio]?.position
      let seeksSound = limit.map { (packet.position ?? 0) <= $0 } ?? false && selection[.audio] != nil
      if landing.keyFrame != nil, landing.sound != nil || !seeksSound { break }
    }
    return landing
  }
}

/// Where the packets of a stream begin: packets before the first one with a stamp are counted back from it.
private struct Beginning {
  private(set) var position: Int64?
  private var unstamped: Int64 = 0

  mutating func take(_ packet: Packet) {
    if position != nil { return }
    if let stamp = packet.position { position = stamp - min(unstamped, stamp) }
    unstamped = unstamped.saturatingPlus(packet.duration)
  }
}

extension Reader {
  /// How long before a target cues are looked for that reach up to it.
  private static let cueSpan: Int64 = 10_000_000

  /// Moves `input` by `land`, near `target`, and has the landing begin with the cues that began before and may be shown
  /// still. In Matroska libavformat goes to a key frame of the pictures, and leaves out the text before it.
  func landWithCues(
    at target: Int64, in input: InputFile, _ land: () throws(MediaError) -> Landing
  ) throws(MediaError) -> Landing {
    guard selection[.subtitle] != nil, input.info.container.hasPrefix("matroska") else { return try land() }
    var cues: [Packet] = []
    do throws(MediaError) {
      cues = try packetsOfCues(before: target, in: input)
    } catch .interrupted {
      throw .interrupted
    } catch {
      // The seek proceeds without cues.
    }
    var landing = try land()
    landing.packets.insert(contentsOf: cues.filter { $0.duration == 0 || $0.end ?? 0 > landing.position }, at: 0)
    return landing
  }

  private func packetsOfCues(before target: Int64, in input: InputFile) throws(MediaError) -> [Packet] {
    try input.seek(to: max(0, target.saturatingMinus(Self.cueSpan)), .before)
    var cues: [Packet] = []
    var room = state.access { $0.queue.bounds.bytes }
    while room > 0, let packet = try input.read() {
      room -= packet.size
      if let position = packet.position, position > target { break }
      if kind(of: packet.stream) == .subtitle { cues.append(packet) }
    }
    return cues
  }
}
#endif
