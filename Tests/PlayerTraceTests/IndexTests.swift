import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

/// The index at the end of a trace saves time, but is never trusted.
@Suite struct IndexTests {
  typealias Block = BinaryIndex.Block

  private static func blocks(_ bytes: [UInt8]) throws -> (start: Int, blocks: [Block]) {
    let start = try #require(bytes.indices.dropLast(4).last { Array(bytes[$0..<$0 + 4]) == BinaryFormat.index })
    var cursor = ByteCursor(bytes, at: start)
    return (start, try BinaryIndex.read(&cursor))
  }

  /// What can be wrong with an index whose checksum is right.
  static let changes: [(String, @Sendable ([Block], Int) -> [Block])] = [
    ("offsets", { blocks, _ in blocks.map { Block(offset: $0.offset - 1, number: $0.number, instant: $0.instant) } }),
    ("numbers", { blocks, _ in blocks.map { Block(offset: $0.offset, number: $0.number + 1, instant: $0.instant) } }),
    (
      "instants",
      { blocks, _ in blocks.map { Block(offset: $0.offset, number: $0.number, instant: $0.instant / 2 + 1) } }
    ),
    ("order", { blocks, _ in blocks.reversed() }),
    (
      "overlap",
      { blocks, _ in blocks.flatMap { [$0, Block(offset: $0.offset + 1, number: $0.number, instant: $0.instant)] } }
    ),
    (
      "beyond",
      { blocks, size in blocks + [Block(offset: Int64(size) * 2, number: blocks.last?.number ?? 0, instant: 0)] }
    ),
  ]

  /// Nine tenths of the session, read in order.
  private static let expected = Result {
    let session = try LongSession.ofHours.get()
    var whole = try TraceReader(bytes: session.binary)
    let report = try TraceReplayer.replay(&whole, ReplayOptions(untilStep: Int64(session.steps * 9 / 10)))
    #expect(whole.indexProblem == nil)
    return report
  }

  @Test(arguments: changes.map(\.0))
  func wrongIndexIsDetected(_ name: String) throws {
    let change = try #require(Self.changes.first { $0.0 == name }).1
    let session = try LongSession.ofHours.get()
    let (start, blocks) = try Self.blocks(session.binary)
    var writer = ByteWriter(bytes: Array(session.binary[..<start]))
    BinaryIndex.write(change(blocks, session.binary.count), into: &writer)
    let path = FileManager.default.temporaryDirectory.appending(path: "index-\(UUID().uuidString).trace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(writer.bytes).write(to: URL(filePath: path))

    let number = Int64(session.steps * 9 / 10)
    let expected = try Self.expected.get()
    var reader = try TraceReader(path: path)
    let byStep = try TraceReplayer.state(in: &reader, at: number)
    #expect(byStep.player == expected.player && byStep.isEqual)
    #expect(reader.indexProblem != nil, "by step")
    reader = try TraceReader(path: path)
    let byInstant = try TraceReplayer.state(in: &reader, at: expected.lastInstant)
    #expect(byInstant.isEqual && byInstant.lastStep >= number)
    #expect(reader.indexProblem != nil, "by instant")
    // From beginning to end.
    reader = try TraceReader(path: path)
    #expect(try TraceReplayer.replay(&reader).isEqual)
    #expect(reader.indexProblem != nil, "in order")
  }

  @Test func lookupCostIsIndependentOfPosition() throws {
    let session = try LongSession.ofHalfADay.get()
    let path = FileManager.default.temporaryDirectory.appending(path: "index-\(UUID().uuidString).trace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(session.binary).write(to: URL(filePath: path))
    func cost(_ part: Int) throws -> (bytes: [Int64], steps: [Int64]) {
      let number = Int64(session.steps * part / 100)
      var reader = try TraceReader(path: path)
      let byStep = try TraceReplayer.state(in: &reader, at: number)
      let first = reader.bytesRead
      reader = try TraceReader(path: path)
      let byInstant = try TraceReplayer.state(in: &reader, at: byStep.lastInstant)
      return ([first, reader.bytesRead], [byStep.steps, byInstant.steps])
    }
    let (early, late) = (try cost(5), try cost(99))
    for index in 0..<2 {
      #expect(late.bytes[index] <= 3 * early.bytes[index], "\(early) \(late)")
      #expect(late.steps[index] <= 4_096, "\(late)")
    }
  }

  @Test func instantAfterTheEndIsRefused() throws {
    let session = try listeningSession(seed: 1, seconds: 10, clock: .virtual)
    var reader = try TraceReader(bytes: session.text)
    let end = try TraceReplayer.replay(&reader)
    reader = try TraceReader(bytes: session.text)
    #expect(try TraceReplayer.state(in: &reader, at: end.lastInstant).lastStep == end.lastStep)
    for bytes in [session.text, session.binary] {
      var reader = try TraceReader(bytes: bytes)
      #expect(throws: TraceError.self) {
        try TraceReplayer.state(in: &reader, at: end.lastInstant + TimeSpan(microseconds: 1))
      }
    }
  }

  @Test func replayRejectsTrailingBytes() throws {
    let session = try listeningSession(seed: 1, seconds: 10, clock: .virtual)
    for bytes in [session.text, session.binary] {
      var reader = try TraceReader(bytes: bytes + Array("more".utf8))
      #expect(throws: TraceError.self) { try TraceReplayer.replay(&reader) }
    }
  }
}
