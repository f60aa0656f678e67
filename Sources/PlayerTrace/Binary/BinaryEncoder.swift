import PlayerCore

/// Writes the binary form. See <doc:TraceFormat>. It needs neither a file nor the system.
package struct BinaryEncoder: Sendable {
  private var writer = ByteWriter()
  private var steps: StepWriter
  private let standard: [Int64]
  /// The state against which the next checkpoint is encoded: the checkpoint before it in the block, or the fresh state.
  private var reference: [Int64]

  private var isBlockOpen = false
  /// Over the open block, from its marker on.
  private var checksum = CRC32C()
  /// How far `writer` is part of the checksum.
  private var checked = 0
  private var blockLength = 0
  /// The number and the instant of the last step, or of the checkpoint that opened the block.
  private var number: Int64 = 0
  private var instant: Int64 = 0
  /// The number of bytes already removed.
  private var taken = 0
  private var blockCount = 0
  private var blockStride = 1
  private var blocks: [BinaryIndex.Block] = []

  package init(_ header: TraceHeader) {
    steps = StepWriter(header.fieldTable)
    standard = header.freshState
    reference = standard
    writer.bytes.reserveCapacity(2 * TraceLimit.buffer)
    write(header)
    checked = writer.bytes.count
  }

  package var bytes: [UInt8] { writer.bytes }
  package var count: Int { writer.bytes.count }

  /// True when a checkpoint should begin the next block.
  package var isBlockFull: Bool { isBlockOpen && blockLength >= BinaryFormat.fullBlock }

  package mutating func removeAll() {
    taken += writer.bytes.count
    writer.bytes.removeAll(keepingCapacity: true)
    checked = 0
  }

  private mutating func write(_ header: TraceHeader) {
    var body = ByteWriter()
    body.fixed(header.vocabulary, 8)
    body.fixed(header.stateLayout, 8)
    body.zigzag(Int64(header.behaviour))
    var flags: UInt8 = 0
    if !header.hasOutputs { flags |= BinaryFormat.HeaderFlag.noOutputs }
    if header.isExcerpt { flags |= BinaryFormat.HeaderFlag.excerpt }
    if header.recordedAt != nil { flags |= BinaryFormat.HeaderFlag.dated }
    body.bytes.append(flags)
    if let date = header.recordedAt { body.zigzag(date) }
    let changed = header.changedSettings
    body.varint(changed.count)
    for setting in changed {
      body.bytes.append(setting.number)
      body.zigzag(setting.value)
    }
    body.text(header.engine)
    body.text(header.tool)
    body.text(header.note)
    if header.version > 1 { body.text(header.changes) }
    writer.bytes.append(contentsOf: BinaryFormat.magic)
    writer.varint(UInt64(bitPattern: header.version))
    writer.varint(body.bytes.count)
    writer.bytes.append(contentsOf: body.bytes)
    var checksum = CRC32C()
    checksum.update(writer.bytes, BinaryFormat.magic.count..<writer.bytes.count)
    writer.fixed(UInt64(checksum.value), 4)
  }

  // MARK: Entries

  package mutating func encodeStep(
    _ number: Int64, _ input: Input, at instant: Instant, outputs: some RandomAccessCollection<Output>,
    isWhole: Bool = true
  ) {
    encodeStep(number, input.message, at: instant, outputs: outputs, isWhole: isWhole)
  }

  /// The same for messages in the numbers of the header's vocabulary.
  mutating func encodeStep(
    _ number: Int64, _ input: WireMessage, at instant: Instant,
    outputs: some RandomAccessCollection<some MessageSource>,
    isWhole: Bool
  ) {
    makeRoom()
    if !isWhole {
      writer.varint(BinaryFormat.Tag.broken.rawValue)
      endEntry()
    }
    if number != self.number &+ 1 {
      writer.varint(BinaryFormat.Tag.jump.rawValue)
      writer.varint(UInt64(bitPattern: number &- self.number &- 1))
      endEntry()
    }
    steps.write(input, at: instant.microseconds, outputs, into: &writer)
    endEntry()
    self.number = number
    self.instant = instant.microseconds
  }

  package mutating func encode(_ definition: TraceDefinition) {
    makeRoom()
    switch definition {
    case .item(let item, let source):
      writer.varint(BinaryFormat.Tag.item.rawValue)
      writer.varint(UInt64(item.rawValue))
      writer.text(source)
    case .text(let number, let text):
      writer.varint(BinaryFormat.Tag.text.rawValue)
      writer.varint(UInt64(number.rawValue))
      writer.text(text)
    }
    endEntry()
  }

  package mutating func encode(_ mark: TraceMark) {
    makeRoom()
    writer.varint(BinaryFormat.Tag.mark.rawValue)
    writer.zigzag(mark.number &- number)
    writer.text(mark.text)
    endEntry()
  }

  /// A checkpoint without its state is omitted.
  package mutating func encode(_ checkpoint: TraceCheckpoint) {
    guard let values = checkpoint.values(like: standard) else { return }
    let isHere = checkpoint.number == number && checkpoint.instant.microseconds == instant
    guard isBlockOpen, isHere, blockLength < BinaryFormat.longBlock else {
      closeBlock()
      return openBlock(checkpoint, values)
    }
    writer.varint(BinaryFormat.Tag.checkpoint.rawValue)
    write(values, checkpoint.digest)
    endEntry()
  }

  private mutating func write(_ values: [Int64], _ digest: UInt64) {
    var coded = ByteWriter()
    StateCoding.write(values, reference: reference, instant: instant, into: &coded)
    writer.fixed(digest, 8)
    writer.varint(coded.bytes.count)
    writer.bytes.append(contentsOf: coded.bytes)
    reference = values
  }

  package mutating func encode(_ end: TraceEnd) {
    makeRoom()
    writer.varint(BinaryFormat.Tag.end.rawValue)
    writer.zigzag(end.number &- number)
    writer.zigzag(end.inputs)
    writer.zigzag(end.outputs)
    writer.fixed(end.digest, 8)
    switch end.ending {
    case .finished: writer.bytes.append(0)
    case .interrupted(let signal):
      writer.bytes.append(1)
      writer.text(signal)
    case .failed(let reason):
      writer.bytes.append(2)
      writer.text(reason)
    }
    endEntry()
    closeBlock()
    BinaryIndex.write(blocks, into: &writer)
    checked = writer.bytes.count
  }

  // MARK: Blocks

  /// Ensures that a block with room for another entry is open.
  private mutating func makeRoom() {
    if isBlockOpen, blockLength >= BinaryFormat.blockLimit { closeBlock() }
    if !isBlockOpen { openBlock(nil, []) }
  }

  private mutating func openBlock(_ checkpoint: TraceCheckpoint?, _ values: [Int64]) {
    if let checkpoint {
      number = checkpoint.number
      instant = checkpoint.instant.microseconds
    }
    keepPlace()
    checksum = CRC32C()
    checked = writer.bytes.count
    blockLength = 0
    isBlockOpen = true
    writer.bytes.append(contentsOf: BinaryFormat.block)
    writer.bytes.append(checkpoint == nil ? 0 : 1)
    writer.zigzag(number)
    writer.zigzag(instant)
    reference = standard
    if let checkpoint { write(values, checkpoint.digest) }
    endEntry()
    steps.reset(at: instant)
  }

  /// Stores a block for the index; of a large number only every second, fourth … one, so that the index stays small.
  private mutating func keepPlace() {
    defer { blockCount &+= 1 }
    guard isNamed(blockCount) else { return }
    if blocks.count == BinaryFormat.indexLimit {
      var isKept = false
      blocks = blocks.filter { _ in
        isKept.toggle()
        return isKept
      }
      blockStride &*= 2
      guard isNamed(blockCount) else { return }
    }
    blocks.append(.init(offset: Int64(taken &+ writer.bytes.count), number: number, instant: instant))
  }

  /// The stride is a power of two.
  private func isNamed(_ block: Int) -> Bool { block & (blockStride &- 1) == 0 }

  private mutating func closeBlock() {
    guard isBlockOpen else { return }
    writer.varint(BinaryFormat.Tag.close.rawValue)
    check()
    writer.fixed(UInt64(checksum.value), 4)
    checked = writer.bytes.count
    isBlockOpen = false
  }

  /// Writes the check byte after an entry.
  private mutating func endEntry() {
    check()
    writer.bytes.append(checksum.check)
    checksum.update(checksum.check)
    blockLength &+= 1
    checked &+= 1
  }

  private mutating func check() {
    checksum.update(writer.bytes, checked..<writer.bytes.count)
    blockLength &+= writer.bytes.count &- checked
    checked = writer.bytes.count
  }
}
