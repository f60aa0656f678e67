import PlayerText

extension LogFormat {
  /// The format of a log by its first bytes, some thousand; `nil` when they are of none, or too few to tell.
  public init?(beginning bytes: [UInt8]) {
    var rest = bytes[...]
    var lines = LogLines { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var (held, summary) = ([(line: LogText, number: Int64)](), LogSummary())
    guard let format = try? LogDetection.detect(&lines, &held, &summary) else { return nil }
    self = format
  }
}

/// Finds out of what format a log is, by the first lines that tell.
enum LogDetection {
  /// A log may begin with much that is of something else.
  private static let lineLimit = 20_000
  private static let byteLimit = 8 << 20
  /// As soon as a format has so many points, it is this one.
  private static let enough = 200
  /// With fewer it could be anything.
  private static let least = 8

  static func detect(
    _ lines: inout LogLines, _ held: inout [(line: LogText, number: Int64)], _ summary: inout LogSummary
  ) throws -> LogFormat {
    var points = [Int](repeating: 0, count: LogFormat.allCases.count)
    var hits = points
    while held.count < lineLimit, lines.bytes < byteLimit, points.allSatisfy({ $0 < enough }),
      let (line, number) = try lines.next()
    {
      held.append((line, number))
      for (place, format) in LogFormat.allCases.enumerated() {
        let likeness = format.reader.likeness(line)
        points[place] += likeness
        if likeness > 0 { hits[place] += 1 }
      }
    }
    guard let best = points.indices.max(by: { points[$0] < points[$1] }), points[best] >= least else {
      guard let first = held.first(where: { !$0.line.trimmed.isEmpty }) else { throw LogError.empty }
      throw LogError.unknownFormat(linesRead: held.count, first: Excerpt.of(first.line.prefix(200).text))
    }
    summary.reason = "\(hits[best]) of the first \(held.count) lines are of that form"
    return LogFormat.allCases[best]
  }
}
