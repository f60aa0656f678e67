import PlayerCore

/// Where in a trace reading may begin instead of at its first record.
enum TracePoint {
  /// Behind the last checkpoint that is not behind this step.
  case step(Int64)
  /// Behind a checkpoint before the first one that is later than this instant.
  case instant(Instant)

  func isBefore(_ block: BinaryIndex.Block) -> Bool {
    switch self {
    case .step(let number): block.number > number
    case .instant(let instant): block.instant > instant.microseconds
    }
  }
}

extension BinaryReader {
  /// Goes to the last block in front of `point` that begins with a checkpoint from which the state can be rebuilt, as the index at the end of the file says.
  /// Does nothing when there is none: nothing was lost then, everything can be found from here on.
  func skip(to point: TracePoint) throws(TraceError) {
    guard recordOffset == 0, standard != nil, let blocks = try index() else { return }
    let before = blocks.prefix { !point.isBefore($0) }
    for block in before.suffix(Self.attempts).reversed() where block.offset > source.offset {
      guard try beginsWithCheckpoint(block) else { continue }
      return try source.move(to: block.offset)
    }
  }

  /// How many blocks are looked at: a recorder begins all but the first with a checkpoint.
  private static let attempts = 4

  /// The index of a finished trace; `nil` when there is none, or none that can be trusted.
  private func index() throws(TraceError) -> [BinaryIndex.Block]? {
    let trailer = BinaryFormat.tail.count + 4
    guard let size = source.size, let tail = try source.peek(trailer, at: size - Int64(trailer)),
      Array(tail.suffix(BinaryFormat.tail.count)) == BinaryFormat.tail
    else { return nil }
    var cursor = ByteCursor(tail, at: 0)
    guard let length = try? cursor.fixed(4), length <= UInt64(BinaryFormat.longestIndex) else { return nil }
    let count = Int(length) + trailer
    guard let bytes = try source.peek(count, at: size - Int64(count)) else { return nil }
    cursor = ByteCursor(bytes, at: 0)
    return try? BinaryIndex.read(&cursor)
  }

  private func beginsWithCheckpoint(_ block: BinaryIndex.Block) throws(TraceError) -> Bool {
    guard let bytes = try source.peek(BinaryFormat.longestOpening, at: block.offset) else { return false }
    var cursor = ByteCursor(bytes, at: 0)
    guard let opening = try? BinaryBlock.read(&cursor, standard: standard) else { return false }
    var checksum = CRC32C()
    checksum.update(bytes, 0..<cursor.index)
    guard let check = try? cursor.byte(), isSame(check, checksum.check) else { return false }
    guard let checkpoint = opening.checkpoint, checkpoint.state?.isRestorable != false else { return false }
    return opening.number == block.number && opening.instant == block.instant
  }
}
