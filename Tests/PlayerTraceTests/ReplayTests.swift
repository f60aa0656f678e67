import PlayerCore
import PlayerTrace
import Testing

@Suite struct ReplayTests {
  private func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func replay(_ lines: [Substring], _ options: ReplayOptions = ReplayOptions()) throws -> ReplayReport {
    var reader = try TraceReader(bytes: Array(lines.joined(separator: "\n").utf8))
    return try TraceReplayer.replay(&reader, options)
  }

  @Test func changedFieldIsReportedWithContext() throws {
    var lines = lines(try listeningSession(seed: 1, seconds: 120, clock: .virtual).text)
    let index = try #require(lines.firstIndex { $0.contains("\"engine.reportPosition\"") })
    lines[index] = Substring(lines[index].replacing("\"epoch\":1", with: "\"epoch\":9"))
    let difference = try #require(try replay(lines).difference)
    #expect(difference.kind == .output(0))
    #expect(
      difference.fields == [FieldDifference(field: "engine.reportPosition.epoch", expected: "9", found: "1")])
    #expect(difference.context.count == 11)
    #expect(difference.context[5].number == difference.number)
    #expect(lines[..<index].joined(separator: "\n").utf8.count > Int(difference.offset))
    #expect(difference.description.contains("expected 9, got 1"))
  }

  /// A binary trace is played while it is read, a text is read first: both report the same.
  @Test(arguments: ["another", "missing", "surplus"])
  func bothFormsReportSameDifference(_ change: String) throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let bytes =
        seed < 4
        ? try listeningSession(seed: seed, seconds: 60, clock: .virtual).binary
        : try randomSession(seed, steps: 400).binary
      var random = Seeded(seed)
      let places = try steps(bytes).filter { !$0.outputs.isEmpty }.map(\.number)
      let place = try #require(places.randomElement(using: &random))
      var reports: [ReplayReport] = []
      for form in [TraceForm.binary, .text] {
        var reader = try TraceReader(bytes: bytes)
        var encoder = TraceEncoder(form, header: reader.header)
        while var record = try reader.next() {
          if case .step(var step) = record, step.number == place {
            switch change {
            case "another":
              step.outputs[step.outputs.count - 1] = .diagnostic(Diagnostic(inputCode: 9, oddity: .clockRanBackwards))
            case "missing": step.outputs.removeLast()
            default: step.outputs.append(step.outputs[0])
            }
            record = .step(step)
          }
          encoder.encode(record)
        }
        reader = try TraceReader(bytes: encoder.bytes)
        reports.append(try TraceReplayer.replay(&reader))
      }
      let (binary, text) = (try #require(reports[0].difference), try #require(reports[1].difference))
      #expect(binary.number == place && binary.kind == text.kind && binary.fields == text.fields)
      #expect(binary.context == text.context && binary.context.contains { $0.number == place })
      #expect(binary.before == text.before && binary.after == text.after)
      #expect(reports[0].steps == reports[1].steps && reports[0].outputs == reports[1].outputs)
    }
  }

  private func steps(_ bytes: [UInt8]) throws -> [TraceStep] {
    var reader = try TraceReader(bytes: bytes)
    var steps: [TraceStep] = []
    while let record = try reader.next() {
      if case .step(let step) = record { steps.append(step) }
    }
    return steps
  }

  @Test func changedCheckpointOrEndIsDetected() throws {
    let original = lines(try randomSession(4, steps: 300).text)
    for kind in ["\"k\":\"c\"", "\"k\":\"z\""] {
      var lines = original
      let index = try #require(lines.firstIndex { $0.contains(kind) })
      let digest = try #require(lines[index].firstRange(of: "\"d\":\"")).upperBound
      let digit = lines[index][digest]
      lines[index].replaceSubrange(digest...digest, with: digit == "0" ? "1" : "0")
      let difference = try #require(try replay(lines).difference)
      #expect(kind.contains("c") ? difference.kind == .inconsistentCheckpoint : difference.kind == .end)
    }
  }

  @Test func replaysPartOfTrace() throws {
    let session = try randomSession(6, steps: 1_000)
    for bytes in [session.text, session.binary] {
      var reader = try TraceReader(bytes: bytes)
      let whole = try TraceReplayer.replay(&reader)
      reader = try TraceReader(bytes: bytes)
      let part = try TraceReplayer.replay(&reader, ReplayOptions(untilStep: 700))
      #expect(part.lastStep == 700 && part.isEqual && part.end == nil)
      reader = try TraceReader(bytes: bytes)
      let tail = try TraceReplayer.replay(&reader, ReplayOptions(fromStep: 700))
      // With segments or observers the replay starts earlier.
      #expect(tail.start <= 512 && tail.isEqual && tail.steps == 1_000 - tail.start && tail.player == whole.player)
      reader = try TraceReader(bytes: bytes)
      let middle = try TraceReplayer.replay(&reader, ReplayOptions(untilStep: 700, fromStep: 600))
      #expect(middle.player == part.player && middle.steps == 700 - middle.start)
      reader = try TraceReader(bytes: bytes)
      #expect(try TraceReplayer.state(in: &reader, at: 700).player == part.player)
      reader = try TraceReader(bytes: bytes)
      #expect(throws: TraceError.self) { try TraceReplayer.state(in: &reader, at: 1_001) }
      reader = try TraceReader(bytes: bytes)
      #expect(throws: TraceError.self) { try TraceReplayer.replay(&reader, ReplayOptions(fromStep: 10)) }
    }
  }

  /// A checkpoint holds no segments: a replay from there begins at the last one without.
  @Test func replayStartsBeforeSegments() throws {
    for (stagedAt, start) in [(1, 0), (300, 256)] as [(Int, Int64)] {
      let sink = MemorySink()
      let recorder = try TraceRecorder(sink: sink, form: .text, header: TraceHeader())
      var player = Player()
      var outputs = Outputs()
      for step in 1...1_000 {
        let command: Command =
          switch step {
          case stagedAt:
            .stageSegment(
              SegmentID(7), start: .zero, end: .seconds(1), isBlocked: false, isHidden: false, isDated: false)
          case stagedAt + 1: .commitSegments
          default: .setMuted(step % 2 == 0)
          }
        let input = Input.command(command, RequestID(UInt32(step)))
        player.receive(input, at: .seconds(Int64(step)), into: &outputs)
        try recorder.record(input, at: .seconds(Int64(step)), outputs: outputs, player: player)
      }
      try recorder.finish(.finished, player: player)
      for form in TraceForm.allCases {
        let bytes = try converted(sink.bytes, to: form)
        var reader = try TraceReader(bytes: bytes)
        let whole = try TraceReplayer.replay(&reader)
        #expect(whole.isEqual && whole.checkpoints > 2)
        reader = try TraceReader(bytes: bytes)
        let tail = try TraceReplayer.replay(&reader, ReplayOptions(fromStep: 900))
        #expect(tail.isEqual && tail.start == start && tail.lastStep == 1_000)
        #expect(tail.player.segmentList == player.segmentList && tail.player.segmentCount == 1)
        reader = try TraceReader(bytes: bytes)
        let state = try TraceReplayer.state(in: &reader, at: 900)
        #expect(state.player.segment(SegmentID(7)) != nil)
      }
    }
  }

  @Test func stateAtInstantBetweenSteps() throws {
    let session = try listeningSession(seed: 9, seconds: 600, clock: .real)
    var reader = try TraceReader(bytes: session.binary)
    let report = try TraceReplayer.state(in: &reader, at: Instant.seconds(300))
    #expect(report.lastInstant <= .seconds(300) && report.lastInstant > .seconds(298))
  }

  @Test func inputsAloneReplayToo() throws {
    let session = try randomSession(6, steps: 300)
    var reader = try TraceReader(bytes: session.binary)
    let sink = MemorySink()
    _ = try TraceConverter.convert(&reader, to: .text, into: sink, TraceFilter(keepsOutputs: false))
    reader = try TraceReader(bytes: sink.bytes)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual && report.steps == 300 && report.outputs == 0 && report.checkpoints == 1)
  }

  @Test func excerptCannotBeReplayed() throws {
    let session = try randomSession(6, steps: 300)
    for form in TraceForm.allCases {
      var reader = try TraceReader(bytes: session.binary)
      let sink = MemorySink()
      let report = try TraceConverter.convert(&reader, to: form, into: sink, TraceFilter(steps: 100...120))
      #expect(report.read == 300 && report.written == 21)
      let steps = try records(sink.bytes).compactMap { record in
        if case .step(let step) = record { step.number } else { nil }
      }
      #expect(steps == Array(100...120))
      reader = try TraceReader(bytes: sink.bytes)
      #expect(throws: TraceError.self) { try TraceReplayer.replay(&reader) }
    }
  }

  @Test func nameFilterKeepsMatchingSteps() throws {
    let session = try listeningSession(seed: 3, seconds: 60, clock: .virtual)
    var reader = try TraceReader(bytes: session.binary)
    let sink = MemorySink()
    let filter = TraceFilter(names: ["engine.reportPosition", "load"])
    _ = try TraceConverter.convert(&reader, to: .text, into: sink, filter)
    for case .step(let step) in try records(sink.bytes) {
      #expect(
        TraceDiffer.name(of: step.input) == "load"
          || step.outputs.map { TraceDiffer.name(of: $0) } == ["engine.reportPosition"])
    }
  }

  @Test func recordingStartedMidRunReplays() throws {
    var player = Player()
    var outputs = Outputs()
    player.receive(
      .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)),
      at: .seconds(1), into: &outputs)
    let sink = MemorySink()
    let recorder = try TraceRecorder(sink: sink, form: .binary, header: TraceHeader(), player: player)
    for second in 2...9 as ClosedRange<Int64> {
      player.receive(.command(.toggle, RequestID(UInt32(second))), at: .seconds(second), into: &outputs)
      try recorder.record(
        .command(.toggle, RequestID(UInt32(second))), at: .seconds(second), outputs: outputs, player: player)
    }
    try recorder.finish(.finished, player: player)
    var reader = try TraceReader(bytes: sink.bytes)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual && report.steps == 8 && report.player == player)
  }

  @Test(arguments: TraceForm.allCases)
  func otherStateLayoutReplaysAndConverts(form: TraceForm) throws {
    var reader = try TraceReader(bytes: Archive.bytes(Archive.folder.appending(path: "1/episode-seeks.trace.jsonl")))
    var header = reader.header
    header.stateLayout ^= 1
    var encoder = TraceEncoder(form, header: header)
    var steps: Int64 = 0
    while let record = try reader.next() {
      if case .step = record { steps += 1 }
      // What such a core wrote in place of this core's fields.
      if case .checkpoint(var checkpoint) = record {
        checkpoint.digest ^= 1
        encoder.encode(.checkpoint(checkpoint))
      } else {
        encoder.encode(record)
      }
    }
    reader = try TraceReader(bytes: encoder.bytes)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual && report.isOtherState && report.steps == steps && report.checkpoints == 0)
    reader = try TraceReader(bytes: encoder.bytes)
    #expect(throws: TraceError.self) { try TraceReplayer.replay(&reader, ReplayOptions(fromStep: steps - 1)) }
    let text = try converted(encoder.bytes, to: .text)
    #expect(try converted(converted(text, to: .binary), to: .text) == text)
  }
}
