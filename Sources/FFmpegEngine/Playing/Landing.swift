#if FFmpeg
import PlayerCore

/// Where a seek came down.
struct Landing {
  /// Where playback begins.
  var position: Int64
  /// The key frame that decoding begins with; nil when none came.
  var keyFrame: Int64?
  /// What was read to find out.
  var packets: [Packet]
  var isAtEnd: Bool
}

extension Reader {
  /// How far before the target a key frame is looked for. Demuxers without an index land at some frame, and HLS at the
  /// next key frame; what lies before the target is only seen by going back and looking.
  private static let margins: [Int64] = [0, 2_000_000, 10_000_000, 60_000_000, .max]

  /// Moves `input` so that playback can begin within the tolerances of `request`: at a key frame if one lies there, else
  /// exactly at the target, decoding from the key frame before it.
  func land(_ request: SeekRequest, in input: InputFile) throws(MediaError) -> Landing {
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
    for margin in Self.margins {
      let place = max(0, target.subtractingReportingOverflow(margin).partialValue)
      var landing = try attempt(place, .before, in: input)
      landing.position = target
      if place == 0 { return landing }
      if let keyFrame = landing.keyFrame, keyFrame <= target { return landing }
    }
    throw .failed(.io)
  }

  /// Seeks, and reads up to the first key frame of the stream that leads.
  private func attempt(
    _ position: Int64, _ direction: InputFile.Direction, in input: InputFile
  ) throws(MediaError) -> Landing {
    do throws(MediaError) {
      try input.seek(to: position, direction)
    } catch .failed where direction == .before && position == 0 {
      // Nothing lies before the first frame.
      try input.seek(to: position, .after)
    }
    let lead = selection[.video] ?? selection[.audio]
    var landing = Landing(position: position, keyFrame: nil, packets: [], isAtEnd: false)
    var room = state.access { $0.queue.bounds.bytes }
    while room > 0 {
      guard let packet = try input.read() else {
        landing.isAtEnd = true
        break
      }
      guard kind(of: packet.stream) != nil else { continue }
      room -= packet.size
      if packet.stream != lead {
        landing.packets.append(packet)
      } else if packet.isKey {
        landing.packets.append(packet)
        landing.keyFrame = packet.position ?? position
        return landing
      }
    }
    return landing
  }
}
#endif
