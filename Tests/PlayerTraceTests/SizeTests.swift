import PlayerCore
@testable import PlayerTrace
import Testing

/// Bytes of a listening session in both forms, and its number of steps.
func listeningSession(
  seed: UInt64, seconds: Int64, clock: ListeningSession.Clock, hasSegments: Bool = false
) throws -> (text: [UInt8], binary: [UInt8], steps: Int) {
  let sinks = (MemorySink(), MemorySink())
  let header = TraceHeader(engine: "simulated", tool: "tests")
  let recorders = [
    try TraceRecorder(sink: sinks.0, form: .text, header: header, flushing: .whenFull),
    try TraceRecorder(sink: sinks.1, form: .binary, header: header, flushing: .whenFull),
  ]
  var session = ListeningSession(seed: seed, clock: clock) { input, instant, outputs, player in
    for recorder in recorders { try recorder.record(input, at: instant, outputs: outputs, player: player) }
  }
  if hasSegments { try session.commitSegment() }
  try session.run(seconds: seconds)
  for recorder in recorders { try recorder.finish(.finished, player: session.player) }
  return (sinks.0.bytes, sinks.1.bytes, session.steps)
}

/// Long ones that several tests read: they take seconds to make.
enum LongSession {
  static let ofHours = Result { try listeningSession(seed: 3, seconds: 10_000, clock: .real) }
  static let ofHalfADay = Result { try listeningSession(seed: 3, seconds: 40_000, clock: .real) }
}

@Suite struct SizeTests {
  @Test func sizeOnVirtualClock() throws { try check(.virtual, limit: 4) }

  @Test func sizeOnRealClock() throws { try check(.real, limit: 6) }

  private func check(_ clock: ListeningSession.Clock, limit: Double) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let session = try listeningSession(seed: seed, seconds: 3_600, clock: clock)
      // Behind the header, which says by name what this version has more than version 1.
      let size = Double(session.binary.count - VocabularyChanges.lines.utf8.count) / Double(session.steps)
      print(
        "\(clock): \(session.steps) inputs, text \(session.text.count), binary \(session.binary.count): \(size) bytes for each"
      )
      #expect(size <= limit)
      var reader = try TraceReader(bytes: session.binary)
      let report = try TraceReplayer.replay(&reader)
      #expect(report.isEqual && report.steps == session.steps)
    }
  }
}
