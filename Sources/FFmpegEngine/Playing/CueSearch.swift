#if FFmpeg
import PlayerCore

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
