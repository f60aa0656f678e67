import Foundation
import PlayerCore
import PlayerTrace
import Testing

/// Lets this many bytes through, then fails like a full disk.
private final class FullDisk: TraceSink {
  let memory = MemorySink()
  let limit: Int
  let name = "full.trace"

  init(limit: Int) { self.limit = limit }

  func append(_ bytes: [UInt8]) throws(TraceError) {
    let room = limit - memory.bytes.count
    memory.append(Array(bytes.prefix(room)))
    guard room < bytes.count else { return }
    throw .system(action: "write", file: name, code: ENOSPC, message: "No space left on device")
  }
}

@Suite struct RecorderTests {
  @Test(arguments: TraceForm.allCases) func fullDiskStopsRecorder(form: TraceForm) throws {
    for limit in [1_600, 1_800, 2_645, 3_300] {
      let disk = FullDisk(limit: limit)
      let recorder = try TraceRecorder(sink: disk, form: form, header: TraceHeader())
      var failures = 0
      var player = Player()
      var outputs = Outputs()
      for step in 1...2_000 as ClosedRange<UInt32> {
        let input = Input.command(.setVolume(left: Int32(step % 1_000), right: 7), RequestID(step &* 977))
        player.receive(input, at: .seconds(Int64(step)), into: &outputs)
        do throws(TraceError) {
          try recorder.record(input, at: .seconds(Int64(step)), outputs: outputs, player: player)
        } catch {
          failures += 1
          #expect(error.description == "full.trace: write failed: No space left on device")
          #expect(recorder.failure == error)
        }
      }
      try recorder.finish(.finished, player: player)
      #expect(failures == 1)
      var reader = try TraceReader(bytes: disk.memory.bytes)
      let report = try TraceReplayer.replay(&reader)
      #expect(report.isEqual && report.steps > 1 && !reader.isFinished)
    }
  }

  @Test func fullDeviceGivesTypedError() {
    let error = #expect(throws: TraceError.self) {
      try TraceRecorder(path: "/dev/full", header: TraceHeader())
    }
    guard case .system("write", "/dev/full", ENOSPC, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func inaccessiblePathsAreReported() {
    #expect(throws: TraceError.self) { try TraceRecorder(path: "/nonexistent/a.trace", header: TraceHeader()) }
    #expect(throws: TraceError.self) { try TraceReader(path: "/nonexistent/a.trace") }
    let error = #expect(throws: TraceError.self) { try TraceReader(path: "/") }
    guard case .system("read", "/", EISDIR, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: TraceForm.allCases) func overlongTextIsRefused(form: TraceForm) throws {
    let sink = MemorySink()
    let recorder = try TraceRecorder(sink: sink, form: form, header: TraceHeader())
    let longest = String(repeating: "\u{1}", count: (TraceLimit.record - 256) / 6)
    #expect(throws: TraceError.self) { try recorder.mark(longest + "x") }
    #expect(throws: TraceError.self) { try recorder.define(.text(TextID(1), longest + "x")) }
    try recorder.mark(longest)
    try recorder.define(.item(ItemID(1), source: longest))
    try recorder.finish(.finished, player: Player())
    #expect(try records(sink.bytes).count == 3)
    #expect(recorder.failure == nil)
  }

  @Test func finishedRecorderIgnoresInput() throws {
    let sink = MemorySink()
    let recorder = try TraceRecorder(sink: sink, form: .text, header: TraceHeader())
    try recorder.finish(.interrupted(by: "SIGTERM"), player: Player())
    let bytes = sink.bytes
    try recorder.mark("late")
    try recorder.record(.deadline, at: .zero, outputs: Outputs(), player: Player())
    try recorder.finish(.finished, player: Player())
    #expect(sink.bytes == bytes)
  }

  @Test func filesOfBothFormsAreReadFromDisk() throws {
    let session = try randomSession(11, steps: 1_500)
    let directory = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, bytes) in [("a.trace.jsonl", session.text), ("a.trace", session.binary)] {
      let path = directory.appending(path: name).path
      try Data(bytes).write(to: URL(filePath: path))
      var reader = try TraceReader(path: path)
      let report = try TraceReplayer.replay(&reader)
      #expect(reader.form == TraceForm(path: path))
      #expect(report.isEqual && report.steps == 1_500, "\(report.difference?.description ?? "")")
    }
  }
}
