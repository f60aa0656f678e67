#if FFmpeg
import CFFmpeg
import PlayerCore

/// One stream that plays: its decoder, and the frame that is presented next.
struct Track {
  let kind: TrackKind
  private(set) var decoder: Decoder
  /// The frame that is presented next, once decoded.
  private(set) var head: Frame?
  /// Frames that end before this are not presented.
  private(set) var start: Int64
  /// Where the last frame that was decoded ends.
  private(set) var end: Int64
  private(set) var hasSent = false
  private(set) var hasDecoded = false
  /// What was sent since the last frame came: packets, and microseconds.
  private var undecoded = (packets: 0, duration: Int64(0))
  private var loss: Int64?
  private var isDrained = false
  /// What comes with another decoder, once this one is drained.
  private var successor: Packet?
  /// Why no more packets come, once all that were there are decoded.
  private var failure: MediaError?
  /// A picture before ``start``: the last of them is shown there until the next one comes.
  private var covering: Frame?
  /// The picture after it.
  private var following: Frame?

  init(_ decoder: Decoder, start: Int64) {
    kind = decoder.kind
    self.decoder = decoder
    self.start = start
    end = start
  }

  /// Continues at another place.
  mutating func restart(at position: Int64, flushes: Bool) {
    start = position
    if flushes {
      if let setup = successor.take()?.decoder, let next = try? Decoder(setup) { decoder = next }
      decoder.flush(to: position)
      head = nil
      covering = nil
      following = nil
      end = position
      isDrained = false
      failure = nil
      undecoded = (0, 0)
    }
    let waiting = [head, following].compactMap(\.self)
    (head, following) = (nil, nil)
    for frame in waiting { if head == nil { take(frame) } else { following = frame } }
  }

  mutating func takeHead() -> Frame? { head.take() }

  /// Decodes until there is a frame to present, as far as `next` gives packets.
  mutating func fill(_ next: (TrackKind) -> Supply<Packet>) -> Supply<Frame> {
    do throws(MediaError) {
      while head == nil {
        if let frame = following.take() {
          head = frame
          break
        }
        if let frame = try decoder.receive() {
          take(frame)
          continue
        }
        if let packet = successor.take(), let setup = packet.decoder {
          decoder = try Decoder(setup)
          decoder.flush(to: end)
          try send(packet)
          continue
        }
        if isDrained { return failure.map { .failure($0) } ?? .over }
        switch next(kind) {
        case .next(let packet) where packet.decoder != nil:
          try decoder.send(nil)
          successor = packet
        case .next(let packet): try send(packet)
        case .over:
          try decoder.send(nil)
          isDrained = true
        case .dry: return .dry
        case .skipped: return .skipped
        case .failure(let failure):
          // What the decoder still holds comes first.
          try decoder.send(nil)
          isDrained = true
          self.failure = failure
        }
      }
    } catch {
      return .failure(error)
    }
    return head.map { .next($0) } ?? .dry
  }

  private mutating func send(_ packet: Packet) throws(MediaError) {
    try decoder.send(packet)
    hasSent = true
    undecoded.packets += 1
    undecoded.duration = undecoded.duration.saturatingPlus(packet.duration)
  }

  /// Where a stretch began that gave no frame, once: so long that it is not what the container declares. Decoders hold back some
  /// pictures, and leave out damaged ones.
  mutating func takeLoss() -> Int64? {
    noteLoss()
    return loss.take()
  }

  private mutating func noteLoss() {
    guard hasDecoded, undecoded.packets >= 50, kind == .audio || undecoded.duration >= 2_000_000 else { return }
    loss = end
    undecoded = (.min, 0)
  }

  private mutating func take(_ frame: Frame) {
    noteLoss()
    hasDecoded = true
    undecoded = (0, 0)
    end = frame.end
    if frame.end <= start, frame.position < start {
      if kind == .video { covering = frame }
      return
    }
    head = frame
    guard let earlier = covering.take(), frame.position > start else { return }
    head = earlier
    following = frame
  }
}
#endif
