import PlayerCore
import PlayerTrace

/// A run as a picture shows it. Made by ``TimelineBuilder``; its size does not grow with the length of the trace.
struct TimelineModel {
  var trace = ""
  /// Sources in the order in which they were loaded.
  var sources: [String] = []
  var inputs: Int64 = 0
  var lastStep: Int64 = 0
  /// The window that is shown.
  var start = Instant.zero
  var end = Instant.zero
  var states = StepTrack<PlaybackState>()
  var supplies = StepTrack<BufferState>()
  /// Data is there up to here; nil for unknown.
  var buffered = StepTrack<MediaTime?>()
  var positions = PositionTrack()
  /// The longest duration that was known.
  var duration = MediaTime.unknown
  var chapters: [TimelineChapter] = []
  /// The segments that held at the end, and which one was played when.
  var segments: [TimelineSegment] = []
  var playedSegments = StepTrack<SegmentID>()
  var events: [TimelineEvent] = []
  /// Events that did not fit.
  var eventsOmitted: Int64 = 0
  var extent = TraceExtent.unfinished
  var statistics = Player().statistics
  /// The first step whose outputs are not those of the trace.
  var firstDifference: Int64?

  static let eventLimit = 2_000
  static let chapterLimit = 200

  /// What the picture is of.
  var title: String {
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

  /// Everything of the events that lies in the window.
  var visibleEvents: [TimelineEvent] { events.filter { $0.instant >= start && $0.instant <= end } }

  /// The positions that a picture must have room for.
  var positionRange: ClosedRange<MediaTime> {
    var (low, high) = (MediaTime.unknown, MediaTime.unknown)
    for line in positions.lines(from: start, to: end) {
      low = low.isKnown ? min(low, line.from, line.to) : min(line.from, line.to)
      high = max(high, line.from, line.to)
    }
    guard low.isKnown else { return .zero ... .seconds(1) }
    if duration.isKnown { (low, high) = (min(low, .zero), max(high, duration)) }
    return low...max(high, low + TimeSpan(microseconds: 1_000_000))
  }

  /// How the run is described under its title.
  var facts: [String] {
    let file = TraceNames.title(of: Printable.text(trace))
    var facts =
      (file == title || file == "-" ? [] : [file]) + [
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
