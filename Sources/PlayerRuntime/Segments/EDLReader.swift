import PlayerCore

/// Edit decision lists of MPlayer and Kodi: lines `start end action`, times as seconds, `hh:mm:ss.sss` or `#frame`.
///
/// Actions: 0 cut, 1 mute, 2 scene marker, 3 commercial break. A scene marker marks its second time, and may leave out
/// the first; its scene extends to the next marker. Lines that begin with `##` are comments; a comment after the action
/// is the title.
struct EDLReader {
  private let source: SegmentSource
  private let options: SegmentList.ReadingOptions
  private var segments: [MediaSegment] = []

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    var reader = EDLReader(source: source, options: options)
    var index = source.start
    while let line = source.nextLine(&index) { try reader.take(line) }
    reader.closeScenes()
    return reader.segments
  }

  /// Whether the first line that is no comment has two or three words that begin like a time, a time and an action.
  static func looksLikeEDL(_ source: SegmentSource) -> Bool {
    var index = source.start
    while let line = source.nextLine(&index) {
      let words = source.words(line, limit: 4)
      if words.isEmpty || isComment(words, source) { continue }
      guard words.count >= 2 else { return false }
      return words.prefix(2).allSatisfy { word in
        let first = source.bytes[word.lowerBound]
        return SegmentSource.isDigit(first) || first == UInt8(ascii: "#") || first == UInt8(ascii: "-")
      }
    }
    return false
  }

  /// `##`, or a `#` that no frame number follows.
  private static func isComment(_ words: [Range<Int>], _ source: SegmentSource) -> Bool {
    guard let word = words.first, source.bytes[word.lowerBound] == UInt8(ascii: "#") else { return false }
    return word.count == 1 || !SegmentSource.isDigit(source.bytes[word.lowerBound + 1])
  }

  private mutating func take(_ line: Range<Int>) throws(SegmentFileError) {
    let words = source.words(line, limit: 4)
    if words.isEmpty || Self.isComment(words, source) { return }
    try source.checkCount(segments.count + 1, at: line.lowerBound)
    guard words.count >= 2 else {
      throw source.error(at: line.lowerBound, "line", "start, end and action, such as 12.5 27 3")
    }
    let isMarker = words.count == 2
    let action = try action(words[isMarker ? 1 : 2], isMarker: isMarker)
    let start = try time(words[0], "start")
    let end = try isMarker ? start : time(words[1], "end")
    guard start <= end else {
      throw source.error(at: words[1].lowerBound, "end", "a time that is not before the start")
    }
    var segment = MediaSegment(start: start, end: end, line: source.line(of: line.lowerBound))
    if words.count == 4 { segment.title = try title(words[3]) }
    action.apply(to: &segment)
    segments.append(segment)
  }

  private func action(_ word: Range<Int>, isMarker: Bool) throws(SegmentFileError) -> Action {
    if word.count == 1, let action = Action(rawValue: source.bytes[word.lowerBound]), !isMarker || action == .scene {
      return action
    }
    throw source.error(
      at: word.lowerBound, "action",
      isMarker
        ? "three fields, or a time and the action 2" : "0 (cut), 1 (mute), 2 (scene marker) or 3 (commercial break)")
  }

  private func time(_ word: Range<Int>, _ field: String) throws(SegmentFileError) -> MediaTime {
    let bytes = source.bytes[word]
    var reading = SegmentNumber.Reading.notANumber
    if bytes.first == UInt8(ascii: "#") {
      guard let rate = options.framesPerSecond else {
        throw source.error(
          at: word.lowerBound, field, "seconds", advice: SegmentList.ReadingOptions.frameRateAdvice, kind: .incomplete)
      }
      reading = SegmentNumber.frame(bytes.dropFirst(), rate)
    } else {
      reading = bytes.contains(UInt8(ascii: ":")) ? SegmentNumber.clock(bytes) : SegmentNumber.seconds(bytes)
    }
    if case .time(let time) = reading { return time }
    throw source.error(at: word.lowerBound, field, "a time such as 12.5, 1:02:03.5 or #300, from 0 to a million hours")
  }

  /// The part after the action, if it is a comment: some programs write their own fields there.
  private func title(_ range: Range<Int>) throws(SegmentFileError) -> String {
    let text = source.bytes[range]
    guard text.first == UInt8(ascii: "#") else { return "" }
    let start = text.firstIndex { $0 != UInt8(ascii: "#") } ?? text.endIndex
    return SegmentSource.title(try source.text(start..<text.endIndex, "title"))
  }

  private mutating func closeScenes() {
    var next = MediaTime.unknown
    var later = MediaTime.unknown
    let scenes = segments.indices.filter { segments[$0].category == Action.scene.category }
    for index in scenes.sorted(by: { (segments[$0].start, $0) > (segments[$1].start, $1) }) {
      let start = segments[index].start
      if start != next {
        later = next
        next = start
      }
      segments[index].end = later
    }
    for (number, index) in scenes.enumerated() where segments[index].title.isEmpty {
      segments[index].title = "Scene \(number + 1)"
    }
  }
}

extension EDLReader {
  /// By the digit that stands in the file.
  enum Action: UInt8 {
    case cut = 0x30, mute, scene, commercial

    var category: String {
      switch self {
      case .cut: "cut"
      case .mute: "mute"
      case .scene: "scene"
      case .commercial: "commercial"
      }
    }

    fileprivate func apply(to segment: inout MediaSegment) {
      segment.category = category
      switch self {
      case .cut, .commercial: segment.isBlocked = true
      case .mute:
        segment.isHidden = true
        segment.mutes = true
      case .scene: segment.start = segment.end
      }
    }
  }
}
