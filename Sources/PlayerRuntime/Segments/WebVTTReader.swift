import PlayerCore

/// Chapters as WebVTT cues: the payload of a cue is its title. Cue identifiers, settings, `NOTE`, `STYLE` and `REGION`
/// blocks are passed over, as the format requires.
struct WebVTTReader {
  private let source: SegmentSource
  private let options: SegmentList.ReadingOptions
  private var index: Int
  private var segments: [MediaSegment] = []

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    var reader = WebVTTReader(source: source, options: options, index: source.start)
    try reader.document()
    return reader.segments
  }

  private mutating func document() throws(SegmentFileError) {
    guard let header = source.nextLine(&index), source.begins(with: "WEBVTT"),
      header.count == 6 || SegmentSource.isSpace(source.bytes[header.lowerBound + 6])
    else { throw source.error(at: source.start, "header", "WEBVTT") }
    // Lines directly after the header belong to it.
    while let line = source.nextLine(&index), !line.isEmpty {}
    var block: [Range<Int>] = []
    while let line = source.nextLine(&index) {
      if line.isEmpty {
        try take(block)
        block.removeAll(keepingCapacity: true)
      } else {
        // A timing line begins a cue even if the empty line before it is missing.
        if block.count > 1, arrow(in: line) != nil, block.contains(where: { arrow(in: $0) != nil }) {
          try take(block)
          block.removeAll(keepingCapacity: true)
        }
        block.append(line)
      }
    }
    try take(block)
  }

  private mutating func take(_ block: [Range<Int>]) throws(SegmentFileError) {
    guard let first = block.first else { return }
    var lines = block[...]
    if arrow(in: first) == nil {
      if isAside(first) { return }
      // An identifier, or a block that is no cue.
      lines = lines.dropFirst()
    }
    guard let timings = lines.first, let arrow = arrow(in: timings) else { return }
    try source.checkCount(segments.count + 1, at: timings.lowerBound)
    let words = source.words(timings.lowerBound..<arrow, limit: 2)
    let ends = source.words(arrow + 3..<timings.upperBound, limit: 2)
    guard words.count == 1, let startRange = words.first, let endRange = ends.first else {
      throw source.error(at: timings.lowerBound, "cue timings", "00:00.000 --> 00:00.000")
    }
    let start = try time(startRange, "start")
    let end = try time(endRange, "end")
    guard start <= end else {
      throw source.error(at: endRange.lowerBound, "end of the cue", "a time that is not before its start")
    }
    segments.append(
      MediaSegment(
        title: try title(lines.dropFirst()), start: start, end: end,
        line: source.line(of: timings.lowerBound)))
  }

  /// The place of `-->`.
  private func arrow(in line: Range<Int>) -> Int? {
    let bytes = source.bytes
    guard line.count >= 3 else { return nil }
    for index in line.lowerBound...line.upperBound - 3
    where bytes[index] == 0x2D && bytes[index + 1] == 0x2D && bytes[index + 2] == 0x3E { return index }
    return nil
  }

  private func isAside(_ line: Range<Int>) -> Bool {
    guard let word = source.words(line, limit: 2).first else { return true }
    return ["NOTE", "STYLE", "REGION"].contains { source.bytes[word].elementsEqual($0.utf8) }
  }

  private func time(_ range: Range<Int>, _ field: String) throws(SegmentFileError) -> MediaTime {
    if case .time(let time) = SegmentNumber.clock(source.bytes[range]) { return time }
    throw source.error(at: range.lowerBound, field + " of the cue", "a time such as 01:02.500 or 1:00:00.000")
  }

  private func title(_ lines: ArraySlice<Range<Int>>) throws(SegmentFileError) -> String {
    var text = ""
    for line in lines { text += try source.text(line, "title") + " " }
    return SegmentSource.title(CueText.plain(text))
  }
}
