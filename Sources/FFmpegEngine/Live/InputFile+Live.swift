#if FFmpeg
import CFFmpeg
import PlayerCore

extension InputFile {
  /// Finds out which playlist plays, and returns what the container calls the zero of its window; nil when nothing is
  /// live. Segments begin with a key frame of the video, if there is one.
  static func liveOrigin(_ context: UnsafeMutablePointer<AVFormatContext>, _ feed: LiveFeed?) -> Int64? {
    guard let feed else { return nil }
    let lead = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].lazy.map { av_find_best_stream(context, $0, -1, -1, nil, 0) }
      .first { $0 >= 0 }
    if let lead, let program = av_find_program_from_stream(context, nil, lead) {
      feed.tell(ofVariant: Int(program.pointee.id))
    }
    guard let entry = feed.entry else { return nil }
    let stream = lead.flatMap { context.pointee.streams?[Int($0)]?.pointee }
    let start = stream.flatMap(beginning(of:)) ?? context.pointee.start_time
    return (start == CFF_NO_TIMESTAMP ? 0 : start).saturatingMinus(entry.position)
  }

  /// Reopens a live source at the segment that now holds `position`. Returns whether the source is live.
  func openWindow(at position: Int64) throws(MediaError) -> Bool {
    guard let live else { return false }
    live.enter(at: position)
    let opened = try Self.open(gate, nil, interrupt)
    replaceContext(by: opened)
    guard let entry = live.entry else { throw .failed(.io) }
    // Timestamps are trusted as far as a playlist's durations may be off; after a discontinuity nothing is known.
    let distance = entry.timeline == anchor.timeline ? abs(entry.position - anchor.position) / 2 : 0
    let tolerance = max(Self.leastTolerance, distance)
    let beginning = entry.position.saturatingPlus(origin)
    if let stamp = leadingStream.flatMap(stream).flatMap(Self.beginning(of:)) {
      stamps?.move(stamp, to: beginning, tolerance: tolerance)
    } else {
      stamps?.move(to: beginning, tolerance: tolerance)
    }
    return true
  }

  /// What follows the playlist in parallel with libavformat; nil when nothing is live.
  var liveWatch: LiveWatch? { live.map { LiveWatch(feed: $0, policy: gate.policy, network: gate.network) } }

  /// Where playback begins that goes nowhere: the live edge, or zero.
  var start: Int64 { live == nil ? 0 : anchor.position }
}
#endif
