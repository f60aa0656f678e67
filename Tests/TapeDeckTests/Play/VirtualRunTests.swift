import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace
import ScriptedEngine
import Testing

@testable import tapedeck

@Suite("Runs on the virtual clock")
struct VirtualRunTests {
  private struct Outcome {
    var ending: RunEnding
    var lines: [String]
    var trace: [UInt8]
    var commands: [EngineCommand]
    var isStartIgnored: Bool
  }

  /// Plays ten seconds with an engine that needs no media.
  private func play(
    _ arguments: [String], chapters: [(title: String, start: Int64, end: Int64)] = [],
    _ change: (ScriptedEngine) -> Void = { _ in },
    interruption: RunInterruption = RunInterruption()
  ) throws -> Outcome {
    let options = try RunOptions.parse(["media"] + arguments)
    let engine = ScriptedEngine()
    let library = IdentifierTable()
    for (title, start, end) in chapters {
      engine.chapters.append((.seconds(start), .seconds(end), library.text(title)))
    }
    change(engine)
    let view = CollectingView(library)
    let sink = MemorySink()
    let trace = try TraceRecorder(sink: sink, form: .text, header: TraceHeader(configuration: options.configuration))
    var desk = RunController(options, view: view, stills: StillFiles(source: "media"), library: library)
    desk.segments = try options.segments.make(library)
    let player = VirtualPlayer(configuration: options.configuration, engine: engine, library: library)
    let run = VirtualRun(player, controller: desk, trace: trace, interruption: interruption)
    let ending = run.run()
    #expect(run.controller.traceFailure == nil)
    try expectReplay(sink.bytes)
    return Outcome(
      ending: ending, lines: view.lines, trace: sink.bytes, commands: engine.commands,
      isStartIgnored: run.controller.isStartIgnored)
  }

  private func expectReplay(_ bytes: [UInt8]) throws {
    var reader = try TraceReader(bytes: bytes)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual)
    #expect(report.end != nil)
  }

  @Test("end with the media")
  func plain() throws {
    let outcome = try play([])
    #expect(outcome.ending == .ended)
    #expect(outcome.lines.contains("00:00.100 playing"))
    #expect(outcome.lines.last == "00:10.100 ended at 0:10")
  }

  @Test("report the given network before anything else")
  func network() throws {
    #expect(try play(["--network", "wifi"]).lines.first == "00:00.000 network: wifi")
    #expect(try !play([]).lines.contains { $0.contains("network") })
  }

  @Test("perform actions at the requested instants")
  func actions() throws {
    let outcome = try play(["--at", "5s:play", "--at", "2s:pause", "--at", "6s:seek=+1", "--at", "6s:seek=+1"])
    #expect(outcome.ending == .ended)
    #expect(outcome.lines.contains("00:02.000 paused"))
    #expect(outcome.lines.contains("00:05.000 playing"))
    // Two skips at one instant add up: from 2.9 s to 4.9 s.
    #expect(outcome.lines.contains("00:06.050 sought to 0:04.900"))
  }

  @Test("are deterministic")
  func twice() throws {
    let arguments = [
      "--at", "1s:seek=50%", "--at", "2s:rate=2", "--at", "3s:stop", "--at", "4s:play", "--volume", "30",
    ]
    #expect(try play(arguments).trace == play(arguments).trace)
  }

  @Test(
    "stop at the requested place",
    arguments: [
      (["--until", "3"], 3_100_000), (["--until", "50%", "--rate", "2"], 2_600_000), (["--for", "4s"], 4_000_000),
      (["--start", "5", "--until", "7"], 2_150_000), (["--loop", "--for", "35s"], 35_000_000),
      (["--start", "90%", "--at", "2s:seek=0"], 12_050_000),
    ] as [([String], Int64)])
  func stops(_ arguments: [String], _ microseconds: Int64) throws {
    let outcome = try play(arguments)
    var reader = try TraceReader(bytes: outcome.trace)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.lastInstant == .microseconds(microseconds))
  }

  @Test("end when playback holds and nothing is left to do")
  func hold() throws {
    #expect(try play(["--no-autoplay"]).ending == .nothingLeft)
    #expect(try play(["--at", "2s:pause"]).ending == .nothingLeft)
    #expect(try play(["--at", "2s:interrupt"]).ending == .nothingLeft)
    #expect(try play(["--at", "2s:interrupt", "--at", "4s:resume"]).ending == .ended)
    #expect(try play(["--at", "2s:stop"]).ending == .nothingLeft)
  }

  @Test("that fail report why")
  func failures() throws {
    let outcome = try play(["--timeout", "2s"]) { $0.isSilent = true }
    guard case .failed(let failure) = outcome.ending else { throw TestProblem("ended with \(outcome.ending)") }
    #expect(failure.kind == .openTimeout)
    #expect(outcome.lines.last == "00:02.000 failed: openTimeout")
  }

  @Test("refuse a start outside the media")
  func startOutside() throws {
    #expect(try play(["--start", "11"]).ending == .startOutside(duration: .seconds(10)))
  }

  @Test("report that a start is ignored when the source cannot seek", arguments: ["5", "50%"])
  func startIgnored(start: String) throws {
    let outcome = try play(["--start", start]) { $0.isSeekable = false }
    #expect(outcome.isStartIgnored)
    #expect(outcome.lines.contains { $0.contains("--start changed nothing: this source cannot seek") })
    #expect(try !play(["--start", start]).isStartIgnored)
    #expect(try !play(["--start", "0"]) { $0.isSeekable = false }.isStartIgnored)
  }

  @Test("end with a signal, and the trace names it")
  func signal() throws {
    let interruption = RunInterruption()
    interruption.put(.signal(SIGTERM))
    let outcome = try play([], interruption: interruption)
    #expect(outcome.ending == .signal(SIGTERM))
    #expect(outcome.ending.exitCode == 143)
    #expect(String(decoding: outcome.trace, as: UTF8.self).contains(#""end":"interrupted","by":"SIGTERM""#))
  }

  // MARK: Segments

  private static let chapters: [(title: String, start: Int64, end: Int64)] = [
    ("Intro", 0, 2), ("Advert: Rewind", 2, 5), ("Talk", 5, 10),
  ]

  private func file(_ text: String) throws -> (scratch: Scratch, path: String) {
    let scratch = try Scratch()
    try Data(text.utf8).write(to: URL(filePath: scratch.file("segments")))
    return (scratch, scratch.file("segments"))
  }

  @Test("skip unwanted chapters, and report which and why")
  func skipsChapters() throws {
    let outcome = try play(["--skip", "advert"], chapters: Self.chapters)
    #expect(outcome.ending == .ended)
    #expect(outcome.lines.contains("00:00.100 in 'Intro'"))
    #expect(outcome.lines.contains("00:02.100 skipping 'Advert: Rewind' 0:02–0:05 (--skip advert)"))
    #expect(outcome.lines.contains { $0.hasSuffix(" in 'Talk'") })
    #expect(outcome.commands.filter(\.isSeek).count == 1)
  }

  @Test("never play a skipped range, wherever they begin", arguments: [2, 3, 4])
  func startsInAdvert(_ start: Int) throws {
    let (scratch, path) = try file("2 5 3 ## Advert\n")
    for (options, chapters) in [(["--skip", "advert"], Self.chapters), (["--segments", path], [])] {
      let outcome = try play(options + ["--start", "\(start)"], chapters: chapters)
      #expect(outcome.ending == .ended)
      var position = MediaTime.zero
      for command in outcome.commands {
        if case .seek(_, let target, _, _) = command { position = target }
        if case .play = command { #expect(position >= .seconds(5), "\(options): \(outcome.commands)") }
      }
    }
    _ = scratch
  }

  @Test("mute and unmute at the boundaries of a muted range inside a chapter")
  func mutes() throws {
    let (scratch, path) = try file("1 3 1\n6 8 1\n0 0 2 ## All\n")
    let outcome = try play(["--segments", path])
    #expect(outcome.ending == .ended)
    for line in ["00:01.100 muted", "00:03.100 sound on", "00:06.100 muted", "00:08.100 sound on"] {
      #expect(outcome.lines.contains(line), "\(line): \(outcome.lines)")
    }
    #expect(outcome.lines.filter { $0.hasSuffix("in 'All'") }.count == 3)
    _ = scratch
  }

  @Test("let the user keep the sound off, or turn it on within a muted range")
  func mutesAndUser() throws {
    let (scratch, path) = try file("1 3 1\n6 8 1\n")
    let off = try play(["--segments", path, "--mute"])
    #expect(!off.lines.contains { $0.hasSuffix("sound on") })
    let on = try play(["--segments", path, "--at", "2s:mute=off"])
    #expect(on.lines.filter { $0.hasSuffix("sound on") } == ["00:02.000 sound on", "00:08.100 sound on"])
    _ = scratch
  }

  @Test("report when there is nothing to skip")
  func nothingToSkip() throws {
    #expect(try play(["--skip", "x"]).lines.contains("there is nothing to skip: the media has no chapters"))
    let outcome = try play(["--skip", "x"], chapters: Self.chapters)
    #expect(outcome.lines.contains("none of the 3 chapters is what --skip 'x' means"))
    #expect(outcome.ending == .ended)
  }

  @Test("with segments are deterministic, and keep their segments after a stop")
  func segmentsTwice() throws {
    let arguments = ["--skip", "advert", "--at", "1s:stop", "--at", "2s:play"]
    let outcome = try play(arguments, chapters: Self.chapters)
    #expect(outcome.lines.filter { $0.contains("skipping") }.count == 1)
    #expect(try play(arguments, chapters: Self.chapters).trace == outcome.trace)
  }

  @Test("report what was refused, and continue")
  func refusals() throws {
    let outcome = try play(["--at", "1s:rate=50", "--at", "2s:still=/nowhere/x.png"])
    #expect(outcome.ending == .ended)
    #expect(outcome.lines.contains("refused: the value is out of range"))
  }
}

extension EngineCommand {
  fileprivate var isSeek: Bool {
    if case .seek = self { true } else { false }
  }
}

/// What a run reported, line by line.
private final class CollectingView: RunView {
  private(set) var lines: [String] = []
  private var text: EventText

  init(_ library: IdentifierTable) { text = EventText(library: library) }

  func setSegments(_ segments: [StagedSegment]) { text.segments = SegmentNames(segments) }

  func show(_ event: PlayerEvent) {
    if let words = text(event) { lines.append("\(TimeText.stamp(event.instant)) \(words)") }
  }

  func say(_ message: String) { lines.append(message) }
}

struct TestProblem: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
