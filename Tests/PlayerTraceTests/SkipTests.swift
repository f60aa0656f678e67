import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

/// Places of a long trace are found by its index.
@Suite struct SkipTests {
  /// A finished trace of many blocks, in a file that `body` may read.
  private func withTrace(_ change: ([UInt8]) -> [UInt8] = { $0 }, _ body: (String, Int, Int) throws -> Void) throws {
    let session = try LongSession.ofHalfADay.get()
    let path = FileManager.default.temporaryDirectory.appending(path: "skip-\(UUID().uuidString).trace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = change(session.binary)
    try Data(bytes).write(to: URL(filePath: path))
    try body(path, bytes.count, session.steps)
  }

  /// What is read at most: the header's buffer, the index, an opening, two blocks, and the buffer after them.
  private static let limit: Int64 = 3 * 65_536

  @Test func stateLookupSkipsEarlierSteps() throws {
    try withTrace { path, size, steps in
      #expect(size > 250_000)
      for number in [steps / 2, steps].map(Int64.init) {
        var whole = try TraceReader(bytes: [UInt8](Data(contentsOf: URL(filePath: path))))
        let expected = try TraceReplayer.replay(&whole, ReplayOptions(untilStep: number))
        var reader = try TraceReader(path: path)
        let report = try TraceReplayer.state(in: &reader, at: number)
        #expect(report.isEqual && report.lastStep == number && report.player == expected.player)
        #expect(report.start > 0 && report.steps < 5_000)
        #expect(reader.bytesRead < Self.limit)
        // Steps after it may have the same instant.
        let instant = expected.lastInstant
        whole = try TraceReader(bytes: [UInt8](Data(contentsOf: URL(filePath: path))))
        let last = try TraceReplayer.replay(&whole, ReplayOptions(untilInstant: instant))
        reader = try TraceReader(path: path)
        let there = try TraceReplayer.state(in: &reader, at: instant)
        #expect(there.player == last.player && there.lastStep == last.lastStep && reader.bytesRead < Self.limit)
      }
    }
  }

  @Test func replayStartsNearRequestedStep() throws {
    try withTrace { path, _, steps in
      let from = Int64(steps / 2)
      var reader = try TraceReader(path: path)
      let report = try TraceReplayer.replay(&reader, ReplayOptions(untilStep: from + 10, fromStep: from))
      #expect(report.isEqual && report.lastStep == from + 10)
      #expect(report.start <= from && report.start > from - TraceLimit.checkpointInterval)
      #expect(reader.bytesRead < Self.limit)
      reader = try TraceReader(path: path)
      let rest = try TraceReplayer.replay(&reader, ReplayOptions(fromStep: from))
      #expect(rest.isEqual && rest.end != nil && rest.lastStep == Int64(steps))
    }
  }

  @Test func segmentsPreventSkipping() throws {
    let session = try listeningSession(seed: 3, seconds: 6_000, clock: .virtual, hasSegments: true)
    let path = FileManager.default.temporaryDirectory.appending(path: "skip-\(UUID().uuidString).trace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(session.binary).write(to: URL(filePath: path))
    let number = Int64(session.steps - 1)
    var reader = try TraceReader(path: path)
    let report = try TraceReplayer.state(in: &reader, at: number)
    #expect(report.isEqual && report.start == 0 && report.player.segmentCount == 1)
    reader = try TraceReader(path: path)
    let rest = try TraceReplayer.replay(&reader, ReplayOptions(fromStep: number))
    #expect(rest.isEqual && rest.start == 0 && rest.end != nil)
  }

  @Test func firstBlockIsReadFromStart() throws {
    try withTrace { path, _, _ in
      var reader = try TraceReader(path: path)
      let report = try TraceReplayer.state(in: &reader, at: 100)
      #expect(report.start == 0 && report.steps == 100)
      #expect(throws: TraceError.self) {
        var reader = try TraceReader(path: path)
        _ = try TraceReplayer.state(in: &reader, at: .max)
      }
    }
  }

  @Test func missingIndexReadsFromStart() throws {
    // Unfinished; a damaged index; an index that points elsewhere.
    let changes: [([UInt8]) -> [UInt8]] = [
      { Array($0.dropLast(1_000)) },
      { bytes in bytes.enumerated().map { $0.offset == bytes.count - 40 ? $0.element ^ 1 : $0.element } },
      { Self.withForeignIndex($0) },
    ]
    for change in changes {
      try withTrace(change) { path, _, steps in
        let number = Int64(steps / 2)
        var reader = try TraceReader(path: path)
        let report = try TraceReplayer.state(in: &reader, at: number)
        #expect(report.isEqual && report.lastStep == number && report.start == 0)
      }
    }
  }

  /// Places the blocks of the index one byte too early; its checksum is right.
  private static func withForeignIndex(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.indices.dropLast(4).last(where: { Array(bytes[$0..<$0 + 4]) == BinaryFormat.index }) else {
      return bytes
    }
    var cursor = ByteCursor(bytes, at: start)
    let blocks = (try? BinaryIndex.read(&cursor)) ?? []
    var writer = ByteWriter(bytes: Array(bytes[..<start]))
    BinaryIndex.write(
      blocks.map { .init(offset: $0.offset - 1, number: $0.number, instant: $0.instant) }, into: &writer)
    return writer.bytes
  }
}
