import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("Runs with edits")
struct CounterfactualTests {
  private func run(_ bytes: [UInt8], _ edits: TraceEdits) throws -> (steps: [ComparedStep], trace: [UInt8]) {
    let reader = try TraceReader(bytes: bytes)
    let sink = MemorySink()
    let recorder = try TraceRecorder(
      sink: sink, form: .text, header: Counterfactual.header(of: reader, edits), flushing: .whenFull)
    var run = try Counterfactual(reader, edits, recorder: recorder)
    var steps: [ComparedStep] = []
    while let step = try run.next() { steps.append(step) }
    return (steps, sink.bytes)
  }

  @Test("Without edits nothing differs, and the new trace has the same steps", arguments: [1, 2, 3, 4, 5, 6])
  func identity(_ seed: UInt64) throws {
    let bytes = try randomSession(seed, steps: 400).text
    let (steps, trace) = try run(bytes, TraceEdits())
    #expect(steps.count == 400 && steps.allSatisfy(\.isEqual))
    var comparison = TraceComparison(try TraceReader(bytes: bytes), try TraceReader(bytes: trace))
    while let step = try comparison.next() { #expect(step.isEqual) }
  }

  @Test("A skipped seek is the first difference, and the new trace replays to its end")
  func skip() throws {
    let bytes = try listeningSession(seed: 1, seconds: 1_200, clock: .virtual).text
    var reader = try TraceReader(bytes: bytes)
    var seek: Int64?
    while seek == nil, let record = try reader.next() {
      if case .step(let step) = record, case .command(.seek, _) = step.input { seek = step.number }
    }
    let number = try #require(seek)
    var edits = TraceEdits()
    edits.skipped = [number...number]
    let (steps, trace) = try run(bytes, edits)
    let missing = try #require(steps.first { !$0.isEqual })
    #expect(missing.a?.number == number && missing.b == nil)
    reader = try TraceReader(bytes: trace)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual && report.end?.ending == .finished)
  }

  @Test("An inserted input gets an epoch and a request; a setting and a field can be changed")
  func edits() throws {
    let bytes = try listeningSession(seed: 1, seconds: 120, clock: .virtual).text
    var edits = TraceEdits()
    edits.insertions = [(20, try WrittenInput(json: #"{"e":"pause"}"#))]
    edits.settings = [(.probeInterval, 5_000_000)]
    let (steps, _) = try run(bytes, edits)
    let pause = try #require(steps.first { $0.a == nil && $0.b?.input.code == Input.command(.pause, .none).code })
    #expect(pause.b?.outputs.contains(TraceMessage(.completion(Completion(RequestID(900_001), .done)))) == true)
    // During the pause there are no probes: the recorded ones are dropped.
    #expect(steps.contains { $0.a?.input == TraceMessage(Input.deadline) && $0.b == nil })
  }

  @Test("An input that cannot be read names the field, what was expected and what was found")
  func problems() throws {
    func problem(_ json: String) -> String {
      do {
        _ = try WrittenInput(json: json)
        return ""
      } catch { return "\(error)" }
    }
    #expect(problem(#"{"e":"paus"}"#) == #"e: expected the name of an input, found "paus""#)
    #expect(problem(#"{"e":"setRate"}"#).contains(#"the key "rate" of setRate"#))
    #expect(problem("pause").contains("expected '{'"))
    #expect(problem(#"{"e":"pause"} x"#).contains("the end of the input"))
    #expect(problem(#"{"e":"setRotation","a":{"degrees":99999999999}}"#).contains("within the ranges"))
    var step = TraceStep(number: 3, instant: .zero, input: .command(.seek(.at(.seconds(1))), .none))
    try InputChange(field: "anchor", value: "liveEdge").apply(to: &step)
    try InputChange(field: "offset", value: "-5000000").apply(to: &step)
    guard case .command(.seek(let position), _) = step.input else { return #expect(Bool(false)) }
    #expect(position.anchor == .liveEdge && position.offset == .seconds(-5))
    #expect(throws: EditProblem.self) { try InputChange(field: "nope", value: "1").apply(to: &step) }
    #expect(throws: EditProblem.self) { try InputChange(field: "anchor", value: "nowhere").apply(to: &step) }
  }

  @Test("An edit of a missing step is an error")
  func missingStep() throws {
    var edits = TraceEdits()
    edits.skipped = [9_000...9_000]
    let bytes = try randomSession(1, steps: 30).text
    #expect(throws: TraceError.self) { try run(bytes, edits) }
  }
}

@Suite("Bisection of two traces")
struct BisectionTests {
  private func bisect(_ a: [UInt8], _ b: [UInt8]) throws -> Bisection {
    try TraceBisector.bisect(
      { () throws(TraceError) in try TraceReader(bytes: a) }, { () throws(TraceError) in try TraceReader(bytes: b) })
  }

  @Test("Of many intervals few are compared, and the steps of only one")
  func intervals() throws {
    func volumes(_ other: Int?) throws -> [UInt8] {
      let sink = MemorySink()
      let recorder = try TraceRecorder(sink: sink, form: .binary, header: TraceHeader())
      var player = Player()
      var outputs = Outputs()
      for step in 1...20_000 {
        let value = step == other ? 7 : Int32(step % 900) + 10
        let input = Input.command(.setVolume(left: value, right: 500), .none)
        player.receive(input, at: .zero, into: &outputs)
        // Simulates a build that gets one step wrong, and everything that follows from it.
        if let other, step > other { player.receive(.command(.setMuted(true), .none), at: .zero, into: &outputs) }
        try recorder.record(input, at: .zero, outputs: outputs, player: player)
      }
      try recorder.finish(.finished, player: player)
      return sink.bytes
    }
    let (good, bad) = (try volumes(nil), try volumes(12_345))
    let result = try bisect(good, bad)
    #expect(result.step?.a?.number == 12_345)
    #expect(result.checkpoints > 70)
    #expect(result.comparisons <= 7)
    #expect(result.stepsCompared <= TraceLimit.checkpointInterval)
    #expect(result.context.map(\.number) == Array(12_340...12_344))
    #expect(result.lastEqual < 12_345)
    #expect(try bisect(good, good).isEqual)
  }

  @Test("Where only an output differs and all states are equal, the last equal step lies before it")
  func outputs() throws {
    func volumes(silentAt silent: Int?) throws -> [UInt8] {
      let sink = MemorySink()
      let recorder = try TraceRecorder(sink: sink, form: .binary, header: TraceHeader())
      var player = Player()
      var outputs = Outputs()
      for step in 1...2_000 {
        let input = Input.command(.setVolume(left: Int32(step % 900) + 10, right: 500), .none)
        player.receive(input, at: .zero, into: &outputs)
        try recorder.record(input, at: .zero, outputs: step == silent ? Outputs() : outputs, player: player)
      }
      try recorder.finish(.finished, player: player)
      return sink.bytes
    }
    let result = try bisect(volumes(silentAt: nil), volumes(silentAt: 777))
    #expect(result.step?.a?.number == 777 && result.firstDifferent == nil)
    #expect(result.checkpoints > 4)
    #expect(result.lastEqual == 776)
  }
}
