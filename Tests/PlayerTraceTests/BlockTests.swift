import PlayerCore
import Testing

@testable import PlayerTrace

/// Checkpoints inside blocks and at their beginnings, and the widths of residuals.
@Suite struct BlockTests {
  /// A binary trace with a checkpoint in the middle of its block, and where that begins and ends.
  private func session() throws -> (bytes: [UInt8], entry: Range<Int>) {
    let bytes = try listeningSession(seed: 4, seconds: 260, clock: .real).binary
    var reader = try TraceReader(bytes: bytes)
    var start: Int64?
    while let record = try reader.next() {
      if let start { return (bytes, Int(start)..<Int(reader.offset)) }
      if case .checkpoint = record { start = reader.offset }
    }
    throw TraceError.noSuchPlace(file: "session", asked: "checkpoint", available: "none")
  }

  @Test func checkpointInBlockIsSmall() throws {
    let (bytes, entry) = try session()
    #expect(bytes[entry.lowerBound] == UInt8(BinaryFormat.Tag.checkpoint.rawValue))
    #expect(entry.count < 200)
  }

  @Test func truncatedCheckpointLosesNothingElse() throws {
    let (bytes, entry) = try session()
    let whole = try records(Array(bytes[..<entry.upperBound]))
    for length in entry {
      guard case .records(let records, let loss, _) = Reading(Array(bytes[..<length])) else {
        Issue.record("\(length) bytes")
        continue
      }
      #expect(records == Array(whole.dropLast()))
      #expect((loss == nil) == (length == entry.lowerBound))
    }
  }

  @Test func flippedBitsInCheckpointAreDetected() throws {
    let (bytes, entry) = try session()
    let before = try records(Array(bytes[..<entry.lowerBound]))
    for index in entry {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        guard case .failed(let records, _) = Reading(damaged) else {
          Issue.record("byte \(index) bit \(bit)")
          continue
        }
        #expect(records == before)
      }
    }
  }

  @Test func blockLengthIsLimited() throws {
    let session = try listeningSession(seed: 1, seconds: 7_200, clock: .real)
    let markers = session.binary.indices.dropLast(4).filter { Array(session.binary[$0..<$0 + 4]) == BinaryFormat.block }
    #expect(markers.count == session.binary.count / (BinaryFormat.longBlock + 2_000) + 1)
    #expect(try converted(session.binary, to: .text) == session.text)
    #expect(try converted(session.text, to: .binary) == session.binary)
  }

  @Test func residualRoundTripInAnyWidth() {
    let residuals: [Int64] = [
      0, 1, -1, 127, 128, -128, -129, 1_000, -1_000, 127_000, 128_000, -128_000, 12_345, 32_768_000, .max, .min,
      .max / 1_000 * 1_000, .min / 1_000 * 1_000,
    ]
    for residual in residuals {
      let shortest = ResidualWidth(of: residual)
      #expect(shortest.holds(residual))
      for raw in 1...15 as ClosedRange<UInt8> {
        let width = ResidualWidth(rawValue: raw)
        guard width.holds(residual) else { continue }
        #expect(width.length >= shortest.length)
        let low = UInt64(bitPattern: width.coded(residual)) & (.max >> UInt64(64 - 8 * width.length))
        #expect(width.residual(Int64(lowBytes: low, width: width.length)) == residual)
      }
    }
    #expect(ResidualWidth(of: 12_000).rawValue == 9 && ResidualWidth(of: 120).rawValue == 1)
  }
}
