import PlayerText

/// The formats of segment files. See <doc:SegmentFiles>.
public enum SegmentFormat: String, CaseIterable, Hashable, Sendable {
  /// Chapters of Podcasting 2.0, JSON.
  case podcast
  /// Chapters as WebVTT cues.
  case webvtt
  /// Edit decision lists of MPlayer and Kodi.
  case edl
  /// The text file of comskip: commercials by frame numbers.
  case comskip
  /// An answer of the SponsorBlock API, JSON.
  case sponsorblock

  /// Its name, in a word or two.
  public var title: String {
    switch self {
    case .podcast: "Podcasting 2.0 chapters"
    case .webvtt: "WebVTT chapters"
    case .edl: "edit decision list"
    case .comskip: "comskip list"
    case .sponsorblock: "SponsorBlock segments"
    }
  }
}

extension SegmentFormat {
  /// The format by what the file holds. Its name decides only about a file that holds nothing, which is comskip's way
  /// to report that there are no commercials.
  static func detect(_ source: SegmentSource) throws(SegmentFileError) -> SegmentFormat {
    let first = source.firstByte
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try detectJSON(source) }
    if source.begins(with: "WEBVTT") { return .webvtt }
    if source.begins(with: ComskipReader.header) { return .comskip }
    if source.contentStart == source.bytes.count {
      if source.file.lowercased().hasSuffix(".edl") { return .edl }
      throw source.error(
        at: 0, "file", "segments", found: "nothing: it is empty",
        advice: "Give a file of \(Self.list), or --segments-format for a list that is meant to be empty")
    }
    if EDLReader.looksLikeEDL(source) { return .edl }
    throw unknown(source, expected: "a file of \(Self.list)")
  }

  private static func detectJSON(_ source: SegmentSource) throws(SegmentFileError) -> SegmentFormat {
    let found = try source.readingJSON { json throws(Flaw) -> SegmentFormat? in
      var json = json
      return try Self.format(of: &json)
    }
    if let found { return found }
    throw unknown(source, expected: "an object with \"chapters\" (podcast) or \"segments\" (sponsorblock)")
  }

  private static func format(of json: inout JSONCursor) throws(Flaw) -> SegmentFormat? {
    if json.peek() == UInt8(ascii: "[") { return .sponsorblock }
    var holdsArrays = false
    var isFirst = true
    try json.expect(UInt8(ascii: "{"), "an object")
    while let key = try json.enterMember(&isFirst) {
      if "chapters" ~= key { return .podcast }
      if "segments" ~= key { return .sponsorblock }
      var probe = json
      if json.peek() == UInt8(ascii: "[") { holdsArrays = true }
      if try SponsorBlockReader.isVideo(&probe) { return .sponsorblock }
      try json.skipValue()
      json.leave()
    }
    return holdsArrays ? .sponsorblock : nil
  }

  private static func unknown(_ source: SegmentSource, expected: String) -> SegmentFileError {
    source.error(
      at: source.contentStart, "format", expected,
      advice: "Give a file in one of these formats, or name the format with --segments-format")
  }

  private static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
