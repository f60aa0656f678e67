import PlayerCore
import PlayerText

/// Writes rows in the JSON form of Chrome's trace viewer: one event on a line, times in microseconds.
struct ChromeWriter: TrackWriter {
  /// A slice that has begun on a row and not ended.
  private struct Open {
    var name: String
    var start: Instant
    var details: [TrackDetail]
    var flow: UInt64?
  }

  private var writer = JSONWriter()
  private var tracks: [RunTrack?] = [nil]
  private var open: [Open?] = [nil]
  /// The number of rows with each title; further ones are numbered, because this form does not distinguish rows with
  /// the same name.
  private var titles: [String: Int] = [:]
  private var isFirst = true

  var bytes: [UInt8] {
    get { writer.bytes }
    set { writer.bytes = newValue }
  }

  mutating func begin(process: String) {
    writer.raw("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n")
    describe("process_name", thread: 0) { $0.string(process) }
  }

  mutating func declare(_ track: RunTrack) {
    while tracks.count <= track.number {
      tracks.append(nil)
      open.append(nil)
    }
    tracks[track.number] = track
    guard !track.kind.isCounter else { return }
    let count = (titles[track.title] ?? 0) + 1
    titles[track.title] = count
    describe("thread_name", thread: track.number) { $0.string(count == 1 ? track.title : "\(track.title) \(count)") }
    begin("M", "thread_sort_index", thread: track.number)
    writer.raw(",\"args\":{\"sort_index\":")
    writer.integer(Int64(track.rank))
    writer.raw("}}")
  }

  mutating func begin(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?) {
    open[track] = Open(name: name, start: instant, details: details, flow: flow)
  }

  mutating func end(on track: Int, at instant: Instant, _ details: [TrackDetail]) {
    guard let slice = open[track] else { return }
    open[track] = nil
    let length = instant - slice.start
    event("X", slice.name, track, slice.start, slice.details + details, length: length)
    if let flow = slice.flow { self.flow("s", flow, track, slice.start) }
  }

  mutating func point(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?) {
    // Arrows can only lead to slices, so an answer is a slice of length zero.
    let isAnswer = tracks[track]?.kind == .answers
    event(isAnswer ? "X" : "i", name, track, instant, details, length: isAnswer ? .zero : nil)
    if let flow { self.flow("f", flow, track, instant) }
  }

  mutating func count(_ value: Int64, on track: Int, at instant: Instant) {
    guard let row = tracks[track] else { return }
    begin("C", row.title, thread: track)
    writer.raw(",\"ts\":")
    writer.integer(instant.microseconds)
    writer.raw(",\"args\":{")
    switch row.kind {
    case .seconds: put("s", ClockText.seconds(value, .shortest))
    // A rate has 32 bits, so this cannot overflow.
    case .factor: put("x", ClockText.seconds(value * 1_000, .shortest))
    case .bytes, .slices, .points, .answers: put("bytes", "\(value)")
    }
    writer.raw("}}")
  }

  mutating func finish() { writer.raw("\n]}\n") }

  private mutating func put(_ name: String, _ number: String) {
    writer.key(name)
    writer.raw(number)
  }

  private mutating func describe(_ what: String, thread: Int, _ name: (inout JSONWriter) -> Void) {
    begin("M", what, thread: thread)
    writer.raw(",\"args\":{\"name\":")
    name(&writer)
    writer.raw("}}")
  }

  private mutating func begin(_ phase: String, _ name: String, thread: Int) {
    if !isFirst { writer.raw(",\n") }
    isFirst = false
    writer.raw("{\"ph\":\"\(phase)\",\"pid\":1,\"tid\":\(thread),\"name\":")
    writer.string(name)
  }

  private mutating func event(
    _ phase: String, _ name: String, _ track: Int, _ instant: Instant, _ details: [TrackDetail], length: TimeSpan?
  ) {
    begin(phase, name, thread: track)
    writer.raw(",\"cat\":")
    writer.string(tracks[track]?.title ?? "")
    writer.raw(",\"ts\":")
    writer.integer(instant.microseconds)
    if let length {
      writer.raw(",\"dur\":")
      writer.integer(length.microseconds)
    } else {
      writer.raw(",\"s\":\"t\"")
    }
    writer.raw(",\"args\":{")
    for detail in details {
      writer.key(detail.name)
      switch detail.value {
      case .integer(let value): writer.integer(value)
      case .flag(let value): writer.raw(value ? "true" : "false")
      case .text(let value): writer.string(value)
      }
    }
    writer.raw("}}")
  }

  private mutating func flow(_ phase: String, _ number: UInt64, _ track: Int, _ instant: Instant) {
    begin(phase, "answer", thread: track)
    writer.raw(",\"cat\":\"answer\",\"id\":\(number),\"ts\":")
    writer.integer(instant.microseconds)
    writer.raw(phase == "f" ? ",\"bp\":\"e\"}" : "}")
  }
}
