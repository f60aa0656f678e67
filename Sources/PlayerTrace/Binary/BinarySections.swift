import PlayerCore

/// The header of a binary trace.
enum BinaryHeader {
  /// Reads as far as this code understands the version: of a newer one only the version.
  static func read(_ cursor: inout ByteCursor) throws(Halt) -> TraceHeader {
    try cursor.expect(BinaryFormat.magic, "magic")
    let start = cursor.index
    var header = TraceHeader()
    header.version = try cursor.count("version", upTo: UInt64(Int64.max))
    let length = Int(try cursor.count("header", upTo: UInt64(TraceLimit.record)))
    let end = cursor.index + length
    guard cursor.bytes.count - end >= 4 else { throw .short }
    var checksum = CRC32C()
    checksum.update(cursor.bytes, start..<end)
    var trailer = ByteCursor(cursor.bytes, at: end)
    let found = UInt32(truncatingIfNeeded: try trailer.fixed(4))
    guard isSame(found, checksum.value) else {
      throw .flaw("the checksum of the header", expected: "\(checksum.value)", found: "\(found)")
    }
    if header.version <= TraceHeader.currentVersion {
      try readBody(&cursor, &header)
      if isSame(header.vocabulary, Vocabulary.hash), cursor.index != end {
        throw .flaw("header", expected: "\(length) bytes", found: "\(cursor.index - end + length)")
      }
    }
    cursor = trailer
    return header
  }

  private static func readBody(_ cursor: inout ByteCursor, _ header: inout TraceHeader) throws(Halt) {
    header.vocabulary = try cursor.fixed(8)
    header.stateLayout = try cursor.fixed(8)
    guard let behaviour = Int32(exactly: try cursor.zigzag("behaviour")) else {
      throw .flaw("behaviour", expected: "a number of 32 bits", found: "a larger one")
    }
    header.behaviour = behaviour
    let flags = try cursor.byte()
    guard flags & ~BinaryFormat.HeaderFlag.all == 0 else {
      throw .flaw("flags", expected: "0 … \(BinaryFormat.HeaderFlag.all)", found: "\(flags)")
    }
    header.hasOutputs = flags & BinaryFormat.HeaderFlag.noOutputs == 0
    header.isExcerpt = flags & BinaryFormat.HeaderFlag.excerpt != 0
    if flags & BinaryFormat.HeaderFlag.dated != 0 { header.recordedAt = try cursor.zigzag("date") }
    for _ in 0..<(try cursor.count("settings", upTo: 255)) { try readSetting(&cursor, &header) }
    header.engine = try cursor.text("engine")
    header.tool = try cursor.text("tool")
    header.note = try cursor.text("note")
  }

  private static func readSetting(_ cursor: inout ByteCursor, _ header: inout TraceHeader) throws(Halt) {
    let number = try cursor.byte()
    let value = try cursor.zigzag("setting")
    // Of a foreign vocabulary only the name of the tool is wanted.
    guard isSame(header.vocabulary, Vocabulary.hash) else { return }
    guard let setting = Setting(rawValue: number) else {
      throw .flaw("setting", expected: "the number of a setting", found: "\(number)")
    }
    header.configuration[setting] = value
    guard header.configuration[setting] == value else {
      let range = setting.specification.range
      throw .flaw(setting.name, expected: "\(range.lowerBound) … \(range.upperBound)", found: "\(value)")
    }
  }
}

/// How a block begins.
struct BinaryBlock {
  /// The number and the instant of the step before the block.
  var number: Int64
  var instant: Int64
  var checkpoint: TraceCheckpoint?

  /// `standard` is the fresh state; `nil` when the state of the core that recorded has other fields.
  static func read(_ cursor: inout ByteCursor, standard: [Int64]?) throws(Halt) -> BinaryBlock {
    try cursor.expect(BinaryFormat.block, "block")
    let flags = try cursor.byte()
    guard flags < 2 else { throw .flaw("flags of the block", expected: "0 or 1", found: "\(flags)") }
    var block = BinaryBlock(number: try cursor.zigzag("number"), instant: try cursor.zigzag("instant"))
    guard flags == 1 else { return block }
    block.checkpoint = try checkpoint(&cursor, number: block.number, instant: block.instant, reference: standard)
    return block
  }

  /// Reads the digest and the state of a checkpoint.
  static func checkpoint(
    _ cursor: inout ByteCursor, number: Int64, instant: Int64, reference: [Int64]?
  ) throws(Halt) -> TraceCheckpoint {
    let digest = try cursor.fixed(8)
    let length = Int(try cursor.count("state", upTo: UInt64(BinaryFormat.longestStep)))
    let end = cursor.index + length
    guard end <= cursor.bytes.count else { throw .short }
    let state = try reference.map { reference throws(Halt) in
      try StateCoding.read(&cursor, reference: reference, instant: instant)
    }
    guard state == nil || cursor.index == end else {
      throw .flaw("state", expected: "\(length) bytes", found: "\(cursor.index - end + length)")
    }
    cursor.index = end
    return TraceCheckpoint(
      number: number, instant: Instant(microseconds: instant), state: state, digest: digest)
  }
}

extension BinaryIndex {
  /// Reads the index and compares its checksum; a sequential reader needs nothing else of it.
  static func skip(_ cursor: inout ByteCursor) throws(Halt) { _ = try read(&cursor) }

  static func read(_ cursor: inout ByteCursor) throws(Halt) -> [Block] {
    let start = cursor.index
    try cursor.expect(BinaryFormat.index, "index")
    var blocks: [Block] = []
    var block = Block(offset: 0, number: 0, instant: 0)
    for _ in 0..<(try cursor.count("index", upTo: UInt64(Int32.max))) {
      block.offset &+= Int64(bitPattern: try cursor.varint("index"))
      block.number &+= try cursor.zigzag("index")
      block.instant &+= try cursor.zigzag("index")
      blocks.append(block)
    }
    var checksum = CRC32C()
    checksum.update(cursor.bytes, start..<cursor.index)
    let found = UInt32(truncatingIfNeeded: try cursor.fixed(4))
    guard isSame(found, checksum.value) else {
      throw .flaw("the checksum of the index", expected: "\(checksum.value)", found: "\(found)")
    }
    let length = try cursor.fixed(4)
    guard length == UInt64(cursor.index - 4 - start) else {
      throw .flaw("the length of the index", expected: "\(cursor.index - 4 - start)", found: "\(length)")
    }
    try cursor.expect(BinaryFormat.tail, "tail")
    return blocks
  }
}
