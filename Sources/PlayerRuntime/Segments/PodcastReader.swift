import PlayerCore
import PlayerText

/// Chapters of Podcasting 2.0: `{"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},…]}`.
///
/// `toc: false` hides a chapter. One without `endTime` ends where the next one begins; silent ones, which change a picture
/// inside a chapter, do not end the others.
struct PodcastReader {
  private var json: JSONCursor
  private let source: SegmentSource

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    try source.readingJSON { json throws(Flaw) in
      var reader = PodcastReader(json: json, source: source)
      return try reader.document()
    }
  }

  private mutating func document() throws(Flaw) -> [MediaSegment] {
    var segments: [MediaSegment]?
    var isFirst = true
    try json.expect(UInt8(ascii: "{"), "an object with \"chapters\"")
    while let key = try json.enterMember(&isFirst) {
      if "chapters" ~= key { segments = try chapters() } else { try json.skipValue() }
      json.leave()
    }
    try json.expectEnd()
    guard var segments else {
      throw Flaw(
        at: source.contentStart, field: "chapters", expected: "an array of chapters",
        found: "an object without \"chapters\"")
    }
    Self.close(&segments)
    return segments
  }

  private mutating func chapters() throws(Flaw) -> [MediaSegment] {
    var segments: [MediaSegment] = []
    var count = 0
    try json.expect(UInt8(ascii: "["), "an array of chapters")
    while try json.enterElement(&count) {
      try SegmentSource.checkCount(count, at: json.index)
      segments.append(try chapter())
      json.leave()
    }
    return segments
  }

  private mutating func chapter() throws(Flaw) -> MediaSegment {
    let place = json.nextIndex
    var segment = MediaSegment(start: .unknown, line: source.line(of: place))
    var isFirst = true
    try json.expect(UInt8(ascii: "{"), "a chapter, such as {\"startTime\":0,\"title\":\"Intro\"}")
    while let key = try json.enterMember(&isFirst) {
      try member(key, &segment)
      json.leave()
    }
    guard segment.start.isKnown else {
      throw Flaw(
        at: place, field: json.field + ".startTime", expected: "a number of seconds", found: "no startTime")
    }
    if segment.end.isKnown, segment.end < segment.start {
      throw Flaw(
        at: place, field: json.field + ".endTime", expected: "a time that is not before startTime",
        found: "\(SegmentList.seconds(segment.end)), before \(SegmentList.seconds(segment.start))")
    }
    return segment
  }

  private mutating func member(_ key: ByteRange, _ segment: inout MediaSegment) throws(Flaw) {
    switch key {
    case "startTime": segment.start = try json.seconds()
    case "endTime": if !json.skip(word: "null") { segment.end = try json.seconds() }
    case "title": segment.title = SegmentSource.title(try json.stringOrNull())
    case "toc": if !json.skip(word: "null") { segment.isHidden = try !json.boolean() }
    default: try json.skipValue()
    }
  }

  /// Gives those without an end the beginning of the next.
  private static func close(_ segments: inout [MediaSegment]) {
    var nextVisible = MediaTime.unknown
    var next = MediaTime.unknown
    // Chapters that begin together end together: the next chapter is one that begins later.
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
