import PlayerCore
import PlayerTrace

/// The content of a picture of a run. Made by ``TimelineBuilder``; its size does not grow with the length of the trace.
struct TimelineModel {
  var trace = ""
  /// The name of the simulated scenario; empty for other runs.
  var scenario = ""
  /// Sources in the order in which they were loaded.
  var sources: [String] = []
  var inputs: Int64 = 0
  var lastStep: Int64 = 0
  /// The window to show.
  var start = Instant.zero
  var end = Instant.zero
  var states = StepTrack<PlaybackState>()
  /// The kinds of failure while the run has failed.
  var failures = StepTrack<Failure.Kind>()
  var supplies = StepTrack<BufferState>()
  /// The end of the buffered data; nil for unknown.
  var buffered = StepTrack<MediaTime?>()
  var positions = PositionTrack()
  var streams = StepTrack<StreamType>()
  /// The engine's reports about a live stream: from its oldest data to its edge.
  var windows = StepTrack<Window?>()
  /// The longest known duration.
  var duration = MediaTime.unknown
  var chapters: [TimelineChapter] = []
  /// The segments at the end, and which one was played when.
  var segments: [TimelineSegment] = []
  var playedSegments = StepTrack<SegmentID>()
  var events: [TimelineEvent] = []
  /// Events that did not fit.
  var eventsOmitted: Int64 = 0
  var extent = TraceExtent.unfinished
  var statistics = Player().statistics
  /// The first step whose outputs differ from the trace.
  var firstDifference: Int64?

  /// A part of the media that moves during playback.
  struct Window: Hashable {
    var start: MediaTime
    var edge: MediaTime
  }

  static let eventLimit = 2_000
  static let chapterLimit = 200

  /// The title of the picture.
  var title: String { scenario.isEmpty ? media : Printable.text(scenario) }

  /// What was played.
  private var media: String {
    let names = sources.map { TraceNames.title(of: $0) }
    guard let first = names.first else { return TraceNames.title(of: Printable.text(trace)) }
    return names.count > 1 ? "\(first) and \(names.count - 1) more" : first
  }

  var span: TimeSpan { end - start }

  /// How much is buffered ahead at an instant; nil while that is not known.
  func ahead(at instant: Instant) -> TimeSpan? {
    guard let position = positions.position(at: instant), let until = buffered.value(at: instant) ?? nil else {
      return nil
    }
    return max(.zero, until - position)
  }

  /// All events in the window.
  var visibleEvents: [TimelineEvent] { events.filter { $0.instant >= start && $0.instant <= end } }

  /// True if only live streams were opened.
  var isLive: Bool {
    let kinds = Set(streams.spans(from: start, to: end).map(\.value))
    return !kinds.contains(.onDemand) && (kinds.contains(.live) || kinds.contains(.dvr))
  }

  /// How long the run had failed, and why; includes a failure at the last instant.
  var failedSpans: [StepTrack<Failure.Kind>.Span] {
    failures.changes.enumerated().compactMap { index, change in
      let next = index + 1 < failures.changes.count ? failures.changes[index + 1].instant : end
      guard change.value != .none, change.instant <= end, next >= start else { return nil }
      return .init(start: max(start, change.instant), end: min(end, next), value: change.value)
    }
  }

  /// Where the playhead moved or rested. Before a live stream is open it is nowhere.
  var positionLines: [PositionTrack.Line] {
    guard isLive else { return positions.lines(from: start, to: end) }
    return streams.spans(from: start, to: end).filter { $0.value != .unknown }
      .flatMap { positions.lines(from: $0.start, to: $0.end) }
  }

  /// The positions that a picture must have room for: for a live stream its window and the playhead's movement.
  var positionRange: ClosedRange<MediaTime> {
    var (low, high) = (MediaTime.unknown, MediaTime.unknown)
    func include(_ positions: MediaTime...) {
      for position in positions {
        low = low.isKnown ? min(low, position) : position
        high = max(high, position)
      }
    }
    for line in positionLines { include(line.from, line.to) }
    for window in windows.spans(from: start, to: end).compactMap(\.value) { include(window.start, window.edge) }
    guard low.isKnown else { return .zero ... .seconds(1) }
    if duration.isKnown, !isLive { (low, high) = (min(low, .zero), max(high, duration)) }
    return low...max(high, low + TimeSpan(microseconds: 1_000_000))
  }

  /// How the run is described under its title.
  var facts: [String] {
    let file = TraceNames.title(of: Printable.text(trace))
    var facts =
      (scenario.isEmpty || sources.isEmpty ? [] : [media]) + (file == title || file == "-" ? [] : [file]) + [
        TraceTime.stamp((Instant.zero + span).rounded), NumberText.counted(inputs, "input"),
      ]
    if statistics.stallCount > 0 {
      let time = TimeSpan(microseconds: statistics.stallTime.microseconds / 1_000 * 1_000)
      facts.append("\(NumberText.counted(Int64(statistics.stallCount), "stall")) of \(TraceTime.span(time))")
    }
    switch extent {
    case .ended(let ending): facts.append(ending.words)
    case .unfinished, .cut: facts.append("unfinished")
    case .torn: facts.append("torn")
    }
    if let firstDifference { facts.append("REPLAY DIFFERS from step \(firstDifference) on") }
    return facts
  }
}
