import PlayerCore
import PlayerText

/// The answer of the SponsorBlock API: the segments of one video, or, when it was asked by the beginning of a hash,
/// those of every video with such a hash.
///
/// By `actionType`: `skip` is blocked, `mute` mutes, `chapter` is a chapter, `poi` and `full` have no extent.
struct SponsorBlockReader {
  /// The segments of one video.
  private struct Video {
    /// `videoID` and `hash`, or the key of the object.
    var names: [ExactText] = []
    var segments: [MediaSegment] = []
  }

  private var json: JSONCursor
  private let source: SegmentSource
  private let options: SegmentList.ReadingOptions
  private var videos: [Video] = []
  private var count = 0

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    let reader = try source.readingJSON { json throws(Flaw) in
      var reader = SponsorBlockReader(json: json, source: source, options: options)
      try reader.document()
      try reader.json.expectEnd()
      return reader
    }
    return try reader.choice().segments
  }

  /// The requested video, or the only one.
  private func choice() throws(SegmentFileError) -> Video {
    let names = videos.lazy.compactMap(\.names.first?.text).prefix(8).joined(separator: ", ")
    func error(_ expected: String, _ found: String) -> SegmentFileError {
      source.error(
        at: source.contentStart, "video", expected, found: found,
        advice: "Choose one with --segments-video", kind: .incomplete)
    }
    if let wanted = options.video {
      let name = ExactText(wanted)
      if let video = videos.last(where: { $0.names.contains(name) || $0.names.isEmpty }) { return video }
      throw error("the segments of \(wanted)", names.isEmpty ? "none" : names)
    }
    if videos.count > 1 { throw error("the segments of one video", "\(videos.count) videos: \(names)") }
    return videos.first ?? Video()
  }

  // MARK: Videos

  private mutating func document() throws(Flaw) {
    switch json.peek() {
    case UInt8(ascii: "["): try list()
    case UInt8(ascii: "{"): if let video = try object(isVideo: true) { videos.append(video) }
    default: throw json.flaw("an array of segments, or an object of videos")
    }
  }

  /// An array of segments, or of videos.
  private mutating func list() throws(Flaw) {
    var plain = Video()
    var elements = 0
    var hasSegments = false
    try json.expect(UInt8(ascii: "["), "an array")
    while try json.enterElement(&elements) {
      try SegmentSource.checkCount(elements, at: json.index)
      var probe = json
      if try Self.isVideo(&probe) {
        if let video = try object(isVideo: true) { videos.append(video) }
      } else {
        hasSegments = true
        if let segment = try segment() { plain.segments.append(segment) }
      }
      json.leave()
    }
    if hasSegments { videos.append(plain) }
  }

  /// Whether an object has `segments`, looking no further than that.
  static func isVideo(_ json: inout JSONCursor) throws(Flaw) -> Bool {
    var isFirst = true
    guard json.skip(UInt8(ascii: "{")) else { return false }
    while let key = try json.enterMember(&isFirst) {
      if "segments" ~= key { return true }
      if "segment" ~= key { return false }
      try json.skipValue()
      json.leave()
    }
    return false
  }

  /// A video with `segments`; or videos by hash, which are added. `nil` for those.
  private mutating func object(isVideo: Bool) throws(Flaw) -> Video? {
    var video = Video()
    var hasSegments = false
    var isFirst = true
    try json.expect(UInt8(ascii: "{"), "an object")
    while let key = try json.enterMember(&isFirst) {
      switch (key, json.peek()) {
      case ("segments", _):
        hasSegments = true
        video.segments = try segments()
      case ("videoID", UInt8(ascii: "\"")), ("hash", UInt8(ascii: "\"")):
        video.names.append(ExactText(try json.stringOrNull()))
      case (_, UInt8(ascii: "[")): videos.append(Video(names: [ExactText(key.text)], segments: try segments()))
      case (_, UInt8(ascii: "{")):
        if var named = try object(isVideo: false) {
          named.names.append(ExactText(key.text))
          videos.append(named)
        }
      default: try json.skipValue()
      }
      json.leave()
    }
    return hasSegments ? video : nil
  }

  // MARK: Segments

  private mutating func segments() throws(Flaw) -> [MediaSegment] {
    var segments: [MediaSegment] = []
    var elements = 0
    try json.expect(UInt8(ascii: "["), "an array of segments")
    while try json.enterElement(&elements) {
      count += 1
      try SegmentSource.checkCount(count, at: json.index)
      if let segment = try segment() { segments.append(segment) }
      json.leave()
    }
    return segments
  }

  private mutating func segment() throws(Flaw) -> MediaSegment? {
    let place = json.nextIndex
    var segment = MediaSegment(start: .unknown, line: source.line(of: place))
    var action = ExactText("skip")
    var isFirst = true
    try json.expect(UInt8(ascii: "{"), "a segment, such as {\"segment\":[12,27.5],\"category\":\"sponsor\"}")
    while let key = try json.enterMember(&isFirst) {
      switch key {
      case "segment": (segment.start, segment.end) = try range()
      case "category": segment.category = SegmentSource.title(try json.stringOrNull())
      case "description": segment.title = SegmentSource.title(try json.stringOrNull())
      case "actionType": action = ExactText(try json.stringOrNull())
      default: try json.skipValue()
      }
      json.leave()
    }
    guard segment.start.isKnown else {
      throw Flaw(
        at: place, field: json.field + ".segment", expected: "two numbers of seconds, such as [12,27.5]",
        found: "no segment")
    }
    guard Self.apply(action, to: &segment) else {
      throw Flaw(
        at: place, field: json.field + ".actionType", expected: "skip, mute, chapter, poi or full",
        found: "\"\(SegmentSource.title(action.text))\"")
    }
    return segment
  }

  private mutating func range() throws(Flaw) -> (MediaTime, MediaTime) {
    let place = json.nextIndex
    var times: [MediaTime] = []
    var elements = 0
    try json.expect(UInt8(ascii: "["), "two numbers of seconds, such as [12,27.5]")
    while try json.enterElement(&elements) {
      if times.count == 2 { throw json.flaw("two numbers") }
      times.append(try json.seconds())
      json.leave()
    }
    guard times.count == 2, times[0] <= times[1] else {
      throw json.flaw("two numbers of seconds, the first not after the second", at: place)
    }
    return (times[0], times[1])
  }

  private static func apply(_ action: ExactText, to segment: inout MediaSegment) -> Bool {
    switch action {
    case "skip": segment.isBlocked = true
    case "mute":
      segment.mutes = true
      segment.isHidden = true
    case "chapter": break
    // A label for the video as a whole, and a place worth going to.
    case "full", "poi":
      segment.end = segment.start
      segment.isHidden = action == "full"
    default: return false
    }
    return true
  }
}
