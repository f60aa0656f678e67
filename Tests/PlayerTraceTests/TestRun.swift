import PlayerCore

@testable import PlayerTrace

/// A run of a few inputs, recorded as text, with an engine that reports its position when asked.
struct TestRun {
  private var player = Player()
  private var outputs = Outputs()
  private var seek = SeekSerial.none
  private let sink = MemorySink()
  private let recorder: TraceRecorder

  init(recordedAt: Int64? = 1_700_000_000_000_000, source: String = "https://ann:pw@example.org/a%20b/show.m3u8?key=1")
    throws
  {
    recorder = try TraceRecorder(sink: sink, form: .text, header: TraceHeader(tool: "tests", recordedAt: recordedAt))
    try define(.item(ItemID(1), source: source))
  }

  func define(_ definition: TraceDefinition) throws { try recorder.define(definition) }

  /// Takes an input, after serving what is due.
  mutating func input(_ input: Input, _ microseconds: Int64) throws {
    try serveDeadlines(until: microseconds)
    try record(input, microseconds)
  }

  private mutating func serveDeadlines(until microseconds: Int64) throws {
    while player.nextDeadline <= Instant(microseconds: microseconds), player.nextDeadline < .never {
      try record(.deadline, player.nextDeadline.microseconds)
    }
  }

  private mutating func record(_ input: Input, _ microseconds: Int64) throws {
    player.receive(input, at: Instant(microseconds: microseconds), into: &outputs)
    try recorder.record(input, at: Instant(microseconds: microseconds), outputs: outputs, player: player)
    var isAsked = false
    for output in outputs {
      switch output {
      case .engine(.seek(let serial, _, _, _), _): seek = serial
      case .engine(.reportPosition, _): isAsked = true
      default: break
      }
    }
    if isAsked { try event(.positionReported(player.position(at: Instant(microseconds: microseconds))), microseconds) }
  }

  /// The newest seek lands, and a little later playback continues from there.
  mutating func land(_ seconds: Int64, _ microseconds: Int64, playsAt later: Int64) throws {
    try serveDeadlines(until: microseconds)
    try event(.seekCompleted(seek, position: .seconds(seconds), isFinished: true), microseconds)
    try event(.buffered(until: .seconds(seconds + 20), bytesRead: 2_000_000, isSaturated: true), microseconds)
    try event(.playbackStarted(position: .seconds(seconds), rate: .normal), later)
  }

  mutating func event(_ event: EngineEvent, _ microseconds: Int64) throws {
    try input(.engine(event, player.epoch), microseconds)
  }

  /// Loads the first item and starts it after one second.
  mutating func play(duration: Int64, isSeekable: Bool = true) throws {
    try input(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)), 0)
    try event(.opened(OpenedMedia(duration: .seconds(duration), isSeekable: isSeekable)), 400_000)
    try event(.buffered(until: .seconds(duration), bytesRead: 1_000_000, isSaturated: true), 500_000)
    try event(.playbackStarted(position: .zero, rate: .normal), 1_000_000)
    try event(.firstFrame(.audio, position: .zero), 1_000_000)
  }

  /// Adds segments of ten seconds each, from zero.
  mutating func segments(_ titles: [String], blocked: Set<Int> = [], at microseconds: Int64) throws {
    for (place, title) in titles.enumerated() {
      let number = UInt32(place + 1)
      if !title.isEmpty { try define(.text(TextID(100 + number), title)) }
      try input(
        .command(
          .stageSegment(
            SegmentID(number), start: .seconds(Int64(place) * 10), end: .seconds(Int64(place + 1) * 10),
            isBlocked: blocked.contains(place), isHidden: false, isDated: false,
            title: title.isEmpty ? .none : TextID(100 + number)), RequestID(100 + number)), microseconds)
    }
    try input(.command(.commitSegments, RequestID(200)), microseconds)
  }

  func finish() throws -> [UInt8] {
    try recorder.finish(.finished, player: player)
    return sink.bytes
  }
}
