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
  }

  /// Plays ten seconds of nothing with an engine that needs no media.
  private func play(
    _ arguments: [String], _ change: (ScriptedEngine) -> Void = { _ in },
    interruption: RunInterruption = RunInterruption()
  ) throws -> Outcome {
    let options = try RunOptions.parse(["media"] + arguments)
    let engine = ScriptedEngine()
    change(engine)
    let library = MediaLibrary()
    let view = CollectingView(library)
    let sink = MemorySink()
    let trace = try TraceRecorder(sink: sink, form: .text, header: TraceHeader(configuration: options.configuration))
    let desk = RunDesk(plan: options.plan, view: view, stills: StillFiles(source: "media"), library: library)
    let player = VirtualPlayer(configuration: options.configuration, engine: engine, library: library)
    let run = VirtualRun(player, setup: options.setup, desk: desk, trace: trace, interruption: interruption)
    let ending = run.run()
    #expect(run.traceFailure == nil)
    try expectReplay(sink.bytes)
    return Outcome(ending: ending, lines: view.lines, trace: sink.bytes, commands: engine.commands)
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

  @Test("know the network that was named before anything else")
  func network() throws {
    #expect(try play(["--network", "wifi"]).lines.first == "00:00.000 network: wifi")
    #expect(try !play([]).lines.contains { $0.contains("network") })
  }

  @Test("do what is asked at the instants it is asked for")
  func actions() throws {
    let outcome = try play(["--at", "5s:play", "--at", "2s:pause", "--at", "6s:seek=+1", "--at", "6s:seek=+1"])
    #expect(outcome.ending == .ended)
    #expect(outcome.lines.contains("00:02.000 paused"))
    #expect(outcome.lines.contains("00:05.000 playing"))
    // Two skips at one instant pile up: from 2.9 s to 4.9 s.
    #expect(outcome.lines.contains("00:06.050 sought to 0:04.900"))
  }

  @Test("are the same twice")
  func twice() throws {
    let arguments = [
      "--at", "1s:seek=50%", "--at", "2s:rate=2", "--at", "3s:stop", "--at", "4s:play", "--volume", "30",
    ]
    #expect(try play(arguments).trace == play(arguments).trace)
  }

  @Test(
    "stop where they are told to",
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

  @Test("that hold for good are over")
  func hold() throws {
    #expect(try play(["--no-autoplay"]).ending == .nothingLeft)
    #expect(try play(["--at", "2s:pause"]).ending == .nothingLeft)
    #expect(try play(["--at", "2s:interrupt"]).ending == .nothingLeft)
    #expect(try play(["--at", "2s:interrupt", "--at", "4s:resume"]).ending == .ended)
    #expect(try play(["--at", "2s:stop"]).ending == .nothingLeft)
  }

  @Test("that fail say why")
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

  @Test("end with a signal, and the trace names it")
  func signal() throws {
    let interruption = RunInterruption()
    interruption.put(.signal(SIGTERM))
    let outcome = try play([], interruption: interruption)
    #expect(outcome.ending == .signal(SIGTERM))
    #expect(outcome.ending.exitCode == 143)
    #expect(String(decoding: outcome.trace, as: UTF8.self).contains(#""end":"interrupted","by":"SIGTERM""#))
  }

  @Test("say what was refused, and go on")
  func refusals() throws {
    let outcome = try play(["--at", "1s:rate=50", "--at", "2s:still=/nowhere/x.png"])
    #expect(outcome.ending == .ended)
    #expect(outcome.lines.contains("refused: the value is out of range"))
  }
}

/// What a run said, line by line.
private final class CollectingView: RunView {
  private(set) var lines: [String] = []
  private let text: EventText

  init(_ library: MediaLibrary) { text = EventText(library: library) }

  func show(_ event: PlayerEvent) {
    if let words = text(event) { lines.append("\(TimeText.stamp(event.instant)) \(words)") }
  }

  func say(_ message: String) { lines.append(message) }
}

struct TestProblem: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
