import PlayerCore
import PlayerTrace
import Testing

/// The bytes of a trace in another form.
func converted(_ bytes: [UInt8], to form: TraceForm) throws -> [UInt8] {
  var reader = try TraceReader(bytes: bytes)
  let sink = MemorySink()
  _ = try TraceConverter.convert(&reader, to: form, into: sink)
  return sink.bytes
}

/// All records of a trace.
func records(_ bytes: [UInt8]) throws -> [TraceRecord] {
  var reader = try TraceReader(bytes: bytes)
  var records: [TraceRecord] = []
  while let record = try reader.next() { records.append(record) }
  return records
}

@Suite struct RoundTripTests {
  @Test(arguments: 0..<40) func textSurvivesBinaryRoundTrip(seed: UInt64) throws {
    let session = try randomSession(seed, steps: 40 + Int(seed) * 20, ends: seed % 4 != 0)
    let binary = try converted(session.text, to: .binary)
    #expect(try converted(binary, to: .text) == session.text)
  }

  @Test(arguments: 0..<40) func bothFormsContainSameRecords(seed: UInt64) throws {
    let session = try randomSession(seed, steps: 300)
    #expect(try records(session.text) == records(session.binary))
    #expect(try converted(session.binary, to: .binary) == session.binary)
    #expect(try converted(session.text, to: .text) == session.text)
    #expect(try converted(session.text, to: .binary) == session.binary)
  }

  @Test(arguments: 0..<20) func recordedRunReplays(seed: UInt64) throws {
    let session = try randomSession(seed, steps: 700)
    for bytes in [session.text, session.binary] {
      var reader = try TraceReader(bytes: bytes)
      let report = try TraceReplayer.replay(&reader)
      #expect(report.difference == nil, "\(report.difference?.description ?? "")")
      #expect(report.steps == 700 && report.checkpoints == 2 && report.end != nil)
    }
  }

  @Test func arbitraryOutputsSurvive() throws {
    var random = Seeded(7)
    var text = TraceEncoder(.text, header: TraceHeader(tool: "tests"))
    for number in 1...400 {
      let outputs = (0..<Int.random(in: 0...5, using: &random)).map { _ in randomOutput(&random) }
      let instant = Instant(microseconds: Int64(bitPattern: random.next()))
      text.encodeStep(Int64(number * number), randomInput(&random), at: instant, outputs: outputs)
    }
    #expect(try converted(converted(text.bytes, to: .binary), to: .text) == text.bytes)
  }
}
