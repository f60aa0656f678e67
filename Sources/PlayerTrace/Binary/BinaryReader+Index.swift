import PlayerCore
import PlayerText

/// A place in a trace at which reading may begin, instead of the first record.
enum TracePoint {
  /// After the last checkpoint at or before this step.
  case step(Int64)
  /// After a checkpoint before the first one that is later than this instant.
  case instant(Instant)

  func isBefore(_ block: BinaryIndex.Block) -> Bool {
    switch self {
    case .step(let number): block.number > number
    case .instant(let instant): block.instant > instant.microseconds
    }
  }
}

extension BinaryReader {
  /// Moves to the last block before `point` that begins with a checkpoint from which the state can be rebuilt,
  /// according to the index at the end of the file. Does nothing if there is none or the index is wrong: nothing is
  /// lost, because everything can be found from here on.
  mutating func skip(to point: TracePoint) throws(TraceError) {
    guard recordOffset == 0, states.standard != nil else { return }
    try loadIndex()
    let before = listed.prefix { !point.isBefore($0) }
    for (number, block) in before.enumerated().suffix(Self.attempts).reversed() where block.offset > source.offset {
      switch try look(at: block) {
      case .checkpoint:
        try source.move(to: block.offset)
        return pass(block.offset)
      case .nothingToBeginWith: continue
      case .anotherBlock(let found): return distrust(number, "\(block) is listed, \(found) is there")
      }
    }
  }

  /// Moves a reader that has read nothing but the header to a block that begins at `offset`.
  mutating func move(toBlockAt offset: Int64) throws(TraceError) {
    hasLookedForIndex = true
    try source.move(to: offset)
  }

  /// The number of blocks to try: a recorder begins all but the first with a checkpoint.
  private static let attempts = 4

  /// Reads the index of a finished trace in a file, and checks as much as is possible before the blocks are read.
  mutating func loadIndex() throws(TraceError) {
    guard !hasLookedForIndex else { return }
    hasLookedForIndex = true
    let trailer = BinaryFormat.tail.count + 4
    guard let size = source.size, let tail = try source.peek(trailer, at: size - Int64(trailer)),
      Array(tail.suffix(BinaryFormat.tail.count)) == BinaryFormat.tail
    else { return }
    var cursor = ByteCursor(tail, at: 0)
    guard let length = try? cursor.fixed(4), length <= UInt64(BinaryFormat.longestIndex),
      case let count = Int64(length) + Int64(trailer), count <= size - source.offset,
      let bytes = try source.peek(Int(count), at: size - count)
    else { return indexProblem = "it is longer than an index, or than the file" }
    cursor = ByteCursor(bytes, at: 0)
    do throws(Halt) {
      listed = try BinaryIndex.read(&cursor)
    } catch {
      switch error {
      case .short: indexProblem = "it is incomplete"
      case .flaw(let flaw): indexProblem = "\(flaw.field): expected \(flaw.expected), found \(flaw.found)"
      }
      return
    }
    checkOrder(from: source.offset, to: size - count)
  }

  /// Blocks follow each other, between the header and the index, and so do their steps.
  private mutating func checkOrder(from start: Int64, to end: Int64) {
    var before = BinaryIndex.Block(offset: start - 1, number: 0, instant: 0)
    for (number, block) in listed.enumerated() {
      if block.offset >= end { return distrust(number, "\(block) is after the last block, which ends at byte \(end)") }
      if block.offset <= before.offset || block.number < before.number {
        return distrust(number, "\(block) is not after \(number == 0 ? "the header" : "\(before)")")
      }
      before = block
    }
  }

  /// Compares an opened block with its entry in the index.
  mutating func compareWithIndex(_ block: BinaryIndex.Block) {
    while passed < listed.count, listed[passed].offset <= block.offset {
      let entry = listed[passed]
      if entry != block { return distrust(passed, "\(entry) is listed, \(block) is there") }
      passed += 1
    }
  }

  /// Every block was read.
  mutating func compareWithIndexAtEnd() {
    guard passed < listed.count else { return }
    distrust(passed, "\(listed[passed]) is listed, no block begins there")
  }

  /// The blocks that the index lists before this offset were skipped.
  private mutating func pass(_ offset: Int64) { passed = listed.firstIndex { $0.offset >= offset } ?? listed.count }

  /// From here on the index is not used.
  private mutating func distrust(_ number: Int, _ problem: String) {
    indexProblem = "entry \(number + 1): \(problem)"
    listed = []
  }

  private enum Look {
    /// A checkpoint from which the state can be rebuilt.
    case checkpoint
    /// The expected block, which begins with another state or none.
    case nothingToBeginWith
    case anotherBlock(String)
  }

  private mutating func look(at block: BinaryIndex.Block) throws(TraceError) -> Look {
    guard let bytes = try source.peek(BinaryFormat.longestOpening, at: block.offset) else {
      return .anotherBlock("nothing")
    }
    var cursor = ByteCursor(bytes, at: 0)
    guard let opening = try? BinaryBlock.read(&cursor, states) else { return .anotherBlock("no block") }
    var checksum = CRC32C()
    checksum.update(bytes, 0..<cursor.index)
    guard let check = try? cursor.byte(), isSame(check, checksum.check) else { return .anotherBlock("no whole block") }
    let found = BinaryIndex.Block(offset: block.offset, number: opening.number, instant: opening.instant)
    guard found == block else { return .anotherBlock("\(found)") }
    guard let checkpoint = opening.checkpoint, checkpoint.state?.isRestorable != false else {
      return .nothingToBeginWith
    }
    return .checkpoint
  }
}

extension BinaryIndex.Block: CustomStringConvertible {
  var description: String { "the block at byte \(offset) after step \(number) (\(instant) µs)" }
}
