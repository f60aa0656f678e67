/// A set of message codes, which are below 256.
package struct CodeSet {
  private var words = SIMD4<UInt64>.zero

  package init() {}

  package mutating func insert(_ code: UInt16) {
    if code < 256 { words[Int(code / 64)] |= 1 << UInt64(code % 64) }
  }

  package func contains(_ code: UInt16) -> Bool { code < 256 && words[Int(code / 64)] & (1 << UInt64(code % 64)) != 0 }

  func isDisjoint(with other: CodeSet) -> Bool { words & other.words == .zero }

  // MARK: Bytes

  func write(into writer: inout ByteWriter) { for place in 0..<4 { writer.varint(words[place]) } }

  init(_ cursor: inout ByteCursor) throws(Halt) {
    for place in 0..<4 { words[place] = try cursor.varint("codes") }
  }
}
