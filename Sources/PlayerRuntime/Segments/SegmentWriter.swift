import PlayerCore

extension SegmentList {
  /// The list as a file of a format; `nil` for comskip, which counts frames and says nothing else.
  ///
  /// Formats say different things; what one cannot say is left out: podcast and webvtt know neither what is blocked nor
  /// what mutes, edl has no hidden chapters.
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
      var members = ["\"startTime\":\(SegmentText.seconds(segment.start))"]
      if segment.end.isKnown { members.append("\"endTime\":\(SegmentText.seconds(segment.end))") }
      members.append("\"title\":\(Self.quoted(segment.name))")
      if segment.isHidden { members.append("\"toc\":false") }
      return "    {\(members.joined(separator: ", "))}"
    }
    return "{\n  \"version\": \"1.2.0\",\n  \"chapters\": [\n\(chapters.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private var webvtt: String {
    var text = "WEBVTT\n"
    for segment in segments {
      let title = segment.name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      text += "\n\(SegmentText.clock(segment.start)) --> \(SegmentText.clock(written(segment.end)))\n"
      if !title.isEmpty { text += "\(title)\n" }
    }
    return text
  }

  private var edl: String {
    segments.map { segment in
      // The category says what the action says already, or becomes the title.
      let isOwn = ["cut", "mute", "scene", "commercial"].contains(segment.name)
      let title = segment.name.isEmpty || isOwn ? "" : " ## \(segment.name)"
      let start = SegmentText.seconds(segment.start)
      let end = SegmentText.seconds(written(segment.end))
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
      let range = "[\(SegmentText.seconds(segment.start)), \(SegmentText.seconds(written(segment.end)))]"
      return """
          {"segment": \(range), "category": \(Self.quoted(segment.category.isEmpty ? action : segment.category)), \
        "actionType": "\(action)", "description": \(Self.quoted(segment.title))}
        """
    }
    return "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  /// An end for formats that need one: the latest time a file may name.
  private func written(_ end: MediaTime) -> MediaTime { end.isKnown ? end : MediaSegment.timeLimit }

  /// The text as JSON.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\0"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
