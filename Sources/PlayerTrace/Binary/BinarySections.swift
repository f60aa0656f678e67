import PlayerCore
import PlayerText

/// The header of a binary trace.
enum BinaryHeader {
  /// A header, and the source of the trace's vocabulary.
  struct Content {
    var header = TraceHeader()
    var identity = TraceIdentity()
    /// Numbers and values of settings, in the trace's vocabulary.
    var settings: [(number: UInt8, value: Int64)] = []
  }

  /// Reads as much as this code understands of the version; for a newer one only the version.
  static func read(_ cursor: inout ByteCursor) throws(Halt) -> Content {
    try cursor.expect(BinaryFormat.magic, "magic")
    let start = cursor.index
    var content = Content()
    content.header.version = try cursor.count("version", upTo: UInt64(Int64.max))
    content.identity.version = content.header.version
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
    if content.header.version <= TraceHeader.currentVersion {
      try readBody(&cursor, &content)
      guard cursor.index == end else {
        throw .flaw("header", expected: "\(length) bytes", found: "\(cursor.index - end + length)")
      }
    }
    cursor = trailer
    return content
  }

  private static func readBody(_ cursor: inout ByteCursor, _ content: inout Content) throws(Halt) {
    var header = content.header
    header.vocabulary = try cursor.fixed(8)
    header.stateLayout = try cursor.fixed(8)
    let number = try cursor.zigzag("behaviour")
    guard let behaviour = Int32(exactly: number), behaviour > 0 else {
      throw .flaw("behaviour", expected: "a behaviour version from 1 on", found: "\(number)")
    }
    header.behaviour = behaviour
    let flags = try cursor.byte()
    guard flags & ~BinaryFormat.HeaderFlag.all == 0 else {
      throw .flaw("flags", expected: "0 … \(BinaryFormat.HeaderFlag.all)", found: "\(flags)")
    }
    header.hasOutputs = flags & BinaryFormat.HeaderFlag.noOutputs == 0
    header.isExcerpt = flags & BinaryFormat.HeaderFlag.excerpt != 0
    if flags & BinaryFormat.HeaderFlag.dated != 0 { header.recordedAt = try cursor.zigzag("date") }
    for _ in 0..<(try cursor.count("settings", upTo: 255)) {
      content.settings.append((try cursor.byte(), try cursor.zigzag("setting")))
    }
    header.engine = try cursor.text("engine")
    header.tool = try cursor.text("tool")
    header.note = try cursor.text("note")
    if header.version > 1 {
      content.identity.changes = try cursor.text("changes").utf8.split(separator: 0x0A).map { String(Substring($0)) }
    }
    content.header = header
    content.identity.vocabulary = header.vocabulary
    content.identity.layout = header.stateLayout
    content.identity.tool = header.tool
  }

  /// Stores the settings in the header, by the names of their numbers in the trace's vocabulary.
  static func finish(_ content: Content, _ vocabulary: TraceVocabulary) throws(Flaw) -> TraceHeader {
    var values = vocabulary.settings.map { $0.standard }
    for (number, value) in content.settings {
      guard let place = vocabulary.settings.firstIndex(where: { $0.number == number }) else {
        throw Flaw(field: "setting", expected: "the number of a setting", found: "\(number)")
      }
      values[place] = value
    }
    var header = content.header
    try header.take(values, of: vocabulary)
    return header
  }
}

/// The beginning of a block.
struct BinaryBlock {
  /// The number and the instant of the step before the block.
  var number: Int64
  var instant: Int64
  var checkpoint: TraceCheckpoint?

  static func read(_ cursor: inout ByteCursor, _ states: StateReading) throws(Halt) -> BinaryBlock {
    try cursor.expect(BinaryFormat.block, "block")
    let flags = try cursor.byte()
    guard flags < 2 else { throw .flaw("flags of the block", expected: "0 or 1", found: "\(flags)") }
    var block = BinaryBlock(number: try cursor.zigzag("number"), instant: try cursor.zigzag("instant"))
    guard flags == 1 else { return block }
    block.checkpoint = try checkpoint(
      &cursor, number: block.number, instant: block.instant, states, reference: states.standard)
    return block
  }

  /// Reads the digest and the state of a checkpoint.
  static func checkpoint(
    _ cursor: inout ByteCursor, number: Int64, instant: Int64, _ states: StateReading, reference: [Int64]?
  ) throws(Halt) -> TraceCheckpoint {
    let digest = try cursor.fixed(8)
    let length = Int(try cursor.count("state", upTo: UInt64(BinaryFormat.longestStep)))
    let end = cursor.index + length
    guard end <= cursor.bytes.count else { throw .short }
    let time = Instant(microseconds: instant)
    guard let reference else {
      cursor.index = end
      return TraceCheckpoint(number: number, instant: time, state: nil, digest: digest)
    }
    let values = try StateCoding.read(&cursor, reference: reference, instant: instant)
    guard cursor.index == end else {
      throw .flaw("state", expected: "\(length) bytes", found: "\(cursor.index - end + length)")
    }
    do {
      return try states.maker.checkpoint(number, at: time, values, digest: digest, header: states.header)
    } catch { throw .flaw(error) }
  }
}

/// What is needed to read the states of a trace.
struct StateReading {
  let maker: StepMaker
  let header: TraceHeader
  /// The fresh state; `nil` if the state of the recording core has other fields than its vocabulary.
  let standard: [Int64]?
}

extension BinaryIndex {
  /// Reads the index and compares its checksum; a sequential reader needs nothing else from it.
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
