#if FFmpeg
import PlayerCore

/// What one live playlist offers, on a timeline of its own: each segment keeps its number and its position for as long
/// as it is listed, whatever the playlist lists later. All times in microseconds; the first segment of the first
/// playlist begins at zero.
///
/// A segment is known by the server's number and by its name. A server that restarts its numbering, or lists other
/// segments under the same numbers, has begun another stream: its segments follow what was known, with numbers that
/// continue.
struct LiveWindow: Sendable {
  struct Segment: Sendable {
    var start: Int64
    var duration: Int64
    /// In microseconds since 1970.
    var date: Int64?
    /// How many discontinuities lie before it.
    var timeline: Int
    fileprivate var name: Substring

    var end: Int64 { start.saturatingPlus(duration) }
  }

  /// The number of the first segment; that of the server until it restarts its numbering.
  private(set) var first: Int64 = 0
  private(set) var segments: [Segment] = []
  /// Nothing will be added to it.
  private(set) var hasEnded = false
  private(set) var targetDuration: Int64 = 0
  /// The offset that is added to the server's numbers.
  private(set) var shift: Int64 = 0
  /// Where the next segment begins, and how many discontinuities lie before it.
  private(set) var end: Int64 = 0
  private var timeline = 0

  /// Players begin this many segments before the end (RFC 8216, 6.3.3).
  private static let heldBack = 3

  // MARK: Queries

  /// The number after the last segment.
  var next: Int64 { first + Int64(segments.count) }

  /// What can be played: from the start of the first segment to ``edge``. Nil without segments.
  var range: ClosedRange<Int64>? {
    guard let start = segments.first?.start else { return nil }
    return start...max(start, edge)
  }

  /// Where playback is live: three segments before the end. Of what has ended, the end.
  var edge: Int64 {
    if hasEnded { return end }
    return edgeNumber.flatMap(segment)?.start ?? end
  }

  /// The segment that live playback enters. Nil without segments.
  var edgeNumber: Int64? {
    segments.isEmpty ? nil : first + Int64(max(0, segments.count - Self.heldBack))
  }

  /// The segment that playback enters at `position`: the first or last one when it lies outside. Nil without segments.
  func number(at position: Int64) -> Int64? {
    if segments.isEmpty { return nil }
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= position { low = middle } else { high = middle }
    }
    return first + Int64(low)
  }

  func segment(_ number: Int64) -> Segment? {
    let (index, overflow) = number.subtractingReportingOverflow(first)
    return !overflow && index >= 0 && index < segments.count ? segments[Int(index)] : nil
  }

  /// The latest segment with a date of its own, for the dates of all that plays with it.
  var reference: (position: Int64, date: Int64)? {
    segments.last { $0.date != nil }.flatMap { segment in segment.date.map { (segment.start, $0) } }
  }

  /// The date of a position; nil when the playlist has none.
  func date(of position: Int64) -> Int64? {
    guard let number = number(at: position), !segments.isEmpty else { return nil }
    let index = Int(number - first)
    let dated = segments[...index].last { $0.date != nil } ?? segments[index...].first { $0.date != nil }
    return dated.flatMap { segment in segment.date?.saturatingPlus(position.saturatingMinus(segment.start)) }
  }

  /// The position of a date; nil when the playlist has none.
  func position(ofDate date: Int64) -> Int64? {
    let dated = segments.last { $0.date.map { $0 <= date } ?? false } ?? segments.first { $0.date != nil }
    return dated.flatMap { segment in segment.date.map { segment.start.saturatingPlus(date.saturatingMinus($0)) } }
  }

  // MARK: Following the playlist

  /// Takes the server's current list; one that is older than the known one changes nothing.
  mutating func take(_ playlist: MediaPlaylist) {
    if playlist.isMaster { return }
    targetDuration = playlist.targetDuration
    guard let begin = place(of: playlist) else { return }
    hasEnded = playlist.isComplete
    if begin > next { skip(to: begin, playlist) }
    drop(before: begin)
    append(playlist, from: begin)
  }

  /// The number of the playlist's first segment here; nil when the playlist is old.
  private mutating func place(of playlist: MediaPlaylist) -> Int64? {
    let listed = playlist.segments
    if listed.isEmpty {
      hasEnded = hasEnded || playlist.isComplete
      return nil
    }
    if segments.isEmpty {
      first = playlist.sequence
      return first
    }
    let begin = playlist.sequence + shift
    let end = begin + Int64(listed.count)
    guard agrees(playlist, from: begin), end > first else { return renumber(playlist) }
    // A cache may deliver an older answer of the server.
    return begin < first || end < next ? nil : begin
  }

  /// Whether the segments that both know have the same names.
  private func agrees(_ playlist: MediaPlaylist, from begin: Int64) -> Bool {
    let common = max(begin, first)
    guard common < min(next, begin + Int64(playlist.segments.count)) else { return true }
    return segments[Int(common - first)].name == playlist.segments[Int(common - begin)].address.fileName
  }

  /// The server restarts its numbering: if the names of its segments are known, it continues there, else it follows.
  private mutating func renumber(_ playlist: MediaPlaylist) -> Int64 {
    let name = playlist.segments.first?.address.fileName
    let known = segments.lastIndex { $0.name == name }.map { first + Int64($0) }
    if known == nil { timeline += 1 }
    let begin = known ?? next
    shift = begin - playlist.sequence
    return begin
  }

  /// Segments came and went unseen: they lasted as long as the dates imply, else as long as segments last.
  private mutating func skip(to begin: Int64, _ playlist: MediaPlaylist) {
    guard let last = segments.last else { return }
    let (missed, overflow) = (begin - next).multipliedReportingOverflow(by: last.duration)
    let date = playlist.segments.first?.date
    let position = date.flatMap { self.position(ofDate: $0) } ?? end.saturatingPlus(overflow ? 0 : missed)
    end = min(max(end, position), Self.latest)
  }

  private mutating func drop(before begin: Int64) {
    guard begin > first else { return }
    segments.removeFirst(Int(min(Int64(segments.count), begin - first)))
    first = begin
  }

  private mutating func append(_ playlist: MediaPlaylist, from begin: Int64) {
    for segment in playlist.segments.dropFirst(Int(next - begin)) {
      if segment.isJoint { timeline += 1 }
      segments.append(
        Segment(
          start: end, duration: segment.duration, date: segment.date, timeline: timeline,
          name: segment.address.fileName))
      end = min(end.saturatingPlus(segment.duration), Self.latest)
    }
  }

  /// No stream has run for longer: thirty years.
  private static let latest: Int64 = 1_000_000_000_000_000
}

extension String {
  /// The last part of an address, without what follows the path: the rest may differ from one server to the next.
  fileprivate var fileName: Substring {
    let path = prefix { $0 != "?" && $0 != "#" }
    return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
  }
}
#endif
