import PlayerCore

/// What the SponsorBlock API answers: the segments of one video, or, when it was asked by the beginning of a hash, those
/// of every video whose hash begins so.
///
/// By `actionType`: `skip` is blocked, `mute` mutes, `chapter` is a chapter, `poi` and `full` have no extent.
struct SponsorBlockReader {
  /// The segments of one video.
  private struct Video {
    /// `videoID` and `hash`, or the key of the object.
    var names: [String] = []
    var segments: [MediaSegment] = []
  }

  private var json: SegmentJSON
  private let options: SegmentList.ReadingOptions
  private var videos: [Video] = []
  private var count = 0

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    var reader = SponsorBlockReader(json: SegmentJSON(source), options: options)
    try reader.document()
    try reader.json.end()
    return try reader.choice().segments
  }

  /// The video that was asked for, or the only one.
  private func choice() throws(SegmentFileError) -> Video {
    let names = videos.compactMap(\.names.first).prefix(8).joined(separator: ", ")
    func error(_ expected: String, _ found: String) -> SegmentFileError {
      json.source.error(
        at: json.source.contentStart, "video", expected, found: found,
        advice: "Say with --segments-video which one it is", kind: .incomplete)
    }
    if let wanted = options.video {
      let known = videos.filter { $0.names.contains(wanted) || $0.names.isEmpty }
      if let video = known.last { return video }
      throw error("the segments of \(wanted)", names.isEmpty ? "none" : names)
    }
    if videos.count > 1 { throw error("the segments of one video", "\(videos.count) videos: \(names)") }
    return videos.first ?? Video()
  }

  // MARK: Videos

  private mutating func document() throws(SegmentFileError) {
    switch json.peek() {
    case UInt8(ascii: "["): try list()
    case UInt8(ascii: "{"): if let video = try object(isVideo: true) { videos.append(video) }
    default: throw json.flaw("an array of segments, or an object of videos")
    }
  }

  /// An array of segments, or of videos.
  private mutating func list() throws(SegmentFileError) {
    var plain = Video()
    var elements = 0
    var hasSegments = false
    try json.open(UInt8(ascii: "["), "an array")
    while try json.nextElement(&elements) {
      try json.checkCount(elements)
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
  static func isVideo(_ json: inout SegmentJSON) throws(SegmentFileError) -> Bool {
    var isFirst = true
    guard json.skip(UInt8(ascii: "{")) else { return false }
    while let key = try json.nextKey(&isFirst) {
      if key == "segments" { return true }
      if key == "segment" { return false }
      try json.skipValue()
      json.leave()
    }
    return false
  }

  /// A video with `segments`; or videos by hash, which are added. `nil` for those.
  private mutating func object(isVideo: Bool) throws(SegmentFileError) -> Video? {
    var video = Video()
    var hasSegments = false
    var isFirst = true
    try json.open(UInt8(ascii: "{"), "an object")
    while let key = try json.nextKey(&isFirst) {
      switch (key, json.peek()) {
      case ("segments", _):
        hasSegments = true
        video.segments = try segments()
      case ("videoID", UInt8(ascii: "\"")), ("hash", UInt8(ascii: "\"")): video.names.append(try json.text())
      case (_, UInt8(ascii: "[")): videos.append(Video(names: [key], segments: try segments()))
      case (_, UInt8(ascii: "{")):
        if var named = try object(isVideo: false) {
          named.names.append(key)
          videos.append(named)
        }
      default: try json.skipValue()
      }
      json.leave()
    }
    return hasSegments ? video : nil
  }

  // MARK: Segments

  private mutating func segments() throws(SegmentFileError) -> [MediaSegment] {
    var segments: [MediaSegment] = []
    var elements = 0
    try json.open(UInt8(ascii: "["), "an array of segments")
    while try json.nextElement(&elements) {
      count += 1
      try json.checkCount(count)
      if let segment = try segment() { segments.append(segment) }
      json.leave()
    }
    return segments
  }

  private mutating func segment() throws(SegmentFileError) -> MediaSegment? {
    _ = json.peek()
    let place = json.index
    var segment = MediaSegment(start: .unknown, line: json.source.line(of: place))
    var action = "skip"
    var isFirst = true
    try json.open(UInt8(ascii: "{"), "a segment, such as {\"segment\":[12,27.5],\"category\":\"sponsor\"}")
    while let key = try json.nextKey(&isFirst) {
      switch key {
      case "segment": (segment.start, segment.end) = try range()
      case "category": segment.category = SegmentSource.title(try json.text())
      case "description": segment.title = SegmentSource.title(try json.text())
      case "actionType": action = try json.text()
      default: try json.skipValue()
      }
      json.leave()
    }
    guard segment.start.isKnown else {
      throw json.source.error(
        at: place, json.field + ".segment", "two numbers of seconds, such as [12,27.5]", found: "no segment")
    }
    guard Self.apply(action, to: &segment) else {
      throw json.source.error(
        at: place, json.field + ".actionType", "skip, mute, chapter, poi or full",
        found: "\"\(SegmentSource.title(action))\"")
    }
    return segment
  }

  private mutating func range() throws(SegmentFileError) -> (MediaTime, MediaTime) {
    _ = json.peek()
    let place = json.index
    var times: [MediaTime] = []
    var elements = 0
    try json.open(UInt8(ascii: "["), "two numbers of seconds, such as [12,27.5]")
    while try json.nextElement(&elements) {
      if times.count == 2 { throw json.flaw("two numbers") }
      times.append(try json.seconds())
      json.leave()
    }
    guard times.count == 2, times[0] <= times[1] else {
      throw json.source.error(at: place, json.field, "two numbers of seconds, the first not after the second")
    }
    return (times[0], times[1])
  }

  private static func apply(_ action: String, to segment: inout MediaSegment) -> Bool {
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
