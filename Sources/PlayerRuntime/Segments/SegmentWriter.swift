import PlayerCore
import PlayerText

extension SegmentList {
  /// The list as a file of a format; `nil` for comskip, which counts frames and has nothing else.
  ///
  /// Formats differ in what they can express; the rest is left out: podcast and webvtt have neither blocked segments
  /// nor muted ones, edl has no hidden chapters.
  public func text(as format: SegmentFormat) -> String? {
    switch format {
    case .podcast: podcast
    case .webvtt: webvtt
    case .edl: edl
    case .sponsorblock: sponsorBlock
    case .comskip: nil
    }
  }

  private var podcast: String {
    let chapters = segments.map { segment in
      var members = ["\"startTime\":\(Self.seconds(segment.start))"]
      if segment.end.isKnown { members.append("\"endTime\":\(Self.seconds(segment.end))") }
      members.append("\"title\":\(JSONWriter.quoted(segment.name))")
      if segment.isHidden { members.append("\"toc\":false") }
      return "    {\(members.joined(separator: ", "))}"
    }
    return "{\n  \"version\": \"1.2.0\",\n  \"chapters\": [\n\(chapters.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private var webvtt: String {
    var text = "WEBVTT\n"
    for segment in segments {
      let title = LineText.cue(segment.name)
      text += "\n\(Self.clock(segment.start)) --> \(Self.clock(written(segment.end)))\n"
      if !title.isEmpty { text += "\(title)\n" }
    }
    return text
  }

  private var edl: String {
    segments.map { segment in
      // The category repeats the action, or becomes the title.
      let name = LineText.of(segment.name)
      let isOwn = ["cut", "mute", "scene", "commercial"].contains(name)
      let title = name.isEmpty || isOwn ? "" : " ## \(name)"
      let start = Self.seconds(segment.start)
      let end = Self.seconds(written(segment.end))
      if segment.isBlocked {
        return "\(start) \(end) \(segment.category == EDLReader.Action.commercial.category ? 3 : 0)\(title)\n"
      }
      return segment.mutes ? "\(start) \(end) 1\(title)\n" : "\(start) \(start) 2\(title)\n"
    }.joined()
  }

  private var sponsorBlock: String {
    let lines = segments.map { segment in
      let action =
        segment.isBlocked
        ? "skip" : segment.mutes ? "mute" : segment.isPoint ? segment.isHidden ? "full" : "poi" : "chapter"
      let range = "[\(Self.seconds(segment.start)), \(Self.seconds(written(segment.end)))]"
      return """
          {"segment": \(range), "category": \(JSONWriter.quoted(segment.category.isEmpty ? action : segment.category)), \
        "actionType": "\(action)", "description": \(JSONWriter.quoted(segment.title))}
        """
    }
    return "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  /// An end for formats that need one: the latest time a file may name.
  private func written(_ end: MediaTime) -> MediaTime { end.isKnown ? end : MediaSegment.timeLimit }

  /// `12.5`: seconds without superfluous zeros.
  static func seconds(_ time: MediaTime) -> String { FixedPoint.text(max(0, time.microseconds), places: 6) }

  /// `00:01:02.500`, as WebVTT requires; rounded down to milliseconds.
  private static func clock(_ time: MediaTime) -> String {
    let (microseconds, hour) = (max(0, time.microseconds), 3_600_000_000 as Int64)
    return padded(microseconds / hour, 2) + ":"
      + ClockText.text(microseconds % hour, .milliseconds, minuteDigits: 2)
  }
}
