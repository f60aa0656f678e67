#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerText

/// A playlist of HLS on demand, as far as a seek needs it: which segment holds a position, and the same playlist from
/// that segment on.
struct MediaPlaylist {
  struct Segment {
    /// The sum of the durations before it, in microseconds.
    var start: Int64
    var duration: Int64
    /// How many discontinuities lie before it.
    var timeline: Int
    /// Whether its stamps do not continue those before it.
    var isJoint = false
    /// When it was recorded, in microseconds since 1970; nil when the playlist has no date.
    var date: Int64?
    /// The tags in force that stand before earlier segments: key and initialisation.
    fileprivate var inherited: [String]
    fileprivate var lines: [String]
    /// Whether there is nothing at its address.
    var isGap: Bool { lines.contains("#EXT-X-GAP") }

    /// As the playlist names it, or absolute.
    var address: String { lines.last ?? "" }
  }

  private(set) var segments: [Segment] = []
  /// Lists other playlists, and no segments.
  private(set) var isMaster = false
  /// Nothing will be added to it.
  var isComplete = false
  /// Segments of fragmented MP4 cannot be told apart without the initialisation before them.
  private(set) var hasInitialisation = false
  /// The number of the first segment.
  private(set) var sequence: Int64 = 0
  /// No segment is longer, in microseconds; 0 when the playlist does not declare it.
  private(set) var targetDuration: Int64 = 0
  /// Where playback is to begin, in microseconds: from the beginning, or from the end if negative. Nil if it does not matter.
  private(set) var startOffset: Int64?
  /// The media playlists that a master playlist lists, in its order.
  private(set) var variants: [String] = []
  private var head: [String] = []

  /// More than any real playlist has.
  private static let segmentLimit = 1_000_000
  /// So that numbers can be added to it, again and again.
  private static let sequenceLimit: Int64 = 1 << 40
  private static let kept = [
    "#EXT-X-VERSION:", "#EXT-X-TARGETDURATION:", "#EXT-X-PLAYLIST-TYPE:", "#EXT-X-DEFINE:",
  ]
  /// Raw sound without a container: its packets have no stamps.
  fileprivate static let packed: Set<String> = ["aac", "mp3", "ac3", "ec3", "eac3"]

  /// Reads `text`; nil when it is no playlist. Every URI becomes absolute when `base` is given.
  init?(_ text: String, base: URL? = nil) {
    guard text.begins(with: "#EXTM3U"), !text.hasEndlessMarks else { return nil }
    var reading = Reading(base: base)
    for line in text.split(whereSeparator: \.isNewline) {
      reading.take(line.trimmingCharacters(in: .whitespaces), into: &self)
      if segments.count >= Self.segmentLimit { break }
    }
  }

  /// Whether stamps do not show where a segment belongs, or the demuxer cannot go to one.
  var isSoughtBySegments: Bool {
    hasInitialisation || segments.last.map { $0.timeline > 0 } == true || segments.first?.isPacked == true
      || segments.contains(where: \.isGap)
  }

  /// Where ``startOffset`` is, from the beginning.
  var start: Int64? {
    guard let startOffset, let last = segments.last else { return nil }
    let end = last.start.saturatingPlus(last.duration)
    return min(max(startOffset < 0 ? end + startOffset : startOffset, 0), end)
  }

  /// The addresses that are not to be asked for; relative ones count from `base`.
  func gaps(from base: URL?) -> [String] {
    segments.filter(\.isGap).map { address(of: $0, from: base) }
  }

  func address(of segment: Segment, from base: URL?) -> String {
    URL(string: segment.address, relativeTo: base)?.absoluteString ?? segment.address
  }

  /// The segment that holds `position`, in microseconds from the beginning; nil without segments. The last one when
  /// `position` lies after all of them.
  func segment(at position: Int64) -> Int? {
    segments.lastIndex { $0.start <= max(0, position) }
  }

  /// The playlist without the segments before `index`, with numbers that are `shift` higher. More may follow unless it
  /// is complete.
  func text(from index: Int, renumberedBy shift: Int64 = 0, isComplete: Bool = true) -> String {
    var lines = ["#EXTM3U"] + head + ["#EXT-X-MEDIA-SEQUENCE:\(sequence &+ Int64(index) &+ shift)"]
    if index < segments.count {
      lines += segments[index].inherited
      for segment in segments[index...] { lines += segment.lines }
    }
    if isComplete { lines.append("#EXT-X-ENDLIST") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The date and time of ISO 8601 in `text`, in microseconds since 1970; nil when it is none. Without a zone it is UTC,
  /// where libavutil would take this machine's.
  static func date(_ text: some StringProtocol) -> Int64? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.dropFirst(4).hasPrefix("-") else { return nil }
    let hasZone = text.last?.isLetter == true || text.dropFirst(11).contains { "+-".contains($0) }
    var time: Int64 = 0
    return av_parse_time(&time, hasZone ? text : text + "Z", 0) < 0 ? nil : time
  }

  /// What is known in the middle of a playlist.
  private struct Reading {
    let base: URL?
    var start: Int64 = 0
    var duration: Int64 = 0
    var timeline = 0
    var key: String?
    var initialisation: String?
    var pending: [String] = []
    var date: Int64?
    /// Where a byte range without an offset begins.
    var rangeEnd: Int64 = 0

    mutating func take(_ line: String, into playlist: inout MediaPlaylist) {
      if line.isEmpty { return }
      guard line.hasPrefix("#") else { return end(line, in: &playlist) }
      if let value = line.value(of: "#EXTINF:") {
        duration = Self.microseconds(value)
        pending.append(line)
      } else if line == "#EXT-X-DISCONTINUITY" {
        if !playlist.segments.isEmpty { timeline += 1 }
        pending.append(line)
      } else if line.hasPrefix("#EXT-X-KEY:") {
        let absolute = self.absolute(attributeOf: line)
        key = absolute
        pending.append(absolute)
      } else if line.hasPrefix("#EXT-X-MAP:") {
        let absolute = self.absolute(attributeOf: line)
        playlist.hasInitialisation = true
        initialisation = absolute
        pending.append(absolute)
      } else if let value = line.value(of: "#EXT-X-BYTERANGE:") {
        pending.append("#EXT-X-BYTERANGE:" + explicit(value))
      } else if let value = line.value(of: "#EXT-X-MEDIA-SEQUENCE:") {
        playlist.sequence = min(max(0, Int64(value) ?? 0), MediaPlaylist.sequenceLimit)
      } else if let value = line.value(of: "#EXT-X-PROGRAM-DATE-TIME:") {
        date = MediaPlaylist.date(value)
      } else if line == "#EXT-X-GAP" {
        pending.append(line)
      } else if let value = line.value(of: "#EXT-X-START:"), let offset = value.range(of: "TIME-OFFSET=") {
        playlist.startOffset = Self.signedMicroseconds(value[offset.upperBound...])
      } else if line.hasPrefix("#EXT-X-STREAM-INF:") {
        playlist.isMaster = true
      } else if line == "#EXT-X-ENDLIST" {
        playlist.isComplete = true
      } else if MediaPlaylist.kept.contains(where: line.hasPrefix) {
        if let value = line.value(of: "#EXT-X-TARGETDURATION:") { playlist.targetDuration = Self.microseconds(value) }
        playlist.head.append(line)
      }
    }

    private mutating func end(_ uri: String, in playlist: inout MediaPlaylist) {
      if playlist.isMaster { return playlist.variants.append(absolute(uri)) }
      // The first segment of a shortened playlist continues nothing.
      let inherited = [key, initialisation].compactMap(\.self).filter { !pending.contains($0) }
      pending.append(absolute(uri))
      playlist.segments.append(
        Segment(
          start: start, duration: duration, timeline: timeline, isJoint: pending.contains("#EXT-X-DISCONTINUITY"),
          date: date, inherited: inherited, lines: pending))
      date = nil
      start = start.saturatingPlus(duration)
      duration = 0
      pending.removeAll()
    }

    private static func microseconds(_ text: some StringProtocol) -> Int64 { max(0, signedMicroseconds(text)) }

    private static func signedMicroseconds(_ text: some StringProtocol) -> Int64 {
      let seconds = Double(text.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)) ?? 0
      return seconds.isFinite ? Int64((min(max(seconds, -1e9), 1e9) * 1_000_000).rounded()) : 0
    }

    /// `length@offset`, with the implied offset when none is written.
    private mutating func explicit(_ range: some StringProtocol) -> String {
      let numbers = range.split(separator: "@").map { Int64($0.trimmingCharacters(in: .whitespaces)) ?? 0 }
      let length = max(0, numbers.first ?? 0)
      let offset = numbers.count > 1 ? max(0, numbers[1]) : rangeEnd
      rangeEnd = offset.saturatingPlus(length)
      return "\(length)@\(offset)"
    }

    private func absolute(_ uri: String) -> String {
      guard let base, let url = URL(string: uri, relativeTo: base) else { return uri }
      return url.absoluteString
    }

    private func absolute(attributeOf line: String) -> String {
      guard base != nil, let start = line.range(of: "URI=\""), let end = line[start.upperBound...].firstIndex(of: "\"")
      else { return line }
      return line[..<start.upperBound] + absolute(String(line[start.upperBound..<end])) + line[end...]
    }
  }
}

extension MediaPlaylist.Segment {
  fileprivate var isPacked: Bool {
    guard let uri = lines.last?.prefix(while: { $0 != "?" }), let dot = uri.lastIndex(of: ".") else { return false }
    return MediaPlaylist.packed.contains(uri[uri.index(after: dot)...].lowercased())
  }
}

extension String {
  /// What follows `tag` at the beginning of a line.
  fileprivate func value(of tag: String) -> Substring? { hasPrefix(tag) ? dropFirst(tag.count) : nil }
}
#endif
