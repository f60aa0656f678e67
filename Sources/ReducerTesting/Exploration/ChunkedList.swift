/// A list of plain values that grows by chunks: growing copies nothing, and takes no more memory than it reports.
package struct ChunkedList<Element: BitwiseCopyable>: ~Copyable {
  private static var chunkBits: Int { 14 }
  private static var mask: Int { 1 << chunkBits - 1 }

  private var chunks: [UnsafeMutablePointer<Element>] = []
  /// Where the next element goes, unless the last chunk is full.
  private var place: UnsafeMutablePointer<Element>?
  package private(set) var count = 0

  deinit { for chunk in chunks { chunk.deallocate() } }

  var byteCount: Int { (chunks.count << Self.chunkBits) * MemoryLayout<Element>.stride }

  /// What it takes more of memory for `additions`.
  static func growth(for additions: Int) -> Int { (additions + (1 << chunkBits)) * MemoryLayout<Element>.stride }

  @inline(__always)
  mutating func append(_ element: Element) {
    let next = count & Self.mask == 0 ? addChunk() : place
    // A chunk that is not full has a next place.
    next!.initialize(to: element)
    place = next! + 1
    count &+= 1
  }

  @inline(never)
  private mutating func addChunk() -> UnsafeMutablePointer<Element>? {
    chunks.append(.allocate(capacity: 1 << Self.chunkBits))
    return chunks.last
  }

  /// The element at `index`, which must be less than ``count``.
  @inline(__always)
  package subscript(index: Int) -> Element {
    get { chunks[index >> Self.chunkBits][index & Self.mask] }
    nonmutating set { chunks[index >> Self.chunkBits][index & Self.mask] = newValue }
  }

  func forEach(_ visit: (Element) -> Void) { for index in 0..<count { visit(self[index]) } }
}
