import PlayerCore
import PlayerText

/// The time axis of a WebVTT file's cues.
package enum CueAxis: String, CaseIterable, Sendable {
  /// Media time: the file can be shown with the media.
  case media
  /// Session time: the file can be shown with a recording of the screen.
  case session
}

/// Writes what was heard as WebVTT: one cue for each stretch of media that was played, numbered in the order in which
/// they were heard. A file's cues must be in the order of their times, so on the media axis stretches that were heard
/// twice are adjacent.
struct WebVTTExporter: RunExporter {
  private let axis: CueAxis
  private var writer = JSONWriter()
  private var stretches = HeardStretches()
  private var hasManyItems = false

  init(_ axis: CueAxis) { self.axis = axis }

  var bytes: [UInt8] {
    get { writer.bytes }
    set { writer.bytes = newValue }
  }

  mutating func begin(_ context: RunContext, _ player: Player.Inspection) {
    hasManyItems = context.facts.items.count > 1
    let times = axis == .media ? "the media" : "the session"
    line("WEBVTT")
    line("")
    line("NOTE")
    line(
      "What was heard of \(LineText.cue(context.title)). The times are those of \(times); the numbers give the order in which it was heard."
    )
    if let damage = context.damage { line("The trace is not readable to its end: \(LineText.cue(damage))") }
  }

  mutating func take(_ moment: RunMoment, _ context: RunContext) { stretches.take(moment, context) }

  mutating func finish(_ context: RunContext) {
    stretches.finish()
    let cues = stretches.found.enumerated().map { (number: $0.offset + 1, stretch: $0.element) }
    switch axis {
    case .session: for cue in cues { write(cue.stretch, cue.number, context) }
    case .media:
      for cue in cues.sorted(by: { ($0.stretch.from, $0.number) < ($1.stretch.from, $1.number) }) {
        write(cue.stretch, cue.number, context)
      }
    }
  }

  private mutating func write(_ stretch: HeardStretch, _ number: Int, _ context: RunContext) {
    line("")
    line("\(number)")
    switch axis {
    case .media: times(stretch.from.microseconds, stretch.to.microseconds)
    case .session: times(stretch.start.microseconds, stretch.end.microseconds)
    }
    let title = LineText.cue(stretch.title)
    if !title.isEmpty { line(title) }
    var words =
      axis == .media
      ? "heard \(TraceTime.stamp(stretch.start)) – \(TraceTime.stamp(stretch.end))"
      : "media \(TraceTime.position(stretch.from)) – \(TraceTime.position(stretch.to))"
    if stretch.rate != .normal {
      words += " at \(ClockText.seconds(Int64(stretch.rate.thousandths) * 1_000, .shortest))×"
    }
    if stretch.isSilent { words += ", without sound" }
    if hasManyItems { words += ", \(LineText.cue(SourceTitle.of(context.names.source(stretch.item))))" }
    line(words)
  }

  /// A cue lasts at least a millisecond, and none begins before zero.
  private mutating func times(_ from: Int64, _ to: Int64) {
    let start = max(0, from) / 1_000
    let end = max(start + 1, max(0, to) / 1_000)
    line("\(Self.timestamp(start)) --> \(Self.timestamp(end))")
  }

  private static func timestamp(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    let clock = "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return "\(clock).\(padded(milliseconds % 1_000, 3))"
  }

  private mutating func line(_ text: String) {
    writer.raw(text)
    writer.raw("\n")
  }
}
