import PlayerCore

/// Chapters of Podcasting 2.0: `{"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},…]}`.
///
/// `toc: false` hides a chapter. One without `endTime` ends where the next one begins; silent ones, which change a picture
/// inside a chapter, do not end the others.
struct PodcastReader {
  private var json: SegmentJSON
  private let options: SegmentList.ReadingOptions

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    var reader = PodcastReader(json: SegmentJSON(source), options: options)
    return try reader.document()
  }

  private mutating func document() throws(SegmentFileError) -> [MediaSegment] {
    var segments: [MediaSegment]?
    var isFirst = true
    try json.open(UInt8(ascii: "{"), "an object with \"chapters\"")
    while let key = try json.nextKey(&isFirst) {
      if key == "chapters" { segments = try chapters() } else { try json.skipValue() }
      json.leave()
    }
    try json.end()
    guard var segments else {
      throw json.source.error(
        at: json.source.contentStart, "chapters", "an array of chapters", found: "an object without \"chapters\"")
    }
    Self.close(&segments)
    return segments
  }

  private mutating func chapters() throws(SegmentFileError) -> [MediaSegment] {
    var segments: [MediaSegment] = []
    var count = 0
    try json.open(UInt8(ascii: "["), "an array of chapters")
    while try json.nextElement(&count) {
      try json.checkCount(count)
      segments.append(try chapter())
      json.leave()
    }
    return segments
  }

  private mutating func chapter() throws(SegmentFileError) -> MediaSegment {
    _ = json.peek()
    let place = json.index
    var segment = MediaSegment(start: .unknown, line: json.source.line(of: place))
    var isFirst = true
    try json.open(UInt8(ascii: "{"), "a chapter, such as {\"startTime\":0,\"title\":\"Intro\"}")
    while let key = try json.nextKey(&isFirst) {
      try member(key, &segment)
      json.leave()
    }
    guard segment.start.isKnown else {
      throw json.source.error(at: place, json.field + ".startTime", "a number of seconds", found: "no startTime")
    }
    if segment.end.isKnown, segment.end < segment.start {
      throw json.source.error(
        at: place, json.field + ".endTime", "a time that is not before startTime",
        found: "\(SegmentText.seconds(segment.end)), before \(SegmentText.seconds(segment.start))")
    }
    return segment
  }

  private mutating func member(_ key: String, _ segment: inout MediaSegment) throws(SegmentFileError) {
    switch key {
    case "startTime": segment.start = try json.seconds()
    case "endTime": if !json.skip(word: "null") { segment.end = try json.seconds() }
    case "title": segment.title = SegmentSource.title(try json.text())
    case "toc": if !json.skip(word: "null") { segment.isHidden = try !json.boolean() }
    default: try json.skipValue()
    }
  }

  /// Gives those without an end the beginning of the next.
  private static func close(_ segments: inout [MediaSegment]) {
    var nextVisible = MediaTime.unknown
    var next = MediaTime.unknown
    // Those that begin together end together: the next one is one that begins later.
    var group: [Int] = []
    func close(_ group: [Int]) {
      for index in group where !segments[index].end.isKnown {
        segments[index].end = segments[index].isHidden ? next : nextVisible
      }
      guard let first = group.first else { return }
      next = segments[first].start
      if group.contains(where: { !segments[$0].isHidden }) { nextVisible = next }
    }
    for index in segments.indices.sorted(by: { segments[$0].start > segments[$1].start }) {
      if let first = group.first, segments[first].start != segments[index].start {
        close(group)
        group.removeAll(keepingCapacity: true)
      }
      group.append(index)
    }
    close(group)
  }
}
