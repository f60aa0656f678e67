import Foundation
import PlayerCore
import PlayerTrace

/// What recording and replaying cost.
struct TraceSection {
  static let title = "traces: recording and replaying"

  var isQuick: Bool
  var directory: URL

  func measure(_ mix: Mix, into report: inout Report) throws {
    let binary = try record(mix, as: .binary)
    let text = try record(mix, as: .text)
    let inputs = Double(mix.steps.count)
    // The aim is about what people do, not about random numbers over the whole vocabulary.
    report.add(
      Self.title, "\(mix.name): binary, outputs and checkpoints too", Double(binary.count) / inputs, "bytes/input",
      atMost: mix.name == "recorded" ? 8 : nil)
    report.add(Self.title, "\(mix.name): text, outputs and checkpoints too", Double(text.count) / inputs, "bytes/input")
    try measureRecording(mix, into: &report)
    try measureReplay(of: binary, inputs: inputs, mix.name, into: &report)
  }

  /// One hour of undisturbed playback, replayed and verified.
  func measureHour(into report: inout Report) throws {
    let hour = Mix.hour()
    let bytes = try record(hour, as: .binary)
    let nanoseconds = try replayTime(of: bytes)
    report.add(Self.title, "an hour of playback: inputs", Double(hour.steps.count), "inputs")
    report.add(Self.title, "an hour of playback: replay and verify", nanoseconds / 1e6, "ms", atMost: 10)
  }

  /// Traces much longer than any window, verified by a process of its own, whose memory is then looked at.
  func measureMemory(into report: inout Report) throws {
    for (form, count) in [(TraceForm.binary, isQuick ? 500_000 : 4_000_000), (.text, isQuick ? 200_000 : 1_000_000)] {
      let file = directory.appending(path: "long-\(form)" + (form == .text ? ".trace.jsonl" : ".trace"))
      defer { try? FileManager.default.removeItem(at: file) }
      try recordLong(count: count, as: form, to: file)
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      let child = try ChildProcess.run(ChildProcess.ownPath, ["verify", file.path])
      let name = "verify \(count) inputs as \(form) (\(size >> 20) MiB)"
      guard child.status == 0 else { throw BenchError("\(name): \(child.output)") }
      let memory = Double(child.output.filter(\.isNumber)) ?? child.peakMemory
      report.add(Self.title, name + ": memory", memory / 1e6, "MB", atMost: 64, isRequired: true)
    }
  }
}

extension TraceSection {
  private func record(_ mix: Mix, as form: TraceForm) throws -> [UInt8] {
    let sink = MemorySink()
    try play(mix, into: recorder(mix.configuration, form, sink))
    return sink.bytes
  }

  private func recorder(_ configuration: Configuration, _ form: TraceForm, _ sink: any TraceSink) throws
    -> TraceRecorder
  {
    try TraceRecorder(
      sink: sink, form: form, header: TraceHeader(configuration: configuration, tool: "tapedeck-bench"),
      flushing: .whenFull)
  }

  private func play(_ mix: Mix, into recorder: TraceRecorder) throws {
    var player = Player(configuration: mix.configuration)
    var outputs = Outputs()
    for step in mix.steps {
      player.receive(step.input, at: step.instant, into: &outputs)
      try recorder.record(step.input, at: step.instant, outputs: outputs, player: player)
    }
    try recorder.finish(.finished, player: player)
  }

  /// Recording on top of playing, into a sink that keeps nothing.
  private func measureRecording(_ mix: Mix, into report: inout Report) throws {
    let bare = Stopwatch.best(budget: isQuick ? 0.3 : 1.5, playing: mix)
    for form in [TraceForm.binary, .text] {
      var recorded = Double.infinity
      for _ in 0..<(isQuick ? 10 : 30) {
        let recorder = try recorder(mix.configuration, form, NowhereSink())
        recorded = min(recorded, try Stopwatch.time { try play(mix, into: recorder) })
      }
      let overhead = (recorded - bare) / Double(mix.steps.count)
      report.add(Self.title, "\(mix.name): recording as \(form), on top of playing", overhead, "ns/input")
    }
  }

  private func measureReplay(of bytes: [UInt8], inputs: Double, _ name: String, into report: inout Report) throws {
    let nanoseconds = try replayTime(of: bytes)
    report.add(Self.title, "\(name): replay and verify", inputs / nanoseconds * 1e3, "million inputs/s")
  }

  private func replayTime(of bytes: [UInt8]) throws -> Double {
    var best = Double.infinity
    for _ in 0..<(isQuick ? 3 : 10) {
      best = min(best, try Stopwatch.time { try Self.verify(TraceReader(bytes: bytes)) })
    }
    return best
  }

  private func recordLong(count: Int, as form: TraceForm, to file: URL) throws {
    let recorder = try recorder(Configuration(), form, FileSink(path: file.path))
    var session = ScriptedSession()
    var player = Player()
    var outputs = Outputs()
    var recorded = 0
    while recorded < count {
      session.useItem()
      for step in session.recorder.takeSteps() {
        player.receive(step.input, at: step.instant, into: &outputs)
        try recorder.record(step.input, at: step.instant, outputs: outputs, player: player)
        recorded += 1
      }
    }
    try recorder.finish(.finished, player: player)
  }
}

extension TraceSection {
  /// Replays a whole trace; throws when anything differs.
  static func verify(_ reader: TraceReader) throws {
    var reader = reader
    let report = try TraceReplayer.replay(&reader)
    if let difference = report.difference { throw BenchError("the replay differs: \(difference)") }
  }
}

private struct NowhereSink: TraceSink {
  var name: String { "nowhere" }
  func append(_ bytes: [UInt8]) {}
}
