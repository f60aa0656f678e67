import PlayerCore

extension Harness {
  /// Commits these as the segment list.
  mutating func commit(_ segments: [Segment]) {
    for segment in segments {
      ask(
        .stageSegment(
          segment.id, start: segment.start, end: segment.end, isBlocked: segment.isBlocked,
          isHidden: segment.isHidden, isDated: segment.isDated))
    }
    ask(.commitSegments)
  }

  /// A harness whose media has these segments and is about to open.
  static func with(
    _ segments: [Segment], from start: Position = .standard, plays: Bool = true,
    _ configuration: Configuration = Configuration(), media: OpenedMedia = OpenedMedia(duration: .seconds(60))
  ) -> Harness {
    var harness = Harness(configuration)
    harness.engine.media = media
    harness.load(from: start, plays: plays)
    harness.commit(segments)
    harness.forget()
    return harness
  }

  /// Segment events and states, in words.
  var plot: [String] { notifications.compactMap(\.words) }

  /// The same without the states.
  var segmentPlot: [String] { plot.filter { $0.contains("@") } }
}

extension Segment {
  static func normal(_ id: UInt32, _ start: Int64, _ end: Int64) -> Segment {
    Segment(SegmentID(id), start: .seconds(start), end: .seconds(end))
  }

  static func blocked(_ id: UInt32, _ start: Int64, _ end: Int64) -> Segment {
    Segment(SegmentID(id), start: .seconds(start), end: .seconds(end), isBlocked: true)
  }

  var dated: Segment {
    var copy = self
    copy.isDated = true
    return copy
  }
}

extension Position {
  static func segment(_ id: UInt32, _ offset: TimeSpan = .zero) -> Position {
    Position(anchor: .segment, offset: offset, segment: SegmentID(id))
  }
}

extension Player.Notification {
  /// In a few words: `start 1 @2 after 3 selected initial`, `end 1 @5 seek to 2`, `will 1 @2`, `did 1 @2`, `playing`.
  fileprivate var words: String? {
    switch self {
    case .segmentStarted(let id, let isSelected, let selection, let previous, let position):
      "start \(id.rawValue) @\(position.text)" + (previous.isNone ? "" : " after \(previous.rawValue)")
        + (isSelected ? " selected \(selection)" : "")
    case .segmentEnded(let id, let wasSelected, let selection, let exit, let next, let position):
      "end \(id.rawValue) @\(position.text) \(exit)" + (next.isNone ? "" : " to \(next.rawValue)")
        + (wasSelected ? " selected" : "") + (selection == .none ? "" : " \(selection)")
    case .willSkip(let id, let position): "will \(id.rawValue) @\(position.text)"
    case .didSkip(let id, let position, let isFinished):
      "did \(id.rawValue) @\(position.text)" + (isFinished ? "" : " unfinished")
    case .blockedPlaying(let id, let isSeekable):
      id.isNone ? "blocked @ over" : "blocked @ \(id.rawValue)" + (isSeekable ? "" : ", not seekable")
    case .playbackStateChanged(_, let to): "\(to)"
    default: nil
    }
  }
}

extension MediaTime {
  /// Seconds, with milliseconds if there are any.
  fileprivate var text: String {
    microseconds % 1_000_000 == 0 ? "\(microseconds / 1_000_000)" : "\(Double(microseconds / 1_000) / 1_000)"
  }
}
