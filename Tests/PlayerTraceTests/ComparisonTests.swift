import PlayerCore
@testable import PlayerTrace
import Testing

@Suite("Comparison of two traces")
struct ComparisonTests {
  private struct Result {
    var steps: [ComparedStep] = []
    var comparison: TraceComparison

    var different: [ComparedStep] { steps.filter { !$0.isEqual } }
  }

  private func compare(
    _ a: [UInt8], _ b: [UInt8], ignoring ignored: IgnoredFields = IgnoredFields()
  ) throws -> Result {
    var comparison = TraceComparison(try TraceReader(bytes: a), try TraceReader(bytes: b), ignoring: ignored)
    var steps: [ComparedStep] = []
    while let step = try comparison.next() { steps.append(step) }
    return Result(steps: steps, comparison: comparison)
  }

  private func session() throws -> [UInt8] { try listeningSession(seed: 1, seconds: 1_200, clock: .virtual).text }

  /// The trace with every line replaced, or without it for `nil`.
  private func edited(_ bytes: [UInt8], _ edit: (String) -> String?) -> [UInt8] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { edit(String($0)) }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  @Test("A trace equals itself, in either form")
  func equal() throws {
    let session = try randomSession(3, steps: 700)
    let result = try compare(session.text, session.binary)
    #expect(result.steps.count == 700 && result.different.isEmpty)
    #expect(result.comparison.stateDifference == nil && result.comparison.endFields.isEmpty)
    #expect(!result.comparison.isLockstep)
  }

  @Test("A step that only one trace has is the only difference, and the states differ after it")
  func missingStep() throws {
    let trace = try session()
    let lines = String(decoding: trace, as: UTF8.self).split(separator: "\n")
    let seek = try #require(lines.first { $0.contains("\"k\":\"i\"") && $0.contains("\"e\":\"seek\"") })
    let number = try #require(seek.firstMatch(of: /"n":(\d+),/)).output.1
    let other = edited(trace) { $0.contains("\"n\":\(number),") && !$0.contains("\"k\":\"c\"") ? nil : $0 }
    let result = try compare(trace, other)
    #expect(result.different.count == 1)
    #expect(result.different.first?.a?.number == Int64(number))
    #expect(result.different.first?.b == nil)
    #expect(result.comparison.stateDifference?.fields.contains { $0.field == "statistics.ignoredEvents" } == true)
  }

  @Test("A changed input is one changed step that names the field, not a removal and an insertion")
  func changedInput() throws {
    let trace = try session()
    var hasChanged = false
    let other = edited(trace) { line in
      guard !hasChanged, line.contains("\"e\":\"buffered\""), line.contains("\"bytesRead\":") else { return line }
      hasChanged = true
      return line.replacing(/"bytesRead":\d+/, with: "\"bytesRead\":7")
    }
    let result = try compare(trace, other)
    #expect(result.different.count == 1)
    #expect(result.different.first?.fields.map(\.field) == ["buffered.bytesRead"])
    #expect(result.different.first?.fields.first?.found == "7")
    let ignored = try IgnoredFields(["bytesRead", "buffering.bytesRead"])
    #expect(try compare(trace, other, ignoring: ignored).different.isEmpty)
  }

  @Test("A changed output names its field; ignoring its message hides it")
  func changedOutput() throws {
    let trace = try session()
    let other = edited(trace) {
      $0.replacing(
        "\"e\":\"prepared\",\"a\":{\"reason\":\"engine\"", with: "\"e\":\"prepared\",\"a\":{\"reason\":\"retry\"")
    }
    let result = try compare(trace, other)
    let changes = result.different.flatMap(\.outputs).filter { !$0.isEqual }
    #expect(changes.count == 1)
    guard case .changed(_, _, let fields) = try #require(changes.first) else { return #expect(Bool(false)) }
    #expect(fields == [FieldDifference(field: "prepared.reason", expected: "engine", found: "retry")])
    #expect(try compare(trace, other, ignoring: IgnoredFields(["prepared"])).different.isEmpty)
  }

  @Test("Requests and texts with other numbers are the same; a text with other words is not")
  func numbering() throws {
    func trace(request: UInt32, text: UInt32, words: String) throws -> [UInt8] {
      let sink = MemorySink()
      let recorder = try TraceRecorder(sink: sink, form: .text, header: TraceHeader())
      var player = Player()
      var outputs = Outputs()
      try recorder.define(.item(ItemID(request), source: "song"))
      try recorder.define(.text(TextID(text), words))
      let inputs: [Input] = [
        .command(
          .load(item: ItemID(request), start: .standard, autoplay: true, opens: true), RequestID(request)),
        .engine(.metadataFound(key: TextID(text), value: .none), Epoch(1)),
        .command(.pause, RequestID(request + 1)),
      ]
      for (index, input) in inputs.enumerated() {
        let instant = Instant(microseconds: Int64(index))
        player.receive(input, at: instant, into: &outputs)
        try recorder.record(input, at: instant, outputs: outputs, player: player)
      }
      return sink.bytes
    }
    let first = try trace(request: 1, text: 1, words: "title")
    #expect(try compare(first, trace(request: 5, text: 9, words: "title")).different.isEmpty)
    let result = try compare(first, trace(request: 5, text: 9, words: "artist"))
    #expect(result.different.first?.fields.first?.description == "metadataFound.key: expected title, got artist")
  }

  @Test("Long traces are aligned again after hundreds of steps that only one of them has")
  func longGap() throws {
    func volumes(_ range: some Sequence<Int>) throws -> [UInt8] {
      let sink = MemorySink()
      let recorder = try TraceRecorder(sink: sink, form: .binary, header: TraceHeader())
      var player = Player()
      var outputs = Outputs()
      for value in range {
        let input = Input.command(.setVolume(left: Int32(value), right: 0), .none)
        player.receive(input, at: .zero, into: &outputs)
        try recorder.record(input, at: .zero, outputs: outputs, player: player)
      }
      return sink.bytes
    }
    let result = try compare(volumes(0..<5_000), volumes(Array(0..<2_000) + Array(2_600..<5_000)))
    #expect(result.different.filter { $0.b == nil }.count == 600)
    #expect(result.different.filter { $0.a == nil }.isEmpty)
    #expect(!result.comparison.isLockstep)
  }

  @Test("A pattern that matches nothing is refused")
  func patterns() throws {
    #expect(throws: IgnoredFields.UnknownPattern(pattern: "nope")) { try IgnoredFields(["instant", "nope"]) }
    _ = try IgnoredFields(["*.position", "engine.seek.*", "statistics.*", "setting.seed", "tick"])
  }
}
