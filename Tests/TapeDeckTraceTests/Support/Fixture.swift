import Foundation
import PlayerCore
import PlayerTrace

/// Traces for tests: a player driven through a fixed list of inputs, in a directory that is removed after the test.
final class Fixture {
  let path = FileManager.default.temporaryDirectory.path(percentEncoded: false) + "/tapedeck-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes these bytes to a file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }

  /// The story of a song: chapters, a seek, a stall, a pause, a mark, an answer that arrives too late, a failure.
  func story(_ name: String = "story.trace.jsonl", ending: TraceEnding? = .finished) throws -> String {
    let session = try Session(file(name))
    try session.define(.item(ItemID(1), source: "media/song.m4a"))
    try session.input(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)), 0)
    try session.define(.text(TextID(1), "Verse"))
    try session.define(.text(TextID(2), "Chorus <&>"))
    try session.event(.chapterFound(SegmentID(1), start: .zero, end: .seconds(20), title: TextID(1)), 50)
    try session.event(.chapterFound(SegmentID(2), start: .seconds(20), end: .seconds(60), title: TextID(2)), 50)
    try session.event(.opened(OpenedMedia(duration: .seconds(60))), 50)
    try session.event(.buffered(until: .seconds(20), bytesRead: 100_000, isSaturated: true), 50)
    try session.event(.playbackStarted(position: .zero, rate: .normal), 60)
    try session.event(.firstFrame(.audio, position: .zero), 60)
    try session.input(.command(.seek(.at(.seconds(30))), RequestID(2)), 5_060)
    try session.event(.seekCompleted(SeekSerial(1), position: .seconds(30), isFinished: true), 5_300)
    try session.event(.buffered(until: .seconds(33), bytesRead: 120_000, isSaturated: false), 5_300)
    try session.event(.playbackStarted(position: .seconds(30), rate: .normal), 5_300)
    try session.event(.starved(position: .seconds(33)), 8_300)
    try session.event(.buffered(until: .seconds(60), bytesRead: 400_000, isSaturated: true), 10_300)
    try session.event(.playbackStarted(position: .seconds(33), rate: .normal), 10_300)
    try session.input(.command(.pause, RequestID(3)), 12_300)
    try session.event(.playbackStopped(position: .seconds(35)), 12_300)
    try session.mark("the listener yawns")
    try session.input(.command(.play, RequestID(4)), 13_000)
    try session.event(.playbackStarted(position: .seconds(35), rate: .normal), 13_000)
    try session.event(.seekCompleted(SeekSerial(9), position: .seconds(1), isFinished: true), 14_000)
    try session.define(.text(TextID(3), "connection reset"))
    try session.event(.failed(Failure(.io, detail: 104, text: TextID(3))), 15_000)
    if let ending { try session.finish(ending) } else { try session.flush() }
    return file(name)
  }

  /// A binary trace of this many reports, followed by a failure with a text.
  func late(steps: Int) throws -> String {
    let session = try Session(file("late.trace"))
    try session.define(.item(ItemID(1), source: "media/song.m4a"))
    try session.input(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)), 0)
    try session.event(.opened(OpenedMedia(duration: .seconds(60))), 0)
    try session.event(.buffered(until: .seconds(20), bytesRead: 1, isSaturated: true), 0)
    for step in 0..<steps {
      try session.event(.buffered(until: .seconds(20), bytesRead: Int64(step), isSaturated: true), 0)
    }
    try session.define(.text(TextID(1), "connection reset"))
    try session.event(.failed(Failure(.io, detail: 104, text: TextID(1))), 0)
    try session.finish(.finished)
    return file("late.trace")
  }

  /// Twenty seconds whose middle is skipped.
  func segments(_ name: String = "segments.trace.jsonl") throws -> String {
    let session = try Session(file(name))
    let parts: [(title: String, start: Int64, end: Int64, isBlocked: Bool)] = [
      ("Intro", 0, 5, false), ("Advert <1>", 5, 15, true), ("", 15, 20, false),
    ]
    for (index, part) in parts.enumerated() {
      let number = UInt32(index + 1)
      if !part.title.isEmpty { try session.define(.text(TextID(number), part.title)) }
      try session.input(
        .command(
          .stageSegment(
            SegmentID(number), start: .seconds(part.start), end: .seconds(part.end), isBlocked: part.isBlocked,
            isHidden: false, isDated: false, title: part.title.isEmpty ? .none : TextID(number)), RequestID(number)), 0)
    }
    try session.input(.command(.commitSegments, RequestID(4)), 0)
    try session.input(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(5)), 0)
    try session.event(.opened(OpenedMedia(duration: .seconds(20))), 0)
    try session.event(.buffered(until: .seconds(20), bytesRead: 1, isSaturated: true), 0)
    try session.event(.playbackStarted(position: .zero, rate: .normal), 0)
    try session.input(.deadline, 5_000)
    try session.input(.deadline, 5_000)
    try session.event(.seekCompleted(SeekSerial(1), position: .seconds(15), isFinished: true), 5_000)
    try session.event(.buffered(until: .seconds(20), bytesRead: 2, isSaturated: true), 5_000)
    try session.event(.playbackStarted(position: .seconds(15), rate: .normal), 5_000)
    try session.event(.ended(position: .seconds(20)), 10_000)
    try session.finish(.finished)
    return file(name)
  }

  /// Many small steps, with checkpoints among them.
  func long(_ name: String = "long.trace.jsonl", steps: Int = 600) throws -> String {
    let session = try Session(file(name))
    for step in 1...steps {
      let volume = Command.setVolume(left: Int32(step % 1_000), right: 500)
      try session.input(.command(volume, RequestID(UInt32(step))), Int64(step) * 10)
    }
    try session.finish(.finished)
    return file(name)
  }
}

/// A player that is recorded.
private final class Session {
  private var player = Player()
  private var outputs = Outputs()
  private let recorder: TraceRecorder

  init(_ path: String) throws {
    recorder = try TraceRecorder(path: path, header: TraceHeader(engine: "fixture 1", tool: "tests"))
  }

  func define(_ definition: TraceDefinition) throws { try recorder.define(definition) }
  func mark(_ text: String) throws { try recorder.mark(text) }
  func flush() throws { try recorder.flush() }
  func finish(_ ending: TraceEnding) throws { try recorder.finish(ending, player: player) }
  func event(_ event: EngineEvent, _ milliseconds: Int64) throws {
    try input(.engine(event, player.epoch), milliseconds)
  }

  func input(_ input: Input, _ milliseconds: Int64) throws {
    let instant = Instant(microseconds: milliseconds * 1_000)
    player.receive(input, at: instant, into: &outputs)
    try recorder.record(input, at: instant, outputs: outputs, player: player)
  }
}
