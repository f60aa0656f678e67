import PlayerCore

/// The text file of comskip: a header with the frame rate in hundredths, a line of dashes, and lines with the first and
/// the last frame of every commercial.
enum ComskipReader {
  static let header = "FILE PROCESSING COMPLETE"

  static func read(_ source: SegmentSource, _ options: SegmentList.ReadingOptions) throws(SegmentFileError)
    -> [MediaSegment]
  {
    var index = source.start
    guard let first = source.nextLine(&index), source.begins(with: header) else {
      throw source.error(at: source.start, "header", "\(header) n FRAMES AT rate")
    }
    guard let rate = try rate(first, source) ?? options.framesPerSecond else {
      throw source.error(
        at: first.lowerBound, "header", "a frame rate, as in FRAMES AT 2500",
        advice: SegmentList.ReadingOptions.frameRateAdvice, kind: .incomplete)
    }
    var segments: [MediaSegment] = []
    while let line = source.nextLine(&index) {
      let words = source.words(line, limit: 3)
      guard let word = words.first, !source.bytes[line].allSatisfy({ $0 == UInt8(ascii: "-") }) else { continue }
      try source.checkCount(segments.count + 1, at: line.lowerBound)
      guard words.count >= 2 else {
        throw source.error(at: word.upperBound, "last frame", "the first and the last frame of a commercial")
      }
      let start = try frame(word, "first frame", rate, source)
      let end = try frame(words[1], "last frame", rate, source)
      guard start <= end else {
        throw source.error(at: words[1].lowerBound, "last frame", "a frame that is not before the first")
      }
      segments.append(
        MediaSegment(
          category: EDLReader.Action.commercial.category, start: start, end: end, isBlocked: true,
          line: source.line(of: line.lowerBound)))
    }
    return segments
  }

  private static func frame(
    _ word: Range<Int>, _ field: String, _ rate: FrameRate, _ source: SegmentSource
  ) throws(SegmentFileError) -> MediaTime {
    if case .time(let time) = SegmentNumber.frame(source.bytes[word], rate) { return time }
    throw source.error(at: word.lowerBound, field, "a frame number, within a million hours")
  }

  /// `FILE PROCESSING COMPLETE 52310 FRAMES AT 2997`; `nil` in the files of old versions, which end before the number.
  private static func rate(_ line: Range<Int>, _ source: SegmentSource) throws(SegmentFileError) -> FrameRate? {
    let words = source.words(line, limit: 8)
    let at = words.firstIndex { source.bytes[$0].elementsEqual("AT".utf8) }
    guard let at, at + 1 < words.count else { return nil }
    let word = words[at + 1]
    let text = String(decoding: source.bytes[word], as: UTF8.self)
    if let rate = text.utf8.contains(UInt8(ascii: "."))
      ? FrameRate(text) : Int64(text).flatMap(FrameRate.init(hundredths:))
    {
      return rate
    }
    throw source.error(at: word.lowerBound, "frame rate", "hundredths of frames in a second, such as 2500")
  }
}
