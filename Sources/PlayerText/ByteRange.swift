/// Some bytes of an array, without copying them.
package struct ByteRange {
  package let bytes: [UInt8]
  package let start: Int
  package let end: Int

  package init(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    self.bytes = bytes
    self.start = start
    self.end = end
  }

  package init(_ text: String) { self.init(Array(text.utf8), 0, text.utf8.count) }

  package var count: Int { end - start }

  /// The bytes as text; invalid UTF-8 is replaced.
  package var text: String { String(decoding: bytes[start..<end], as: UTF8.self) }

  /// The bytes as an error shows them.
  package var excerpt: String {
    @inline(never)
    get { Excerpt.of(bytes[start..<end]) }
  }

  package func equals(_ other: [UInt8]) -> Bool {
    guard other.count == count else { return false }
    for index in 0..<count where bytes[start + index] != other[index] { return false }
    return true
  }
}

extension ByteRange: Hashable {
  // Not inlined: every case of a `switch` over keys would contain the loop, and modules of WebAssembly grow by kilobytes.
  @inline(never)
  package static func == (a: Self, b: Self) -> Bool {
    a.bytes[a.start..<a.end].elementsEqual(b.bytes[b.start..<b.end])
  }

  @inline(never)
  package func hash(into hasher: inout Hasher) {
    bytes[start..<end].withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Whether the bytes are those of a word: `switch` over keys needs no texts.
  @inline(never)
  package static func ~= (word: StaticString, range: Self) -> Bool {
    word.withUTF8Buffer { range.bytes[range.start..<range.end].elementsEqual($0) }
  }
}
