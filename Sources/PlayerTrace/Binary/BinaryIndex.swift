/// The list of the blocks at the end of a finished trace.
enum BinaryIndex {
  struct Block: Hashable, Equatable, Sendable {
    /// Where the block begins in the file.
    var offset: Int64
    /// The number and the instant in its opening.
    var number: Int64
    var instant: Int64
  }

  static func write(_ blocks: [Block], into writer: inout ByteWriter) {
    let start = writer.bytes.count
    writer.bytes.append(contentsOf: BinaryFormat.index)
    writer.varint(blocks.count)
    var before = Block(offset: 0, number: 0, instant: 0)
    for block in blocks {
      writer.varint(UInt64(bitPattern: block.offset &- before.offset))
      writer.zigzag(block.number &- before.number)
      writer.zigzag(block.instant &- before.instant)
      before = block
    }
    var checksum = CRC32C()
    checksum.update(writer.bytes, start..<writer.bytes.count)
    writer.fixed(UInt64(checksum.value), 4)
    writer.fixed(UInt64(writer.bytes.count - start), 4)
    writer.bytes.append(contentsOf: BinaryFormat.tail)
  }
}
